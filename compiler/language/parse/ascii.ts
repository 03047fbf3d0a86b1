import { isMatch } from "./is-match.ts";

/**
 * Text of ASCII characters alone, undefined for any other. TypeScript counts such text as CEL does, so that it may be
 * cut, counted and put into lower case.
 *
 * ```ts
 * ascii(oldObject.metadata.annotations?.["example.com/keep"])?.toLowerCase() === "true"
 * ```
 */
export function ascii(text: string | undefined): string | undefined {
  return text !== undefined && isMatch(/^[\0-\x7f]*$/, text) ? text : undefined;
}
