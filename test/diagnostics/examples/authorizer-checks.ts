import type { Example } from "../example.ts";

const check = (verb: string): string => `authorizer.requestResource.check("${verb}").allowed()`;

const policyOf = (policy: string): string => `import { type KubernetesObject, type OnDelete, deletionPolicy } from "holdfast";
const asks = (verb: string) => ({
  denyWhen: ({ authorizer }: OnDelete<KubernetesObject>) => ${check("override")} || authorizer.requestResource.check(verb).allowed(),
  message: "no",
});
export default ${policy};
`;

const policyWith = (rules: number): string => `deletionPolicy({
  name: "example",
  match: [{ group: "apps", resource: "deployments" }],
  rules: { ${Array.from({ length: rules }, (_, at) => `v${at}: asks("v${at}")`).join(", ")} },
})`;

const asksPods = `example: { denyWhen: ({ cluster }) => cluster.exists(pods), message: "no" }`;

const policyThatAsks = (
  rules: string,
  { overrides = "", name = "example" } = {},
): string => `import { deletionPolicy, permitted, released, resource } from "holdfast";
const pods = resource({ group: "", version: "v1", resource: "pods" });
export default deletionPolicy({
  name: "${name}",
  match: [{ group: "apps", resource: "deployments" }],
  overrides: [${overrides}],
  rules: {
    ${rules},
  },
});
`;

const asking = (condition: string, name = "example"): string =>
  policyThatAsks(
    `example: { denyWhen: ({ oldObject, cluster }) => oldObject.metadata.name !== "" && ${condition}, message: "no" }`,
    { name },
  );

