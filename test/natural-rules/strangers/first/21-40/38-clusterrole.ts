import { deletionPolicy } from "holdfast";
import type { ClusterRole } from "holdfast/kinds";

export default deletionPolicy<ClusterRole>({
  name: "cluster-roles",
  match: [{ group: "rbac.authorization.k8s.io", resource: "clusterroles" }],
  rules: {
    bootstrap: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["kubernetes.io/bootstrapping"] === "rbac-defaults",
      message: "This is one of Kubernetes' own roles",
    },
    aggregated: {
      denyWhen: ({ oldObject }) =>
        Object.entries(oldObject.metadata.labels ?? {}).some(
          ([key, value]) => /^rbac\.authorization\.k8s\.io\/aggregate-to-(admin|edit|view)$/.test(key) && value === "true",
        ),
      message: ({ oldObject }) => {
        const targets = Object.keys(oldObject.metadata.labels ?? {})
          .filter((k) => k.includes("/aggregate-to-"))
          .map((k) => k.substring(k.lastIndexOf("-") + 1));
        return `ClusterRole ${oldObject.metadata.name} adds ${oldObject.rules?.length ?? 0} rules to ${targets.join(" and ")}`;
      },
    },
  },
});
