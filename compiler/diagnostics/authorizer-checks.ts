/** Authorizer checks: what the catalogue says of them. */
export const checks = {
  "not-an-authorizer-check": {
    message: "`{text}` asks what the API server may fail to answer",
    help: "{help}",
  },
  "asks-in-message": {
    message: "the message of rule `{rule}` depends on `authorizer`, which the API server has in conditions only",
    help: "write a rule for each answer, with a message of its own",
  },
  "too-many-authorizer-checks": {
    message:
      "rule `{rule}` asks the authorizer {checks} times in one expression, which costs {cost} units; the API server allows {limit}",
    help: "ask at most twice in an expression; a check that has a name of its own (`const mayOverride = ...`) is an expression of its own",
  },
  "cluster-resource": {
    message: "`{text}` is not a resource that the cluster can be asked about",
    help: 'declare it beside the policy: `const claims = resource<Claim>({ group: "db.example.com", version: "v1", resource: "claims" })`, with indices that are functions to text',
  },
  "two-resources": {
    message:
      "policy `{policy}` declares `{resource}` twice, and its objects are seen as one declaration describes them; the other is in `{other}`",
    help: "declare it once, with all fields and indices that its rules need, and share the constant: `export const claims = resource<Claim>({...})`",
  },
  "cluster-which": {
    message: "`{text}` does not say which objects are meant: {problem}",
    help: 'find them by `namespace`, `name`, `uid`, `labels`, `finalizer`, `owner` or an `index` of the resource: `{ namespace: "shop", labels: { app: name } }`',
  },
  "asks-natively": {
    message: "rule `{rule}` denies some requests without asking the cluster, and its message asks",
    help: "divide it: a rule for what CEL can say, with a message of its own, and one that asks the cluster",
  },
  "conflict-natively": {
    message: "rule `{rule}` answers with `Conflict`, and denies some requests without asking the cluster",
    help: "leave `status` out, or divide it: policies of the API server answer with `Forbidden`",
  },
  "asks-both": {
    message: "rule `{rule}` asks the authorizer, which the webhook that answers it cannot ask",
    help: "divide it, or ask the authorizer in a rule of its own: `&&` of both checks is what the webhook cannot know; beside `releasedUntil()` no rule asks it",
  },
  "override-asks": {
    message: "the override `{name}` asks the authorizer, which the webhook that answers rule `{rule}` cannot ask",
    help: "give the rule a policy of its own, with overrides that the object itself can show: `released()`, `confirmedByName()`, `approvedByAnother()`",
  },
  "override-asks-cluster": {
    message: "the override `{name}` asks the cluster, which only rules can",
    help: "let the object itself show it, as `released()` and `approvedByAnother()` do, or make it a part of the rule that asks: `&& !cluster.exists(approvals, { name: oldObject.metadata.name })`",
  },
} as const;