/** Authorizer checks and to the cluster. */
export const authorizerCheckExamples: readonly Example[] = [
  {
    code: "not-an-authorizer-check",
    why: "CEL fails on an empty resource or path, and on names that no service account can have; what comes from the cluster may be empty.",
    bad: {
      rule: '({ authorizer, oldObject }) => ⟦authorizer.group("").resource(oldObject.metadata.labels?.["guarded-by"] ?? "pods")⟧.check("delete").allowed()',
    },
    good: {
      rule: '({ authorizer, oldObject }) => ["pods", "nodes"].some((resource) => oldObject.metadata.labels?.["guarded-by"] === resource && authorizer.group("").resource(resource).check("delete").allowed())',
    },
    says: '`authorizer.group("").resource(oldObject.metadata.labels?.["guarded-by"] ?? "pods")`',
    override: "write the resource in the policy",
  },
  {
    code: "asks-in-message",
    why: "A `messageExpression` of the API server has no authorizer, and a message that failed would be replaced by another.",
    bad: {
      message: `⟦({ authorizer, oldObject }) => ${check("override")} ? "override it" : \`ask the owners of \${oldObject.metadata.name}\`⟧`,
    },
    good: {
      rules: `{
    mine: { denyWhen: ({ authorizer }) => ${check("override")}, message: "override it" },
    theirs: { denyWhen: ({ authorizer }) => !${check("override")}, message: "ask its owners" },
  }`,
    },
    says: "rule `example`",
    override: "write a rule for each answer",
  },
  {
    code: "too-many-authorizer-checks",
    why: "The API server ends the evaluation of a third check, which denies the request (measured). A variable is an expression of its own.",
    bad: {
      rules: `{
    ⟦example: {
      denyWhen: ({ authorizer }) => ${check("override")} || ${check("patch")} || ${check("update")},
      message: "no",
    }⟧,
  }`,
    },
    good: {
      rules: `{
    example: {
      denyWhen: ({ authorizer }) => {
        const overrides = ${check("override")};
        return overrides || ${check("patch")} || ${check("update")};
      },
      message: "no",
    },
  }`,
    },
    says: "asks the authorizer 3 times in one expression, which costs 1050",
    override: "is an expression of its own",
  },
  {
    code: "too-expensive-together",
    why: "The API server has 10,000,000 units for one request to a policy, and denies the request where they are used up.",
    bad: { file: policyOf(`⟦${policyWith(15)}⟧`) },
    good: { file: policyOf(policyWith(14)) },
    says: "together, more than the 10000000",
    override: "divide them among several policies",
  },
  {
    code: "cluster-resource",
    why: "What a rule asks about has to be known when it is compiled: the webhook watches it, and may read nothing else.",
    bad: { file: asking('cluster.exists(⟦{ group: "", version: "v1", resource: "pods" }⟧)') },
    good: { file: asking("cluster.exists(pods)", "asks-a-resource") },
    says: "is not a resource that the cluster can be asked about",
    override: "declare it beside the policy",
  },
  {
    code: "two-resources",
    why: "The webhook shows a rule of an object what the type of its resource names, and looks the type up by the resource: what only the other type names would read as absent, and an index would be taken for its namesake.",
    bad: {
      file: asking("(cluster.exists(pods) || cluster.list(named).some(({ spec }) => spec?.nodeName === oldObject.metadata.name))")
        .replace(
          "export default",
          `interface Pod extends KubernetesObject { readonly spec?: { readonly nodeName?: string } }
const named = ⟦resource<Pod>({ group: "", version: "v1", resource: "pods" })⟧;
export default`,
        )
        .replace("import { ", "import { type KubernetesObject, "),
    },
    good: {
      file: asking(
        "(cluster.exists(pods) || cluster.list(pods).some(({ spec }) => spec?.nodeName === oldObject.metadata.name))",
        "asks-alike",
      )
        .replace(
          "const pods = resource(",
          `interface Pod extends KubernetesObject { readonly spec?: { readonly nodeName?: string } }
const pods = resource<Pod>(`,
        )
        .replace("import { ", "import { type KubernetesObject, "),
    },
    says: "policy `example` declares `pods` twice",
    override: "declare it once",
  },
  {
    code: "cluster-which",
    why: "What is found by something unknown would be every object, or none.",
    bad: { file: asking('cluster.exists(pods, ⟦{ index: { node: "a" } }⟧)') },
    good: { file: asking('cluster.exists(pods, { labels: { node: "a" } })', "asks-by-label") },
    says: "the resource declares no index `node`",
    override: "find them by `namespace`",
  },
  {
    code: "asks-natively",
    why: "What CEL can say is rejected without the webhook, and the API server has nobody to ask for its message.",
    bad: {
      file: policyThatAsks(`⟦example: {
      denyWhen: ({ oldObject, cluster }) => oldObject.metadata.labels?.["keep"] === "yes" || cluster.exists(pods),
      message: ({ cluster }) => \`there are \${cluster.list(pods).length} pods\`,
    }⟧`),
    },
    good: {
      file: policyThatAsks(
        `kept: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes", message: "it is kept" },
    used: { denyWhen: ({ cluster }) => cluster.exists(pods), message: ({ cluster }) => \`there are \${cluster.list(pods).length} pods\` }`,
        { name: "asks-apart" },
      ),
    },
    says: "denies some requests without asking the cluster",
    override: "divide it",
  },
  {
    code: "asks-both",
    why: "The webhook has the cluster to ask, and not the authorizer of the request; CEL has it the other way round.",
    bad: {
      file: policyThatAsks(`⟦example: {
      denyWhen: ({ authorizer, cluster }) => cluster.exists(pods) && !${check("override")},
      message: "no",
    }⟧`),
    },
    good: {
      file: policyThatAsks(
        `used: { denyWhen: ({ cluster }) => cluster.exists(pods), message: "it is used" },
    foreign: { denyWhen: ({ authorizer }) => !${check("override")}, message: "ask its owners" }`,
        { name: "asks-two" },
      ),
    },
    says: "which the webhook that answers it cannot ask",
    override: "divide it",
  },
  {
    code: "override-asks",
    why: "An override belongs to every rule of its policy, and the webhook that answers this rule has no authorizer.",
    bad: { file: policyThatAsks(asksPods, { overrides: '⟦permitted("override")⟧' }) },
    good: { file: policyThatAsks(asksPods, { overrides: "released()", name: "asks-released" }) },
    says: "which the webhook that answers rule `example` cannot ask",
    override: "give the rule a policy of its own",
  },
  {
    code: "override-asks-cluster",
    why: "An override belongs to every rule and guard of its policy, and the API server answers most of them without the webhook, which may read only what the rule itself asks about.",
    bad: {
      file: policyThatAsks(asksPods, {
        overrides:
          '⟦{ name: "approved", when: ({ oldObject, cluster }) => cluster.exists(pods, { name: oldObject.metadata.name }) }⟧',
      }),
    },
    good: {
      file: policyThatAsks(
        `example: {
      denyWhen: ({ oldObject, cluster }) => oldObject.metadata.labels?.["keep"] === "yes" && !cluster.exists(pods, { name: oldObject.metadata.name }),
      message: "no Pod of its name approves",
    }`,
        { name: "asks-for-approval" },
      ),
    },
    says: "the override `approved` asks the cluster",
    override: "make it a part of the rule that asks",
  },
  {
    code: "conflict-natively",
    why: "A ValidatingAdmissionPolicy rejects with 403 or 422, and with nothing else.",
    bad: {
      file: policyThatAsks(`⟦example: {
      denyWhen: ({ oldObject, cluster }) => oldObject.metadata.labels?.["keep"] === "yes" || cluster.exists(pods),
      message: "no",
      status: "Conflict",
    }⟧`),
    },
    good: {
      file: policyThatAsks(
        `used: { denyWhen: ({ cluster }) => cluster.exists(pods), message: "it is used", status: "Conflict" }`,
        { name: "asks-for-conflict" },
      ),
    },
    says: "denies some requests without asking the cluster",
    override: "leave `status` out",
  },
];
