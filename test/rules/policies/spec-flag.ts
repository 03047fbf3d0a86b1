import { type KubernetesObject, deletionPolicy, show } from "holdfast";

interface Database extends KubernetesObject {
  readonly spec: { readonly deletionProtection?: boolean; readonly security?: { readonly contact: string } };
}

/** Databases keep their own flag, as clouds do: only an explicit `false` lets them go. */
export default deletionPolicy<Database>({
  name: "spec-flag",
  match: [{ group: "db.example.com", version: "v1", resource: "databases" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    protected: {
      denyWhen: ({ oldObject }) => oldObject.spec?.deletionProtection !== false,
      message: ({ oldObject }) =>
        `${oldObject.metadata.name} has spec.deletionProtection; ask ${show(oldObject.spec?.security?.contact ?? "nobody")}`,
    },
  },
});
