import { isMatch } from "./is-match.ts";

/**
 * Characters of a text that a rule reads a number from. With an exponent of two digits no such number is too large for
 * a double, and the pattern that reads it costs little.
 */
export const numberTextLimit = 200;

/** What is wrong with a text that no number can be read from, of all three executions. */
export const numberProblems = {
  long: `a text that a number is read from has more than ${numberTextLimit} characters`,
  form: "a number in a text is hexadecimal, octal or binary, or has an exponent of more than two digits",
  noInteger: "a text that BigInt reads is no whole decimal number",
  text: "String() of a number that is neither whole, with up to 15 digits, nor a fraction from 0.0001 to 1000000",
} as const;

/** Whole numbers below this are text for both, as are fractions without an exponent. */
export const printedWholes = 1e15;

/** Throws `UnreadText` where `String(number)` is another text for CEL. */
export function requirePrintable(number: number): void {
  const size = Math.abs(number);
  const isAlike = Number.isNaN(number) || (Number.isInteger(number) ? size < printedWholes : size >= 1e-4 && size < 1e6);
  if (!isAlike) throw new UnreadText(numberProblems.text);
}

/** Characters of a text in which a rule looks for a match and its groups: a pattern costs by the length of both. */
export const matchTextLimit = 1_024;

export const matchProblem = `a text that is matched for its parts has more than ${matchTextLimit} characters`;

/**
 * Characters of a text that patterns, `trim` and the like of a rule read, where it would cost too much to read a text of any
 * length.
 */
export const patternTextLimits = [10_000, 1_000, 500] as const;

export const patternProblem = (most: number): string =>
  `a text that a pattern, split(), trim() or toLowerCase() reads has more than ${most} characters`;

/** Where a rule reads such a text in the TypeScript execution; the evaluation answers with a denial. */
export class UnreadText extends Error {
  override readonly name = "UnreadText";
}

/** Functions of JavaScript that read numbers from text. */
type ReadsNumbers = "parseInt" | "parseFloat" | "Number" | "BigInt";

const decimal = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)e[-+]?0*[1-9]\d{2,}`;

/** What they read and CEL does not. */
const otherForms: Readonly<Record<ReadsNumbers, RegExp>> = {
  parseInt: /^\s*[-+]?0x/i,
  parseFloat: new RegExp(String.raw`^\s*${decimal}`, "i"),
  Number: new RegExp(String.raw`^\s*(?:0x[\da-f]+|0o[0-7]+|0b[01]+|${decimal})\s*$`, "i"),
  BigInt: /^(?!\s*(?:[-+]?\d+)?\s*$)/,
};

/** Throws `UnreadText` where a rule may not read `text` with `name`; `parseInt` without a base. */
export function requireReadable(name: ReadsNumbers, text: string): void {
  requireShort(text);
  if (isMatch(otherForms[name], text)) throw new UnreadText(name === "BigInt" ? numberProblems.noInteger : numberProblems.form);
}

/** Whether rules may read `text` with `name`. */
export function isReadableBy(name: ReadsNumbers, text: string): boolean {
  try {
    requireReadable(name, text);
    return true;
  } catch {
    return false;
  }
}

export function requireShort(text: string): void {
  if (isLonger(text, numberTextLimit)) throw new UnreadText(numberProblems.long);
}

/** By characters, as CEL counts. */
export function isLonger(text: string, most: number): boolean {
  return text.length > most && Array.from(text).length > most;
}
