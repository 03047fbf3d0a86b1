import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { manifestSource, planDelete, planTree } from "holdfast/plan";
import { afterAll, expect, test } from "vitest";
import { openDirectory, removeDirectory } from "../../fixtures/open-directory.ts";
import { keepSettings } from "../../deletion/keep-settings.ts";
import { yamlOf } from "../../fixtures/compile-files.ts";
import { type Finished, holdfastHere } from "../user-project.ts";

const owned = (kind: string, name: string, uid: string): object => ({
  ownerReferences: [{ apiVersion: "apps/v1", kind, name, uid, controller: true, blockOwnerDeletion: true }],
});

const object = (apiVersion: string, kind: string, name: string, fields: Record<string, object> = {}): object => {
  const { metadata = {}, ...others } = fields;
  return { apiVersion, kind, metadata: { name, namespace: "shop", uid: `${kind}-${name}`, ...metadata }, ...others };
};

const inNoNamespace = { namespace: undefined };

const objects = [
  object("v1", "Namespace", "shop", { metadata: inNoNamespace, spec: { finalizers: ["kubernetes"] } }),
  object("apps/v1", "StatefulSet", "db"),
  object("v1", "Pod", "db-0", {
    metadata: owned("StatefulSet", "db", "StatefulSet-db"),
    spec: { nodeName: "a", volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data-db-0" } }] },
  }),
  object("v1", "PersistentVolumeClaim", "data-db-0", {
    metadata: { finalizers: ["kubernetes.io/pvc-protection"] },
    spec: { volumeName: "pv-7" },
  }),
  object("v1", "PersistentVolume", "pv-7", {
    metadata: {
      ...inNoNamespace,
      finalizers: ["kubernetes.io/pv-protection"],
      annotations: { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" },
    },
    spec: {
      capacity: { storage: "10Gi" },
      persistentVolumeReclaimPolicy: "Delete",
      claimRef: { name: "data-db-0", namespace: "shop", uid: "PersistentVolumeClaim-data-db-0" },
    },
  }),
  object("v1", "ConfigMap", "settings", { metadata: { labels: { keep: "yes" } } }),
  object("v1", "Secret", "tls"),
  object("v1", "Service", "web", { metadata: { finalizers: ["service.kubernetes.io/load-balancer-cleanup"] } }),
];

/** Reads what a plan does not. */
const ofType = yamlOf(`import { deletionPolicy } from "holdfast";
import type { Secret } from "holdfast/kinds";
export default deletionPolicy<Secret>({
  name: "keep-tls",
  match: [{ group: "", version: "v1", resource: "secrets" }],
  rules: {
    keep: { denyWhen: ({ oldObject }) => oldObject.type === "kubernetes.io/tls", message: "it is kept" },
  },
});`);

const directory = openDirectory();
writeFileSync(join(directory, "objects.yaml"), objects.map((one) => JSON.stringify(one)).join("\n---\n"));
writeFileSync(join(directory, "keep-settings.yaml"), keepSettings);
writeFileSync(join(directory, "keep-tls.yaml"), ofType);

afterAll(() => removeDirectory(directory));

const hidden = `Not known:
  which policies are in force, unless the manifests hold them: name those that count, --generated <path>`;

const plan = (...words: readonly string[]): Promise<Finished> =>
  holdfastHere(directory, ["plan", "delete", ...words, "--objects", "objects.yaml"]);

test("a Namespace takes what is in it, a claim its data, and a finalizer is waited for", async () => {
  const { code, out } = await plan("namespace/shop");
  expect(out).toBe(`Deletes 7 objects in 1 Namespace, 1 volume with 10 GiB

Namespace shop: once what it waits for is gone
├─ ConfigMap shop/settings
├─ PersistentVolumeClaim shop/data-db-0
│  └─ PersistentVolume pv-7, 10Gi: its data is deleted
├─ Secret shop/tls
├─ Service shop/web: waits for service.kubernetes.io/load-balancer-cleanup (the cloud controller, once the load balancer is gone)
└─ StatefulSet shop/db
   └─ Pod shop/db-0

${hidden}
`);
  expect(code).toBe(1);
});

test("a Namespace as it stands in Git takes what is in it, too", async () => {
  const asInGit = [{ apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } }, ...objects.slice(1)];
  writeFileSync(join(directory, "as-in-git.yaml"), asInGit.map((one) => JSON.stringify(one)).join("\n---\n"));
  const { code, out } = await holdfastHere(directory, ["plan", "delete", "namespace/shop", "--objects", "as-in-git.yaml"]);
  expect(out).toMatch(/^Deletes 7 objects in 1 Namespace, 1 volume with 10 GiB\n/);
  expect(code).toBe(1);
});

test("what a policy denies stays, and what it would take is shown anyway", async () => {
  const { code, out } = await plan("namespace/shop", "--generated", "keep-settings.yaml");
  expect(code).toBe(1);
  expect(out).toMatch(
    /^Denied by 1 policy; without this policy it would delete 5 objects in 1 Namespace, 1 volume with 10 GiB\n/,
  );
  expect(out).toContain("Namespace shop is not deleted:\n  keep-settings-guard-namespaces-with-configmaps: namespaceGuard: ");
  expect(out).toContain("ConfigMap shop/settings: stays, keep-settings denies it: keep: it is kept");
  expect(out).toContain("kubectl annotate");
});

test("of a rule that reads what a Secret holds nobody claims to know", async () => {
  const { out } = await plan("secret/tls", "-n", "shop", "--generated", "keep-tls.yaml");
  expect(out).toContain("Not known:\n  keep-tls may deny: it may read what Secrets hold, which is not read here");
  const other = await plan("cm/settings", "-n", "shop", "--generated", "keep-tls.yaml");
  expect(other.out).not.toContain("Not known");
});

test("a dependent that is kept is a reason to stop, too", async () => {
  const kept = { keep: "yes" };
  const owner = [{ apiVersion: "apps/v1", kind: "StatefulSet", name: "db", uid: "StatefulSet-db" }];
  const dependent = object("v1", "ConfigMap", "part", { metadata: { labels: kept, ownerReferences: owner } });
  const all = [object("apps/v1", "StatefulSet", "db"), dependent];
  writeFileSync(join(directory, "part.yaml"), all.map((one) => JSON.stringify(one)).join("\n---\n"));
  const words = ["plan", "delete", "sts/db", "-n", "shop", "--objects", "part.yaml", "--generated", "keep-settings.yaml"];
  const { code, out } = await holdfastHere(directory, words);
  expect(out).toMatch(/^Deletes 1 object in 1 Namespace; 1 policy keeps some of it\n/);
  expect(code).toBe(1);
});

test("of several objects one may be denied", async () => {
  const { out } = await plan("cm/settings", "sts/db", "-n", "shop", "--generated", "keep-settings.yaml");
  expect(out).toMatch(/^1 of 2 objects denied by 1 policy; without this policy it would delete 3 objects in 1 Namespace\n/);
});

test("a volume that is deleted itself may lose its data, once its claim is gone", async () => {
  const { code, out } = await plan("pvc/data-db-0", "pod/db-0", "pv/pv-7", "-n", "shop");
  expect(out).toMatch(/^Deletes 3 objects in 1 Namespace, 1 volume with 10 GiB\n/);
  expect(code).toBe(1);
});

test("dependents that are orphaned stay, and no data goes", async () => {
  const { code, out } = await plan("sts/db", "-n", "shop", "--cascade", "orphan");
  expect(out).toBe(`Deletes 1 object in 1 Namespace

StatefulSet shop/db

Stays, and loses an owner:
  Pod shop/db-0 (of StatefulSet db)

${hidden}
`);
  expect(code).toBe(0);
});

test("a claim that a Pod uses waits for the Pod", async () => {
  const { code, out } = await plan("pvc/data-db-0", "-n", "shop");
  expect(out).toMatch(/^Deletes 1 volume with 10 GiB\n/);
  expect(out).toContain("PersistentVolumeClaim shop/data-db-0: its deletion begins, and does not end");
  // It cannot be taken back: the data goes when the Pod ends.
  expect(out).toContain("PersistentVolume pv-7, 10Gi: its data is deleted");
  expect(code).toBe(1);
});

test("JSON says of each object why it goes", async () => {
  const { out } = await plan("statefulset/db", "-n", "shop", "--format", "json");
  const { schemaVersion, objects: planned } = JSON.parse(out) as { schemaVersion: number; objects: readonly object[] };
  expect(schemaVersion).toBe(1);
  expect(planned).toMatchObject([
    { kind: "StatefulSet", name: "db", state: "gone", because: { kind: "named" } },
    { kind: "Pod", name: "db-0", state: "gone", because: { kind: "dependent", of: { kind: "StatefulSet", name: "db" } } },
  ]);
});

test.each([
  [["statefulset/db"], "there is no StatefulSet db in Namespace default", "-n shop"],
  [["statefullset/db"], "the cluster has no kind `statefullset`; did you mean `statefulset`?", "deployment/web"],
  [["pods"], "`pods` has no name", "pods/<name>"],
  [["pods", "-l", "app=web", "-n", "shop"], "no Pod has these labels in Namespace shop", "name the Namespace"],
  [["pods", "-l", "app in (web)"], "is no list of labels", "key=value"],
  [["pods/a/b"], "`pods/a/b` names no object", "kind/name"],
  [["pods/a", "--cascade", "later"], "`--cascade later`", "orphan"],
])("plan delete %j is denied: %s", async (words, message, help) => {
  const { code, error } = await plan(...words);
  expect(error).toContain(message);
  expect(error).toContain(help);
  expect(code).toBe(2);
});

test("as a library it needs no more than what is deleted", async () => {
  const source = manifestSource({ paths: ["objects.yaml"], workingDirectory: directory });
  const found = await planDelete(source.client, { targets: [{ kind: "statefulset", name: "db" }], place: { namespace: "shop" } });
  await source.close();
  expect(found.objects.map(({ object: { name }, state }) => `${name} ${state}`)).toEqual(["db gone", "db-0 gone"]);
  expect(planTree(found.objects)).toHaveLength(1);
});
