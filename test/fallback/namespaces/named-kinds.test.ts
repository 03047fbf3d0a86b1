import { expect, test } from "vitest";
import { lookedFor, namespaceLookOf, namespaceWebhooks } from "../../../compiler/install/webhooks/namespace-webhooks.ts";
import type { PolicyIr } from "../../../compiler/ir/policy.ts";
import { compileFiles } from "../../fixtures/compile-files.ts";

const source = `import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "kept",
  match: [{ group: "apps", version: "v1", resource: "deployments" }],
  overrides: { none: "the rule alone is asked" },
  rules: { keep: { denyWhen: ({ oldObject }) => oldObject.metadata.annotations?.["keep"] === "true", message: "kept" } },
});
`;

function compiledPolicy(): PolicyIr {
  const [policy] = compileFiles({ "policies/kept.ts": source }, ["policies"]).ir;
  if (policy === undefined) throw new Error("nothing was compiled");
  return policy;
}

/**
 * As a rule is lowered that says nothing of objects which a delete of their Namespace shows: the native guard stays
 * open.
 */
function withoutContent(policy: PolicyIr): PolicyIr {
  const rules = policy.rules.map(({ elsewhere, ...rule }) => {
    if (elsewhere === undefined) throw new Error("nothing is re-evaluated");
    const asContent = elsewhere.asContent.map(({ kind }) => ({ kind, condition: undefined }));
    return { ...rule, elsewhere: { ...elsewhere, asContent } };
  });
  return { ...policy, rules };
}

const declared = { namespaceContents: {} };

test("the webhook looks for a kind that is named where the native guard cannot ask the rule about it", () => {
  const policy = withoutContent(compiledPolicy());
  expect(namespaceWebhooks([policy]).map(({ name }) => name)).toEqual(["namespaces.kept.holdfast.dev"]);
  expect(namespaceLookOf(policy, declared)).toEqual({ is: "declared", leftOut: [] });
  expect(lookedFor(policy)).toEqual([{ group: "apps", version: "v1", resource: "deployments" }]);
});

test("and not where it can", () => {
  const policy = compiledPolicy();
  expect(namespaceWebhooks([policy])).toEqual([]);
  expect(namespaceLookOf(policy, declared)).toEqual({ is: "none", leftOut: [] });
});
