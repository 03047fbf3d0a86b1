import { type Expression, Node } from "ts-morph";
import { constantOf, constantTexts } from "../case/constant-texts.ts";
import { conditionsBefore } from "./conditions-before.ts";
import { isTestedFor } from "./tested-ends.ts";
import { bare, keyOf } from "./unchanged-names.ts";

/**
 * Whether the author has asked on the way to `cut`, `text.slice(0, i)`, whether `i` has found anything: by the place
 * (`i >= 0`, `if (i === -1) return`), or by the text (`text.includes("=")`, also of the elements of a list).
 */
export function isFoundBefore(place: Node, cut: Node): boolean {
  const found = bare(place);
  const key = keyOf(found);
  const isAsked = (condition: Node, holds: boolean): boolean => key !== undefined && saysFound(condition, holds, key);
  return conditionsBefore(cut).some(({ condition, holds }) => isAsked(condition, holds)) || isTextAsked(found, cut);
}

/** `text.indexOf("=")`, or the name of it, of a text that has been asked for that. */
function isTextAsked(place: Node, cut: Node): boolean {
  const search = Node.isIdentifier(place) ? constantOf(place) : place;
  const call = search === undefined ? undefined : bare(search);
  // From another place on it may find nothing.
  const [part, ...from] = Node.isCallExpression(call) ? call.getArguments() : [];
  const text = Node.isCallExpression(cut) ? cut.getExpression() : undefined;
  if (part === undefined || from.length > 0 || !Node.isPropertyAccessExpression(text)) return false;
  const [searched, ...others] = constantTexts(part) ?? [];
  return searched !== undefined && others.length === 0 && isTestedFor(text.getExpression(), "includes", searched);
}

/** What a condition says of the place where it holds, or does not. */
function saysFound(condition: Node, holds: boolean, key: string): boolean {
  const node = bare(condition);
  if (Node.isPrefixUnaryExpression(node) && node.getText().startsWith("!")) return saysFound(node.getOperand(), !holds, key);
  if (!Node.isBinaryExpression(node)) return false;
  const operator = node.getOperatorToken().getText();
  const sides = [node.getLeft(), node.getRight()] as const;
  if (operator === (holds ? "&&" : "||")) return sides.some((side) => saysFound(side, holds, key));
  const [place, compared, other] =
    keyOf(sides[0]) === key ? [sides[0], operator, sides[1]] : [sides[1], turned[operator], sides[0]];
  if (keyOf(place) !== key || compared === undefined) return false;
  return isAbove(holds ? compared : opposite[compared], numberOf(other));
}

const turned: Readonly<Record<string, string>> = {
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
  "===": "===",
  "==": "==",
  "!==": "!==",
  "!=": "!=",
};
const opposite: Readonly<Record<string, string>> = {
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
  "===": "!==",
  "==": "!=",
  "!==": "===",
  "!=": "==",
};

/** Of a place, which is -1 or more: it is not -1. */
function isAbove(operator: string | undefined, bound: number | undefined): boolean {
  if (bound === undefined) return false;
  if (operator === ">") return bound >= -1;
  if (operator === ">=" || operator === "===" || operator === "==") return bound >= 0;
  return (operator === "!==" || operator === "!=") && bound === -1;
}

function numberOf(node: Expression): number | undefined {
  const text = bare(node).getText().replaceAll(/\s/g, "");
  return /^-?[0-9]+$/.test(text) ? Number(text) : undefined;
}
