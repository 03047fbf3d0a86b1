import { describe, expect, test } from "vitest";
import { clusterObject } from "../../compiler/cluster/deletion/cluster-object.ts";
import { type KnownMark, type MarkPlace, knownMarks } from "../../compiler/cluster/scan/marks/known-marks.ts";
import { misspelledMarks } from "../../compiler/cluster/scan/marks/misspelled-marks.ts";
import { policyMarks } from "../../compiler/cluster/scan/marks/policy-marks.ts";
import { readManifestPaths } from "../../compiler/cli/arguments/read-manifests.ts";
import { root } from "../house/source-files.ts";
import { documentsIn } from "../fixtures/yaml-documents.ts";
import { yamlOf } from "../fixtures/compile-files.ts";
import { ordinaryMarks } from "./ordinary-marks.ts";

const kind = { group: "", version: "v1", resource: "configmaps", kind: "ConfigMap", isNamespaced: true };

function meant(place: MarkPlace, key: string, value: string, marks: readonly KnownMark[] = knownMarks): string | undefined {
  const metadata = { name: "a", namespace: "shop", uid: "u", resourceVersion: "1", [`${place}s`]: { [key]: value } };
  const found = misspelledMarks([clusterObject(kind, { metadata })], marks);
  expect(found.length).toBeLessThan(2);
  return found[0]?.meant;
}

const prevent = "the annotation `services.k8s.aws/prevent-delete` of ACK";
const preventS3 = "the annotation `s3.services.k8s.aws/prevent-delete` of ACK";
const inUse = "the label `crossplane.io/in-use` of Crossplane";
const release = "the annotation `holdfast.dev/release` of Holdfast";
const allow = "the label `appcat.vshn.io/webhook-allowdeletion` of AppCat";
const kruise = "the label `policy.kruise.io/delete-protection` of OpenKruise";

describe("a key that is near to a known one, and is not it", () => {
  test.each<[MarkPlace, string, string]>([
    ["annotation", "services.k8s.aws/prevent-deletes", prevent],
    ["annotation", "services.k8s.aws/prevent-deletion", prevent],
    ["annotation", "services.k8s.aws/Prevent-Delete", prevent],
    ["annotation", "services.k8s.aws/prevent_delete", prevent],
    ["annotation", "services.k8s.aws/pervent-delete", prevent],
    ["annotation", "service.k8s.aws/prevent-delete", prevent],
    ["annotation", "services.k8s.io/prevent-delete", prevent],
    ["annotation", "k8s.aws/prevent-delete", prevent],
    ["annotation", "prevent-delete", prevent],
    ["annotation", "s3.services.k8s.aws/prevent-delet", preventS3],
    ["annotation", "s3.service.k8s.aws/prevent-delete", preventS3],
    ["label", "services.k8s.aws/prevent-delte", prevent],
    ["label", "crossplane.io/inuse", inUse],
    ["label", "crossplane.io/in-sue", inUse],
    ["label", "usage.crossplane.io/in-use", inUse],
    ["annotation", "holdfast.dev/releases", release],
    ["annotation", "holdfast.io/release", release],
    ["annotation", "hold-fast.dev/release", release],
    ["label", "appcat.vshn.io/webhook-allow-deletion", allow],
    ["label", "appcat.vshn.io/webhook-allowdelete", allow],
    ["label", "policy.kruise.io/deletion-protection", kruise],
    ["label", "kruise.io/delete-protection", kruise],
    ["annotation", "helm.sh/resource-polici", "the annotation `helm.sh/resource-policy` of Helm"],
    ["annotation", "argocd.argoproj.io/sync-option", "the annotation `argocd.argoproj.io/sync-options` of Argo CD"],
  ])("%s %s", (place, key, wanted) => {
    expect(meant(place, key, "true")).toBe(wanted);
  });

  test.each<[MarkPlace, string, string, string]>([
    ["label", "services.k8s.aws/prevent-delete", "true", `${prevent}, which is no label`],
    ["annotation", "crossplane.io/in-use", "true", `${inUse}, which is no annotation`],
    ["annotation", "policy.kruise.io/delete-protection", "Always", `${kruise}, which is no annotation`],
  ])("%s %s in the wrong place", (place, key, value, wanted) => {
    expect(meant(place, key, value)).toBe(wanted);
  });
});

