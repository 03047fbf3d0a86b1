import {
  type Binary,
  type Comprehension,
  type Conditional,
  type Expression,
  type Literal,
  binary,
  literal,
  method,
  variablesOf,
} from "../ir/expression.ts";
import { Facts, given } from "../ir/expressions/assuming.ts";
import { chooseBoolean, isLiteral } from "../ir/expressions/boolean.ts";
import { operandsOf } from "../ir/expressions/equivalents.ts";
import { identity } from "../ir/expressions/identity.ts";
import { negate } from "../ir/expressions/negate.ts";
import { isBooleanInCel } from "../ir/expressions/type-in-cel.ts";
import { once } from "../ir/once.ts";
import { children, mapChildren, onceBelow } from "../ir/expressions/visit.ts";

/** Larger than anybody reads; working out what is known at each of its parts would take long. */
const mostNodes = 5000;

/**
 * The same without tests that have been decided where they stand: `a ? (a ? x : y) : z` is `a ? x : z`, and
 * `(a || b) && (a || (b && c))` is `(a || b) && (a || c)`. What is known of an operand or branch is what CEL has
 * evaluated before it. A local is the same wherever it stands, so nothing is left out of it.
 */
export function withoutDecided(node: Expression): Expression {
  return nodesIn(node) > mostNodes ? node : decide(node, { facts: new Facts(), names: [] });
}

const nodesIn: (node: Expression) => number = once((node) =>
  node.kind === "local" ? 1 : children(node).reduce((sum, child) => sum + nodesIn(child), 1),
);

interface Known {
  readonly facts: Facts;
  /** Of the variables of comprehensions around it. */
  readonly names: readonly string[];
}

function decide(node: Expression, known: Known): Expression {
  if (!mayBeDecided(node)) return node;
  return isBooleanInCel(node) ? decideTest(node, known) : decideInside(node, known);
}

/** Whether it has a test, or a text in place of what is absent: most parts of a message have neither. */
const mayBeDecided: (node: Expression) => boolean = once((node) => {
  if (node.kind === "literal") return false;
  if (isBooleanInCel(node) || node.kind === "conditional") return true;
  if (node.kind === "local" || node.kind === "demand" || node.kind === "sequence") return false;
  return textInstead(node) !== undefined || children(node).some(mayBeDecided);
});

/** Where any value is taken for a bool, and a constant may stand for what CEL's type checker does not know to be one. */
function decideTest(node: Expression, known: Known): Expression {
  if (node.kind === "literal" || hasLimit(node)) return decideInside(node, known);
  const holds = known.facts.get(identity(node));
  return holds === undefined ? decideInside(node, known) : literal(holds, node.span);
}

/** `size(x) <= 2000`: the estimate of cost looks for it right at what it limits. */
const hasLimit = onceBelow((node) => {
  if (node.kind !== "binary" || node.left.kind !== "call" || node.left.function !== "size") return false;
  return (node.operator === "<=" || node.operator === ">") && node.right.kind === "literal" && Number(node.right.value) > 1;
});

function decideInside(node: Expression, known: Known): Expression {
  switch (node.kind) {
    case "local":
    case "demand":
    case "sequence":
      return node;
    case "conditional":
      return decideBranches(node, known);
    case "comprehension":
      return decideEach(node, known);
    case "not": {
      const operand = decideTest(node.operand, known);
      if (operand.kind === "literal") return literal(operand.value !== true, node.span);
      return operand === node.operand ? node : { ...node, operand };
    }
    case "binary":
      if (node.operator === "&&" || node.operator === "||") return decideOperands(node, known);
      return comparedWithConstant(mapChildren(node, (child) => decide(child, known)));
    default:
      return withPlainDefault(
        mapChildren(node, (child) => decide(child, known)),
        known,
      );
  }
}

/** `x.orValue('')` for `x.orValue('undefined')` where x is there: nobody shall think about a text that never appears. */
function withPlainDefault(node: Expression, { facts }: Known): Expression {
  const otherwise = textInstead(node);
  if (otherwise === undefined || node.kind !== "call" || node.receiver === undefined) return node;
  const isThere = facts.get(identity(method(node.receiver, "hasValue", [], node.span)));
  return isThere === true ? { ...node, arguments: [literal("", otherwise.span)] } : node;
}

