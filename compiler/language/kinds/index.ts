/**
 * Slim types of kinds that people protect, for `deletionPolicy<Deployment>({...})`: the fields that deletion rules are
 * written on, as the API server writes them in JSON. A field that is missing here can be declared beside them:
 * `interface MyPod extends KubernetesObject { ... }`.
 */
export type { ConfigMap } from "./config-map.ts";
export type { CronJob } from "./cron-job.ts";
export type { CustomResourceDefinition } from "./custom-resource-definition.ts";
export type { DaemonSet } from "./daemon-set.ts";
export type { Deployment } from "./deployment.ts";
export type { Ingress } from "./ingress.ts";
export type { Job } from "./job.ts";
export type { Namespace } from "./namespace.ts";
export type { Node } from "./node.ts";
export type { PersistentVolumeClaim } from "./persistent-volume-claim.ts";
export type { PersistentVolume } from "./persistent-volume.ts";
export type { Pod } from "./pod.ts";
export type { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from "./roles.ts";
export type { Secret } from "./secret.ts";
export type { Service } from "./service.ts";
export type { StatefulSet } from "./stateful-set.ts";
export type { StorageClass } from "./storage-class.ts";
