import { isMatch } from "./is-match.ts";

/**
 * The text if it has only ASCII characters, otherwise `undefined`. TypeScript and CEL count the characters of such text
 * alike. So you can slice it, count it and change its case.
 *
 * ```ts
 * ascii(oldObject.metadata.annotations?.["example.com/keep"])?.toLowerCase() === "true"
 * ```
 *
 * becomes
 *
 * ```yaml
 * !variables.text.matches('[^[:ascii:]]') && variables.text.lowerAscii() == 'true'
 * ```
 */
export function ascii(text: string | undefined): string | undefined {
  return text !== undefined && isMatch(/^[\0-\x7f]*$/, text) ? text : undefined;
}
