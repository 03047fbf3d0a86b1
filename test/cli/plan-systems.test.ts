import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { keepSettings } from "../deletion/keep-settings.ts";
import { schemaProblems } from "../fixtures/json-schema.ts";
import { openDirectory, removeDirectory } from "../fixtures/open-directory.ts";
import { holdfastHere } from "./user-project.ts";

interface Written {
  readonly [field: string]: unknown;
  readonly metadata?: object;
}

function object(apiVersion: string, kind: string, name: string, { metadata = {}, ...fields }: Written = {}): object {
  return { apiVersion, kind, metadata: { name, namespace: "shop", uid: `${kind}-${name}`, ...metadata }, ...fields };
}

const clusterScoped = { namespace: undefined };

const ownedBy = (apiVersion: string, kind: string, name: string) => ({
  ownerReferences: [{ apiVersion, kind, name, uid: `${kind}-${name}`, controller: true, blockOwnerDeletion: true }],
});

const managed = { finalizers: ["finalizer.managedresource.crossplane.io"] };
const ofDatabase = ownedBy("example.org/v1", "XDatabase", "db-x1");
const rds = (name: string, spec: object, metadata: object = ofDatabase): object =>
  object("rds.aws.upbound.io/v1beta1", "Instance", name, {
    metadata: { ...clusterScoped, ...managed, ...metadata },
    spec: { forProvider: {}, ...spec },
  });

const bucket = (name: string, policy?: string): object =>
  object("s3.services.k8s.aws/v1alpha1", "Bucket", name, {
    metadata: policy === undefined ? {} : { annotations: { "services.k8s.aws/deletion-policy": policy } },
  });

const claimOf = (name: string, metadata: object = {}): object =>
  object("v1", "PersistentVolumeClaim", name, { metadata, spec: {} });

