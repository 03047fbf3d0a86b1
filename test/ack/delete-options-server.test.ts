import { beforeAll, expect, test } from "vitest";

import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { ask, denial, denialText } from "./answer.ts";
import { bucket, pathOf } from "./kinds.ts";
import { enforceGenerated } from "./policies-in-force.ts";
import { storeNamespace, storeObject } from "./stored-objects.ts";

const namespace = "options";
const policy = "ack-prevent-delete";
const mark = { "s3.services.k8s.aws/prevent-delete": "true" };

const options: readonly { readonly what: string; readonly body: Readonly<Record<string, unknown>> }[] = [
  { what: "propagation in the background", body: { propagationPolicy: "Background" } },
  { what: "propagation in the foreground", body: { propagationPolicy: "Foreground" } },
  { what: "orphaning", body: { propagationPolicy: "Orphan" } },
  { what: "orphaning, as it was said before", body: { orphanDependents: true } },
  { what: "without grace", body: { gracePeriodSeconds: 0 } },
  { what: "a dry run said in the body", body: { dryRun: ["All"] } },
];

const kubectlWays: readonly { readonly what: string; readonly args: readonly string[] }[] = [
  { what: "by name", args: ["buckets.s3.services.k8s.aws/kept"] },
  { what: "by force", args: ["buckets.s3.services.k8s.aws/kept", "--force", "--grace-period=0"] },
  { what: "by label", args: ["buckets.s3.services.k8s.aws", "-l", "is=kept"] },
  { what: "all of a kind", args: ["buckets.s3.services.k8s.aws", "--all"] },
  { what: "orphaning", args: ["buckets.s3.services.k8s.aws/kept", "--cascade=orphan"] },
  { what: "in a dry run of the server", args: ["buckets.s3.services.k8s.aws/kept", "--dry-run=server"] },
  { what: "of the second version", args: ["buckets.v1alpha2.s3.services.k8s.aws/kept"] },
];

function messageFor(name: string): string {
  return (
    `preventDelete: Bucket options/${name} is protected by the annotation s3.services.k8s.aws/prevent-delete: "true" on the object. To delete it ` +
    `anyway, first run: kubectl annotate buckets.s3.services.k8s.aws/${name} -n options s3.services.k8s.aws/prevent-delete=false --overwrite`
  );
}

const subjectOf = (name: string): string => `buckets.s3.services.k8s.aws "${name}"`;
const pathTo = (name: string): string => pathOf(bucket, { namespace, name });

describeWithServer("prevent-delete, whatever the delete request asks for", {}, (server) => {
  beforeAll(async () => {
    await applyCustomResourceDefinition(server(), bucket);
    await storeNamespace(server(), namespace);
    await storeObject(server(), bucket, { name: "kept", namespace, annotations: mark, labels: { is: "kept" } });
    await storeObject(server(), bucket, {
      name: "ending",
      namespace: "default",
      annotations: mark,
      finalizers: ["test.example/waits"],
    });
    await server().request({ method: "DELETE", path: pathOf(bucket, { namespace: "default", name: "ending" }) });
    await enforceGenerated(server(), [policy]);
  });

  test.each(options)("$what", async ({ body }) => {
    const { decision } = await ask(server(), { method: "DELETE", path: pathTo("kept"), body });
    expect(decision).toStrictEqual(denial(subjectOf("kept"), policy, messageFor("kept")));
    expect((await server().request({ method: "GET", path: pathTo("kept") })).body).not.toHaveProperty(
      "metadata.deletionTimestamp",
    );
  });

  test.each(kubectlWays)("kubectl delete $what", async ({ args }) => {
    const { code, stderr } = await server().kubectl(["delete", ...args, "-n", namespace]);
    const lines = stderr.trimEnd().split("\n");
    expect({ code, last: lines.at(-1) }).toStrictEqual({
      code: 1,
      last: `Error from server (Forbidden): ${denialText(subjectOf("kept"), policy, messageFor("kept"))}`,
    });
    expect((await server().request({ method: "GET", path: pathTo("kept") })).status).toBe(200);
  });

  test("kubectl delete of a file names the file", async () => {
    const input = JSON.stringify({
      apiVersion: "s3.services.k8s.aws/v1alpha1",
      kind: "Bucket",
      metadata: { name: "kept", namespace },
    });
    const { code, stderr } = await server().kubectl(["delete", "-f", "-"], { input });
    const text = denialText(subjectOf("kept"), policy, messageFor("kept"));
    expect({ code, stderr }).toStrictEqual({
      code: 1,
      stderr: `Error from server (Forbidden): error when deleting "STDIN": ${text}\n`,
    });
  });

  test("kubectl replace --force does not get past the delete", async () => {
    const input = JSON.stringify({
      apiVersion: "s3.services.k8s.aws/v1alpha1",
      kind: "Bucket",
      metadata: { name: "kept", namespace },
      spec: bucket.spec,
    });
    const { code, stderr } = await server().kubectl(["replace", "--force", "-f", "-"], { input });
    expect({ code, stderr: stderr.trimEnd() }).toStrictEqual({
      code: 1,
      stderr: expect.stringContaining(denialText(subjectOf("kept"), policy, messageFor("kept"))),
    });
  });

  /** F8 of the facts: items before the protected one are gone although the answer is 403. What is protected stays. */
  test("a collection with one protected object keeps that one", async () => {
    const names = ["a-first", "b-protected", "c-last"];
    const store = (name: string) =>
      storeObject(server(), bucket, { name, namespace, labels: { is: "item" }, annotations: name === "b-protected" ? mark : {} });
    await Promise.all(names.map(store));
    const path = pathOf(bucket, { namespace, query: "labelSelector=is%3Ditem" });
    const { decision } = await ask(server(), { method: "DELETE", path });
    expect(decision).toStrictEqual(denial(subjectOf("Unknown"), policy, messageFor("b-protected")));
    expect((await server().request({ method: "GET", path: pathTo("b-protected") })).status).toBe(200);
  });

  test("an object that is being deleted already may be deleted again", async () => {
    const path = pathOf(bucket, { namespace: "default", name: "ending" });
    expect((await ask(server(), { method: "DELETE", path })).decision).toBe("allow");
    expect((await server().request({ method: "GET", path })).status).toBe(200);
  });
});
