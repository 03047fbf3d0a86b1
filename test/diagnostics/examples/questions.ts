import type { Example } from "../example.ts";

const question = (verb: string): string => `authorizer.requestResource.check("${verb}").allowed()`;

const policyOf = (policy: string): string => `import { type KubernetesObject, type OnDelete, deletionPolicy } from "holdfast";
const asks = (verb: string) => ({
  denyWhen: ({ authorizer }: OnDelete<KubernetesObject>) => ${question("override")} || authorizer.requestResource.check(verb).allowed(),
  message: "no",
});
export default ${policy};
`;

const policyWith = (rules: number): string => `deletionPolicy({
  name: "example",
  match: [{ group: "apps", resource: "deployments" }],
  rules: { ${Array.from({ length: rules }, (_, at) => `v${at}: asks("v${at}")`).join(", ")} },
})`;

/** Questions to the authorizer. */
export const questionExamples: readonly Example[] = [
  {
    code: "not-a-question",
    why: "CEL fails on an empty resource or path, and on names that no service account can have; what comes from the cluster may be empty.",
    bad: {
      rule: '({ authorizer, oldObject }) => ⟦authorizer.group("").resource(oldObject.metadata.labels?.["guarded-by"] ?? "pods")⟧.check("delete").allowed()',
    },
    good: {
      rule: '({ authorizer, oldObject }) => ["pods", "nodes"].some((resource) => oldObject.metadata.labels?.["guarded-by"] === resource && authorizer.group("").resource(resource).check("delete").allowed())',
    },
    says: '`authorizer.group("").resource(oldObject.metadata.labels?.["guarded-by"] ?? "pods")`',
    wayOut: "write the resource in the policy",
  },
  {
    code: "asks-in-message",
    why: "A `messageExpression` of the API server has no authorizer, and a message that failed would be replaced by another.",
    bad: {
      message: `⟦({ authorizer, oldObject }) => ${question("override")} ? "override it" : \`ask the owners of \${oldObject.metadata.name}\`⟧`,
    },
    good: {
      rules: `{
    mine: { denyWhen: ({ authorizer }) => ${question("override")}, message: "override it" },
    theirs: { denyWhen: ({ authorizer }) => !${question("override")}, message: "ask its owners" },
  }`,
    },
    says: "rule `example`",
    wayOut: "write a rule for each answer",
  },
  {
    code: "too-many-questions",
    why: "The API server ends the evaluation of a third question, which refuses the request (measured). A variable is an expression of its own.",
    bad: {
      rules: `{
    ⟦example: {
      denyWhen: ({ authorizer }) => ${question("override")} || ${question("patch")} || ${question("update")},
      message: "no",
    }⟧,
  }`,
    },
    good: {
      rules: `{
    example: {
      denyWhen: ({ authorizer }) => {
        const overrides = ${question("override")};
        return overrides || ${question("patch")} || ${question("update")};
      },
      message: "no",
    },
  }`,
    },
    says: "asks the authorizer 3 times in one expression, which costs 1050",
    wayOut: "is an expression of its own",
  },
  {
    code: "too-expensive-together",
    why: "The API server has 10,000,000 units for one request to a policy, and refuses the request where they are used up.",
    bad: { file: policyOf(`⟦${policyWith(15)}⟧`) },
    good: { file: policyOf(policyWith(14)) },
    says: "together, more than the 10000000",
    wayOut: "divide them among several policies",
  },
];
