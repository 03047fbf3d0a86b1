import type { Node } from "ts-morph";
import {
  type Expression,
  type Local,
  call,
  conditional,
  doubleLiteral,
  listLiteral,
  literal,
  local,
  mapLiteral,
} from "../../ir/expression.ts";
import type { Shape } from "../../api/shape.ts";
import { limitOfDoubles } from "../numbers/constants.ts";
import { isAscii } from "../../ir/expressions/text.ts";
import { mergeShapes } from "../shapes/merge-shapes.ts";
import { withoutType } from "../cel-type.ts";
import { isDefined, plain } from "./presence.ts";
import type { Scope } from "../scope.ts";
import {
  type Dynamic,
  type StaticValue,
  type Value,
  always,
  dynamic,
  mayBeAbsent,
  isNothing,
  isSomething,
  shapeOfScalar,
  staticValue,
} from "../value.ts";

/** The value as plain CEL, or undefined after a diagnostic. */
export function toExpression(value: Value, node: Node, scope: Scope): Expression | undefined {
  return toDynamic(value, node, scope)?.expression;
}

/** The value as something that is always there: lists and tables of the author become CEL literals. */
export function toDynamic(value: Value, node: Node, scope: Scope): Dynamic | undefined {
  switch (value.kind) {
    case "dynamic":
      return mayBeAbsent(value) ? rejectAbsent(node, scope) : orDefault(value);
    case "static":
      return isSomething(value.value) ? literalOf({ ...value, value: value.value }, node, scope) : rejectValue(node, scope);
    case "list":
      return listOf(value.elements, node, scope);
    case "table":
      return tableOf(value.entries, node, scope);
    case "rejected":
      return undefined;
    case "mixed":
    case "shown":
    case "position":
    case "carried":
    case "carried test":
      scope.rejectLimited(value);
      return undefined;
    default:
      return rejectValue(node, scope);
  }
}

/** For whoever asks whether the value is there: what stands in for it where it is not. */
export function orDefault(value: Dynamic, fallback?: Expression): Dynamic {
  return { ...value, expression: plain(value, fallback), presence: always, typed: true };
}

/** Text as JavaScript makes it of an argument or a key: `undefined` or `null`, where there is none. */
export function textOr(value: Value, node: Node, scope: Scope): Value {
  if (isNothing(value)) return staticValue(value.kind === "static" && value.value === null ? "null" : "undefined");
  if (value.kind !== "dynamic" || value.shape.kind !== "string" || !mayBeAbsent(value)) return value;
  const span = scope.span(node);
  const word = value.isNull === "where absent" ? "null" : "undefined";
  const isOne = typeof value.isNull === "string";
  if (value.presence.kind === "optional" && isOne) return orDefault(value, literal(word, span));
  const words = isOne
    ? literal(word, span)
    : conditional(value.isNull, [literal("null", span), literal("undefined", span)], span);
  const expression = conditional(isDefined(value), [plain(value), words], span);
  return orDefault({ ...value, expression, presence: always, typed: true });
}

/** Why a list that is not in the order that is given has no such element for CEL. */
export const orderProblem = ({ order }: Dynamic): "order-of-map" | "orders-text" =>
  order === "sorted" || order === "unordered" ? "orders-text" : "order-of-map";

function rejectAbsent(node: Node, scope: Scope): undefined {
  scope.reject("may-be-absent", node, { text: node.getText() });
  return undefined;
}

function rejectValue(node: Node, scope: Scope): undefined {
  scope.reject("not-a-value", node, { text: node.getText() });
  return undefined;
}

function literalOf(
  { value }: StaticValue & { readonly value: string | number | boolean },
  node: Node,
  scope: Scope,
): Dynamic | undefined {
  const limit = Number.isFinite(value) ? undefined : limitOfDoubles(value, scope.span(node));
  if (limit !== undefined) return { ...limit, expression: withoutType(limit.expression) };
  const expression = knownLiteral(value, node, scope);
  if (expression === undefined) return undefined;
  const wholeUpTo = typeof value === "number" && !isDouble(value) ? Math.abs(value) : undefined;
  return dynamic(expression, shapeOfScalar(value), { showable: true, ascii: isAscii(String(value)), wholeUpTo });
}

