// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { PodTemplateSpec } from "./pod/pod-spec.ts";

/**
 * Describes a template for creating copies of a predefined pod.
 *
 * `match: [{ group: "", version: "v1", resource: "podtemplates" }]`
 */
export interface PodTemplate extends KubernetesObject {
  /**
   * Defines the pods that will be created from this pod template.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status.
   */
  readonly template?: PodTemplateSpec;
}
