import { deletionPolicy } from "holdfast";
import type { ClusterRoleBinding } from "holdfast/kinds";

type Subject = NonNullable<ClusterRoleBinding["subjects"]>[number];

const BREAK_GLASS = new Set(["Group:oidc:platform-admins", "User:breakglass@bigbank.example", "ServiceAccount:kube-system/rescue"]);

const key = (s: Subject): string => {
  switch (s.kind) {
    case "ServiceAccount":
      return `ServiceAccount:${s.namespace ?? "default"}/${s.name}`;
    case "Group":
    case "User":
      return `${s.kind}:${s.name}`;
    default:
      return "unknown";
  }
};

export default deletionPolicy<ClusterRoleBinding>({
  name: "break-glass-access",
  match: [{ group: "rbac.authorization.k8s.io", resource: "clusterrolebindings" }],
  rules: {
    breakGlass: {
      denyWhen: ({ oldObject: { roleRef, subjects = [] } }) =>
        roleRef.kind === "ClusterRole" && roleRef.name === "cluster-admin" && subjects.some((s) => BREAK_GLASS.has(key(s))),
      message: ({ oldObject: { metadata, roleRef, subjects = [] } }) =>
        `${metadata.name} binds ${roleRef.name} to break-glass subject(s) ${subjects
          .map(key)
          .filter((k) => BREAK_GLASS.has(k))
          .join(", ")}`,
    },
  },
});