/** Undefined after a diagnostic: not everything that TypeScript can write can be written in CEL. */
export function knownLiteral(value: string | number | boolean, node: Node, scope: Scope): Expression | undefined {
  if (typeof value === "number" && !(Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER)) {
    scope.reject("number-out-of-range", node, { text: String(value) });
    return undefined;
  }
  if (typeof value === "string" && /\p{Surrogate}/u.test(value)) {
    scope.reject("lone-surrogate", node, { text: node.getText() });
    return undefined;
  }
  const span = scope.span(node);
  return isDouble(value) ? call("dyn", [doubleLiteral(value, span)], span) : literal(value, span);
}

/** An int and a double have different types for CEL; as `dyn` a double goes with every number. No int is -0. */
function isDouble(value: string | number | boolean): value is number {
  return typeof value === "number" && (!Number.isInteger(value) || Object.is(value, -0));
}

/** `2.5` for `dyn(2.5)`: `<` takes any two numbers. */
export function bareNumber(node: Expression): Expression {
  const [inner] = node.kind === "call" && node.function === "dyn" ? node.arguments : [];
  return inner?.kind === "literal" ? inner : node;
}

/** CEL wants the elements of a list literal to have one type. */
function listOf(elements: readonly Value[], node: Node, scope: Scope): Dynamic | undefined {
  const items = elements.map((element) => toDynamic(element, node, scope));
  const known = items.filter((item) => item !== undefined);
  if (known.length < items.length) return undefined;
  const element = shapeOfElements(known);
  if (element?.kind === "opaque" || known.some(({ sparse }) => sparse)) return rejectValue(node, scope);
  if (element === undefined) {
    scope.reject("mixed-list", node, { text: node.getText() });
    return undefined;
  }
  const expression = listLiteral(alike(known.map((item) => item.expression)), scope.span(node));
  const [showable, ascii] = [known.every((item) => item.showable), known.every((item) => item.ascii)];
  const typedLevels = 1 + Math.min(...known.map((item) => item.typedLevels));
  return dynamic(expression, { kind: "list", element }, { small: true, showable, ascii, typedLevels });
}

/** Undefined where they have different JSON types, or their parts have. */
function shapeOfElements([first, ...others]: readonly Dynamic[]): Shape | undefined {
  const isAlike = others.every((item) => item.shape.kind === first?.shape.kind);
  const shape: Shape = first?.shape ?? { kind: "string" };
  return isAlike ? others.reduce<Shape | undefined>((all, item) => all && mergeShapes(all, item.shape), shape) : undefined;
}

/**
 * CEL's type checker takes `['a', 'b']` and rejects `[oldObject.kind, 'a']` and `[1, 1.5]`, whose elements have types
 * of their own for it; `dyn(...)` gives them one.
 */
function alike(items: readonly Expression[]): readonly Expression[] {
  if (items.every((item) => item.kind === "literal")) return items;
  return items.map((item) => call("dyn", [bareNumber(item)], item.span));
}

function tableOf(entries: ReadonlyMap<string, string | number | boolean>, node: Node, scope: Scope): Dynamic | undefined {
  const keys = [...entries.keys()].map((key) => knownLiteral(key, node, scope));
  const values = [...entries.values()].map((value) => knownLiteral(value, node, scope));
  const shapes = [...entries.values()].map(shapeOfScalar);
  const value: Shape = shapes[0] ?? { kind: "string" };
  if (shapes.some(({ kind }) => kind !== value.kind)) {
    scope.reject("mixed-list", node, { text: node.getText() });
    return undefined;
  }
  const known = alike(values.filter((part) => part !== undefined));
  const pairs = keys.flatMap((key, at) => (key === undefined || known[at] === undefined ? [] : [[key, known[at]] as const]));
  const ascii = [...entries.values()].every((text) => isAscii(String(text)));
  return dynamic(mapLiteral(pairs, scope.span(node)), { kind: "map", value }, { small: true, showable: true, ascii });
}

/** Gives the value a name under which it can be shared; what is short anyway is put in place again by sharing. */
export function named(value: Dynamic, name: string, by: Local["namedBy"] = "compiler"): Dynamic {
  const { kind } = value.expression;
  if (kind === "literal" || kind === "identifier" || (kind === "local" && by === "compiler")) return value;
  const { presence } = value;
  const expression = local(name, value.expression, by);
  const asked = (what: string, of: Expression): Expression =>
    local(`${what}${name.charAt(0).toUpperCase()}${name.slice(1)}`, of, by);
  const isNull = typeof value.isNull === "string" ? value.isNull : asked("isNo", value.isNull);
  if (presence.kind !== "guarded") return { ...value, isNull, expression };
  return { ...value, isNull, expression, presence: { kind: "guarded", guard: asked("has", presence.guard) } };
}
