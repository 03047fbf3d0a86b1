import { InternalError } from "../diagnostics/diagnostic.ts";

/** Words that a YAML 1.1 reader takes for booleans, null or numbers (https://yaml.org/type/), in whatever case. */
const taken: ReadonlySet<string> = new Set(["y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"]);

/** `e6`: a float without digits before the exponent, for readers that follow the YAML 1.1 table to the letter. */
const bareExponent = /^e[-+]?[0-9]+$/i;

/**
 * Deliberately less than YAML allows: it starts with a letter, so it is no number, date, time or indicator, and holds
 * nothing that could end it, in a block or in a flow list, for a YAML 1.1 reader or a 1.2 one.
 */
const plainPattern = /^[A-Za-z](?:[\w./=+-]| (?=[A-Za-z0-9(])|:(?=[\w./]))*$/;

/** Lines that a block literal gives back unchanged and a reviewer sees whole: no tabs, no characters without a shape. */
const blockPattern = /^(?!\s)(?:\n|[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}])+(?<!\s)$/u;

export function isPlain(text: string): boolean {
  return plainPattern.test(text) && !taken.has(text.toLowerCase()) && !bareExponent.test(text);
}

export function isBlock(text: string): boolean {
  return blockPattern.test(text);
}

/**
 * `text` in double quotes: JSON, whose escapes YAML shares, and every invisible character escaped too: some of them are
 * line breaks for a YAML 1.1 reader.
 */
export function doubleQuoted(text: string): string {
  if (!text.isWellFormed()) throw new InternalError("text with a lone surrogate cannot be written as YAML");
  return JSON.stringify(text).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escape);
}

function escape(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  const hex = codePoint.toString(16);
  return codePoint > 0xffff ? `\\U${hex.padStart(8, "0")}` : `\\u${hex.padStart(4, "0")}`;
}
