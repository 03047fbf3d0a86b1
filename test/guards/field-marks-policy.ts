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
  waysOut: [released()],
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
