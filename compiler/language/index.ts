/**
 * The package `holdfast`: everything that a policy file imports. Nothing here loads the compiler. The compiler reads
 * calls of these functions and prints CEL for them; tests and the webhook run them as TypeScript.
 */
export { deletionPolicy } from "./policy.ts";
export type {
  Enforcement,
  EnforcementByNamespace,
  Match,
  Message,
  NoOverride,
  OnCreate,
  OnCreateOrUpdate,
  OnDelete,
  OnUpdate,
  Operation,
  Policy,
  PolicyDefinition,
  Rule,
} from "./policy.ts";
export { resource } from "./cluster.ts";
export type { Cluster, Resource, Which } from "./cluster.ts";
export { fallback } from "./fallback.ts";
export type {
  AppCat,
  CertManager,
  CriticalServices,
  Clients,
  Fallback,
  FallbackDefinition,
  ForegroundClaim,
  MarkKeys,
  MarkValues,
  Unprotected,
  NamespaceContents,
  ProvidedCertificate,
  ResourceType,
  Usages,
} from "./fallback.ts";
export type { AllowedOwners, Guards, KeptBy, Kind, SwitchedOff } from "./guards.ts";
export type { AccountAuthorizer, Authorizer, AuthorizationDecision, GroupCheck, PathCheck, ResourceCheck } from "./authorizer.ts";
export type { Double, Int32, Int64 } from "./numbers.ts";
export type {
  Annotations,
  KubernetesObject,
  Labels,
  NamespaceCondition,
  NamespaceMeta,
  NamespaceObject,
  ManagedFields,
  ObjectMeta,
  OwnerReference,
  Stored,
} from "./objects.ts";
export type {
  AdmissionRequest,
  GroupVersionKind,
  GroupVersionResource,
  Preconditions,
  RequestOptions,
  UserInfo,
} from "./request.ts";
export {
  approvedByAnother,
  confirmedByName,
  namespaceTerminating,
  permitted,
  released,
  terminating,
} from "./overrides/overrides.ts";
export { releasedUntil } from "./overrides/released-until.ts";
export type { Override } from "./overrides/overrides.ts";
export type { ReleaseLimit } from "./overrides/released-until.ts";
export { plainName, record, same, show, sorted, withinIterationLimit } from "./values.ts";
export { quantity } from "./parse/quantity.ts";
export type { Quantity } from "./parse/quantity.ts";
export { duration } from "./parse/duration.ts";
export type { Duration } from "./parse/duration.ts";
export { timestamp } from "./parse/timestamp.ts";
export type { PointInTime, Timestamp } from "./parse/timestamp.ts";
export { ip } from "./parse/ip.ts";
export type { IP } from "./parse/ip.ts";
export { cidr } from "./parse/cidr.ts";
export type { CIDR } from "./parse/cidr.ts";
export { ascii } from "./parse/ascii.ts";
export { number } from "./parse/number.ts";
export { matchesLabels } from "./matches-labels.ts";
export type { LabelSelector, LabelSelectorRequirement } from "./matches-labels.ts";
