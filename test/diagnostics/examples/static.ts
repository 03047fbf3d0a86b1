import type { Example } from "../example.ts";

const options = { kube: 36, static: { path: "/etc/kubernetes/holdfast", contents: "everything" } } as const;

const file = (policy: string): string => `import { deletionPolicy } from "holdfast";

export default ${policy};
`;

const labelled = (name: string, ...guards: readonly string[]): string => `deletionPolicy({
  name: "${name}",
  match: [{ group: "", resource: "configmaps" }],
${guards.map((guard) => `  guards: ${guard},\n`).join("")}  rules: {
    keep: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["example.com/keep"] === "yes",
      message: ({ oldObject }) => \`ConfigMap \${oldObject.metadata.name} is protected by its label\`,
    },
  },
})`;

const withoutParameters = `{ namespaces: { off: "Namespaces here are deleted by nobody but their owners" } }`;

/** What `holdfast compile --static` rejects, and nothing else does. */
export const staticExamples: readonly Example[] = [
  {
    code: "static-name",
    why: "What protects the policies has that name, and two objects of one name are one.",
    bad: { file: file(`⟦${labelled("holdfast-protection", withoutParameters)}⟧`) },
    good: { file: file(labelled("keep-labelled", withoutParameters)) },
    says: "`holdfast-protection`",
    override: "leave `holdfast-protection` to Holdfast",
    options,
  },
  {
    code: "static-parameters",
    why:
      "The guard of Namespaces looks at the ConfigMaps in the Namespace that is being deleted, the guard of evictions at Pods. API servers reject such a policy in a file, and do not start with it. " +
      "Without `--static` all of this compiles.",
    bad: { file: file(`⟦${labelled("keep-labelled")}⟧`) },
    good: { file: file(labelled("keep-labelled-in-files", withoutParameters)) },
    says: "its guard `namespaces`",
    override: "switch that guard off with a reason",
    options,
  },
  {
    code: "static-asks",
    why: "What API servers read from their disks holds whatever happens in the API; half of such a rule would hold only while nobody touches a webhook configuration there.",
    bad: {
      file: `import { deletionPolicy, resource } from "holdfast";
const pods = resource({ group: "", version: "v1", resource: "pods" });
export default deletionPolicy({
  name: "asks-in-files",
  match: [{ group: "", resource: "configmaps" }],
  guards: ${withoutParameters},
  rules: {
    ⟦used: { denyWhen: ({ cluster }) => cluster.exists(pods), message: "it is used" }⟧,
  },
});
`,
    },
    good: { file: file(labelled("keep-labelled-without-asking", withoutParameters)) },
    says: "rule `used` needs the webhook",
    override: "leave this policy in the API",
    options,
  },
];
