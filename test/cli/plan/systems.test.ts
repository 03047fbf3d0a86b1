import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { keepSettings } from "../../deletion/keep-settings.ts";
import { openDirectory, removeDirectory } from "../../fixtures/open-directory.ts";
import { claimOf, object, objects, planIn } from "./objects.ts";

const directory = openDirectory();
const plan = planIn(directory);
afterAll(() => removeDirectory(directory));

test("a claim of Crossplane takes its composite, and that what providers manage", async () => {
  const { code, out } = await plan("crossplane", "database/db");
  expect(out).toMatch(/^Deletes 8 objects in 1 Namespace, 2 resources outside of the cluster\n/);
  expect(out).toContain(`
Database shop/db: waits for finalizer.apiextensions.crossplane.io (Crossplane)
└─ XDatabase db-x1: waits for composite.apiextensions.crossplane.io (Crossplane)
   ├─ Instance gone: waits for finalizer.managedresource.crossplane.io (the provider of Crossplane, once the external resource is gone)
   │  └─ what it stands for (Crossplane): is deleted
   ├─ Instance orphaned: `);
  const fates = [...out.matchAll(/Instance ([a-z-]+):.*\n.*what it stands for \(Crossplane\): (.*)\n/g)];
  expect(fates.map(([, name, fate]) => [name, fate])).toEqual([
    ["gone", "is deleted"],
    ["orphaned", "stays"],
    ["observed", "stays"],
    ["both", "is deleted"],
    ["paused", "stays"],
    ["all-but-orphan", "stays"],
  ]);
  expect(code).toBe(1);
});

test("a claim whose composite is kept does not go, and nothing that is managed does", async () => {
  const keep = (kind: string): object => ({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind,
    metadata: { name: "composites" },
    spec:
      kind === "ValidatingAdmissionPolicy"
        ? {
            failurePolicy: "Fail",
            matchConstraints: {
              resourceRules: [
                { apiGroups: ["example.org"], apiVersions: ["v1"], resources: ["xdatabases"], operations: ["DELETE"] },
              ],
            },
            validations: [{ expression: "false", message: "kept" }],
          }
        : { policyName: "composites", validationActions: ["Deny"] },
  });
  const policy = [keep("ValidatingAdmissionPolicy"), keep("ValidatingAdmissionPolicyBinding")];
  writeFileSync(join(directory, "composites.yaml"), policy.map((one) => JSON.stringify(one)).join("\n---\n"));
  const { code, out } = await plan("crossplane", "database/db", "--generated", "composites.yaml");
  expect(out).toMatch(/^Deletes nothing; 1 policy keeps some of it\n/);
  expect(out).toContain("└─ XDatabase db-x1: stays, composites denies it: kept\n");
  expect(out).not.toContain("Instance");
  expect(code).toBe(1);
});

test("a Usage that names what goes is said, whatever its version", async () => {
  const { out } = await plan("crossplane", "database/db");
  expect(out).toContain(`
In use, so that the webhook that answers for Usages may deny:
  Instance gone (ClusterUsage app-uses-db)
`);
});

test("of ACK and Config Connector annotations decide", async () => {
  const { out } = await plan("cloud", "namespace/shop");
  expect(out).toMatch(/^Deletes 8 objects in 1 Namespace, 3 resources outside of the cluster\n/);
  const fates = [...out.matchAll(/(?:Bucket|Table|SQLInstance) shop\/([a-z-]+)\n.*what it stands for \(([A-Za-z ]+)\): (.*)/g)];
  expect(fates.map(([, ...found]) => found)).toEqual([
    ["a-default", "ACK", "is deleted, unless the controller is told to retain it (--deletion-policy)"],
    ["b-deleted", "ACK", "is deleted"],
    ["c-retained", "ACK", "stays"],
    // Whatever is not `delete` retains.
    ["d-other", "ACK", "stays"],
    ["orders", "ACK", "stays"],
    ["abandoned", "Config Connector", "stays"],
    ["deleted", "Config Connector", "is deleted"],
  ]);
});

