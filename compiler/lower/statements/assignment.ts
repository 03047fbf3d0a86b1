import { type BinaryExpression, type CallExpression, type Expression, Node, SyntaxKind } from "ts-morph";
import { changedBy } from "./changed-list.ts";
import { joinLists } from "../collections/concat.ts";
import type { CarriedValue } from "./carried/carried.ts";
import { rejectState } from "./carried/choose-step.ts";
import { addedTo, changed, grownBy } from "./carried/lower-carried.ts";
import { coalesce } from "../expressions/coalesce.ts";
import { named } from "../expressions/coerce.ts";
import { lowerCondition, oneOf } from "../expressions/operators.ts";
import { withoutParentheses } from "../shapes/type-of.ts";
import { calculated, plus } from "../numbers/arithmetic.ts";
import type { BinaryOperator } from "../../ir/expression.ts";
import type { Place, Scope, Variable } from "../scope.ts";
import { assignments, functionOf, grownBy as listGrownBy, isSharedList, isStep, targetOf } from "./assigned-names.ts";
import { type Completion, choice, normal, andThen } from "./completion.ts";
import { lowerForEach } from "./loops.ts";
import { type Value, listValue, rejected, staticValue } from "../value.ts";

/** An expression that stands alone: it gives a name another value. Undefined where it does nothing that a rule can do. */
export function lowerAssignment(expression: Expression, scope: Scope): Completion | undefined {
  const node = withoutParentheses(expression);
  if (Node.isCallExpression(node) && listGrownBy(node) === undefined) return lowerForEach(node, scope);
  if (Node.isConditionalExpression(node)) {
    const condition = lowerCondition(node.getCondition(), scope);
    return eitherOf(condition, [node.getWhenTrue(), node.getWhenFalse()], { node, scope });
  }
  if (!Node.isBinaryExpression(node)) return assign(node, scope);
  const operator = node.getOperatorToken().getText();
  if (operator === "&&") return eitherOf(lowerCondition(node.getLeft(), scope), [node.getRight(), undefined], { node, scope });
  if (operator === "||") return eitherOf(lowerCondition(node.getLeft(), scope), [undefined, node.getRight()], { node, scope });
  if (operator !== ",") return assign(node, scope);
  const first = lowerAssignment(node.getLeft(), scope);
  return first && andThen(first, () => lowerAssignment(node.getRight(), scope) ?? rejectedWay(node.getRight(), scope), scope);
}

/** `c && (x = 1)` is `if (c) x = 1;`. */
function eitherOf(
  condition: Value,
  branches: readonly [Expression | undefined, Expression | undefined],
  place: Place,
): Completion | undefined {
  const { scope } = place;
  const lower = (branch: Expression | undefined) => (): Completion =>
    branch === undefined ? normal(scope) : (lowerAssignment(branch, scope) ?? rejectedWay(branch, scope));
  return choice(condition, [lower(branches[0]), lower(branches[1])], place);
}

function rejectedWay(node: Node, scope: Scope): Completion {
  const help = "a rule only answers; its statements cannot do anything";
  return { kind: "return", value: scope.reject("unsupported-statement", node, { kind: "expression", help }), store: new Map() };
}

function assign(node: Expression, scope: Scope): Completion | undefined {
  const target = targetOf(node);
  if (target === undefined || !Node.isIdentifier(target)) return undefined;
  const declaration = target.getSymbol()?.getValueDeclaration();
  const variable = declaration === undefined ? undefined : scope.variable(declaration);
  if (declaration === undefined || variable === undefined || functionOf(node) !== functionOf(declaration)) {
    scope.reject("assigned-elsewhere", target, { name: target.getText() });
    return normal(scope);
  }
  if (Node.isCallExpression(node) && isSharedList(declaration, variable.name)) {
    scope.reject("shared-list", target, { name: target.getText() });
    return normal(scope);
  }
  const before = scope.find(declaration) ?? rejected;
  const value = valueAfter(node, variable, scope);
  scope.assign(variable, value.kind === "dynamic" ? named(value, variable.name, "author") : value);
  // TypeScript takes an element off whatever the size of the list; what is left is limited where it is read.
  const evaluated = Node.isCallExpression(node) && takesOff(node) ? before : value;
  return { kind: "after", values: [evaluated], then: normal(scope) };
}

