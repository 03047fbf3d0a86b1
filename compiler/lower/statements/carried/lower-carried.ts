import {
  type ArrayLiteralExpression,
  type BinaryExpression,
  type CallExpression,
  type ConditionalExpression,
  type Expression as TypeScriptExpression,
  Node,
  SyntaxKind,
} from "ts-morph";
import { demands } from "../../../ir/expressions/settled.ts";
import { iterationsOf } from "../../evaluation-order.ts";
import { calculated } from "../../numbers/arithmetic.ts";
import { lowerIdentifier } from "../../expressions/identifier.ts";
import { printed } from "../../text/printed.ts";
import { withoutParentheses } from "../../shapes/type-of.ts";
import type { Place, Scope } from "../../scope.ts";
import { type Value, listValue, rejected, staticValue } from "../../value.ts";
import { type Adds, type Appends, type CarriedValue, type Pushes, type Step, followedBy } from "./carried.ts";
import { lowerCarriedCondition } from "./carried-condition.ts";
import { chooseCarried, rejectState } from "./choose-step.ts";
import { readsCarried } from "./reads-carried.ts";

/** What an expression makes of what a loop carries; rejected where CEL cannot say it. */
export function lowerCarried(expression: TypeScriptExpression, scope: Scope): Value {
  const node = withoutParentheses(expression);
  if (Node.isIdentifier(node)) return lowerIdentifier(node, scope);
  if (Node.isConditionalExpression(node)) return lowerChoice(node, scope);
  if (Node.isBinaryExpression(node)) return lowerBinary(node, scope);
  if (Node.isArrayLiteralExpression(node)) return lowerGrown(node, scope);
  if (Node.isCallExpression(node)) return lowerExtreme(node, scope);
  return isCondition(node) ? lowerCarriedCondition(node, scope) : rejectState({ node, scope });
}

function isCondition(node: Node): boolean {
  return Node.isPrefixUnaryExpression(node) && node.getOperatorToken() === SyntaxKind.ExclamationToken;
}

function lowerChoice(node: ConditionalExpression, scope: Scope): Value {
  const condition = lowerCarriedCondition(node.getCondition(), scope);
  return chooseCarried(condition, [scope.lowerAny(node.getWhenTrue()), scope.lowerAny(node.getWhenFalse())], { node, scope });
}

/** `sum + x`, `found || x > 1`, `first ?? x` */
function lowerBinary(node: BinaryExpression, scope: Scope): Value {
  const operator = node.getOperatorToken().getText();
  const sides = [node.getLeft(), node.getRight()] as const;
  const [left, right] = [scope.lowerAny(sides[0]), scope.lowerAny(sides[1])];
  const about = left.kind === "carried" ? left : right;
  const isFirst = about === left;
  const other = isFirst ? right : left;
  if (other.kind === "rejected" || about.kind === "rejected") return rejected;
  if (about.kind !== "carried" || other.kind === "carried" || other.kind === "carried test") return rejectState({ node, scope });
  return (
    changed(about, operator, { other, isFirst, node, scope, operand: isFirst ? sides[1] : sides[0] }) ??
    rejectState({ node, scope })
  );
}

interface Changing extends Place {
  readonly other: Value;
  /** What is carried stands on the left. */
  readonly isFirst: boolean;
  /** What the other was written as. */
  readonly operand: TypeScriptExpression;
}

/** What is carried, changed by an operator, also of `sum += x`. Undefined where CEL cannot say it. */
export function changed(about: CarriedValue, operator: string, change: Changing): Value | undefined {
  const { other, isFirst, node, scope, operand } = change;
  const step = (next: Adds | Appends | Pushes): Value | undefined => {
    const whole = followedBy(about.step, next);
    return whole && { ...about, step: whole, node };
  };
  switch (operator) {
    case "+":
      if (!isTextual(about.of.declaration)) return isNumeric(operand) ? step({ does: "add", values: [other] }) : undefined;
      return isFirst ? step({ does: "append", texts: [printed(other, { node: operand, scope })] }) : undefined;
    case "-":
      return isFirst && isNumeric(operand) ? step({ does: "add", values: [negative(other, change)] }) : undefined;
    case "||":
    case "&&":
      return logical(about, operator, change);
    case "??":
      if (!isFirst || about.step.does !== "nothing" || iterationsOf(other).length > 0) return undefined;
      return { ...about, step: { does: "first", unless: "present", nothing: "either", value: other }, node };
    default:
      return undefined;
  }
}

