import { yamlOf } from "../fixtures/compile-files.ts";

/** What becomes of a policy that keeps ConfigMaps with a label, and their Namespace. */
export const keepSettings: string = yamlOf(`import { deletionPolicy, released } from "holdfast";
export default deletionPolicy({
  name: "keep-settings",
  match: [{ group: "", resource: "configmaps" }],
  overrides: [released()],
  rules: {
    keep: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes", message: "it is kept" },
  },
});`);
