/** Diagnostics about authorizer checks and cluster queries. */
export const checks = {
  "not-an-authorizer-check": {
    message: "`{text}` is a check that can fail in the API server",
    help: "{help}",
  },
  "asks-in-message": {
    message: "the message of rule `{rule}` uses `authorizer`, which the API server offers only in conditions",
    help: "write one rule for each answer, each with its own message",
  },
  "too-many-authorizer-checks": {
    message:
      "rule `{rule}` makes {checks} authorizer checks in one expression, which cost {cost} units; the API server allows {limit}",
    help: "make at most two checks in an expression; a check with its own name (`const mayOverride = ...`) is an expression of its own",
  },
  "cluster-resource": {
    message: "`{text}` is not a resource that rules can query",
    help: 'declare it beside the policy: `const claims = resource<Claim>({ group: "db.example.com", version: "v1", resource: "claims" })`; its indices must be functions that return text',
  },
  "two-resources": {
    message:
      "policy `{policy}` declares `{resource}` twice, and its rules could only see what one declaration describes; the other one is in `{other}`",
    help: "declare it once, with all fields and indices that its rules need, and share the constant: `export const claims = resource<Claim>({...})`",
  },
  "cluster-which": {
    message: "`{text}` does not say which objects to find: {problem}",
    help: 'select by `namespace`, `name`, `uid`, `labels`, `finalizer`, `owner` or an `index` of the resource: `{ namespace: "shop", labels: { app: name } }`',
  },
  "asks-natively": {
    message: "the message of rule `{rule}` queries the cluster, but CEL denies some requests without a query",
    help: "split it into a rule for what CEL can express, with its own message, and a rule that queries the cluster",
  },
  "conflict-natively": {
    message: "rule `{rule}` has the status `Conflict`, but CEL denies some requests without a query",
    help: "leave `status` out, or split the rule: the API server's own denials are always `Forbidden`",
  },
  "asks-both": {
    message: "rule `{rule}` uses the authorizer, which the webhook that answers it does not have",
    help: "split it, and check the authorizer in a rule of its own; no rule can require both at once; beside `releasedUntil()`, no rule can use the authorizer",
  },
  "override-asks": {
    message: "the override `{name}` uses the authorizer, which the webhook that answers rule `{rule}` does not have",
    help: "move the rule to a policy of its own, with overrides that read only the object: `released()`, `confirmedByName()`, `approvedByAnother()`",
  },
  "override-asks-cluster": {
    message: "the override `{name}` queries the cluster, which only rules can do",
    help: "use an override that reads the object, such as `released()` or `approvedByAnother()`, or add the condition to the rule that queries: `&& !cluster.exists(approvals, { name: oldObject.metadata.name })`",
  },
} as const;
