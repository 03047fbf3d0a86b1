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
    why: "Holdfast uses this name for the policy that protects the others, and names must be unique.",
    bad: { file: file(`⟦${labelled("holdfast-protection", withoutParameters)}⟧`) },
    good: { file: file(labelled("keep-labelled", withoutParameters)) },
    says: "`holdfast-protection`",
    override: "choose another name",
    options,
  },
  {
    code: "static-parameters",
    why:
      "The guard of Namespaces searches the Namespace for ConfigMaps, and the guard of evictions looks at Pods. API servers do not start with such a policy in a file. " +
      "Without `--static` all of this compiles.",
    bad: { file: file(`⟦${labelled("keep-labelled")}⟧`) },
    good: { file: file(labelled("keep-labelled-in-files", withoutParameters)) },
    says: "the guard `namespaces` of `keep-labelled`",
    override: "turn that guard off with a reason",
    options,
  },
  {
    code: "static-asks",
    why: "Policies in files of the API server are in force whatever happens in the API. Half of such a rule would depend on a webhook configuration, which can be changed in the API.",
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
