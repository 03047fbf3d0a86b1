import { deletionPolicy, show } from "holdfast";
import type { ClusterRole } from "holdfast/kinds";

/** The API server stores null for a ClusterRole without rules. */
export default deletionPolicy<ClusterRole>({
  name: "kind-cluster-role",
  match: [{ group: "rbac.authorization.k8s.io", version: "v1", resource: "clusterroles" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    empty: {
      denyWhen: ({ oldObject }) => oldObject.rules === undefined || (oldObject.rules ?? []).length === 0,
      message: ({ oldObject }) => `ClusterRole ${show(oldObject.metadata.name)} allows nothing yet`,
    },
    everything: {
      denyWhen: ({ oldObject }) => oldObject.rules?.some((rule) => rule.verbs?.[0] === "*") === true,
      message: ({ oldObject }) => `ClusterRole ${show(oldObject.metadata.name)} allows everything`,
    },
  },
});
