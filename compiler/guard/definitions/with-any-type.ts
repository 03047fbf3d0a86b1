import { type Expression, type Local, call, identifier, local } from "../../ir/expression.ts";
import type { RuleIr } from "../../ir/policy.ts";
import { mapChildren, once, some } from "../../ir/expressions/visit.ts";

/**
 * A rule over the lists and schemas of definitions, of which the type check of API servers finds fault with what is true of every
 * object: it knows no field of a schema, since the type of one is recursive, and takes no null for a list, which is stored as null
 * while it is empty. `dyn` has no type to find fault with.
 *
 *     oldObject.spec.versions.all(...)          variables.before.spec.versions.all(...)
 */
export function withAnyType(rule: RuleIr): RuleIr {
  return some(rule.when, ({ kind }) => kind === "comprehension") ? { ...rule, when: ofAnyType(rule.when) } : rule;
}

const names: ReadonlyMap<string, string> = new Map([
  ["oldObject", "before"],
  ["object", "after"],
]);

const ofAnyType = once((node: Expression): Expression => {
  const isTyped = node.kind === "select" && (node.field === "spec" || node.field === "status");
  const root = isTyped && node.operand.kind === "identifier" ? rootOfAnyType(node.operand.name, node) : undefined;
  if (root !== undefined) return { ...node, operand: root } as Expression;
  return mapChildren(node, ofAnyType);
});

function rootOfAnyType(of: string, { span }: Expression): Local | undefined {
  const name = names.get(of);
  return name === undefined ? undefined : local(name, call("dyn", [identifier(of, span)], span), "author");
}
