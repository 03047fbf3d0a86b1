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
    why: "CEL fails on an empty resource or path, and on impossible names of service accounts. Values from the cluster may be empty.",
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
    why: "A `messageExpression` of the API server has no authorizer. Reading one would fail, and the user would see another message.",
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
    override: "write one rule for each answer",
  },
  {
    code: "too-many-authorizer-checks",
    why: "The API server stops at the third check in an expression, and denies the request (measured). A variable is an expression of its own.",
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
    says: "makes 3 authorizer checks in one expression, which cost 1050",
    override: "is an expression of its own",
  },
  {
    code: "too-expensive-together",
    why: "The API server allows 10,000,000 cost units for one request to a policy. It denies a request that exceeds them.",
    bad: { file: policyOf(`⟦${policyWith(15)}⟧`) },
    good: { file: policyOf(policyWith(14)) },
    says: "together, more than the 10000000",
    override: "split them into several policies",
  },
  {
    code: "cluster-resource",
    why: "The resource has to be known at compile time, because the webhook watches it and gets no other rights.",
    bad: { file: asking('cluster.exists(⟦{ group: "", version: "v1", resource: "pods" }⟧)') },
    good: { file: asking("cluster.exists(pods)", "asks-a-resource") },
    says: "is not a resource that rules can query",
    override: "declare it beside the policy",
  },
  {
    code: "two-resources",
    why: "The webhook looks up the type of an object by its resource, and shows the rule only the fields of that type. With two declarations, fields of the other type would read as absent, and indices with the same name would be mixed up.",
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
    why: "An unknown condition would select every object, or none.",
    bad: { file: asking('cluster.exists(pods, ⟦{ index: { node: "a" } }⟧)') },
    good: { file: asking('cluster.exists(pods, { labels: { node: "a" } })', "asks-by-label") },
    says: "the resource declares no index `node`",
    override: "select by `namespace`",
  },
  {
    code: "asks-natively",
    why: "If CEL alone denies a request, the webhook is not called. Then nothing can answer the query in the message.",
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
    says: "CEL denies some requests without a query",
    override: "split it",
  },
  {
    code: "asks-both",
    why: "The webhook can query the cluster, but has no authorizer for the request. CEL has the authorizer, but cannot query.",
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
    says: "which the webhook that answers it does not have",
    override: "split it",
  },
  {
    code: "override-asks",
    why: "An override applies to every rule of its policy. The webhook that answers this rule has no authorizer.",
    bad: { file: policyThatAsks(asksPods, { overrides: '⟦permitted("override")⟧' }) },
    good: { file: policyThatAsks(asksPods, { overrides: "released()", name: "asks-released" }) },
    says: "which the webhook that answers rule `example` does not have",
    override: "move the rule to a policy of its own",
  },
  {
    code: "override-asks-cluster",
    why: "An override applies to every rule and guard of its policy. The API server evaluates most of them without the webhook, and the webhook may only read what the rule itself queries.",
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
    says: "the override `approved` queries the cluster",
    override: "add the condition to the rule that queries",
  },
  {
    code: "conflict-natively",
    why: "A ValidatingAdmissionPolicy can only deny with 403 or 422.",
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
    says: "CEL denies some requests without a query",
    override: "leave `status` out",
  },
];
