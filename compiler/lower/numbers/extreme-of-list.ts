import { mayBeNaN } from "../../ir/expressions/number-range.ts";
import { type Expression, binary, call as celCall, conditional, doubleLiteral, literal, method } from "../../ir/expression.ts";
import type { CallSite } from "../calls/call.ts";
import { withoutType } from "../cel-type.ts";
import { iterateWith } from "../collections/iterate.ts";
import { elementOf } from "../collections/stored-list-methods.ts";
import { named } from "../expressions/coerce.ts";
import { type Dynamic, type Value, dynamic, dynamicBoolean, rejected } from "../value.ts";
import { limitOfDoubles } from "./constants.ts";
import { numberOr, signLost } from "./operand.ts";

/** Elements that may be absent as what JavaScript makes of `undefined`: NaN. */
export function numbersOf(list: Value, call: CallSite): Value {
  if (list.kind !== "dynamic" || !list.sparse) return list;
  const answerOf = (item: Expression): Value => numberOr(elementOf(list, item), call.node, call.scope) ?? rejected;
  return iterateWith(list, "map", { call, wanted: "number", answerOf });
}

/**
 * `Math.max(...list)`: infinite where there is nothing in the list, and NaN where one of it is. CEL's `max` fails on
 * both.
 */
export function extremeOfList(numbers: Dynamic, name: "max" | "min", call: CallSite): Value {
  const list = named(numbers, "numbers");
  const { expression, wholeUpTo } = list;
  const { span } = expression;
  const found = orInfinite(list, name);
  if (mayBeNaN(expression)) {
    const isNumber = (item: Expression): Value => dynamicBoolean(binary(item, "==", item, span));
    const areNumbers = iterateWith(list, "all", { call, wanted: "number", answerOf: isNumber });
    const none = binary(doubleLiteral(0, span), "/", doubleLiteral(0, span), span);
    return areNumbers.kind === "dynamic"
      ? signLost(conditional(areNumbers.expression, [found, withoutType(none)], span))
      : rejected;
  }
  return wholeUpTo === undefined || !isFilled(expression) ? signLost(found) : dynamic(found, { kind: "number" }, { wholeUpTo });
}

/** CEL's checker would take the whole for a double, which the numbers of a list need not be. */
function orInfinite({ expression }: Dynamic, name: "max" | "min"): Expression {
  const { span } = expression;
  const found = method(expression, name, [], span);
  const infinite = limitOfDoubles(name === "max" ? -Infinity : Infinity, span);
  if (infinite === undefined || isFilled(expression)) return found;
  const isThere = binary(celCall("size", [expression], span), ">", literal(0, span), span);
  return conditional(isThere, [found, withoutType(infinite.expression)], span);
}

/** Something is in it whatever is stored. */
function isFilled(node: Expression): boolean {
  if (node.kind === "local") return isFilled(node.definition);
  if (node.kind === "sequence") return isFilled(node.then);
  if (node.kind === "binary") return isFilled(node.left) || isFilled(node.right);
  return node.kind === "list" && node.elements.length > 0;
}