/** `count++` */
export function addedTo(about: CarriedValue, value: Value, { node }: Place): Value | undefined {
  const step = followedBy(about.step, { does: "add", values: [value] });
  return step && { ...about, step, node };
}

function negative(value: Value, { node, scope, operand }: Changing): Value {
  return calculated([staticValue(-1), value], "*", { nodes: [operand, operand], node, scope });
}

/** `found || x.on` is true from the first element on that is on, `all && x.on` false from the first that is not. */
function logical(about: CarriedValue, operator: "||" | "&&", { other, node, operand, isFirst }: Changing): Value | undefined {
  // Which elements are asked depends on what was found before.
  if (isFirst && other.kind === "dynamic" && demands(other.expression)) return undefined;
  const types = [about.of.declaration.getType(), operand.getType()];
  if (about.step.does !== "nothing" || !types.every((type) => type.isBoolean() || type.isBooleanLiteral())) return undefined;
  if (other.kind === "static") return { ...about, step: decided(operator, other.value === (operator === "||")), node };
  if (other.kind !== "dynamic" || other.presence.kind !== "always") return undefined;
  const [whenTrue, whenFalse] = operator === "||" ? ([true, false] as const) : ([false, true] as const);
  const branches = [decided(operator, whenTrue), decided(operator, whenFalse)] as const;
  return { ...about, step: { does: "choose", condition: other, branches }, node };
}

function decided(operator: "||" | "&&", isDecided: boolean): Step {
  return isDecided ? { does: "set", value: staticValue(operator === "||") } : { does: "nothing" };
}

function isTextual(declaration: Node): boolean {
  const type = declaration.getType();
  return type.isString() || type.isStringLiteral();
}

function isNumeric(operand: Node): boolean {
  const type = operand.getType().getNonNullableType();
  return (
    type.isNumber() || type.isNumberLiteral() || (type.isUnion() && type.getUnionTypes().every((one) => one.isNumberLiteral()))
  );
}

/** `[...names, x]` */
function lowerGrown(node: ArrayLiteralExpression, scope: Scope): Value {
  const [first, ...others] = node.getElements();
  const about = Node.isSpreadElement(first) ? scope.lowerAny(first.getExpression()) : undefined;
  if (about?.kind !== "carried" || others.some((other) => readsCarried(other, scope))) return rejectState({ node, scope });
  const lists = others.map((other): Value => {
    const value = scope.lower(Node.isSpreadElement(other) ? other.getExpression() : other);
    return Node.isSpreadElement(other) || value.kind === "rejected" ? value : listValue([value]);
  });
  return grownBy(about, lists, { node, scope });
}

/** Also of `names.push(x)`. */
export function grownBy(about: CarriedValue, lists: readonly Value[], place: Place): Value {
  if (lists.some(({ kind }) => kind === "rejected")) return rejected;
  const step = followedBy(about.step, { does: "push", lists });
  return step === undefined ? rejectState(place) : { ...about, step, node: place.node };
}

/** `Math.max(most, x)` */
function lowerExtreme(node: CallExpression, scope: Scope): Value {
  const callee = node.getExpression().getText();
  const [a, b, ...more] = node.getArguments();
  const which = callee === "Math.max" ? "max" : callee === "Math.min" ? "min" : undefined;
  if (which === undefined || a === undefined || b === undefined || more.length > 0) return rejectState({ node, scope });
  const [left, right] = [scope.lowerAny(a as TypeScriptExpression), scope.lowerAny(b as TypeScriptExpression)];
  const [about, other] = left.kind === "carried" ? [left, right] : [right, left];
  if (left.kind === "rejected" || right.kind === "rejected") return rejected;
  if (about.kind !== "carried" || about.step.does !== "nothing" || other.kind === "carried") return rejectState({ node, scope });
  return { ...about, step: { does: which, value: other, isCalculated: true, fromNothing: false }, node };
}
