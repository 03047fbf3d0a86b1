import { isDateText } from "../../language/parse/date-in-text.ts";
import { duration } from "../../language/parse/duration.ts";
import { timestamp } from "../../language/parse/timestamp.ts";
import { type Binary, type Call, type Expression, type Literal, binary, literal } from "../expression.ts";
import { identity } from "./identity.ts";
import { negate } from "./negate.ts";
import { once, onceHere } from "../once.ts";
import { mapChildren, onceBelow } from "./visit.ts";
import { isEmptyAnyway, withoutPresenceTests } from "./presence-tests.ts";
import { isBooleanInCel } from "./type-in-cel.ts";

/** `a || b || a` is `a || b`, and so for `&&`: what was asked before has the same answer. */
export const withoutRepeats: (node: Expression) => Expression = once((node) => {
  const inner = mapChildren(node, withoutRepeats);
  if (inner.kind !== "binary" || (inner.operator !== "||" && inner.operator !== "&&")) return inner;
  const operands = operandsOf(inner, inner.operator);
  const seen = new Set<string>();
  const different = operands.filter((operand) => !seen.has(identity(operand)) && seen.add(identity(operand)));
  // One alone may be dyn for CEL, and the whole has to be a bool.
  if (different.length === operands.length || different.length === 1) return inner;
  return different.reduce((left, right) => binary(left, inner.operator, right, inner.span));
});

export function operandsOf(node: Expression, operator: Binary["operator"]): readonly Expression[] {
  if (node.kind !== "binary" || node.operator !== operator) return [node];
  return [...operandsOf(node.left, operator), ...operandsOf(node.right, operator)];
}

/**
 * `'x' == oldObject.spec.a` for `oldObject.spec.a == 'x'`, where that may be a list or map. Of built-in kinds these are
 * compared with their own sort alone, and anything else is an error (measured on 1.37.1: "no such overload", of `==`
 * and not of `!=`). A text or number on the left is equal to no list or map.
 */
export const withConstantsFirst = once((node: Expression): Expression => {
  const inside = mapChildren(node, withConstantsFirst);
  if (inside.kind !== "binary" || inside.operator !== "==" || inside.ofAnyType !== true) return inside;
  return { ...inside, left: inside.right, right: inside.left };
});

/**
 * The same without constants that decide nothing: `true && a` is `a`, `a || false` is `a`, `false ? a : b` is `b`; and
 * `a.or(a)` is `a`; and conversions that could not be stored are others that could. Constants are left where something was evaluated for its size alone, which the limits have said before.
 */
export const simplified: (node: Expression) => Expression = once((node) => {
  // What it stands before has been limited by now, and of a sequence only the end is written.
  if (node.kind === "sequence") return simplified(node.then);
  const inner = mapChildren(node, simplified);
  if (inner.kind === "not" && inner.operand.kind === "literal") return { ...inner.operand, value: inner.operand.value !== true };
  if (inner.kind === "not" && inner.operand.kind === "binary" && ["==", "!="].includes(inner.operand.operator))
    return negate(inner.operand);
  if (inner.kind === "conditional" && inner.condition.kind === "literal")
    return inner.condition.value === true ? inner.whenTrue : inner.whenFalse;
  if (inner.kind === "conditional" && isEmptyAnyway(inner)) return inner.whenTrue;
  if (isAlternativeToItself(inner)) return inner.receiver;
  if (inner.kind === "call") return convertible(inner);
  return inner.kind === "binary" ? simplifiedBinary(inner) : inner;
});

function simplifiedBinary(inner: Binary): Expression {
  const { left, right, operator } = inner;
  if (operator === "+") return constantsJoined(inner);
  // Exact opposites, so that `size(x) <= 0` becomes `size(x) == 0`.
  if (operator === "<=") return negate(negate(inner));
  if (operator !== "&&" && operator !== "||") return inner;
  const neutral = operator === "&&";
  if (isConstant(left)) return left.value === neutral ? whole(right, inner) : left;
  if (isConstant(right)) return right.value === neutral ? whole(left, inner) : right;
  return presenceOnce(chosenBefore(inner));
}

/** `'a' + 'b' + x` is `'ab' + x`. */
function constantsJoined(node: Binary): Expression {
  const operands = operandsOf(node, "+");
  const joined: Expression[] = [];
  for (const operand of operands) {
    const last = joined.at(-1);
    if (last !== undefined && isText(last) && isText(operand))
      joined[joined.length - 1] = { ...last, value: `${last.value}${operand.value}` };
    else joined.push(operand);
  }
  const kept = joined.filter((part) => !isText(part) || part.value !== "");
  // Beside a text, what is left is known to be one.
  const texts = kept.some(isText) ? kept : joined;
  return texts.length === operands.length ? node : texts.reduce((left, right) => binary(left, "+", right, node.span));
}

