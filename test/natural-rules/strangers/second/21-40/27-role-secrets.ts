import { deletionPolicy } from "holdfast";
import type { ClusterRole, Role } from "holdfast/kinds";

const READ_VERBS = new Set(["get", "list", "watch", "*"]);

export default deletionPolicy<Role | ClusterRole>({
  name: "roles-for-secrets",
  match: [
    { group: "rbac.authorization.k8s.io", resource: "roles" },
    { group: "rbac.authorization.k8s.io", resource: "clusterroles" },
  ],
  rules: {
    aggregated: {
      denyWhen: ({ oldObject }) =>
        Object.keys(oldObject.metadata.labels ?? {}).some((l) => l.startsWith("rbac.authorization.k8s.io/aggregate-to-")),
      message: ({ oldObject }) => {
        const targets = Object.keys(oldObject.metadata.labels ?? {})
          .filter((l) => l.startsWith("rbac.authorization.k8s.io/aggregate-to-"))
          .map((l) => l.replace("rbac.authorization.k8s.io/aggregate-to-", ""));
        return `${oldObject.metadata.name} is aggregated to ${targets.join(" and ")}`;
      },
    },
    readsSecrets: {
      denyWhen: ({ oldObject }) => {
        for (const rule of oldObject.rules ?? []) {
          const secrets = rule.resources?.includes("secrets") || rule.resources?.includes("*");
          if (secrets && rule.verbs.some((v) => READ_VERBS.has(v))) {
            return true;
          }
        }
        return false;
      },
      message: ({ oldObject }) => {
        const names = (oldObject.rules ?? []).flatMap((r) => (r.resources?.includes("secrets") ? r.resourceNames ?? [] : []));
        return `${oldObject.metadata.namespace ? "Role" : "ClusterRole"} ${oldObject.metadata.name} gives access to ${names.length ? `the secrets ${names.join(", ")}` : "all secrets"}, ask security@corp`;
      },
    },
  },
});
