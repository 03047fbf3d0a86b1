import { number, numberText } from "../../language/parse/number.ts";
import { call as celCall, local } from "../../ir/expression.ts";
import { and } from "../../ir/expressions/boolean.ts";
import { named, toDynamic } from "../expressions/coerce.ts";
import { ownField } from "../path.ts";
import { narrowed, isNullable } from "../expressions/presence.ts";
import { type Dynamic, type StaticValue, type Value, always, dynamic, dynamicText, rejected, staticValue } from "../value.ts";
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

/** JavaScript reads more than CEL does, and neither says so. */
export function rejectReading({ node, scope }: CallSite): Value {
  return scope.reject("reads-numbers", node, { text: node.getText() });
}

/** `String(x)` */
export function lowerString(call: CallSite): Value {
  const argument = singleArgument(call);
  if (argument === undefined) return rejected;
  const value = call.scope.lower(argument);
  if (value.kind === "rejected") return rejected;
  if (isNullable(argument.getType())) return call.scope.reject("absent-in-text", argument, { text: argument.getText() });
  return asText(value, { node: argument, scope: call.scope });
}

/** Numbers that are whole and small enough for both to write every digit, and booleans. */
export function asText(
  value: Value,
  { node, scope }: Pick<CallSite, "scope"> & { readonly node: CallSite["node"] | CallSite["arguments"][number] },
): Value {
  if (value.kind === "static") return staticValue(String(value.value));
  if (value.kind === "dynamic" && value.shape.kind === "string") return value;
  const printed = value.kind === "dynamic" && printsAlike(value) ? toDynamic(value, node, scope) : undefined;
  if (printed === undefined) return scope.reject("not-text", node, { text: node.getText() });
  return dynamicText(celCall("string", [printed.expression], scope.span(node)), { ascii: true, showable: true });
}

function printsAlike({ shape, wholeUpTo }: Dynamic): boolean {
  return shape.kind === "boolean" || (shape.kind === "number" && wholeUpTo !== undefined && wholeUpTo <= Number.MAX_SAFE_INTEGER);
}