test("a StatefulSet takes the claims of its Pods where its policy says so", async () => {
  const { out } = await plan("sets", "sts/db");
  expect(out).toMatch(/^Deletes 2 objects in 1 Namespace\n/);
  expect(out).toContain(`StatefulSet shop/db: its retention policy deletes the claims of its Pods with it
└─ PersistentVolumeClaim shop/data-db-0
`);
  expect((await plan("sets", "sts/queue")).out).toMatch(/^Deletes 1 object in 1 Namespace\n/);
});

test("who deploys others deletes them with itself, and snapshots go as their contents say", async () => {
  const words = ["application/shop", "application/loose", "kustomization/pruning", "kustomization/orphaning", "helmrelease/web"];
  const { code, out } = await plan("deployers", ...words, "volumesnapshot/daily", "volumesnapshot/kept");
  expect(out).toMatch(/^Deletes 7 objects in 1 Namespace, 4 resources outside of the cluster\n/);
  const fates = [...out.matchAll(/^[A-Z]\w+ shop\/(\w+).*\n└─ what it [a-z ]+ \(([A-Za-z ]+)\): (.*)/gm)];
  expect(fates.map(([, ...found]) => found.join(" "))).toEqual([
    "shop Argo CD is deleted",
    "loose Argo CD stays",
    "pruning Flux is deleted",
    "orphaning Flux stays",
    "web Helm is deleted",
    "daily the snapshot controller is deleted",
    "kept the snapshot controller stays",
  ]);
  expect(code).toBe(1);
});

test("a volume that is scrubbed, or that is not shown, counts as data that goes", async () => {
  const scrubbed = await plan("volumes", "pvc/scrubbed");
  expect(scrubbed.out).toMatch(/^Deletes 1 object in 1 Namespace, 1 volume with data of unknown size\n/);
  expect(scrubbed.out).toContain("PersistentVolume pv-1, -1: its data may be deleted (Recycle)");
  const unseen = await plan("volumes", "pvc/unseen");
  expect(unseen.out).toContain("└─ its volume: is not shown here: its data may be deleted");
  expect([scrubbed.code, unseen.code, (await plan("volumes", "pvc/pending")).code]).toEqual([1, 1, 0]);
});

const keptBy = (owners: readonly string[], metadata: object = {}): object => ({
  ...metadata,
  ownerReferences: owners.map((name) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    name,
    uid: `ConfigMap-${name}`,
    blockOwnerDeletion: true,
  })),
});

test("what waits in the foreground for an object with another owner may go anyway", async () => {
  const graph = [
    object("v1", "ConfigMap", "top"),
    object("v1", "ConfigMap", "middle", { metadata: keptBy(["top"]) }),
    object("v1", "ConfigMap", "both", { metadata: keptBy(["top", "middle"]) }),
    object("v1", "ConfigMap", "kept", { metadata: keptBy(["both"], { labels: { keep: "yes" } }) }),
    object("v1", "ConfigMap", "alone"),
    object("v1", "ConfigMap", "one", { metadata: keptBy(["alone"]) }),
    object("v1", "ConfigMap", "held", { metadata: keptBy(["one"], { labels: { keep: "yes" } }) }),
  ];
  writeFileSync(join(directory, "chance.yaml"), graph.map((one) => JSON.stringify(one)).join("\n---\n"));
  writeFileSync(join(directory, "keep.yaml"), keepSettings);
  const words = ["--cascade", "foreground", "--generated", "keep.yaml"];
  const { out } = await plan("chance", "cm/top", ...words);
  expect(out).toContain("ConfigMap shop/top: its deletion begins, and may not end\n");
  expect(out).toContain("ConfigMap shop/both: its deletion begins, and may not end\n");
  const sure = await plan("chance", "cm/alone", ...words);
  expect(sure.out).toContain("ConfigMap shop/alone: its deletion begins, and does not end\n");
});