function valueAfter(node: Expression, { declaration }: Variable, scope: Scope): Value {
  const before = scope.find(declaration) ?? rejected;
  if (before.kind === "rejected") return rejected;
  if (before.kind === "carried") return carriedAfter(node, before, scope);
  if (Node.isBinaryExpression(node)) return assigned(node, before, scope);
  if (Node.isCallExpression(node)) return grown(node, before, scope);
  const operator = isDecrement(node) ? "-" : "+";
  return calculated([before, staticValue(1)], operator, { nodes: [node, node], node, scope });
}

/** Of a name that a loop around the assignment carries. */
function carriedAfter(node: Expression, before: CarriedValue, scope: Scope): Value {
  const place = { node, scope };
  if (Node.isCallExpression(node)) return growsAtEnd(node) ? grownBy(before, addedBy(node, scope), place) : rejectState(place);
  if (!Node.isBinaryExpression(node)) {
    const step = isDecrement(node) ? -1 : 1;
    return addedTo(before, staticValue(step), place) ?? rejectState(place);
  }
  const operator = assignments[node.getOperatorToken().getText()] ?? "";
  const operand = node.getRight();
  const value = scope.lowerAny(operand);
  if (value.kind === "rejected") return rejected;
  if (operator === "") return value.kind === "carried test" ? rejectState(place) : value;
  if (value.kind === "carried" || value.kind === "carried test") return rejectState(place);
  return changed(before, operator, { other: value, isFirst: true, operand, ...place }) ?? rejectState(place);
}

function methodOf(node: CallExpression): string {
  return node.getExpressionIfKindOrThrow(SyntaxKind.PropertyAccessExpression).getName();
}

/** A set is the list of its elements. */
function growsAtEnd(node: CallExpression): boolean {
  return isAtEnd(node) || methodOf(node) === "add";
}

function isAtEnd(node: CallExpression): boolean {
  return methodOf(node) === "push";
}

/** `parts.pop();` and `parts.shift();` */
function takesOff(node: CallExpression): boolean {
  return ["pop", "shift"].includes(methodOf(node));
}

function argumentsOf(node: CallExpression): readonly Expression[] {
  return node.getArguments() as Expression[];
}

function isDecrement(node: Expression): boolean {
  const isUnary = Node.isPrefixUnaryExpression(node) || Node.isPostfixUnaryExpression(node);
  return isUnary && isStep(node.getOperatorToken()) && node.getOperatorToken() === SyntaxKind.MinusMinusToken;
}

function assigned(node: BinaryExpression, before: Value, scope: Scope): Value {
  const operator = assignments[node.getOperatorToken().getText()];
  const right = node.getRight();
  if (operator === "") return scope.lowerAny(right);
  const value = scope.lower(right);
  if (value.kind === "rejected") return rejected;
  switch (operator) {
    case "??":
      return coalesce(before, value, { node, scope });
    case "||":
    case "&&":
      return oneOf(operator, [before, value], { node, scope });
    case "+":
      return plus([before, value], node, scope);
    default:
      return calculated([before, value], operator as BinaryOperator, { nodes: [node.getLeft(), right], node, scope });
  }
}

/** `names.push(a, ...others)` is `[...names, a, ...others]`. */
function grown(node: CallExpression, before: Value, scope: Scope): Value {
  const name = methodOf(node);
  if (name !== "push" && name !== "unshift") return changedBy(name, before, { node, scope, arguments: argumentsOf(node) });
  const added = addedBy(node, scope);
  return joinLists(isAtEnd(node) ? [before, ...added] : [...added, before], { node, scope });
}

function addedBy(node: CallExpression, scope: Scope): readonly Value[] {
  return node.getArguments().map((argument) => {
    const value = scope.lower((Node.isSpreadElement(argument) ? argument.getExpression() : argument) as Expression);
    return Node.isSpreadElement(argument) || value.kind === "rejected" ? value : listValue([value]);
  });
}