const objects: Readonly<Record<string, readonly object[]>> = {
  crossplane: [
    object("example.org/v1", "Database", "db", {
      metadata: { finalizers: ["finalizer.apiextensions.crossplane.io"] },
      spec: { resourceRef: { apiVersion: "example.org/v1", kind: "XDatabase", name: "db-x1" } },
    }),
    object("example.org/v1", "XDatabase", "db-x1", {
      metadata: { ...clusterScoped, finalizers: ["composite.apiextensions.crossplane.io"] },
    }),
    rds("gone", {}),
    rds("orphaned", { deletionPolicy: "Orphan" }),
    rds("observed", { managementPolicies: ["Observe"] }),
    rds("both", { managementPolicies: ["Observe", "Delete"], deletionPolicy: "Orphan" }),
    rds("paused", { managementPolicies: [] }),
    rds("all-but-orphan", { managementPolicies: ["*"], deletionPolicy: "Orphan" }),
    object("protection.crossplane.io/v1beta1", "ClusterUsage", "app-uses-db", {
      metadata: clusterScoped,
      spec: { of: { apiVersion: "rds.aws.upbound.io/v1", kind: "Instance", resourceRef: { name: "gone" } }, reason: "x" },
    }),
    object("protection.crossplane.io/v1beta1", "ClusterUsage", "of-another", {
      metadata: clusterScoped,
      spec: { of: { apiVersion: "rds.aws.upbound.io/v1", kind: "Instance", resourceRef: { name: "other" } } },
    }),
  ],
  cloud: [
    object("v1", "Namespace", "shop", {
      metadata: { ...clusterScoped, annotations: { "dynamodb.services.k8s.aws/deletion-policy": "retain" } },
      spec: { finalizers: ["kubernetes"] },
    }),
    bucket("a-default"),
    bucket("b-deleted", "delete"),
    bucket("c-retained", "retain"),
    bucket("d-other", "Delete"),
    object("dynamodb.services.k8s.aws/v1alpha1", "Table", "orders"),
    object("sql.cnrm.cloud.google.com/v1beta1", "SQLInstance", "abandoned", {
      metadata: { annotations: { "cnrm.cloud.google.com/deletion-policy": "abandon" } },
    }),
    object("sql.cnrm.cloud.google.com/v1beta1", "SQLInstance", "deleted"),
  ],
  sets: [
    object("apps/v1", "StatefulSet", "db", {
      spec: {
        volumeClaimTemplates: [{ metadata: { name: "data" } }],
        persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete" },
      },
    }),
    object("apps/v1", "StatefulSet", "queue", {
      spec: { replicas: 1, volumeClaimTemplates: [{ metadata: { name: "data" } }] },
    }),
    claimOf("data-db-0", {
      ownerReferences: [{ apiVersion: "apps/v1", kind: "StatefulSet", name: "db", uid: "StatefulSet-db" }],
    }),
    claimOf("data-queue-0"),
  ],
  deployers: [
    object("argoproj.io/v1alpha1", "Application", "shop", {
      metadata: { finalizers: ["resources-finalizer.argocd.argoproj.io"] },
    }),
    object("argoproj.io/v1alpha1", "Application", "loose"),
    object("kustomize.toolkit.fluxcd.io/v1", "Kustomization", "pruning", { spec: { prune: true } }),
    object("kustomize.toolkit.fluxcd.io/v1", "Kustomization", "orphaning", { spec: { prune: true, deletionPolicy: "Orphan" } }),
    object("helm.toolkit.fluxcd.io/v2", "HelmRelease", "web"),
    object("snapshot.storage.k8s.io/v1", "VolumeSnapshot", "daily"),
    object("snapshot.storage.k8s.io/v1", "VolumeSnapshot", "kept"),
    object("snapshot.storage.k8s.io/v1", "VolumeSnapshotContent", "c1", {
      metadata: clusterScoped,
      spec: { deletionPolicy: "Delete", volumeSnapshotRef: { uid: "VolumeSnapshot-daily" } },
    }),
    object("snapshot.storage.k8s.io/v1", "VolumeSnapshotContent", "c2", {
      metadata: clusterScoped,
      spec: { deletionPolicy: "Retain", volumeSnapshotRef: { uid: "VolumeSnapshot-kept" } },
    }),
  ],
  volumes: [
    object("v1", "PersistentVolumeClaim", "scrubbed", { spec: { volumeName: "pv-1" } }),
    object("v1", "PersistentVolumeClaim", "unseen", { spec: { volumeName: "pv-2" } }),
    object("v1", "PersistentVolumeClaim", "pending", { spec: {} }),
    object("v1", "PersistentVolume", "pv-1", {
      metadata: clusterScoped,
      spec: { persistentVolumeReclaimPolicy: "Recycle", capacity: { storage: "-1" } },
    }),
    object("project.openshift.io/v1", "Project", "shop", { metadata: { ...clusterScoped, uid: "Namespace-shop" } }),
    object("v1", "Namespace", "shop", { metadata: clusterScoped, spec: { finalizers: ["kubernetes"] } }),
    object("v1", "ConfigMap", "going", { metadata: { deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["a/b"] } }),
  ],
  others: [
    object("v1", "Secret", "sh.helm.release.v1.web.v3", {
      metadata: { labels: { owner: "helm", name: "web", status: "deployed" } },
    }),
    object("batch/v1", "Job", "migrate", {
      spec: { ttlSecondsAfterFinished: 3600 },
      status: { conditions: [{ type: "Complete", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" }] },
    }),
    object("v1", "ConfigMap", "hostile", {
      metadata: { finalizers: ["example.com/`] @someone <b>"] },
    }),
  ],
};

const directory = openDirectory();
for (const [name, written] of Object.entries(objects))
  writeFileSync(join(directory, `${name}.yaml`), written.map((one) => JSON.stringify(one)).join("\n---\n"));
afterAll(() => removeDirectory(directory));

const plan = async (of: string, ...words: readonly string[]) =>
  holdfastHere(directory, ["plan", "delete", ...words, "-n", "shop", "--objects", `${of}.yaml`]);

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
  expect(out).toMatch(/^Deletes 0 objects; 1 policy keeps some of it\n/);
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

test("what waits in the foreground for an object with another owner may go all the same", async () => {
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

test("in Markdown the tree is folded, and names of others stay text", async () => {
  const { out } = await plan("others", "cm/hostile", "--format", "markdown");
  expect(out).toBe(`**Deletes 1 object in 1 Namespace**

<details><summary>What goes</summary>

\`\`\`text
ConfigMap shop/hostile: waits for example.com/\`] @someone <b> (nobody known here removes it)
\`\`\`

</details>

Not known:

- which policies are in force, unless the manifests hold them: name those that count, --generated &lt;path\\>
`);
});

test("Mermaid draws small plans alone, and names of others end no label", async () => {
  const { out } = await plan("others", "cm/hostile", "--format", "mermaid");
  const [head, title, row, ...rest] = out.split("\n");
  expect(title).toBe('  plan["Deletes 1 object in 1 Namespace"]:::plain');
  expect(head).toBe("flowchart LR");
  expect(row).toBe(
    '  o0["ConfigMap shop/hostile: waits for example.com/#96;#93; #64;someone #60;b#62; #40;nobody known here removes it#41;"]:::waits',
  );
  expect(rest.every((line) => line === "" || line.startsWith("  classDef "))).toBe(true);
  const drawn = await plan("sets", "sts/db", "--format", "mermaid");
  expect(drawn.out).toContain("  o0 --> o1\n");
});

const schema = "compiler/cli/plan/plan.schema.json";

test.each([
  ["crossplane", ["database/db"]],
  ["cloud", ["namespace/shop"]],
  ["sets", ["sts/db", "--cascade", "orphan"]],
  ["others", ["cm/hostile", "job/migrate", "-f", "named.yaml"]],
])("JSON of %s is of the schema that the package has", async (of, words) => {
  const { out } = await plan(of, ...words, "--format", "json");
  expect(schemaProblems(schema, JSON.parse(out))).toEqual([]);
});

test("JSON steers no terminal, and programs read what was stored", async () => {
  const hostile = object("v1", "ConfigMap", "b", { metadata: { finalizers: ["a/\u009b31m\u202e"] } });
  writeFileSync(join(directory, "terminal.yaml"), JSON.stringify(hostile));
  const { out } = await plan("terminal", "cm/b", "--format", "json");
  expect(/[\u0080-\u009f\u202a-\u202e]/.test(out)).toBe(false);
  expect(out).toContain(String.raw`a/\u009b31m\u202e`);
  const {
    objects: [first],
  } = JSON.parse(out) as { objects: readonly { waitsFor: readonly { finalizer: string }[] }[] };
  expect(first?.waitsFor[0]?.finalizer).toBe("a/\u009b31m\u202e");
});

test("the schema takes no plan for good that has another field, or lacks one", async () => {
  const { out } = await plan("cloud", "namespace/shop", "--format", "json");
  const { gaps: _, ...without } = JSON.parse(out) as Readonly<Record<string, unknown>>;
  expect(schemaProblems(schema, without)).toEqual([" must have required property 'gaps'"]);
  expect(schemaProblems(schema, { ...without, gaps: [], more: 1 })).toEqual([" must NOT have additional properties"]);
});
