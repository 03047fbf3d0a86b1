import { splitLimit, withLimit } from "../../../language/limits.ts";
import { inForce } from "./in-force.ts";

const { split } = String.prototype as { readonly split: (this: string, separator: string | RegExp, most?: number) => string[] };

/**
 * `split` that limits the parts of a text as stored lists are limited. A stored list has a view that counts; a text is
 * a text for TypeScript, so that `split` has to count.
 */
export const splitWithLimit = function (this: string, separator: string | RegExp, most?: number): string[] {
  const { parts: limits } = inForce.limits;
  const parts = split.call(this, separator, most);
  if (parts.length <= limits.most && !isLong(ofOneSeparator(this, separator))) return parts;
  return withLimit(parts, limits.isByPosition ? "length tells a loop" : "length is known");
};

/** CEL makes one character of two before it divides the text. */
function ofOneSeparator(text: string, separator: string | RegExp): string {
  const isOfLines = separator instanceof RegExp && separator.source === String.raw`\r?\n`;
  return isOfLines && text.length > splitLimit ? split.call(text, "\r\n").join("\n") : text;
}

/** By characters, as CEL counts: some of them are two units, and none is more. */
function isLong(text: string): boolean {
  return text.length > 2 * splitLimit || (text.length > splitLimit && Array.from(text).length > splitLimit);
}
