import { type ReadableText, isReadable } from "./readable.ts";

/**
 * A decimal number of up to 32 characters: with a fraction and an exponent of two digits, perhaps, and without white
 * space.
 */
export const numberText: ReadableText = {
  longest: 32,
  pattern: "^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?$",
};

/**
 * Reads text such as `12` or `-0.5`; undefined for text that is no decimal number. `Number(text)` reads white space,
 * hexadecimal and empty text as well, which CEL does not.
 *
 * ```ts
 * (number(oldObject.metadata.annotations?.["example.com/priority"]) ?? 0) > 10
 * ```
 */
export function number(text: string | undefined): number | undefined {
  return text !== undefined && isReadable(text, numberText) ? Number(text) : undefined;
}
