import { Node, type RegularExpressionLiteral } from "ts-morph";
import { and } from "../../../ir/expressions/boolean.ts";
import { type Expression, binary, conditional, literal, method } from "../../../ir/expression.ts";
import { isAscii, textSize } from "../../../ir/expressions/text.ts";
import { messageTextLimit, unshown } from "../../../language/limits.ts";
import { after } from "../../evaluation-order.ts";
import { named } from "../../expressions/coerce.ts";
import type { AsciiLetters } from "../../patterns/letter-case.ts";
import { type Translated, translate } from "../../patterns/translate.ts";
import { textForPattern } from "../../numbers/text-to-read.ts";
import { type Dynamic, type Value, dynamicText } from "../../value.ts";
import type { CallSite } from "../../calls/call.ts";
import { type AskedTexts, askedTexts } from "./asked-texts.ts";
import { knowsAlphabets } from "../text-rejections.ts";

/** How a letter's case is changed: CEL's method, and characters beyond ASCII of which JavaScript makes ASCII. */
interface LetterCase {
  readonly celName: string;
  readonly specials: Readonly<Record<string, string>>;
}

/** What holds ASCII among what JavaScript makes of a character beyond it (all of Unicode, test/lower/letter-case.test.ts). */
export const lowerCase: LetterCase = { celName: "lowerAscii", specials: { "\u212a": "k", "\u0130": "i\u0307" } };

export const upperCase: LetterCase = {
  celName: "upperAscii",
  specials: {
    "\u00df": "SS",
    "\u0131": "I",
    "\u017f": "S",
    "\ufb00": "FF",
    "\ufb01": "FI",
    "\ufb02": "FL",
    "\ufb03": "FFI",
    "\ufb04": "FFL",
    "\ufb05": "ST",
    "\ufb06": "ST",
    "\u0149": "\u02bcN",
    "\u01f0": "J\u030c",
    "\u1e96": "H\u0331",
    "\u1e97": "T\u0308",
    "\u1e98": "W\u030a",
    "\u1e99": "Y\u030a",
    "\u1e9a": "A\u02be",
  },
};

/**
 * `text.toLowerCase()`: of ASCII CEL's `lowerAscii`. Of any text the same, where it is compared with ASCII constants of
 * the policy alone: a character beyond ASCII stays one, but for a few that are replaced.
 */
export function changeCase(to: LetterCase): (text: Dynamic, args: readonly Value[], call: CallSite) => Value {
  return (text, _, call) => {
    const span = call.scope.span(call.node);
    const changed = (of: Expression): Expression => method(of, to.celName, [], span);
    const { ascii, showable } = text;
    const { text: read, demands } = textForPattern(text, call);
    if (ascii) return after(demands, dynamicText(changed(read.expression), { ascii, showable }));
    if (isInMessage(call.node)) {
      const inMessage = dynamicText(changed(read.expression), { shown: () => shownChanged(read, changed) });
      return after(demands, inMessage);
    }
    const asked = askedTexts(call.node);
    const specials = asked === undefined ? undefined : specialsFor(asked, to);
    if (specials === undefined) return knowsAlphabets(text, [], call);
    const replaced = specials.reduce<Expression>(
      (all, [from, by]) => method(all, "replace", [literal(from, span), literal(by, span)], span),
      read.expression,
    );
    return after(demands, dynamicText(changed(replaced)));
  };
}

/** Those that matter to what is asked; undefined where that is not exact. */
function specialsFor(
  { whole, parts, patterns }: AskedTexts,
  { celName, specials }: LetterCase,
): readonly (readonly [string, string])[] | undefined {
  if (![...whole, ...parts].every(isAscii)) return undefined;
  const all = Object.entries(specials);
  const isUpper = celName === "upperAscii";
  const asked = patterns.map(translated).map((pattern) => (isUpper ? pattern?.asciiLetters : pattern?.takesOtherLettersAlike));
  if (asked.some((one) => one === undefined || one === false)) return undefined;
  if (!isUpper && patterns.length > 0) return all;
  const mattersTo = asked.filter((one) => typeof one === "object");
  return all.filter(([, by]) => {
    const letters = Array.from(by).filter(isAscii);
    return (
      whole.some((text) => text.includes(by)) ||
      parts.some((text) => letters.some((letter) => text.includes(letter))) ||
      mattersTo.some((pattern) => matters(by, pattern))
    );
  });
}

/** A pattern of the whole text takes each character, and any other one of its letters. */
function matters(by: string, { taken, isWhole }: AsciiLetters): boolean {
  const characters = Array.from(by);
  return isWhole ? characters.every((one) => taken.includes(one)) : characters.some((one) => taken.includes(one));
}

function translated(pattern: RegularExpressionLiteral): Translated | undefined {
  const text = pattern.getText();
  const end = text.lastIndexOf("/");
  const found = translate(text.slice(1, end), text.slice(end + 1));
  return "why" in found ? undefined : found;
}

/** What a message prints and nothing else asks for: words in place of what is not ASCII. */
function shownChanged(text: Dynamic, changed: (of: Expression) => Expression): Expression {
  const { expression } = named(text, "shown");
  const { span } = expression;
  const isShort = binary(textSize(expression, span), "<=", literal(messageTextLimit, span), span);
  const isPlain = and(isShort, method(expression, "matches", [literal("^[ -~]*$", span)], span), span);
  return conditional(isPlain, [changed(expression), literal(unshown, span)], span);
}

/** `message: ({ oldObject }) => \`...\${text.toUpperCase()}\`` */
function isInMessage(node: Node): boolean {
  const around = aroundText(node);
  const template = Node.isTemplateSpan(around) ? around.getParent() : undefined;
  const place = template?.getParent();
  const made = Node.isReturnStatement(place) ? place.getParent()?.getParent() : place;
  const property = Node.isArrowFunction(made) ? made.getParent() : undefined;
  return Node.isPropertyAssignment(property) && property.getName() === "message";
}

/** What takes the text as it is: past `text ?? "none"` and `c ? text : "none"`. */
function aroundText(node: Node): Node | undefined {
  const parent = node.getParent();
  const isDefault = Node.isBinaryExpression(parent) && parent.getOperatorToken().getText() === "??";
  const isBranch = Node.isConditionalExpression(parent) && parent.getCondition() !== node;
  return isDefault || isBranch || Node.isParenthesizedExpression(parent) ? aroundText(parent) : parent;
}
