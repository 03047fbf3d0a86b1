import { claimed, inNone, uidOf, written } from "./scanned.ts";

const kept = { labels: { "example.com/keep": "yes" } };
const owner = { apiVersion: "apps/v1", kind: "StatefulSet", name: "db", uid: uidOf("StatefulSet", "db"), controller: true };

/** The Namespace that docs/operate/scan.md shows. */
export const exampleObjects: readonly object[] = [
  written("v1", "Namespace", "shop", { metadata: { ...inNone, spec: { finalizers: ["kubernetes"] } } }),
  written("apps/v1", "StatefulSet", "db", { metadata: { labels: { "example.com/kepe": "yes" } } }),
  written("v1", "Pod", "db-0", {
    metadata: { ownerReferences: [owner] },
    spec: { nodeName: "a", containers: [{ name: "db", envFrom: [{ secretRef: { name: "db-password" } }] }] },
  }),
  written("v1", "Secret", "db-password", { metadata: kept }),
  ...claimed("data-db-0", "Delete"),
  written("v1", "PersistentVolumeClaim", "old", {
    metadata: {
      ...kept,
      annotations: { "holdfast.dev/release": uidOf("PersistentVolumeClaim", "old") },
      managedFields: [
        {
          manager: "kubectl-annotate",
          operation: "Update",
          apiVersion: "v1",
          fieldsType: "FieldsV1",
          time: new Date(Date.now() - 12.5 * 24 * 60 * 60 * 1_000).toISOString(),
          fieldsV1: { "f:metadata": { "f:annotations": { "f:holdfast.dev/release": {} } } },
        },
      ],
    },
  }),
];