test("a target that is denied by name is said to be, also where it goes with another target", async () => {
  const policy = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicy",
    metadata: { name: "people" },
    spec: {
      failurePolicy: "Fail",
      matchConstraints: {
        resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"], operations: ["DELETE"] }],
      },
      validations: [{ expression: "request.userInfo.username.startsWith('system:') || oldObject.metadata.name != 'part'" }],
    },
  };
  const binding = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name: "people" },
    spec: { policyName: "people", validationActions: ["Deny"] },
  };
  const graph = [object("v1", "ConfigMap", "whole"), object("v1", "ConfigMap", "part", { metadata: keptBy(["whole"]) })];
  writeFileSync(join(directory, "part.yaml"), graph.map((one) => JSON.stringify(one)).join("\n---\n"));
  writeFileSync(join(directory, "people.yaml"), [policy, binding].map((one) => JSON.stringify(one)).join("\n---\n"));
  const { code, out } = await plan("part", "cm/part", "cm/whole", "--generated", "people.yaml", "--as", "alice");
  expect(out).toMatch(/^1 of 2 objects denied by 1 policy; /);
  expect(out).toContain("ConfigMap shop/part is not deleted:\n  people: ");
  expect(code).toBe(1);
});

test.each(["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"])(
  "of a %s it is said that it may deny",
  async (kind) => {
    const webhook = {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind,
      metadata: { name: "others" },
      webhooks: [
        {
          name: "asks.example.com",
          rules: [{ apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"], operations: ["DELETE"] }],
          clientConfig: { url: "https://example.com" },
          sideEffects: "None",
          admissionReviewVersions: ["v1"],
        },
      ],
    };
    const written = [object("v1", "ConfigMap", "a"), object("v1", "Secret", "b"), webhook];
    writeFileSync(join(directory, "webhook.yaml"), written.map((one) => JSON.stringify(one)).join("\n---\n"));
    expect((await plan("webhook", "cm/a")).out).toContain("webhook asks.example.com may deny: it is not asked");
    expect((await plan("webhook", "secret/b")).out).not.toContain("asks.example.com");
  },
);

test("an object that a server shows under two kinds is one, and a deletion that is under way is said", async () => {
  const { out } = await plan("volumes", "ns/shop");
  expect(out).toMatch(/^Deletes 3 objects in 1 Namespace/);
  expect(out).toContain("\nNamespace shop: its deletion begins, and does not end\n");
  expect(out).toContain(`
Its deletion began before, and others have to end it:
  ConfigMap shop/going, since 2026-01-01T00:00:00Z: waits for a/b
`);
});

test("what Helm remembers, and when a Job goes by itself", async () => {
  const { out } = await plan("others", "secret/sh.helm.release.v1.web.v3", "job/migrate");
  expect(out).toContain("Secret shop/sh.helm.release.v1.web.v3: Helm's record of the release web, as it is deployed\n");
  expect(out).toContain("Job shop/migrate: goes by itself at 2026-01-01T01:00:00Z\n");
});

test("files name what goes; what is not there is said", async () => {
  const named = { apiVersion: "v1", kind: "List", items: [objects["sets"]?.[1], claimOf("data-none-0")] };
  writeFileSync(join(directory, "named.yaml"), JSON.stringify(named));
  const { code, out } = await plan("sets", "-f", "named.yaml");
  expect(out).toMatch(/^Deletes 1 object in 1 Namespace\n\nStatefulSet shop\/queue\n/);
  expect(out).toContain("There is no:\n  PersistentVolumeClaim shop/data-none-0\n");
  expect(code).toBe(0);
  const none = await plan("others", "-f", "named.yaml");
  expect(none.error).toContain("none of the 2 objects of the files is there");
  expect(none.code).toBe(2);
});
