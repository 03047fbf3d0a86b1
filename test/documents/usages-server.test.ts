import { afterAll, beforeAll, expect, test } from "vitest";
import { status } from "../../compiler/install/definitions/json-schema.ts";
import { clusterUsageSchema, usageSchema } from "../../compiler/install/definitions/usage.ts";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { defineKinds, type Guard, guard } from "../fallback/usages/guarded-cluster.ts";
import { clusters, objectsOn, releases } from "../fallback/usages/objects.ts";
import { type RunningController, runController, defaultFlags } from "../fallback/usages/running-controller.ts";
import { documentsIn } from "../fixtures/yaml-documents.ts";
import { fencesOf } from "./fences.ts";

const page = "docs/systems/crossplane-usage.md";
const fences = fencesOf(page);
const manifests = fences.filter(({ language }) => language === "yaml").map(({ text }) => text);
/** What is typed, and what the answer says. */
const denials = fences
  .filter(({ language }) => language === "text")
  .map(({ text }) => /^\$ kubectl (.*)\n(.*)\n$/.exec(text)?.slice(1) ?? []);

const needed = `
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: shop }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: prices, namespace: shop }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: postgres, namespace: shop, labels: { app: database } }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  selector: { matchLabels: { app: web } }
  template: { metadata: { labels: { app: web } }, spec: { containers: [{ name: web, image: registry.example.com/web }] } }
`;

describeWithServer(`the examples of ${page}`, {}, (server) => {
  const { make } = objectsOn(server);
  let guarded: Guard | undefined;
  let controller: RunningController | undefined;

  const apply = async (text: string) => {
    const { code, stderr } = await server().kubectl(["apply", "--validate=strict", "-f", "-"], { input: text });
    expect([code, stderr]).toEqual([0, ""]);
  };

  beforeAll(async () => {
    await defineKinds(server());
    for (const [kind, plural, scope, spec] of [
      ["Usage", "usages", "Namespaced", usageSchema],
      ["ClusterUsage", "clusterusages", "Cluster", clusterUsageSchema],
    ] as const) {
      const schema = { type: "object", properties: { spec, status } };
      const versions = [{ name: "v1alpha1", statusSubresource: true, schema }] as const;
      await applyCustomResourceDefinition(server(), { group: "protection.holdfast.dev", kind, plural, scope, versions });
    }
    await apply(needed);
    await make(clusters, "main");
    await make(releases, "chart");
    guarded = await guard(server());
    controller = await runController(server(), { flags: { ...defaultFlags, attempts: "replayed" } });
  });

  afterAll(async () => {
    await controller?.end();
    await guarded?.end();
  });

  test("are taken, and become ready", async () => {
    expect(manifests).toHaveLength(6);
    await apply(manifests.join("---\n"));
    for (const { apiVersion, kind, metadata } of manifests.flatMap(documentsIn)) {
      const type = `${kind.toLowerCase()}s.${apiVersion.split("/")[0]}`;
      const place = metadata.namespace === undefined ? [] : ["--namespace", metadata.namespace];
      const wait = ["wait", "--for=condition=Ready", "--timeout=30s", `${type}/${metadata.name}`, ...place];
      expect(await server().kubectl(wait)).toMatchObject({ code: 0 });
    }
  });

  test("keep what they name, with the answers that the page shows", async () => {
    await server().kubectl(["delete", "usages.protection.holdfast.dev", "web-reads-settings", "--namespace", "shop"]);
    await server().kubectl(["delete", "clusterusages.protection.holdfast.dev", "settings"]);
    expect(denials).toHaveLength(2);
    for (const [command = "", answer = ""] of denials) {
      const words = command.split(" ");
      const { stdout: uid } = await server().kubectl(["get", ...words.slice(1), "--output=jsonpath={.metadata.uid}"]);
      const { code, stderr } = await server().kubectl(words);
      expect([code, stderr.replaceAll(uid, "<UID>")]).toEqual([1, expect.stringContaining(answer)]);
    }
  });

  test("the command of the denial deletes it when its Usage goes", async () => {
    const answer = denials[1]?.[1] ?? "";
    const [, command = ""] = /within 24 hours: kubectl (.*)$/.exec(answer) ?? [];
    const { stdout: uid } = await server().kubectl([
      "get",
      "configmap",
      "prices",
      "--namespace=shop",
      "--output=jsonpath={.metadata.uid}",
    ]);
    const now = `${new Date().toISOString().slice(0, 19)}Z`;
    const words = command.replace("<UID>", uid).replace("$(date -u +%FT%TZ)", now).replaceAll('"', "").split(" ");
    expect(await server().kubectl(words)).toMatchObject({ code: 0 });
    await server().kubectl(["delete", "usages.protection.holdfast.dev", "tills", "--namespace", "shop"]);
    await waitUntil(
      "it is deleted",
      async () => (await server().kubectl(["get", "configmap", "prices", "--namespace", "shop"])).code === 1,
    );
  });
});