/** `'undefined'` of `x.orValue('undefined')` */
function textInstead(node: Expression): Literal | undefined {
  if (node.kind !== "call" || node.function !== "orValue" || node.receiver === undefined) return undefined;
  const [otherwise] = node.arguments;
  return otherwise?.kind === "literal" && typeof otherwise.value === "string" && otherwise.value !== "" ? otherwise : undefined;
}

/** `a` for `a == true`, where that has been found of the other side. */
function comparedWithConstant(node: Expression): Expression {
  if (node.kind !== "binary" || (node.operator !== "==" && node.operator !== "!=")) return node;
  const { operator } = node;
  const [right, left] = node.left.kind === "literal" ? [node.left, node.right] : [node.right, node.left];
  if (right.kind !== "literal" || typeof right.value !== "boolean" || !isBooleanInCel(left)) return node;
  return right.value === (operator === "==") ? left : negate(left);
}

function decideBranches(node: Conditional, known: Known): Expression {
  const condition = decideTest(node.condition, known);
  if (condition.kind === "literal") return decide(condition.value === true ? node.whenTrue : node.whenFalse, known);
  const [whenTrue, whenFalse] = [node.whenTrue, node.whenFalse].map((branch, at) =>
    decide(branch, { ...known, facts: given(known.facts, condition, at === 0) }),
  ) as [Expression, Expression];
  if (identity(whenTrue) === identity(whenFalse)) return whenTrue;
  const isSame = condition === node.condition && whenTrue === node.whenTrue && whenFalse === node.whenFalse;
  return isSame ? node : chooseBoolean(condition, [whenTrue, whenFalse], node.span);
}

/** What is known of a name is about another element where a comprehension inside has the same name. */
function decideEach(node: Comprehension, known: Known): Expression {
  const range = decide(node.range, known);
  const own = variablesOf(node);
  const facts = own.some((name) => known.names.includes(name)) ? new Facts() : known.facts;
  const body = decide(node.body, { facts, names: [...known.names, ...own] });
  return range === node.range && body === node.body ? node : { ...node, range, body };
}

function decideOperands(node: Binary, known: Known): Expression {
  const neutral = node.operator === "&&";
  const operands = operandsOf(node, node.operator);
  const kept: Expression[] = [];
  let { facts } = known;
  for (const operand of operands) {
    const left = decideTest(operand, { ...known, facts });
    if (isLiteral(left, neutral)) continue;
    if (isLiteral(left, !neutral)) return left;
    kept.push(left);
    facts = given(facts, left, neutral);
  }
  return joined(withoutImplied(kept, node.operator), node);
}

/** What is left alone has to be a bool for CEL, and not only dyn. */
function joined(kept: readonly Expression[], node: Binary): Expression {
  const [first, ...others] = kept;
  if (first === undefined) return literal(node.operator === "&&", node.span);
  if (others.length === 0 && !isBooleanInCel(first)) return node;
  const operands = operandsOf(node, node.operator);
  if (kept.length === operands.length && kept.every((operand, at) => operand === operands[at])) return node;
  return others.reduce((left, right) => binary(left, node.operator, right, node.span), first);
}

/**
 * `x.hasValue()` for `x.orValue('') == 'a' || x.hasValue()`: whatever holds the first, holds the second. It stands in
 * the place of the first, so that nothing is evaluated that was not.
 */
function withoutImplied(operands: readonly Expression[], operator: Binary["operator"]): readonly Expression[] {
  const decides = operator === "||";
  const tests = operands.filter(isPresenceTest);
  if (tests.length === 0) return operands;
  const standIns = operands.map((operand) => {
    if (isPresenceTest(operand)) return operand;
    const facts = given(new Facts(), operand, decides);
    return tests.find((test) => facts.get(identity(test)) === decides) ?? operand;
  });
  const texts = standIns.map(identity);
  return standIns.filter((_, at) => texts.indexOf(texts[at] ?? "") === at);
}

/** `x.hasValue()`, or `!x.hasValue()` */
function isPresenceTest(node: Expression): boolean {
  const test = node.kind === "not" ? node.operand : node;
  return test.kind === "call" && test.function === "hasValue";
}
