import { deletionPolicy } from "holdfast";
import type { Role } from "holdfast/kinds";

export default deletionPolicy<Role>({
  name: "leader-election-roles",
  match: [{ group: "rbac.authorization.k8s.io", resource: "roles" }],
  rules: {
    leases: {
      denyWhen: ({ oldObject }) =>
        (oldObject.rules ?? []).some(
          ({ apiGroups = [], resources = [], verbs }) =>
            apiGroups.includes("coordination.k8s.io") && resources.includes("leases") && ["create", "update"].every((v) => verbs.includes(v) || verbs.includes("*")),
        ),
      message: "An operator elects its leader with this role",
    },
  },
});