function isText(node: Expression): node is Literal & { readonly value: string } {
  return node.kind === "literal" && typeof node.value === "string";
}

function presenceOnce(node: Binary): Expression {
  const { operator, span } = node;
  if (operator !== "&&" && operator !== "||") return node;
  const operands = operandsOf(node, operator);
  const kept = withoutPresenceTests(operands, operator);
  const isSame = kept.length === operands.length && kept.every((operand, at) => operand === operands[at]);
  return isSame ? node : kept.reduce((left, right) => binary(left, operator, right, span));
}

/**
 * `a || f(a ? x : y)` is `a || f(y)`, and `a && f(a ? x : y)` is `a && f(x)`: the right side is looked at where the left
 * has decided nothing.
 */
function chosenBefore(node: Binary): Binary {
  if (!chooses(node.right)) return node;
  const known = new Map<string, boolean>();
  for (const operand of operandsOf(node.left, node.operator)) {
    known.set(identity(operand), node.operator === "&&");
    known.set(identity(negate(operand)), node.operator === "||");
  }
  const choose = onceHere((part: Expression): Expression => {
    // A local is the same wherever it stands.
    if (part.kind === "local") return part;
    const inner = mapChildren(part, choose);
    if (inner.kind !== "conditional") return inner;
    const holds = holdsAmong(known, inner.condition);
    return holds === undefined ? inner : holds ? inner.whenTrue : inner.whenFalse;
  });
  return { ...node, right: choose(node.right) };
}

/** Whether a condition holds where it has been decided, or all of its operands have. */
function holdsAmong(known: ReadonlyMap<string, boolean>, node: Expression): boolean | undefined {
  const itself = known.get(identity(node));
  if (itself !== undefined || node.kind !== "binary") return itself;
  const { operator } = node;
  if (operator !== "&&" && operator !== "||") return undefined;
  const operands = operandsOf(node, operator).map((operand) => known.get(identity(operand)));
  if (operands.includes(operator === "||")) return operator === "||";
  return operands.includes(undefined) ? undefined : operator === "&&";
}

const chooses = onceBelow(({ kind }) => kind === "conditional");

/** As where a guard reads the fallback of a mark in the place of the mark. */
function isAlternativeToItself(node: Expression): node is Call & { readonly receiver: Expression } {
  if (node.kind !== "call" || node.function !== "or" || node.receiver === undefined) return false;
  const [other] = node.arguments;
  return other !== undefined && identity(node.receiver) === identity(other);
}

function isConstant(node: Expression): node is Extract<Expression, { kind: "literal" }> {
  return node.kind === "literal" && typeof node.value === "boolean";
}

/** What is left alone has to be a bool for CEL, and not only dyn. */
function whole(rest: Expression, before: Expression): Expression {
  return isBooleanInCel(rest) || isConstant(rest) ? rest : before;
}

/** A conversion of a text: what it certainly reads, and a text that it reads in place of one that it does not. */
interface Conversion {
  readonly reads: (text: string) => boolean;
  readonly instead: string;
}

const conversions: Readonly<Record<string, Conversion>> = {
  double: { reads: isDouble, instead: "NaN" },
  int: { reads: (text) => /^[-+]?[0-9]{1,18}$/.test(text), instead: "0" },
  duration: { reads: (text) => duration(text) !== undefined, instead: "0s" },
  timestamp: { reads: (text) => timestamp(text) !== undefined || isDateText(text), instead: "1970-01-01T00:00:00Z" },
};

function isDouble(text: string): boolean {
  if (/^(NaN|[-+]?Infinity)$/.test(text)) return true;
  return /^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$/.test(text) && Number.isFinite(Number(text));
}

/**
 * `double('x')` in a branch that is taken where the text is a number alone, so never: the API server works conversions of
 * constants out when the policy is stored, and does not store one in which that fails.
 */
function convertible(node: Call): Expression {
  const conversion = Object.hasOwn(conversions, node.function) ? conversions[node.function] : undefined;
  const [text, ...others] = node.arguments;
  if (conversion === undefined || text?.kind !== "literal" || typeof text.value !== "string" || others.length > 0) return node;
  return conversion.reads(text.value) ? node : { ...node, arguments: [literal(conversion.instead, text.span)] };
}
