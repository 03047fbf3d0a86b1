import { deletionPolicy } from "holdfast";

/** ConfigMaps labelled `keep: "true"` stay. */
export default deletionPolicy({
  name: "label",
  match: [{ group: "", resource: "configmaps" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    keep: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "true",
      message: ({ oldObject: { metadata } }) =>
        `ConfigMap ${metadata.name} is labelled keep=true; run: kubectl label cm ${metadata.name} keep-`,
    },
  },
});
