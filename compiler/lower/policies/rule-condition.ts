import type { Node } from "ts-morph";
import { and } from "../../ir/expressions/boolean.ts";
import { type Expression, literal } from "../../ir/expression.ts";
import { plain } from "../expressions/presence.ts";
import type { Scope } from "../scope.ts";
import type { Value } from "../value.ts";

/** What a rule returns, as bool; undefined after a diagnostic. */
export function conditionOfRule(value: Value, node: Node, scope: Scope): Expression | undefined {
  if (value.kind === "rejected") return undefined;
  if (value.kind === "static" && typeof value.value === "boolean") return literal(value.value, scope.span(node));
  if (value.kind === "dynamic" && value.shape.kind === "boolean") {
    return value.presence.kind === "guarded" ? and(value.presence.guard, value.expression) : plain(value);
  }
  scope.reject("not-a-boolean", node, { text: node.getText() });
  return undefined;
}
