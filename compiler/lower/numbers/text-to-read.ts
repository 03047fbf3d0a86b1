import { numberProblems, numberTextLimit, patternProblem } from "../../language/parse/number-in-text.ts";
import { type Call, type Expression, binary, conditional, demandThat, literal, local, method, not } from "../../ir/expression.ts";
import { textSize } from "../../ir/expressions/text.ts";
import { named, textOr, toDynamic } from "../expressions/coerce.ts";
import { after } from "../evaluation-order.ts";
import { ownField } from "../path.ts";
import type { Place } from "../scope.ts";
import type { Dynamic, Value } from "../value.ts";

/** JavaScript's white space, as `trim` has it, and what of it is ASCII. */
const anySpace = "[\\t-\\r\\pZ\\x{FEFF}]*";
const asciiSpace = "[\\t-\\r ]*";

/** A text that a number is read from. */
export interface TextToRead {
  /** string: the text, or nothing where it is too long. */
  readonly text: Expression;
  /** For names of variables: `size`. */
  readonly name: string;
  /** A pattern: white space that may stand around a number. */
  readonly space: string;
  /** What has to be before it is read, in order. */
  readonly demands: readonly Expression[];
}

/** What JavaScript makes of `value` as a text, no longer than it may be; undefined after a diagnostic. */
export function textToRead(value: Value, { node, scope }: Place): TextToRead | undefined {
  const read = toDynamic(textOr(value, node, scope), node, scope);
  if (read === undefined) return undefined;
  if (read.shape.kind !== "string") {
    scope.reject("not-a-value", node, { text: node.getText() });
    return undefined;
  }
  const short = shortText(read, { most: numberTextLimit, problem: numberProblems.long });
  return { ...short, space: read.ascii ? asciiSpace : anySpace };
}

export interface TextLimit {
  /** Characters. */
  readonly most: number;
  /** What is said of a text that has more of them. */
  readonly problem: string;
}

/**
 * A text that a pattern reads: what a pattern costs goes by the length of the text. Most rules may read texts of any
 * length; those that cost too much then are lowered once more, with a limit (ADR 65).
 */
export function textForPattern(
  text: Dynamic,
  { node, scope }: Place,
): { readonly text: Dynamic; readonly demands: readonly Expression[] } {
  const { patternTexts } = scope.lowering;
  if (text.showable || isShort(text.expression)) return { text, demands: [] };
  patternTexts.isAny = true;
  const { most } = patternTexts;
  if (most === undefined || isLimitedTo(text.expression, most)) return { text, demands: [] };
  // Of some letters JavaScript makes two, so that the lengths differ: there is no such form.
  if (!text.ascii && isOfOtherCase(text.expression)) scope.reject("knows-alphabets", node, { text: node.getText(), help: "" });
  const { text: expression, demands } = shortText(text, { most, problem: patternProblem(most) });
  return { text: { ...text, expression }, demands };
}

/** What is left of a text that has been limited: `short.find('...')`. */
function isLimitedTo(node: Expression, most: number): boolean {
  switch (node.kind) {
    case "local":
      return isLimitedTo(node.definition, most);
    case "sequence":
      return isLimitedTo(node.then, most);
    case "call":
      return node.receiver !== undefined && ["find", "trim"].includes(node.function) && isLimitedTo(node.receiver, most);
    case "conditional":
      return node.condition.kind === "binary" && node.condition.right.kind === "literal" && node.condition.right.value === most;
    default:
      return false;
  }
}

function isOfOtherCase(node: Expression): boolean {
  if (node.kind === "local") return isOfOtherCase(node.definition);
  if (node.kind === "sequence") return isOfOtherCase(node.then);
  if (node.kind !== "call" || node.receiver === undefined || isAsLong(node)) return false;
  return node.function === "lowerAscii" || node.function === "upperAscii" || isOfOtherCase(node.receiver);
}

/** `text.replace('İ', 'i̇').lowerAscii()`: that is the only letter of which JavaScript makes two small ones. */
function isAsLong({ function: name, receiver }: Call): boolean {
  return name === "lowerAscii" && receiver !== undefined && replacesDottedI(receiver);
}

function replacesDottedI(node: Expression): boolean {
  if (node.kind !== "call" || node.function !== "replace" || node.receiver === undefined) return false;
  const [from] = node.arguments;
  return (from?.kind === "literal" && from.value === "\u0130") || replacesDottedI(node.receiver);
}

/** The text, or nothing where it is too long, and what has to be before it is read. */
export function shortText(read: Dynamic, { most, problem }: TextLimit): Omit<TextToRead, "space"> {
  const name = ownField(read.path) ?? "text";
  const text = named(read, name).expression;
  if (isShort(text)) return { name, text, demands: [] };
  const { span } = text;
  const fits = binary(textSize(text, span), "<=", literal(most, span), span);
  const short = local(nameOf("short", name), conditional(fits, [text, literal("", span)], span), "compiler");
  return { name, text: short, demands: [demandThat(fits, problem)] };
}

/** `number`, which needs that no `pattern` of a problem matches the text. */
export function readUnless(
  { text, demands }: TextToRead,
  { pattern, problem }: { readonly pattern: string; readonly problem: string },
  number: Value,
): Value {
  const { span } = text;
  const isSuch = method(text, "matches", [literal(pattern, span)], span);
  return after([...demands, demandThat(not(isSuch, span), problem)], number);
}

/** `shortSize` */
export function nameOf(word: string, name: string): string {
  return `${word}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** The value of a label, or one of the policy's own: short whatever is stored. */
function isShort(node: Expression): boolean {
  switch (node.kind) {
    case "literal":
      return String(node.value).length <= numberTextLimit;
    case "local":
      return isShort(node.definition);
    case "sequence":
      return isShort(node.then);
    case "conditional":
      return isShort(node.whenTrue) && isShort(node.whenFalse);
    case "call":
      return node.function === "orValue" && node.receiver !== undefined && [node.receiver, ...node.arguments].every(isShort);
    case "index":
      return isLabels(node.operand);
    default:
      return false;
  }
}

function isLabels(node: Expression): boolean {
  return (
    node.kind === "select" &&
    node.field === "labels" &&
    node.operand.kind === "select" &&
    node.operand.field === "metadata" &&
    node.operand.operand.kind === "identifier"
  );
}
