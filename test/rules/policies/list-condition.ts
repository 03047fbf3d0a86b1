import { type KubernetesObject, deletionPolicy } from "holdfast";

interface Cluster extends KubernetesObject {
  readonly status: { readonly conditions: readonly { readonly type: string; readonly status: string }[] };
}

/** A cluster is drained before it is deleted. */
export default deletionPolicy<Cluster>({
  name: "list-condition",
  match: [{ group: "db.example.com", version: "v1", resource: "clusters" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    drained: {
      denyWhen: ({ oldObject }) => {
        const conditions = oldObject.status?.conditions ?? [];
        return !conditions.some(({ type, status }) => type === "Drained" && status === "True");
      },
      message: ({ oldObject }) => `Cluster ${oldObject.metadata.name} is not drained`,
    },
  },
});
