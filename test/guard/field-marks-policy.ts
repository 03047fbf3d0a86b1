/** What is protected by a field, which is a mark, and by another one that is none. */
export const markedPolicy = `
import { type KubernetesObject, deletionPolicy, released } from "holdfast";

interface Database extends KubernetesObject {
  readonly spec?: { readonly deletionProtection?: boolean; readonly mode?: string };
}

export default deletionPolicy<Database>({
  name: "databases",
  match: [{ group: "db.example.com", version: "v1", resource: "databases" }],
  marks: ["spec.deletionProtection"],
  overrides: [released()],
  rules: {
    protectedByField: {
      denyWhen: ({ oldObject }) => oldObject.spec?.deletionProtection === true || oldObject.spec?.mode === "hard",
      message: "the database is protected",
    },
  },
});
`;

export const database = (spec: object | undefined) => ({
  apiVersion: "db.example.com/v1",
  kind: "Database",
  metadata: { name: "main", namespace: "shop" },
  ...(spec !== undefined && { spec }),
});

/**
 * Workers show the field in both versions, and the policy names both; tools show it in one, and need a label besides.
 */
export const scaledPolicies = `
import { type Int32, type KubernetesObject, deletionPolicy } from "holdfast";

interface Scaled extends KubernetesObject {
  readonly spec?: { readonly deletionProtection?: boolean; readonly replicas?: Int32 };
}

const workers = deletionPolicy<Scaled>({
  name: "workers",
  match: [
    { group: "db.example.com", version: "v1", resource: "workers" },
    { group: "db.example.com", version: "v1beta1", resource: "workers" },
  ],
  marks: ["spec.deletionProtection"],
  rules: {
    keep: { denyWhen: ({ oldObject }) => oldObject.spec?.deletionProtection === true, message: "the worker is protected" },
  },
});

const tools = deletionPolicy<Scaled>({
  name: "tools",
  match: [{ group: "db.example.com", version: "v1", resource: "tools" }],
  marks: ["spec.deletionProtection"],
  rules: {
    keep: {
      denyWhen: ({ oldObject }) =>
        oldObject.metadata.labels?.["keep"] === "yes" && oldObject.spec?.deletionProtection === true,
      message: "the tool is protected",
    },
  },
});

export default [workers, tools];
`;
