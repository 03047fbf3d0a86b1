import { and } from "../../ir/expressions/boolean.ts";
import { literal, local, method, not } from "../../ir/expression.ts";
import { isAscii } from "../../ir/expressions/text.ts";
import { named } from "../expressions/coerce.ts";
import { ownField } from "../path.ts";
import { isDefined, narrowed } from "../expressions/presence.ts";
import { type Dynamic, type Value, always, rejected, undefinedValue } from "../value.ts";
import { singleArgument } from "../calls/argument.ts";
import type { CallSite } from "../calls/call.ts";

/**
 * `ascii(text)`: the text, where it has no other character. Of what the API server limits to ASCII nothing is asked.
 */
export function lowerAscii(call: CallSite): Value {
  const { node, scope } = call;
  const argument = singleArgument(call);
  const value = argument === undefined ? rejected : scope.lower(argument);
  if (value.kind === "rejected") return rejected;
  if (value.kind === "static" && typeof value.value === "string") return isAscii(value.value) ? value : undefinedValue;
  if (value.kind === "static" && value.value === undefined) return undefinedValue;
  if (value.kind !== "dynamic" || value.shape.kind !== "string")
    return scope.reject("not-a-value", node, { text: node.getText() });
  return value.ascii ? value : tested(value);
}

function tested(value: Dynamic): Dynamic {
  const name = ownField(value.path) ?? "text";
  const text = named({ ...value, expression: narrowed(value), presence: always, typed: true }, name);
  const { span } = text.expression;
  const hasOthers = method(text.expression, "matches", [literal("[^[:ascii:]]", span)], span);
  const guard = local(`${name}IsAscii`, and(isDefined(value), not(hasOthers, span)), "compiler");
  return { ...text, ascii: true, presence: { kind: "guarded", guard } };
}
