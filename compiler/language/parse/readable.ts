import { isMatch } from "./is-match.ts";

/**
 * A pattern for text that can be parsed, the same in TypeScript and CEL. A rule checks it before it parses, because CEL
 * fails on other text, or takes forever (docs/reference/semantics-text.md). The length is checked first, because a
 * match costs more for longer text.
 */
export interface ReadableText {
  /** In characters. */
  readonly longest: number;
  /** Means the same in RE2 and in JavaScript. */
  readonly pattern: string;
}

export function isReadable(text: string, { longest, pattern }: ReadableText): boolean {
  return text.length <= longest && isMatch(new RegExp(pattern), text);
}

/** A literal in the policy. The compiler checks that it can be parsed, so the result is never `undefined`. */
export type Written<Text extends string> = string extends Text ? never : Text;
