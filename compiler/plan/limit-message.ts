import { limitText } from "../language/limits.ts";
import { type Expression, identifier, literal, method, optionalSelect, select } from "../ir/expression.ts";
import type { RuleIr } from "../ir/policy.ts";
import { joinText } from "../ir/text.ts";

/** What a rule says of an object whose lists or maps are too large to iterate over: `limitText`, in CEL. */
export function limitMessage(rule: RuleIr): Expression {
  const { span } = rule;
  const root = identifier(rule.operations.includes("delete") ? "oldObject" : "object", span);
  const metadata = select(root, "metadata", span);
  const mayLackName = rule.operations.includes("create");
  const name = mayLackName
    ? method(optionalSelect(metadata, "name", span), "orValue", [literal("", span)], span)
    : select(metadata, "name", span);
  const [before, between, after] = limitText(rule.name, rule.nestedIterations.length > 0);
  return joinText([literal(before, span), select(root, "kind", span), literal(between, span), name, literal(after, span)]);
}
