import type { Span } from "../../diagnostics/span.ts";
import { type Binary, type Expression, identifier } from "../expression.ts";
import { once } from "../once.ts";
import { children } from "./visit.ts";

/** What a number may be: stored ones and literals are finite, and only what is calculated from them may be more. */
type Range = "finite" | "infinite" | "not a number";

const ranges: readonly Range[] = ["finite", "infinite", "not a number"];

/**
 * Whether the value of `node` may be NaN. CEL fails on ordering it (cel-go: common/types/double.go, Compare), where
 * TypeScript says false.
 */
export function mayBeNaN(node: Expression): boolean {
  return rangeOf(node) === "not a number";
}

/** The element `name` of `list`. */
export function elementIn(list: Expression, name: string, span: Span): Expression {
  const range = rangeOf(list);
  return range === "finite" ? identifier(name, span) : { ...identifier(name, span), range };
}

const rangeOf = once((node): Range => {
  if (node.kind === "binary") return rangeOfBinary(node);
  if (node.kind === "conditional") return widest(rangeOf(node.whenTrue), rangeOf(node.whenFalse));
  if (node.kind === "identifier") return node.range ?? "finite";
  // Of a text that is read as a number.
  if (node.kind === "literal") return node.value === "NaN" ? "not a number" : isInfinite(node.value) ? "infinite" : "finite";
  if (node.kind === "not" || (node.kind === "call" && node.function === "size")) return "finite";
  const range = children(node).map(rangeOf).reduce(widest, "finite");
  return node.kind === "call" && node.function === "sum" ? rangeOfSum(range) : range;
});

/** Of finite numbers it grows in one direction beyond all others; what is infinite may cancel out. */
function rangeOfSum(range: Range): Range {
  return range === "finite" ? "infinite" : "not a number";
}

function rangeOfBinary({ operator, left, right }: Binary): Range {
  const [a, b] = [rangeOf(left), rangeOf(right)];
  const most = widest(a, b);
  if (!["+", "-", "*", "/"].includes(operator)) return "finite";
  if (most === "not a number") return most;
  if (operator === "/") return isNonZero(right) ? "infinite" : "not a number";
  if (operator === "*" && most === "infinite") return isNonZero(left) || isNonZero(right) ? "infinite" : "not a number";
  return a === "infinite" && b === "infinite" ? "not a number" : "infinite";
}

function isInfinite(value: unknown): boolean {
  return value === "Infinity" || value === "-Infinity";
}

function isNonZero(node: Expression): boolean {
  return node.kind === "literal" && node.value !== 0;
}

function widest(a: Range, b: Range): Range {
  return ranges.indexOf(a) > ranges.indexOf(b) ? a : b;
}
