import { type ReadableText, isReadable } from "./readable.ts";

/** A decimal number of up to 32 characters. It may have a fraction, and an exponent of two digits. No white space. */
export const numberText: ReadableText = {
  longest: 32,
  pattern: "^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?$",
};

/**
 * Parses a decimal number such as `12` or `-0.5`, of up to 32 characters. `undefined` for any other text. Unlike
 * `Number(text)`, it accepts no white space, no hexadecimal numbers and no empty text.
 *
 * ```ts
 * (number(oldObject.metadata.annotations?.["example.com/priority"]) ?? 0) > 10
 * ```
 *
 * CEL: `double(text)`, after a check with `matches`.
 */
export function number(text: string | undefined): number | undefined {
  return text !== undefined && isReadable(text, numberText) ? Number(text) : undefined;
}
