import { expect, test } from "vitest";
import { clusterObject } from "../../compiler/cluster/deletion/cluster-object.ts";
import { PolicyAdmission } from "../../compiler/cluster/deletion/policy-admission.ts";
import { World } from "../../compiler/cluster/deletion/world.ts";
import { OpenWays } from "../../compiler/cluster/scan/open-ways.ts";
import { ProtectionAsker } from "../../compiler/cluster/scan/protection.ts";
import { yamlOf } from "../fixtures/compile-files.ts";
import { documentsIn } from "../fixtures/yaml-documents.ts";

/** The garbage collector may delete what nobody else may. */
const documents = documentsIn(
  yamlOf(`import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "keep-from-people",
  match: [{ group: "", resource: "configmaps" }],
  rules: {
    keep: {
      denyWhen: ({ oldObject, request }) =>
        oldObject.metadata.labels?.["keep"] === "yes" &&
        request.userInfo.username !== "system:serviceaccount:kube-system:generic-garbage-collector",
      message: "it is kept",
    },
  },
});`),
);

const kind = (name: string, resource: string) => ({ group: "", version: "v1", resource, kind: name, isNamespaced: true });
const [secrets, configMaps] = [kind("Secret", "secrets"), kind("ConfigMap", "configmaps")];

const object = (of: typeof secrets, name: string, ...owners: readonly string[]) =>
  clusterObject(of, {
    metadata: {
      name,
      namespace: "shop",
      uid: name,
      resourceVersion: "1",
      labels: { keep: "yes" },
      ownerReferences: owners.map((owner) => ({
        apiVersion: "v1",
        kind: owner.startsWith("s") ? "Secret" : "ConfigMap",
        name: owner,
        uid: owner,
      })),
    },
  });

/** What takes the square of their number would take minutes. */
const many = 10_000;

function waysOf(objects: readonly ReturnType<typeof object>[]) {
  const kinds = [secrets, configMaps];
  const options = { documents, webhooks: [], kube: "1.37", user: "somebody", groups: [], now: "2026-01-01T00:00:00Z" };
  const [admission, world] = [new PolicyAdmission(options), new World(kinds, objects)];
  const looksUp = (of: typeof secrets) => admission.looksUp(of);
  const ways = new OpenWays(world, new ProtectionAsker(admission, world, []), { kinds, admission, podsFirst: true, looksUp });
  return [...world.all()].filter((live) => live.object.of === configMaps).map((live) => ways.of(live).map(({ of }) => of.name));
}

test("many objects of one Namespace, each with an owner of its own", () => {
  const objects = Array.from({ length: many }, (_, at) => [object(secrets, `s${at}`), object(configMaps, `c${at}`, `s${at}`)]);
  const found = waysOf(objects.flat());
  expect(found).toHaveLength(many);
  expect(new Set(found.map((names, at) => names.join() === `s${at}`))).toEqual(new Set([true]));
});

test("an owner that is not looked at any more keeps what it owns", () => {
  const secret = (name: string, ...owners: readonly string[]) => object(secrets, name, ...owners);
  const middle = Array.from({ length: 98 }, (_, at) => `s-middle-${at}`);
  const objects = [secret("s-top"), secret("s-other"), secret("s-last", "s-top", "s-other")];
  const both = [...objects, ...middle.map((name) => secret(name, "s-top")), object(configMaps, "c", ...middle, "s-last")];
  expect(waysOf(both)).toEqual([[]]);
  const one = both.filter(({ name }) => name !== "s-other");
  expect(waysOf(one)).toEqual([["s-top"]]);
});

test("a chain of protected objects: of each its owners are looked at, and no more than some", () => {
  const objects = Array.from({ length: many }, (_, at) => object(configMaps, `c${at}`, at === 0 ? "s" : `c${at - 1}`));
  const found = waysOf([object(secrets, "s"), ...objects]);
  expect(found.slice(0, 3)).toEqual([["s"], ["s"], ["s"]]);
  expect(found.at(-1)).toEqual([]);
});
