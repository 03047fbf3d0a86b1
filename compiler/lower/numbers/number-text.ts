import { number, numberText } from "../../language/parse/number.ts";
import { call as celCall, local } from "../../ir/expression.ts";
import { and } from "../../ir/expressions/boolean.ts";
import { named } from "../expressions/coerce.ts";
import { ownField } from "../path.ts";
import { narrowed } from "../expressions/presence.ts";
import { printedExactly } from "../text/printed.ts";
import { type StaticValue, type Value, always, dynamic, rejected, staticValue } from "../value.ts";
import { singleArgument } from "../calls/argument.ts";
import { fits, isThere } from "../calls/parse.ts";
import type { CallSite } from "../calls/call.ts";

/** `number(text)`: `double(x)`, where the text is a number for JavaScript and CEL alike. */
export function lowerNumberCall(call: CallSite): Value {
  const { node, scope } = call;
  const argument = singleArgument(call);
  const value = argument === undefined ? rejected : scope.lower(argument);
  if (value.kind === "rejected") return rejected;
  if (value.kind === "static" && typeof value.value !== "number") return staticValue(number(textOf(value.value)));
  if (value.kind !== "dynamic" || value.shape.kind !== "string")
    return scope.reject("not-a-value", node, { text: node.getText() });
  const name = ownField(value.path) ?? "text";
  const text = named({ ...value, expression: narrowed(value), presence: always }, name).expression;
  const guard = local(`${name}IsNumber`, and(isThere(value), fits(numberText)(text)), "compiler");
  return dynamic(celCall("double", [text], scope.span(node)), { kind: "number" }, { presence: { kind: "guarded", guard } });
}

function textOf(value: StaticValue["value"]): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** `String(x)` */
export function lowerString(call: CallSite): Value {
  const argument = singleArgument(call);
  return argument === undefined ? rejected : printedExactly(call.scope.lowerAny(argument), { node: argument, scope: call.scope });
}
