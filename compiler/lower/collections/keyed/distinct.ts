import { settled } from "../../../ir/expressions/settled.ts";
import { and } from "../../../ir/expressions/boolean.ts";
import { negate } from "../../../ir/expressions/negate.ts";
import { type Identifier, binary, comprehension, identifier, listLiteral, literal, method } from "../../../ir/expression.ts";
import { named, toDynamic } from "../../expressions/coerce.ts";
import { nameOfPath } from "../../path.ts";
import type { Place } from "../../scope.ts";
import type { KeyedValue, PairsValue, SetValue } from "../collection-values.ts";
import { type Dynamic, type ListValue, type Value, dynamic, listValue, mayBeAbsent, rejected, staticValue } from "../../value.ts";
import { optionals } from "../optional-items.ts";
import { freeVariable } from "../free-variable.ts";
import { positionsSince } from "../iterate.ts";
import { afterChoice, boundOf, entriesOf, listOfKeys, typedElements } from "../stored-iteration.ts";

/** Without elements that the compiler knows to be equal to one before. */
export function distinctKnown(list: ListValue): ListValue {
  const seen = new Set<unknown>();
  const elements = list.elements.filter((element) => {
    if (element.kind !== "static") return true;
    const isNew = !seen.has(element.value);
    seen.add(element.value);
    return isNew;
  });
  return { ...list, elements };
}

/** Whether no two elements can be equal. */
export function isDistinct({ elements }: ListValue): boolean {
  return elements.length <= 1 || elements.every(({ kind }) => kind === "static");
}

type Keyed = SetValue | PairsValue | KeyedValue;

export function isKeyed(value: Value): value is Keyed {
  return value.kind === "set" || value.kind === "pairs" || value.kind === "keyed";
}

/** `[...value]`, of whatever is no plain list; of a set without looking which elements are equal, as long as nobody asks. */
export function spread(value: Value, place: Place): Value {
  if (value.kind === "set" && value.list.kind === "dynamic") return { ...value, isSpread: true };
  if (value.kind === "flat") return value.asOne(place.scope);
  if (value.kind === "static" && typeof value.value === "string") return listValue([...value.value].map(staticValue));
  if (value.kind === "dynamic" && value.shape.kind === "string") return charactersOf(value, place);
  return isKeyed(value) ? listOf(value, place) : value;
}

/** `[...text]` has whole characters, as `text.split('')` in CEL; of a short text, since nobody counts them in TypeScript. */
function charactersOf(text: Dynamic, place: Place): Value {
  if (!text.showable) return place.scope.reject("counts-characters", place.node, { text: place.node.getText(), help: shortHelp });
  const there = toDynamic(text, place.node, place.scope);
  if (there === undefined) return rejected;
  const { span } = there.expression;
  const parts = method(there.expression, "split", [literal("", span)], span);
  return dynamic(parts, { kind: "list", element: { kind: "string" } }, { showable: true, ascii: text.ascii, small: true });
}

const shortHelp = "spread names and labels, which are short; ask `includes` or a pattern of any other text";

/** The elements of a set, each once, or the pairs of a map, in the order in which they came in. */
export function listOf(value: Keyed, place: Place): Value {
  if (value.kind === "set") return distinctElements(value, place);
  if (value.kind === "keyed") return value.entries;
  return listValue([...value.pairs].map(([key, entry]) => listValue([staticValue(key), entry])));
}

type Names = [Identifier, Identifier, Identifier, Identifier];

/**
 * The first of equal elements: `list.transformList(i, item, !list.exists(j, other, j < i && other in [item]), item)`. CEL's `distinct()`
 * has no limit on what it compares, and `in` costs the same however long the texts are, which `==` does not.
 */
function distinctElements({ list }: SetValue, place: Place): Value {
  if (list.kind === "list" && isDistinct(list)) return list;
  // Each key is there once.
  if (list.kind === "dynamic" && list.order === "keys") return listOfKeys(list, place);
  const { node, scope } = place;
  const stored = storedOf(list, place);
  if (stored === undefined) return rejected;
  if (!scope.requireKubernetes(positionsSince, node.getText(), node)) return rejected;
  const span = scope.span(node);
  const [i, j, x, y] = ["i", "j", "item", "other"].map((name) => identifier(freeVariable(name, scope), span)) as Names;
  const range = stored.expression;
  const isBefore = and(binary(j, "<", i, span), binary(y, "in", listLiteral([x], span), span));
  const inner = { variable: y.name, position: j.name, bound: undefined, entries: entriesOf(range) } as const;
  const before = comprehension({
    ...inner,
    method: "exists",
    range: settled(range),
    body: isBefore,
    nesting: scope.iterating.length + 1,
    span,
  });
  const outer = { method: "filter", range, variable: x.name, position: i.name, ...boundOf(stored, scope) } as const;
  const kept = comprehension({ ...outer, body: negate(before), span });
  const expression = afterChoice(stored, kept, place);
  return { ...stored, expression, small: true, path: undefined, chosen: undefined };
}

/** The list, in which elements may be equal, under a name; undefined after a diagnostic. */
export function storedOf(list: ListValue | Dynamic, place: Place): Dynamic | undefined {
  const whole = list.kind === "list" ? ofKnown(list, place) : listOfKeys(typedElements(list, place), place);
  return whole && named(whole, nameOfPath(whole.path) ?? "list");
}

function ofKnown(list: ListValue, place: Place): Dynamic | undefined {
  return list.elements.some(mayBeAbsent) ? optionals(list, place) : toDynamic(list, place.node, place.scope);
}