describe("a value that is not the one that counts", () => {
  const key = "services.k8s.aws/prevent-delete";
  test.each(["True", "TRUE", "ture", "yes", "1", "on"])("%s for true", (value) => {
    expect(meant("annotation", key, value)).toBe(`\`true\` for ${prevent}`);
  });

  test.each<[MarkPlace, string, string, string]>([
    ["annotation", key, "always", `\`true\` or \`false\` for ${prevent}`],
    [
      "annotation",
      "services.k8s.aws/deletion-policy",
      "Retain",
      "`retain` for the annotation `services.k8s.aws/deletion-policy` of ACK",
    ],
    ["label", "policy.kruise.io/delete-protection", "always", `\`Always\` for ${kruise}`],
    ["label", "policy.kruise.io/delete-protection", "true", `\`Always\` or \`Cascading\` for ${kruise}`],
    ["label", "appcat.vshn.io/webhook-allowdeletion", "True", `\`true\` for ${allow}`],
    [
      "annotation",
      "argocd.argoproj.io/sync-options",
      "Prune=flase",
      "`Prune=false` or `Prune=confirm` for the annotation `argocd.argoproj.io/sync-options` of Argo CD",
    ],
  ])("%s %s: %s", (place, own, value, wanted) => {
    expect(meant(place, own, value)).toBe(wanted);
  });
});

describe("marks of the policies that are in force", () => {
  const policies = documentsIn(
    yamlOf(`import { deletionPolicy, released } from "holdfast";
export default deletionPolicy({
  name: "keep-labelled",
  match: [{ group: "", resource: "configmaps" }],
  overrides: [released("acme.example/may-go")],
  rules: {
    keep: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["acme.example/keep"] === "true", message: "it is kept" },
  },
});`),
  );
  const marks = [...knownMarks, ...policyMarks(policies.map((one) => one as unknown))];

  test.each<[MarkPlace, string, string, string]>([
    ["label", "acme.example/Keep", "true", "the label `acme.example/keep` of the policy keep-labelled"],
    ["label", "acme.exmple/keep", "true", "the label `acme.example/keep` of the policy keep-labelled"],
    ["label", "acme.example/keep", "True", "`true` for the label `acme.example/keep` of the policy keep-labelled"],
    ["annotation", "acme.example/may-og", "u", "the annotation `acme.example/may-go` of the policy keep-labelled"],
  ])("%s %s: %s", (place, key, value, wanted) => {
    expect(meant(place, key, value, marks)).toBe(wanted);
  });

  test("another value is no mistake: nobody here knows what it means to the policy", () => {
    expect(meant("label", "acme.example/keep", "never", marks)).toBeUndefined();
    expect(meant("label", "acme.example/keep", "true", marks)).toBeUndefined();
  });
});

describe("what says nothing", () => {
  test("more than two hundred labels and annotations as they are common, wherever they stand", () => {
    expect(ordinaryMarks.length).toBeGreaterThan(200);
    const directories = ["generated", "generated/presets"];
    const generated = policyMarks(readManifestPaths(directories, { workingDirectory: root }));
    expect(generated.length).toBeGreaterThan(15);
    const told = ordinaryMarks.flatMap(([key, value]) =>
      (["label", "annotation"] as const).flatMap((place) => {
        const found = meant(place, key, value, [...knownMarks, ...generated]);
        return found === undefined || /, which is no (label|annotation)$/.test(found)
          ? []
          : [`${place} ${key}=${value}: ${found}`];
      }),
    );
    expect(told).toEqual([]);
  });

  test("an object that a controller has made: its template is the mistake", () => {
    const ownerReferences = [{ apiVersion: "apps/v1", kind: "ReplicaSet", name: "a", uid: "r", controller: true }];
    const labels = { "crossplane.io/inuse": "true" };
    const made = { name: "a", namespace: "shop", uid: "u", resourceVersion: "1", labels, ownerReferences };
    expect(misspelledMarks([clusterObject(kind, { metadata: made })], knownMarks)).toEqual([]);
  });
});
