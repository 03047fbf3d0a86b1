import { yamlOf } from "../fixtures/compile-files.ts";

/** `held` with all that guards overrides; `weak` as they were before these guards. */
export type Side = "held" | "weak";

/** As `approvedByAnother` was: whoever deletes only has another name than whoever approved. */
const anyoneElse = `{
  name: "approvedByAnyone",
  when: ({ oldObject: { metadata }, request: { userInfo } }) => {
    const approval = metadata.annotations?.["holdfast.dev/approved-by"] ?? "";
    return approval.startsWith(\`\${metadata.uid}/\`) && approval !== \`\${metadata.uid}/\${userInfo.username}\`;
  },
}`;

export const approvalKey = "holdfast.dev/approved-by";
export const releaseKey = "holdfast.dev/release";
/** Of the weak side, or the guards of the other would keep it. */
export const weakReleaseKey = "weak.example.com/release";

/**
 * What carries the label of its side may be deleted after a release, and what carries the other one after an approval.
 */
export function openingYaml(side: Side): string {
  const approvals = side === "held" ? "approvedByAnother()" : anyoneElse;
  const release = side === "held" ? "released()" : `released("${weakReleaseKey}")`;
  const yaml = yamlOf(`
import { type Override, approvedByAnother, confirmedByName, deletionPolicy, released } from "holdfast";

const approvals: Override = ${approvals};

const releasable = deletionPolicy({
  name: "${side}-released",
  match: [{ group: "", resource: "services" }, { group: "", resource: "pods" }, { group: "", resource: "namespaces" }],
  overrides: [${release}],
  rules: {
    keep: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["${side}"] === "yes", message: "its label keeps it" },
  },
});

const approved = deletionPolicy({
  name: "${side}-approved",
  match: [{ group: "", resource: "configmaps" }, { group: "", resource: "pods" }, { group: "batch", resource: "jobs" }],
  overrides: [approvals],
  rules: {
    keep: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["${side}-approved"] === "yes", message: "its label keeps it" },
  },
});

const confirmed = deletionPolicy({
  name: "${side}-confirmed",
  match: [{ group: "", resource: "configmaps" }, { group: "", resource: "pods" }],
  overrides: [confirmedByName()],
  rules: {
    keep: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["${side}-confirmed"] === "yes", message: "its label keeps it" },
  },
});

const inherited = deletionPolicy({
  name: "${side}-inherited",
  match: [{ group: "", resource: "secrets" }],
  overrides: [${release}],
  rules: {
    keep: {
      denyWhen: ({ namespaceObject }) => namespaceObject?.metadata.labels?.["${side}-content"] === "yes",
      message: "the label of its Namespace keeps it",
    },
  },
});

export default [releasable, approved, confirmed, inherited];
`);
  return side === "held" ? yaml : withoutOpeningGuards(yaml);
}

function withoutOpeningGuards(yaml: string): string {
  const documents = yaml.split("\n---\n").filter((document) => !/^ {2}name: .*-guard-bindings$/mu.test(document));
  return documents.map((document) => document.replace(/ {4}# Rule overrideGuard[^]*?(?= {4}# Rule |$)/u, "")).join("\n---\n");
}
