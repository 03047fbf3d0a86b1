// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { TemplateMeta } from "../meta.ts";
import type { ResourceClaimSpec } from "./devices.ts";

/**
 * Used to produce ResourceClaim objects. Since Kubernetes 1.34.
 *
 * `match: [{ group: "resource.k8s.io", version: "v1", resource: "resourceclaimtemplates" }]`
 */
export interface ResourceClaimTemplate extends KubernetesObject {
  /** Describes the ResourceClaim that is to be generated. */
  readonly spec: ResourceClaimTemplateSpec;
}

/** Contains the metadata and fields for a ResourceClaim. */
interface ResourceClaimTemplateSpec {
  /** ObjectMeta may contain labels and annotations that will be copied into the ResourceClaim when creating it. */
  readonly metadata?: TemplateMeta;
  /** Spec for the ResourceClaim. */
  readonly spec: ResourceClaimSpec;
}
