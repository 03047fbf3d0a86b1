import { deletionPolicy, terminating } from "holdfast";
import { describe, takeLabelOff } from "./objects.ts";

const LABEL = "kubevirt.io/vm-delete-protection";

/**
 * KubeVirt: denies deleting VirtualMachines with the label `kubevirt.io/vm-delete-protection: "true"`, or `"True"`. Other
 * values mean nothing; the override is another value, or no label.
 *
 * Namespaces that hold such a VirtualMachine are not deleted either. Source: kubevirt/community:design-proposals/vm-delete-protection.md,
 * kubevirt/ssp-operator:internal/operands/vm-delete-protection (`matches('^(true|True)$')`).
 */
export default deletionPolicy({
  name: "kubevirt-delete-protection",
  match: [{ group: "kubevirt.io", resource: "virtualmachines" }],
  overrides: [terminating()],
  guards: {
    release: "clear-mark",
    namespaces: { kinds: [{ group: "kubevirt.io", version: "v1", resource: "virtualmachines", kind: "VirtualMachine" }] },
  },
  rules: {
    deleteProtection: {
      denyWhen: ({ oldObject }) => ["true", "True"].includes(oldObject.metadata.labels?.[LABEL] ?? ""),
      message: (input) => `${describe(input.oldObject)} is protected by its label ${LABEL}. ${takeLabelOff(input, LABEL)}`,
    },
  },
});
