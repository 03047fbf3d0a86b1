import { and, chooseBoolean, isLiteral, or } from "./boolean.ts";
import { type Expression, binary, call, identifier, literal, method, not } from "../expression.ts";
import { identity } from "./identity.ts";
import { negate } from "./negate.ts";
import { isOptional } from "./type-in-cel.ts";

/** Most alternatives that are remembered: each is looked at again with everything that is learnt. */
const mostAlternatives = 6;

/** What is known of conditions: by the identity of each, whether it holds. */
export class Facts {
  readonly #own = new Map<string, boolean>();
  readonly #before: Facts | undefined;
  /** Conditions with `||` that hold: where all but one part is known not to, that one does. */
  readonly alternatives: Expression[];

  constructor(before?: Facts) {
    this.#before = before;
    this.alternatives = [...(before?.alternatives ?? [])];
  }

  get(condition: string): boolean | undefined {
    return this.#own.get(condition) ?? this.#before?.get(condition);
  }

  set(condition: string, holds: boolean): void {
    this.#own.set(condition, holds);
  }

  /** One of its parts holds. */
  add(alternatives: Expression): void {
    this.alternatives.unshift(alternatives);
    this.alternatives.length = Math.min(this.alternatives.length, mostAlternatives);
  }
}

/**
 * `node` (bool), where `condition` is known to hold: `a || b` is `true` given `a`, and `!x.hasValue()` is `false` given
 * `x.orValue('') == 'a'`. What the condition says nothing about stays as it is.
 */
export function assuming(node: Expression, condition: Expression): Expression {
  const facts = new Facts();
  learn(condition, true, facts);
  return simplify(node, facts);
}

/** What is known besides where a condition holds, or does not. */
export function given(before: Facts, condition: Expression, holds: boolean): Facts {
  const facts = new Facts(before);
  learn(condition, holds, facts);
  for (const alternatives of facts.alternatives.slice()) {
    const [only, ...others] = alternativesOf(alternatives).filter((one) => !isLiteral(simplify(one, facts), false));
    if (only !== undefined && others.length === 0) learn(only, true, facts);
  }
  return facts;
}

function alternativesOf(node: Expression): readonly Expression[] {
  if (node.kind !== "binary" || node.operator !== "||") return [node];
  return [...alternativesOf(node.left), ...alternativesOf(node.right)];
}

function learn(node: Expression, holds: boolean, facts: Facts): void {
  if (node.kind === "local" || node.kind === "sequence") {
    learn(node.kind === "local" ? node.definition : node.then, holds, facts);
    return;
  }
  facts.set(identity(node), holds);
  facts.set(identity(negate(node)), !holds);
  if (node.kind === "not") learn(node.operand, !holds, facts);
  if (node.kind !== "binary") return learnOfCall(node, holds, facts);
  if (node.operator === (holds ? "&&" : "||")) for (const part of [node.left, node.right]) learn(part, holds, facts);
  else if (node.operator === "||" || node.operator === "&&") facts.add(holds ? node : negate(node));
  else learnOfComparison(holds ? node : negate(node), facts);
}

function simplify(node: Expression, facts: Facts): Expression {
  const known = facts.get(identity(node));
  if (known !== undefined) return literal(known, node.span);
  if (node.kind === "not") return opposite(simplify(node.operand, facts));
  if (node.kind === "conditional") {
    const [whenTrue, whenFalse] = [simplify(node.whenTrue, facts), simplify(node.whenFalse, facts)];
    return chooseBoolean(simplify(node.condition, facts), [whenTrue, whenFalse], node.span);
  }
  if (node.kind !== "binary" || (node.operator !== "&&" && node.operator !== "||")) return node;
  const [left, right] = [simplify(node.left, facts), simplify(node.right, facts)];
  return node.operator === "&&" ? and(left, right, node.span) : or(left, right, node.span);
}

function opposite(operand: Expression): Expression {
  return operand.kind === "literal" ? literal(operand.value === false, operand.span) : not(operand, operand.span);
}

/** `x.hasValue()`, and what asks for some text in `x.orValue('')`. */
function learnOfCall(node: Expression, holds: boolean, facts: Facts): void {
  if (node.kind !== "call" || node.receiver === undefined || !holds) return;
  if (node.function === "hasValue") learnPresence(node.receiver, undefined, facts);
  const [argument] = node.arguments;
  const needsText = ["startsWith", "endsWith", "contains"].includes(node.function);
  if (!needsText || argument?.kind !== "literal" || argument.value === "") return;
  facts.set(identity(binary(node.receiver, "==", literal("", node.span), node.span)), false);
  learnNotEmpty(node.receiver, facts);
}

