import { type Expression as TypeScriptExpression } from "ts-morph";
import { and } from "../../ir/expressions/boolean.ts";
import type { Expression } from "../../ir/expression.ts";
import { isDefined } from "../expressions/presence.ts";
import { type Dynamic, mayBeAbsent } from "../value.ts";
import type { CallSite } from "./call.ts";

/** Undefined after a diagnostic. */
export function singleArgument({ node, scope, arguments: args }: CallSite): TypeScriptExpression | undefined {
  const [first, ...others] = args;
  if (first !== undefined && others.length === 0) return first;
  scope.reject("too-many-arguments", node, { text: node.getText() });
  return undefined;
}

/**
 * No list of the author's or of the cluster holds `undefined`, so what may be absent is looked for only where it is
 * there.
 */
export function whereDefined(searched: Dynamic, found: Expression): Expression {
  return mayBeAbsent(searched) ? and(isDefined(searched), found) : found;
}
