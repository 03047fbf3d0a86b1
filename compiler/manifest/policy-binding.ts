import type { AdmissionPolicyIr } from "../ir/admission-policy.ts";
import type { BindingIr } from "../ir/enforcement.ts";
import type { ValidatingAdmissionPolicyBinding } from "./kubernetes-objects.ts";
import { type Origin, bindingWave, buildMetadata } from "./metadata.ts";

/** Without a binding a policy is never evaluated, so they always come together. */
export function buildPolicyBindings(ir: AdmissionPolicyIr, origin: Origin): readonly ValidatingAdmissionPolicyBinding[] {
  return ir.bindings.map((binding) => buildPolicyBinding(ir, binding, origin));
}

function buildPolicyBinding(
  { name, params }: AdmissionPolicyIr,
  binding: BindingIr,
  origin: Origin,
): ValidatingAdmissionPolicyBinding {
  const { namespaces, validationActions } = binding;
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: buildMetadata(binding.name, origin, bindingWave),
    spec: {
      policyName: name,
      // A Namespace without such an object, or an object without the label, is not what is guarded.
      ...(params !== undefined && { paramRef: { parameterNotFoundAction: "Allow", selector: params.selector } }),
      ...(namespaces !== undefined && {
        matchResources: { matchPolicy: "Equivalent", namespaceSelector: namespaces, objectSelector: {} },
      }),
      validationActions,
    },
  };
}
