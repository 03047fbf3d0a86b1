// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { MatchResources, ParamRef } from "./matching.ts";

/**
 * Binds the ValidatingAdmissionPolicy with paramerized resources.
 *
 * `match: [{ group: "admissionregistration.k8s.io", version: "v1", resource: "validatingadmissionpolicybindings" }]`
 */
export interface ValidatingAdmissionPolicyBinding extends KubernetesObject {
  /** Defines the desired behavior of the ValidatingAdmissionPolicyBinding. */
  readonly spec: ValidatingAdmissionPolicyBindingSpec;
}

/** The specification of the ValidatingAdmissionPolicyBinding. */
interface ValidatingAdmissionPolicyBindingSpec {
  /** Declares what resources match this binding and will be validated by it. */
  readonly matchResources?: MatchResources;
  /** Specifies the parameter resource used to configure the admission control policy. */
  readonly paramRef?: ParamRef;
  /** References a ValidatingAdmissionPolicy name which the ValidatingAdmissionPolicyBinding binds to. */
  readonly policyName: string;
  /** Declares how Validations of the referenced ValidatingAdmissionPolicy are enforced. */
  readonly validationActions: readonly ("Audit" | "Deny" | "Warn")[];
}
