// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { MatchResources, ParamRef } from "./matching.ts";

/**
 * Binds the MutatingAdmissionPolicy with parametrized resources. Since Kubernetes 1.36.
 *
 * `match: [{ group: "admissionregistration.k8s.io", version: "v1", resource: "mutatingadmissionpolicybindings" }]`
 */
export interface MutatingAdmissionPolicyBinding extends KubernetesObject {
  /** Defines the desired behavior of the MutatingAdmissionPolicyBinding. */
  readonly spec?: MutatingAdmissionPolicyBindingSpec;
}

/** Defines the specification of the MutatingAdmissionPolicyBinding. */
interface MutatingAdmissionPolicyBindingSpec {
  /** Limits what resources match this binding and may be mutated by it. */
  readonly matchResources?: MatchResources;
  /** Specifies the parameter resource used to configure the admission control policy. */
  readonly paramRef?: ParamRef;
  /** References a MutatingAdmissionPolicy name which the MutatingAdmissionPolicyBinding binds to. */
  readonly policyName?: string;
}
