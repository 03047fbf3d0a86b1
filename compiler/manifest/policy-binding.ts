import type { AdmissionPolicyIr } from "../ir/admission-policy.ts";
import type { Action } from "../ir/policy.ts";
import type { ValidatingAdmissionPolicyBinding } from "./kubernetes-objects.ts";
import { type Origin, bindingWave, buildMetadata } from "./metadata.ts";

const validationActions = { deny: "Deny", warn: "Warn" } as const satisfies Record<Action, string>;

/** Without its binding a policy is never evaluated, so the two always come as a pair, under one name. */
export function buildPolicyBinding(ir: AdmissionPolicyIr, origin: Origin): ValidatingAdmissionPolicyBinding {
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: buildMetadata(ir.name, origin, bindingWave),
    spec: {
      policyName: ir.name,
      // A Namespace without such an object, or an object without the label, is not what is guarded.
      ...(ir.params !== undefined && { paramRef: { parameterNotFoundAction: "Allow", selector: ir.params.selector } }),
      validationActions: [validationActions[ir.action], ...(ir.isAudited ? (["Audit"] as const) : [])],
    },
  };
}
