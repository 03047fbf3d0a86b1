/**
 * Patterns that only match a fixed text or one of a few characters: `/,/`, `/^prod-/`, `/[,;]/`, `/\r?\n/`. CEL needs
 * no regular expression for them, so the text may have any length. ASCII only, and no flags except `g` and `u`.
 */

/** A fixed text, perhaps with `^` before it or `$` after it. */
export interface PlainText {
  readonly text: string;
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
}

export interface PlainPattern {
  readonly fixed?: PlainText;
  /** Replacements to make first, so that only one separator is left. */
  readonly same?: readonly (readonly [from: string, by: string])[];
  readonly separator?: string;
}

const character = String.raw`(?:[^\\^$.*+?()[\]{}|/\u007f-\u{10ffff}]|\\[^\w\s\u007f-\u{10ffff}]|\\[nrt])`;
const inClass = String.raw`(?:[^\\\]^\-\u007f-\u{10ffff}]|\\[^\w\s\u007f-\u{10ffff}]|\\[nrt])`;
const fixedForm = new RegExp(`^(\\^?)(${character}+)(\\$?)$`, "u");
const classForm = new RegExp(`^\\[(?!\\])(-?${inClass}{0,8}-?)\\]$`, "u");
const named: ReadonlyMap<string, string> = new Map([
  ["\\n", "\n"],
  ["\\r", "\r"],
  // As a character of its own the bundle of the webhook would not be a block in YAML.
  ["\\t", String.fromCharCode(9)],
]);

/** Undefined if the pattern needs a regular expression. */
export function plainPattern(source: string, flags: string): PlainPattern | undefined {
  if (/[^gu]/.test(flags)) return undefined;
  if (source === String.raw`\r?\n`) return { same: [["\r\n", "\n"]], separator: "\n" };
  const [, start, text, end] = fixedForm.exec(source) ?? [];
  if (text !== undefined) {
    const characters = charactersIn(text).join("");
    const fixed = { text: characters, isAtStart: start === "^", isAtEnd: end === "$" };
    return fixed.isAtStart || fixed.isAtEnd ? { fixed } : { fixed, same: [], separator: characters };
  }
  const [, written] = classForm.exec(source) ?? [];
  const [separator, ...others] = written === undefined ? [] : charactersIn(written);
  return separator === undefined ? undefined : { same: others.map((one) => [one, separator]), separator };
}

function charactersIn(written: string): readonly string[] {
  return (written.match(/\\.|[^\\]/gu) ?? []).map((one) => named.get(one) ?? one.replace("\\", ""));
}
