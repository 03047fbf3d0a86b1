import { type Expression, binary, conditional, literal, method } from "../../ir/expression.ts";
import { textSize } from "../../ir/text.ts";
import { named, toDynamic } from "../coerce.ts";
import { nameOfPath } from "../path.ts";
import { mostCharacters } from "../text-length.ts";
import { type Dynamic, type Value, dynamic, refused } from "../value.ts";
import type { Call } from "./index.ts";
import { notNegative, positionOf } from "./text-bounds.ts";
import { countsCharacters } from "./text-refusals.ts";

/** `text.indexOf(part, from)`: -1 where it is not, as in CEL. */
export function indexOf(text: Dynamic, [part = refused, from]: readonly Value[], call: Call): Value {
  if (!text.ascii) return countsCharacters(text, [], call);
  const searched = toDynamic(part, call.node, call.scope)?.expression;
  const start = from === undefined ? 0 : positionOf(from, call);
  if (searched === undefined || start === undefined) return refused;
  const span = call.scope.span(call.node);
  if (typeof start === "number" && start <= 0) return position(method(text.expression, "indexOf", [searched], span));
  // CEL fails on a negative position; behind the end it finds what JavaScript finds there: nothing, or the empty text.
  return position(method(text.expression, "indexOf", [searched, notNegative(start, span)], span));
}

/** CEL of Kubernetes 1.30 fails where the text is empty (cel-go 0.17: ext/strings.go, lastIndexOf). */
export function lastIndexOf(text: Dynamic, [part = refused]: readonly Value[], call: Call): Value {
  if (!text.ascii) return countsCharacters(text, [], call);
  const lowered = toDynamic(part, call.node, call.scope);
  if (lowered === undefined) return refused;
  const span = call.scope.span(call.node);
  const whole = named(text, nameOfPath(text.path) ?? "text").expression;
  const searched = named(lowered, "searched").expression;
  const [size, least] = [textSize(whole, span), sizeOf(searched)];
  const last = method(whole, "lastIndexOf", [searched], span);
  return position(conditional(binary(size, "<", least, span), [literal(-1, span), last], span));
}

function sizeOf(text: Expression): Expression {
  if (text.kind === "literal") return literal(Array.from(String(text.value)).length, text.span);
  return textSize(text, text.span);
}

function position(expression: Expression): Value {
  return dynamic(expression, { kind: "number" }, { wholeUpTo: mostCharacters });
}
