/** A policy on its way through the Namespaces of a cluster. */
export const enforcedBy = (enforcement: string, more = ""): string => `
import { deletionPolicy, released } from "holdfast";

export default deletionPolicy({
  name: "keep",
  match: [{ group: "", resource: "configmaps" }],
  enforcement: ${enforcement},
  overrides: [released()],
  ${more}
  rules: {
    keep: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes",
      message: ({ oldObject }) => \`\${oldObject.metadata.name} is kept\`,
    },
    watched: {
      warnWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "watched",
      message: ({ oldObject }) => \`\${oldObject.metadata.name} is watched\`,
    },
  },
});
`;

export const stageLabel = "example.com/stage";

export const byStage = `{ label: "${stageLabel}", values: { production: "deny", staging: "warn" }, otherwise: "audit" }`;
