import { isMatch } from "./is-match.ts";

/**
 * The longest text that a rule may parse as a number, in characters. With an exponent of two digits no such number is
 * too large for a double, and the pattern is cheap.
 */
export const numberTextLimit = 200;

/** Why a text cannot be parsed as a number. All three executions use these texts. */
export const numberProblems = {
  long: `a text that a number is read from has more than ${numberTextLimit} characters`,
  form: "a number in a text is hexadecimal, octal or binary, or has an exponent of more than two digits",
  noInteger: "a text that BigInt reads is no whole decimal number",
  text: "String() of a number that is neither whole, with up to 15 digits, nor a fraction from 0.0001 to 1000000",
} as const;

/** TypeScript and CEL print whole numbers below this alike, and fractions without an exponent. */
export const printedWholes = 1e15;

/** Throws `UnreadText` if CEL prints the number differently. */
export function requirePrintable(number: number): void {
  const size = Math.abs(number);
  const isAlike = Number.isNaN(number) || (Number.isInteger(number) ? size < printedWholes : size >= 1e-4 && size < 1e6);
  if (!isAlike) throw new UnreadText(numberProblems.text);
}

/** The longest text that a rule may match for groups, in characters. The cost grows with text and pattern. */
export const matchTextLimit = 1_024;

export const matchProblem = `a text that is matched for its parts has more than ${matchTextLimit} characters`;

/**
 * Limits for text that patterns, `trim` and the like read, in characters. Only used if text of any length would exceed
 * the cost limit. The compiler takes the largest one that fits.
 */
export const patternTextLimits = [10_000, 1_000, 500] as const;

export const patternProblem = (most: number): string =>
  `a text that a pattern, split(), trim() or toLowerCase() reads has more than ${most} characters`;

/** Thrown in the TypeScript execution if a rule parses such a text. The evaluation then denies the request. */
export class UnreadText extends Error {
  override readonly name = "UnreadText";
}

/** JavaScript functions that parse numbers. */
type ReadsNumbers = "parseInt" | "parseFloat" | "Number" | "BigInt";

const decimal = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)e[-+]?0*[1-9]\d{2,}`;

/** Text that they parse and CEL does not. */
const otherForms: Readonly<Record<ReadsNumbers, RegExp>> = {
  parseInt: /^\s*[-+]?0x/i,
  parseFloat: new RegExp(String.raw`^\s*${decimal}`, "i"),
  Number: new RegExp(String.raw`^\s*(?:0x[\da-f]+|0o[0-7]+|0b[01]+|${decimal})\s*$`, "i"),
  BigInt: /^(?!\s*(?:[-+]?\d+)?\s*$)/,
};

/** Throws `UnreadText` if a rule may not parse `text` with `name`. `parseInt` is meant without a base. */
export function requireReadable(name: ReadsNumbers, text: string): void {
  requireShort(text);
  if (isMatch(otherForms[name], text)) throw new UnreadText(name === "BigInt" ? numberProblems.noInteger : numberProblems.form);
}

/** Whether rules may parse `text` with `name`. */
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

/** Counts code points, as CEL does. */
export function isLonger(text: string, most: number): boolean {
  return text.length > most && Array.from(text).length > most;
}
