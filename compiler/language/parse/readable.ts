import { isMatch } from "./is-match.ts";

/**
 * Text that is read as a value, as one pattern for TypeScript and CEL: the rule asks it before it reads, because
 * reading anything else fails in CEL, or takes for ever (docs/reference/semantics-text.md). The length is asked first: matching costs
 * by it.
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

/** Text that stands in the policy: the compiler checks it, so that its value is certainly there. */
export type Written<Text extends string> = string extends Text ? never : Text;
