import type { Node } from "ts-morph";
import { type Expression, type Local, list, literal, local, mapLiteral } from "../ir/expression.ts";
import type { Shape } from "../ir/shape.ts";
import { some } from "../ir/visit.ts";
import { plain } from "./presence.ts";
import type { Scope } from "./scope.ts";
import { type Dynamic, type StaticValue, type Value, dynamic } from "./value.ts";

/** The value as plain CEL, or undefined after a diagnostic. */
export function toExpression(value: Value, node: Node, scope: Scope): Expression | undefined {
  return toDynamic(value, node, scope)?.expression;
}

/** The value as something that is always there: lists and tables of the author become CEL literals. */
export function toDynamic(value: Value, node: Node, scope: Scope): Dynamic | undefined {
  switch (value.kind) {
    case "dynamic":
      return { ...value, expression: plain(value), presence: { kind: "always" }, typed: true };
    case "static":
      return value.value === undefined ? refuseValue(node, scope) : literalOf({ ...value, value: value.value }, node, scope);
    case "list":
      return listOf(value.elements, node, scope);
    case "table":
      return tableOf(value.entries, node, scope);
    case "refused":
      return undefined;
    default:
      return refuseValue(node, scope);
  }
}

function refuseValue(node: Node, scope: Scope): undefined {
  scope.refuse("not-a-value", node, { text: node.getText() });
  return undefined;
}

function literalOf({ value }: StaticValue & { readonly value: string | number | boolean }, node: Node, scope: Scope): Dynamic | undefined {
  if (typeof value === "number" && !(Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER)) {
    scope.refuse("number-out-of-range", node, { text: String(value) });
    return undefined;
  }
  if (typeof value === "string" && /\p{Surrogate}/u.test(value)) {
    scope.refuse("lone-surrogate", node, { text: node.getText() });
    return undefined;
  }
  return dynamic(literal(value, scope.span(node)), shapeOfScalar(value), { showable: true });
}

export function shapeOfScalar(value: string | number | boolean): Shape {
  return { kind: typeof value as "string" | "number" | "boolean" };
}

/** CEL wants the elements of a list literal to have one type. */
function listOf(elements: readonly Value[], node: Node, scope: Scope): Dynamic | undefined {
  const items = elements.map((element) => toDynamic(element, node, scope));
  const known = items.filter((item) => item !== undefined);
  if (known.length < items.length) return undefined;
  const element: Shape = known[0]?.shape ?? { kind: "string" };
  if (known.some((item) => item.shape.kind !== element.kind)) {
    scope.refuse("mixed-list", node, { text: node.getText() });
    return undefined;
  }
  const expression = list(known.map((item) => item.expression), scope.span(node));
  const showable = known.every((item) => item.showable);
  return dynamic(expression, { kind: "list", element }, { small: true, showable });
}

function tableOf(entries: ReadonlyMap<string, string | number | boolean>, node: Node, scope: Scope): Dynamic {
  const span = scope.span(node);
  const pairs = [...entries].map(([key, value]) => [literal(key, span), literal(value, span)] as const);
  const [first] = entries.values();
  const value: Shape = first === undefined ? { kind: "string" } : shapeOfScalar(first);
  return dynamic(mapLiteral(pairs, span), { kind: "map", value }, { small: true, showable: true });
}

/** Gives the value a name under which it can be shared; what is short anyway is put in place again by sharing. */
export function named(value: Dynamic, name: string, by: Local["namedBy"] = "compiler"): Dynamic {
  const { kind } = value.expression;
  if (kind === "literal" || kind === "identifier" || (kind === "local" && by === "compiler")) return value;
  const { presence } = value;
  const expression = local(name, value.expression, by);
  if (presence.kind !== "guarded") return { ...value, expression };
  const guard = local(`has${name.charAt(0).toUpperCase()}${name.slice(1)}`, presence.guard, by);
  return { ...value, expression, presence: { kind: "guarded", guard } };
}

/** Whether evaluating the value may walk a stored collection, so that *when* TypeScript evaluates it matters. */
export function walks(value: Value): boolean {
  if (value.kind === "list") return value.elements.some(walks);
  if (value.kind === "object") return [...value.properties.values()].some(walks);
  if (value.kind !== "dynamic") return false;
  const isWalk = (node: Expression): boolean => node.kind === "comprehension" && node.bound !== undefined;
  const { presence } = value;
  return some(value.expression, isWalk) || (presence.kind === "guarded" && some(presence.guard, isWalk));
}
