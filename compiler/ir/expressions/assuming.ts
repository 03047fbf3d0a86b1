import { and, chooseBoolean, or } from "./boolean.ts";
import { type Expression, binary, call, identifier, literal, method, not } from "../expression.ts";
import { identity } from "./identity.ts";
import { negate } from "./negate.ts";
import { isOptional } from "./type-in-cel.ts";

/**
 * `node` (bool), where `condition` is known to hold: `a || b` is `true` given `a`, and `!x.hasValue()` is `false` given
 * `x.orValue('') == 'a'`. What the condition says nothing about stays as it is.
 */
export function assuming(node: Expression, condition: Expression): Expression {
  const facts: Facts = new Map();
  learn(condition, true, facts);
  return simplify(node, facts);
}

/** By the identity of a condition: whether it holds. */
type Facts = Map<string, boolean>;

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
  if (needsText && argument?.kind === "literal" && argument.value !== "") learnNotDefault(node.receiver, facts);
}

/** `x.orValue('') == 'a'`: x is there. */
function learnOfComparison(node: Expression, facts: Facts): void {
  if (node.kind !== "binary") return;
  learnOfType(node, facts);
  const [read, other] = node.left.kind === "literal" ? [node.right, node.left] : [node.left, node.right];
  if (node.operator === "in") return learnNotDefault(node.right, facts);
  if (read.kind === "call" && read.function === "size" && isNotEmpty(node.operator, other)) {
    const [counted] = read.arguments;
    if (counted !== undefined) learnNotDefault(counted, facts);
  }
  if (other.kind !== "literal") return;
  const standIn = defaultIn(read);
  if (standIn === undefined) return;
  const differs = node.operator === "==" ? standIn !== other.value : node.operator === "!=" && standIn === other.value;
  if (differs) learnNotDefault(read, facts, node.operator === "==" ? typeof other.value : undefined);
}

function isNotEmpty(operator: string, other: Expression): boolean {
  if (other.kind !== "literal" || typeof other.value !== "number") return false;
  return (["!=", ">"].includes(operator) && other.value === 0) || (["==", ">="].includes(operator) && other.value > 0);
}

/** The literal that stands in where the value is absent. */
function defaultIn(node: Expression): unknown {
  if (node.kind === "local") return defaultIn(node.definition);
  const standIn = node.kind === "conditional" ? node.whenFalse : node.kind === "call" ? node.arguments[0] : undefined;
  return standIn?.kind === "literal" && (node.kind !== "call" || node.function === "orValue") ? standIn.value : undefined;
}

/** What is read is not the default: it is there, and its type test holds. */
function learnNotDefault(node: Expression, facts: Facts, type?: string): void {
  if (node.kind === "local") return learnNotDefault(node.definition, facts, type);
  if (node.kind === "conditional") return learn(node.condition, true, facts);
  if (node.kind === "call" && node.function === "orValue" && node.receiver !== undefined)
    learnPresence(node.receiver, type, facts);
}

/** `type(x.orValue(null)) == string` */
function learnOfType({ operator, left, right }: Extract<Expression, { kind: "binary" }>, facts: Facts): void {
  if (operator !== "==" || left.kind !== "call" || left.function !== "type") return;
  const [read] = left.arguments;
  if (right.kind !== "identifier" || right.name === "null_type") return;
  if (read?.kind === "call" && read.function === "orValue" && read.receiver !== undefined)
    learnPresence(read.receiver, undefined, facts);
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
  else learnNotDefault(operand, facts);
}

/** As `hasType` of lower/expressions/presence.ts writes it. */
function typeTest(value: Expression, types: readonly string[]): Expression {
  const { span } = value;
  const read = method(value, "orValue", [literal(null, span)], span);
  return types
    .map((name): Expression => binary(call("type", [read], span), "==", identifier(name, span), span))
    .reduce((left, right) => or(left, right, span));
}
