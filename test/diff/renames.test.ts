import { expect, test } from "vitest";
import { compareProtections } from "../../compiler/diff/compare.ts";
import type { Protection } from "../../compiler/diff/protections-of.ts";

const of = (policy: string, more: Partial<Protection> = {}): Protection => ({
  policy,
  rule: "keep",
  operation: "DELETE",
  kind: "configmaps",
  strength: "denies",
  namespaces: undefined,
  where: "",
  decides: "a label",
  allows: [],
  selects: [""],
  ...more,
});

const changesOf = (before: readonly Protection[], after: readonly Protection[]): readonly string[] =>
  compareProtections(before, after).map(({ what, protection, policy }) =>
    [what, protection.policy, policy ?? ""].join(" ").trim(),
  );

test("of two copies of a policy that become one under another name, one is lost", () => {
  expect(changesOf([of("a"), of("b")], [of("c")])).toEqual(["lost b", "renamed a c"]);
  expect(changesOf([of("a"), of("b")], [of("c"), of("d")])).toEqual(["renamed a c", "renamed b d"]);
});

test.each<readonly [what: string, more: Partial<Protection>]>([
  ["decides otherwise", { decides: "another label" }],
  ["is about another kind", { kind: "secrets" }],
  ["is weaker", { strength: "warns of" }],
  ["looks up other parameters", { selects: ["team=a"] }],
  ["holds in other Namespaces", { namespaces: { matchExpressions: [{ key: "stage", operator: "In", values: ["test"] }] } }],
])("what has another name and %s is lost and gained", (_, more) => {
  expect(changesOf([of("a")], [of("c", more)]).map((change) => change.split(" ")[0])).toContain("lost");
});

test("a policy that keeps a rule, or takes one of another, has not another name", () => {
  const [own, more] = [of("a"), of("a", { rule: "more" })];
  expect(changesOf([own, more], [own, of("c", { rule: "more" })])).toEqual(["lost a", "gained c"]);
  expect(changesOf([more, of("c")], [of("c"), of("c", { rule: "more" })])).toEqual(["lost a", "gained c"]);
});
