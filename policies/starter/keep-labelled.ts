import { deletionPolicy, released } from "holdfast";

const LABEL = "example.com/keep";

/** Denies deleting ConfigMaps that carry the label `example.com/keep`, unless its value is `no`. */
export default deletionPolicy({
  name: "keep-labelled",
  match: [{ group: "", version: "v1", resource: "configmaps" }],
  overrides: [released()],
  rules: {
    keep: {
      denyWhen: ({ oldObject }) => (oldObject.metadata.labels?.[LABEL] ?? "no") !== "no",
      message: ({ oldObject: { metadata } }) =>
        `ConfigMap ${metadata.namespace ?? ""}/${metadata.name} is protected by its label ${LABEL}`,
    },
  },
});