/** `x.orValue('') == 'a'`, `size(x.orValue([])) > 0`, `'a' in x.orValue({})`: x is there. */
function learnOfComparison(node: Expression, facts: Facts): void {
  if (node.kind !== "binary") return;
  learnOfType(node, facts);
  if (node.operator === "in") return learnNotEmpty(node.right, facts);
  const { read, operator, other } = inOrder(node);
  if (other.kind !== "literal") return;
  const length = defined(read);
  const [counted] = length.kind === "call" && length.function === "size" ? length.arguments : [];
  if (counted !== undefined && isAboveZero(operator, other.value)) learnNotEmpty(counted, facts);
  const standIn = standInOf(read);
  if (standIn === undefined) return;
  if (operator === "==" && standIn !== other.value) learnNotStandIn(read, facts, typeof other.value);
  if (operator === "!=" && standIn === other.value) learnNotStandIn(read, facts);
}

type Comparison = Extract<Expression, { kind: "binary" }>;

const mirrored: Readonly<Partial<Record<Comparison["operator"], Comparison["operator"]>>> = {
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

/** With the literal on the right: `size(x) >= 3` for `3 <= size(x)`. */
function inOrder({ left, operator, right }: Comparison): {
  read: Expression;
  operator: Comparison["operator"];
  other: Expression;
} {
  if (left.kind !== "literal") return { read: left, operator, other: right };
  return { read: right, operator: mirrored[operator] ?? operator, other: left };
}

function defined(node: Expression): Expression {
  return node.kind === "local" ? defined(node.definition) : node;
}

function isAboveZero(operator: Comparison["operator"], number: unknown): boolean {
  if (typeof number !== "number") return false;
  return (["!=", ">"].includes(operator) && number === 0) || (["==", ">=", ">"].includes(operator) && number > 0);
}

/** The literal that stands in where the value is absent. */
function standInOf(node: Expression): unknown {
  if (node.kind === "local") return standInOf(node.definition);
  const standIn = node.kind === "conditional" ? node.whenFalse : node.kind === "call" ? node.arguments[0] : undefined;
  return standIn?.kind === "literal" && (node.kind !== "call" || node.function === "orValue") ? standIn.value : undefined;
}

/** What is read is not what stands in for it: it is there, and its type test holds. */
function learnNotStandIn(node: Expression, facts: Facts, type?: string): void {
  if (node.kind === "local") return learnNotStandIn(node.definition, facts, type);
  if (node.kind === "conditional") return learn(node.condition, true, facts);
  if (node.kind === "call" && node.receiver !== undefined) learnPresence(node.receiver, type, facts);
}

/** Something is in the text, list or map, so that it is there where nothing but an empty one stands in for it. */
function learnNotEmpty(node: Expression, facts: Facts): void {
  if (node.kind === "local") return learnNotEmpty(node.definition, facts);
  if (node.kind === "sequence") return learnNotEmpty(node.then, facts);
  if (node.kind === "conditional") {
    if (!isEmpty(node.whenFalse)) return;
    learn(node.condition, true, facts);
    return learnNotEmpty(node.whenTrue, facts);
  }
  if (node.kind === "comprehension") return learnNotEmpty(node.range, facts);
  if (node.kind !== "call" || node.function !== "orValue" || node.receiver === undefined) return;
  if (node.arguments.every(isEmpty)) learnPresence(node.receiver, undefined, facts);
}

function isEmpty(node: Expression): boolean {
  if (node.kind === "list") return node.elements.length === 0;
  return node.kind === "map" ? node.entries.length === 0 : node.kind === "literal" && node.value === "";
}

/** `type(x.orValue(null)) == string` */
function learnOfType({ operator, left, right }: Comparison, facts: Facts): void {
  if (operator !== "==" || left.kind !== "call" || left.function !== "type") return;
  const [read] = left.arguments;
  if (right.kind !== "identifier" || right.name === "null_type") return;
  if (read?.kind !== "call" || read.function !== "orValue" || read.receiver === undefined) return;
  const [standIn] = read.arguments;
  if (standIn?.kind === "literal" && standIn.value === null) learnPresence(read.receiver, undefined, facts);
}

const celTypes: Readonly<Record<string, readonly string[]>> = {
  string: ["string"],
  boolean: ["bool"],
  number: ["int", "double"],
};

/** The optional has a value, and so has what it is read from. */
function learnPresence(value: Expression, type: string | undefined, facts: Facts): void {
  if (value.kind === "local") return learnPresence(value.definition, type, facts);
  const { span } = value;
  facts.set(identity(method(value, "hasValue", [], span)), true);
  if (type !== undefined) facts.set(identity(typeTest(value, celTypes[type] ?? [])), true);
  if ((value.kind !== "select" && value.kind !== "index") || !value.optional) return;
  const { operand } = value;
  if (isOptional(operand)) learnPresence(operand, undefined, facts);
  else learnNotEmpty(operand, facts);
}

/** As `hasType` of lower/expressions/presence.ts writes it. */
function typeTest(value: Expression, types: readonly string[]): Expression {
  const { span } = value;
  const read = method(value, "orValue", [literal(null, span)], span);
  return types
    .map((name): Expression => binary(call("type", [read], span), "==", identifier(name, span), span))
    .reduce((left, right) => or(left, right, span));
}
