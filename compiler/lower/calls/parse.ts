import { sinceKubernetes } from "../../cel/emitted.ts";
import { cidr } from "../../language/parse/cidr.ts";
import { duration, durationText } from "../../language/parse/duration.ts";
import { ip } from "../../language/parse/ip.ts";
import { quantity, quantityText } from "../../language/parse/quantity.ts";
import type { ReadableText } from "../../language/parse/readable.ts";
import { timestamp, timestampText } from "../../language/parse/timestamp.ts";
import { and } from "../../ir/expressions/boolean.ts";
import { type Expression, binary, call as celCall, literal, local, method } from "../../ir/expression.ts";
import type { ReadType } from "../../api/shape.ts";
import { textSize } from "../../ir/expressions/text.ts";
import { knownLiteral, named } from "../expressions/coerce.ts";
import { ownField, isServerTime } from "../path.ts";
import { after, iterationsOf } from "../evaluation-order.ts";
import { isDefined, narrowed } from "../expressions/presence.ts";
import { type Dynamic, type Value, always, dynamic, rejected, undefinedValue } from "../value.ts";
import { singleArgument } from "./argument.ts";
import type { CallSite } from "./call.ts";

/** A function that reads text, and what keeps its CEL form from failing. */
interface Reader {
  readonly type: ReadType;
  /** For the name of a variable: `sizeIsQuantity`. */
  readonly typeName: string;
  readonly what: string;
  readonly example: string;
  readonly read: (text: string) => unknown;
  /** bool: reading this text cannot fail. Never true of empty text. */
  readonly isReadable: (text: Expression) => Expression;
}

const all: readonly Reader[] = [
  { type: "quantity", typeName: "Quantity", what: "a quantity", example: "10Gi", read: quantity, isReadable: fits(quantityText) },
  {
    type: "duration",
    typeName: "Duration",
    what: "a duration",
    example: "1h30m",
    read: duration,
    isReadable: fits(durationText),
  },
  {
    type: "timestamp",
    typeName: "Timestamp",
    what: "a timestamp",
    example: "2026-01-01T00:00:00Z",
    read: timestamp,
    isReadable: fits(timestampText),
  },
  { type: "ip", typeName: "IP", what: "an IP address", example: "10.0.0.1", read: ip, isReadable: asked("isIP") },
  {
    type: "cidr",
    typeName: "CIDR",
    what: "a network",
    example: "10.0.0.0/8",

    read: cidr,
    isReadable: asked("isCIDR"),
  },
];

/** `quantity(text)` and its like: the value where the text can be read. */
export const readers: Readonly<Record<string, (call: CallSite) => Value>> = Object.fromEntries(
  all.map((reader) => [reader.type, (call: CallSite) => lowerReader(reader, call)]),
);

/** The length is asked first: matching a pattern costs by the length of the text. */
export function fits({ longest, pattern }: ReadableText): (text: Expression) => Expression {
  return (text) => {
    const { span } = text;
    const isShort = binary(textSize(text, span), "<=", literal(longest, span), span);
    return and(isShort, method(text, "matches", [literal(pattern, span)], span), span);
  };
}

function asked(name: string): Reader["isReadable"] {
  return (text) => celCall(name, [text], text.span);
}

function lowerReader(reader: Reader, call: CallSite): Value {
  const { node, scope } = call;
  const argument = singleArgument(call);
  const value = argument === undefined ? rejected : scope.lower(argument);
  if (value.kind === "rejected") return rejected;
  if (!scope.requireKubernetes(sinceKubernetes(reader.type), node.getText(), node)) return rejected;
  if (value.kind === "static" && value.value === undefined) return undefinedValue;
  if (value.kind === "static" && typeof value.value === "string") return readKnown(reader, value.value, call);
  if (value.kind !== "dynamic" || value.shape.kind !== "string") {
    return scope.reject("not-a-value", node, { text: node.getText() });
  }
  // A constant that is not always there: CEL reads it when it compiles.
  const text = narrowed(value);
  if (text.kind === "literal" && reader.read(String(text.value)) === undefined) return after(iterationsOf(value), undefinedValue);
  // The type of the argument lists texts: TypeScript then believes that the value is there.
  if (!node.getType().isNullable()) return scope.reject("type-lists-texts", node, { text: node.getText() });
  return readStored(reader, value, call);
}

function readKnown({ type, what, example, read }: Reader, text: string, { node, scope }: CallSite): Value {
  if (read(text) === undefined) return scope.reject("unreadable-text", node, { text: node.getText(), what, example });
  const known = knownLiteral(text, node, scope);
  return known === undefined ? rejected : dynamic(celCall(type, [known], known.span), { kind: "opaque", type });
}

/** `size(x) <= 32 && x.matches(...)`, and where that holds `quantity(x)`. */
function readStored({ type, typeName, isReadable }: Reader, value: Dynamic, { node, scope }: CallSite): Value {
  const name = ownField(value.path) ?? "text";
  const text = named({ ...value, expression: narrowed(value), presence: always }, name).expression;
  const isCertain = type === "timestamp" && isServerTime(value);
  const guard = isCertain ? isDefined(value) : local(`${name}Is${typeName}`, and(isThere(value), isReadable(text)), "compiler");
  const presence = guard.kind === "literal" ? always : ({ kind: "guarded", guard } as const);
  return dynamic(celCall(type, [text], scope.span(node)), { kind: "opaque", type }, { presence });
}

/** bool: there is text. Where the API server types it, absent text reads as empty, which is never readable. */
export function isThere(value: Dynamic): Expression {
  return value.presence.kind === "optional" && value.typed ? literal(true, value.expression.span) : isDefined(value);
}
