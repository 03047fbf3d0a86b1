import { type BinaryExpression, type Expression as TypeScriptExpression, Node, SyntaxKind } from "ts-morph";
import { negated } from "../../expressions/as-boolean.ts";
import { truthOf } from "../../expressions/truth.ts";
import { withoutParentheses } from "../../shapes/type-of.ts";
import type { Scope } from "../../scope.ts";
import { type Value, rejected } from "../../value.ts";
import type { CarriedTest, CarriedValue, Test } from "./carried.ts";
import { rejectState } from "./choose-step.ts";
import { readsCarried } from "./reads-carried.ts";

const opposites: Readonly<Record<string, boolean>> = { "===": true, "==": true, "!==": false, "!=": false };
const isLargerLeft: Readonly<Record<string, boolean>> = { ">": true, ">=": true, "<": false, "<=": false };

/** A condition that reads what a loop carries. */
export function lowerCarriedCondition(expression: TypeScriptExpression, scope: Scope): Value {
  const node = withoutParentheses(expression);
  if (!readsCarried(node, scope)) return truthOf(scope.lowerAny(node));
  if (Node.isPrefixUnaryExpression(node) && node.getOperatorToken() === SyntaxKind.ExclamationToken)
    return negated(lowerCarriedCondition(node.getOperand(), scope));
  if (Node.isBinaryExpression(node)) return lowerBinary(node, scope);
  if (!Node.isIdentifier(node)) return rejectState({ node, scope });
  const value = scope.lowerAny(node);
  return value.kind === "carried"
    ? test(node, { asks: "true", nothing: "either", of: value, isNegated: false })
    : rejectState({ node, scope });
}

function test(node: Node, what: Test): CarriedTest {
  return { kind: "carried test", test: what, node };
}

function lowerBinary(node: BinaryExpression, scope: Scope): Value {
  const operator = node.getOperatorToken().getText();
  if (operator === "&&" || operator === "||") {
    const parts = [lowerCarriedCondition(node.getLeft(), scope), lowerCarriedCondition(node.getRight(), scope)] as const;
    if (parts.some(({ kind }) => kind === "rejected")) return rejected;
    return test(node, { asks: operator === "&&" ? "all" : "any", parts });
  }
  const [left, right] = [scope.lowerAny(node.getLeft()), scope.lowerAny(node.getRight())];
  const about = left.kind === "carried" ? left : right;
  const other = about === left ? right : left;
  if (left.kind === "rejected" || right.kind === "rejected") return rejected;
  if (about.kind !== "carried" || other.kind === "carried" || other.kind === "carried test") return rejectState({ node, scope });
  return compared(about, operator, { other, isFirst: about === left, node }) ?? rejectState({ node, scope });
}

interface Compared {
  readonly other: Value;
  readonly isFirst: boolean;
  readonly node: BinaryExpression;
}

function compared(about: CarriedValue, operator: string, { other, isFirst, node }: Compared): Value | undefined {
  const isEqual = opposites[operator];
  if (isEqual !== undefined) {
    if (other.kind !== "static" || (other.value !== undefined && other.value !== null)) return undefined;
    const which = operator.length === 2 ? "either" : other.value;
    return test(node, { asks: "present", nothing: which, of: about, isNegated: isEqual });
  }
  const isLarger = isLargerLeft[operator];
  if (isLarger === undefined || !about.of.declaration.getType().getNonNullableType().isNumber()) return undefined;
  // `x > most`, and `most < x`.
  return test(node, { asks: "order", of: about, isLarger: isFirst ? !isLarger : isLarger, other });
}
