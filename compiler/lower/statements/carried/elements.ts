import { type Expression, binary, call, conditional, doubleLiteral } from "../../../ir/expression.ts";
import { settled } from "../../../ir/expressions/settled.ts";
import { iterateWith } from "../../collections/iterate.ts";
import { typedElements } from "../../collections/stored-iteration.ts";
import { toDynamic } from "../../expressions/coerce.ts";
import { asDouble, isDefined, plain } from "../../expressions/presence.ts";
import type { Place } from "../../scope.ts";
import { type Dynamic, type Value, dynamic, mayBeAbsent, rejected } from "../../value.ts";
import { maxObjectBytes } from "../../../language/limits.ts";

/** The elements that a loop goes over, about which conditions and values are asked under one name. */
export interface Elements {
  readonly place: Place;
  /** Inside of the iteration. */
  readonly inside: Place;
  readonly isOrdered: boolean;
  /** Whether it is the element itself. */
  readonly isElement: (value: Expression) => boolean;
  /** Whether there is one. */
  readonly exist: (condition: Value) => Value;
  /** `list.filter(x, condition).map(x, value)`; undefined after a diagnostic. */
  readonly list: (condition: Value, value: Value) => Dynamic | undefined;
  readonly count: (condition: Value) => Dynamic | undefined;
  /** The value as a number, NaN where it is absent; undefined after a diagnostic. */
  readonly number: (value: Value) => Dynamic | undefined;
  readonly rejectOrder: () => Value;
}

interface Iterated {
  readonly list: Dynamic;
  /** The name that the element has in conditions and values. */
  readonly wanted: string | undefined;
  readonly place: Place;
  readonly inside: Place;
  /** What the body calls the element, where it is one. */
  readonly item: Expression;
}

export function elementsOf({ list, wanted, place, inside, item }: Iterated): Elements {
  const { node, scope } = place;
  const about = (value: Value) => ({
    call: place,
    wanted,
    answerOf: () => (value.kind === "dynamic" ? settledValue(value) : value),
  });
  const kept = (condition: Value): Dynamic | undefined => {
    if (condition.kind === "static" && condition.value === true) return typedElements(list, place);
    const filtered = iterateWith(list, "filter", about(condition));
    return filtered.kind === "dynamic" ? filtered : undefined;
  };
  return {
    place,
    inside,
    isOrdered: list.order === "given",
    isElement: (value) => isItem(value, item),
    exist: (condition) => (condition.kind === "rejected" ? rejected : iterateWith(list, "exists", about(condition))),
    list: (condition, value) => {
      const filtered = condition.kind === "rejected" || value.kind === "rejected" ? undefined : kept(condition);
      if (filtered === undefined) return undefined;
      if (value.kind === "dynamic" && isItem(value.expression, item)) return filtered;
      const mapped = iterateWith(filtered, "map", about(value));
      return mapped.kind === "dynamic" ? mapped : undefined;
    },
    count: (condition) => {
      const filtered = kept(condition);
      if (filtered === undefined) return undefined;
      return dynamic(call("size", [filtered.expression], scope.span(node)), { kind: "number" }, { wholeUpTo: maxObjectBytes });
    },
    number: (value) => numberOf(value, inside),
    rejectOrder: () => scope.reject("order-of-map", node, { text: node.getText() }),
  };
}

function isItem(node: Expression, item: Expression): boolean {
  const inner = node.kind === "local" ? node.definition : node;
  return inner.kind === "identifier" && item.kind === "identifier" && inner.name === item.name;
}

function numberOf(value: Value, { node, scope }: Place): Dynamic | undefined {
  const isUnsure = value.kind === "dynamic" && mayBeAbsent(value) && value.isNull === "never";
  const number = isUnsure ? { ...value, expression: plain(value) } : toDynamic(value, node, scope);
  if (number === undefined) return undefined;
  if (number.shape.kind !== "number") {
    scope.reject("inexact-arithmetic", node, { text: node.getText() });
    return undefined;
  }
  if (!isUnsure) return number;
  const span = scope.span(node);
  const none = binary(doubleLiteral(0, span), "/", doubleLiteral(0, span), span);
  return dynamic(conditional(isDefined(value), [asDouble(number.expression), none], span), { kind: "number" });
}

/** Nothing is demanded twice. */
function settledValue(value: Dynamic): Dynamic {
  const { presence } = value;
  const settledPresence = presence.kind === "guarded" ? { ...presence, guard: settled(presence.guard) } : presence;
  return { ...value, expression: settled(value.expression), presence: settledPresence };
}
