import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { object } from "../cli/plan/objects.ts";
import { holdfastHere, type Finished } from "../cli/user-project.ts";
import { yamlOf } from "../fixtures/compile-files.ts";
import { openDirectory, removeDirectory } from "../fixtures/open-directory.ts";

const directory = openDirectory();
afterAll(() => removeDirectory(directory));

interface Volume {
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly policy?: string;
  readonly source?: object;
  /** Of another claim that is no more, where it is not that of the claim. */
  readonly claimUid?: string;
}

function planOf(volume: Volume, ...words: readonly string[]): Promise<Finished> {
  const { policy = "Delete", source = { csi: {} }, claimUid = "PersistentVolumeClaim-data", ...metadata } = volume;
  const objects = [
    object("v1", "PersistentVolumeClaim", "data", { spec: { volumeName: "pv-1" } }),
    object("v1", "PersistentVolume", "pv-1", {
      metadata: { namespace: undefined, finalizers: ["kubernetes.io/pv-protection"], ...metadata },
      spec: {
        capacity: { storage: "1Gi" },
        persistentVolumeReclaimPolicy: policy,
        claimRef: { namespace: "shop", name: "data", uid: claimUid },
        ...source,
      },
    }),
  ];
  writeFileSync(join(directory, "objects.yaml"), objects.map((one) => JSON.stringify(one)).join("\n---\n"));
  return holdfastHere(directory, ["plan", "delete", "pvc/data", "-n", "shop", "--objects", "objects.yaml", ...words]);
}

const keepVolumes = yamlOf(`import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "keep-volumes",
  match: [{ group: "", resource: "persistentvolumes" }],
  rules: {
    keep: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes", message: "it is kept" },
  },
});`);

const hostPath = { hostPath: { path: "/tmp/data" } };
const provisioned = { annotations: { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" } };

test.each<readonly [string, Volume, string, string]>([
  ["names its provisioner", provisioned, "its data is deleted", "ebs.csi.aws.com"],
  [
    "has been migrated",
    {
      annotations: {
        "pv.kubernetes.io/migrated-to": "pd.csi.storage.gke.io",
        "pv.kubernetes.io/provisioned-by": "kubernetes.io/gce-pd",
      },
    },
    "its data is deleted",
    "pd.csi.storage.gke.io",
  ],
  ["is what Kubernetes deletes itself", { source: hostPath }, "its data is deleted", "Kubernetes"],
  [
    "Kubernetes has made for a test",
    { annotations: { "pv.kubernetes.io/provisioned-by": "kubernetes.io/host-path" }, source: hostPath },
    "its data is deleted",
    "Kubernetes",
  ],
  ["names nobody", {}, "its data may be deleted: it names nobody who would do that", ""],
  [
    "is on a node, where Kubernetes deletes nothing",
    { source: { hostPath: { path: "/var/data" } } },
    "its data may be deleted: it names nobody who would do that",
    "",
  ],
  ["is retained", { ...provisioned, policy: "Retain" }, "it stays, with its data", ""],
])("the data of a volume that %s", async (_, volume, shown, deletedBy) => {
  const { out } = await planOf(volume);
  expect(out).toContain(`PersistentVolume pv-1, 1Gi: ${shown}\n`);
  const { volumes } = JSON.parse((await planOf(volume, "--format", "json")).out) as {
    volumes: readonly { deletedBy?: string }[];
  };
  expect(volumes.map((one) => one.deletedBy ?? "")).toEqual([deletedBy]);
});

test.each<readonly [string, Volume, readonly string[]]>([
  ["with its data, where Kubernetes deletes that itself", { source: hostPath }, ["data gone", "pv-1 gone"]],
  ["once others let it", { source: hostPath, finalizers: ["example.com/a"] }, ["data gone", "pv-1 later"]],
  ["not, where a provisioner has to delete it", provisioned, ["data gone"]],
  ["not, where it is retained", { source: hostPath, policy: "Retain" }, ["data gone"]],
  ["not, where it is of another claim", { source: hostPath, claimUid: "another" }, ["data gone"]],
])("a volume goes %s", async (_, volume, wanted) => {
  const { objects } = JSON.parse((await planOf(volume, "--format", "json")).out) as {
    objects: readonly { name: string; state: string }[];
  };
  expect(objects.map(({ name, state }) => `${name} ${state}`)).toEqual(wanted);
});

test("a policy keeps the volume, and not its data", async () => {
  writeFileSync(join(directory, "keep.yaml"), keepVolumes);
  const { out, code } = await planOf({ source: hostPath, labels: { keep: "yes" } }, "--generated", "keep.yaml");
  expect(out).toContain("PersistentVolume pv-1: stays, keep-volumes denies it: keep: it is kept");
  expect(out).toContain("PersistentVolume pv-1, 1Gi: its data is deleted");
  expect(code).toBe(1);
});
