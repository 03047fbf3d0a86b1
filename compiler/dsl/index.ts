/** What a policy file imports. Nothing here loads the compiler. */
export { deletionPolicy } from "./policy.ts";
export type {
  Match,
  Message,
  OnCreate,
  OnCreateOrUpdate,
  OnDelete,
  OnUpdate,
  Operation,
  Policy,
  PolicyDefinition,
  Rule,
} from "./policy.ts";
export type {
  Annotations,
  KubernetesObject,
  Labels,
  NamespaceMeta,
  NamespaceObject,
  ObjectMeta,
  OwnerReference,
  Stored,
} from "./objects.ts";
export type { AdmissionRequest, DeleteOptions, GroupVersionKind, GroupVersionResource, UserInfo } from "./request.ts";
export { record, same, show, sorted } from "./values.ts";
