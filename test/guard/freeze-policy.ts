/** What carries a label is neither deleted nor emptied. */
export const frozenPolicy = (guards: string): string => `
import { deletionPolicy, released } from "holdfast";

export default deletionPolicy({
  name: "frozen",
  match: [
    { group: "", resource: "configmaps" },
    { group: "", resource: "persistentvolumes" },
    { group: "apps", resource: "deployments" },
    { group: "apps", resource: "statefulsets" },
    { group: "apps", resource: "replicasets" },
    { group: "", resource: "replicationcontrollers" },
  ],
  overrides: [released()],
  guards: { ${guards} },
  rules: {
    keep: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes",
      message: ({ oldObject }) => \`\${oldObject.metadata.name} is kept\`,
    },
  },
});
`;

const metadata = { name: "main", labels: { keep: "yes" } };

const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "none" }] } };

/** Protected objects as a user would write them, by the path of their collection. */
export const frozenObjects = {
  "/api/v1/namespaces/default/configmaps": { apiVersion: "v1", kind: "ConfigMap", metadata, data: { a: "1", b: "2" } },
  "/apis/apps/v1/namespaces/default/deployments": {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata,
    spec: { replicas: 3, selector: { matchLabels: { a: "b" } }, template },
  },
  "/apis/apps/v1/namespaces/default/statefulsets": {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata,
    spec: { serviceName: "s", selector: { matchLabels: { a: "b" } }, template },
  },
  "/apis/apps/v1/namespaces/default/replicasets": {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata,
    spec: { replicas: 2, selector: { matchLabels: { a: "b" } }, template },
  },
  "/api/v1/namespaces/default/replicationcontrollers": {
    apiVersion: "v1",
    kind: "ReplicationController",
    metadata,
    spec: { replicas: 2, selector: { a: "b" }, template },
  },
  "/api/v1/persistentvolumes": {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata,
    spec: {
      capacity: { storage: "1Gi" },
      accessModes: ["ReadWriteOnce"],
      persistentVolumeReclaimPolicy: "Retain",
      hostPath: { path: "/x" },
    },
  },
} as const;

export type CollectionPath = keyof typeof frozenObjects;

export interface Act {
  readonly title: string;
  readonly path: CollectionPath;
  /** `scale`, or the object itself. */
  readonly subresource?: string;
  /** A merge patch. */
  readonly patch: object;
}

const [configMaps, deployments, statefulSets, replicaSets, replicationControllers, volumes] = Object.keys(frozenObjects) as [
  CollectionPath,
  CollectionPath,
  CollectionPath,
  CollectionPath,
  CollectionPath,
  CollectionPath,
];
const replicas = (number: number | null) => ({ spec: { replicas: number } });

/** What destroys without a delete, and who denies it. */
export const destructions: readonly (Act & { readonly deniedBy: string })[] = [
  {
    title: "a Deployment is scaled to nothing",
    path: deployments,
    patch: replicas(0),
    deniedBy: "scaleGuard: Deployment default/main",
  },
  {
    title: "a Deployment is scaled to nothing through /scale",
    path: deployments,
    subresource: "scale",
    patch: replicas(0),
    deniedBy: "scaleGuard: Deployment default/main",
  },
  { title: "a StatefulSet is scaled to nothing", path: statefulSets, patch: replicas(0), deniedBy: "scaleGuard: StatefulSet" },
  {
    title: "a StatefulSet is scaled to nothing through /scale",
    path: statefulSets,
    subresource: "scale",
    patch: replicas(0),
    deniedBy: "scaleGuard: StatefulSet default/main",
  },
  { title: "a ReplicaSet is scaled to nothing", path: replicaSets, patch: replicas(0), deniedBy: "scaleGuard: ReplicaSet" },
  {
    title: "a ReplicaSet is scaled to nothing through /scale",
    path: replicaSets,
    subresource: "scale",
    patch: replicas(0),
    deniedBy: "scaleGuard: ReplicaSet default/main",
  },
  {
    title: "a ReplicationController is scaled to nothing through /scale",
    path: replicationControllers,
    subresource: "scale",
    patch: replicas(0),
    deniedBy: "scaleGuard: ReplicationController default/main",
  },
  { title: "a ConfigMap is emptied", path: configMaps, patch: { data: null }, deniedBy: "dataGuard: ConfigMap default/main" },
  { title: "a ConfigMap gets an empty map", path: configMaps, patch: { data: { a: null, b: null } }, deniedBy: "dataGuard: " },
  {
    title: "a volume is no longer retained",
    path: volumes,
    patch: { spec: { persistentVolumeReclaimPolicy: "Delete" } },
    deniedBy: "reclaimGuard: PersistentVolume main",
  },
];

export const dailyWork: readonly Act[] = [
  { title: "a Deployment is scaled down", path: deployments, patch: replicas(1) },
  { title: "a Deployment is scaled through /scale", path: deployments, subresource: "scale", patch: replicas(2) },
  { title: "a Deployment goes back to the default", path: deployments, patch: replicas(null) },
  {
    title: "a Deployment gets another image",
    path: deployments,
    patch: { spec: { template: { metadata: { annotations: { x: "y" } } } } },
  },
  { title: "a StatefulSet is scaled up", path: statefulSets, patch: replicas(5) },
  { title: "a ReplicaSet is scaled through /scale", path: replicaSets, subresource: "scale", patch: replicas(1) },
  { title: "a ConfigMap loses a key", path: configMaps, patch: { data: { b: null } } },
  { title: "a ConfigMap gets an annotation", path: configMaps, patch: { metadata: { annotations: { x: "y" } } } },
  { title: "a volume gets a label", path: volumes, patch: { metadata: { labels: { x: "y" } } } },
];
