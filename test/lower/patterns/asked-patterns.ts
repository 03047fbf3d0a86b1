import fc from "fast-check";
import { flags, pattern, text } from "./written-patterns.ts";

/** A pattern that somebody could write, and texts that it may match. */
export const sample = fc
  .record({ pattern, flags, texts: fc.array(text, { minLength: 4, maxLength: 12 }) })
  .map((one) => (one.flags.includes("u") ? one : { ...one, pattern: one.pattern.replaceAll(/\\u\{[0-9a-f]+\}/g, "🦀") }));

export function answersOf({
  pattern: written,
  flags: set,
  texts,
}: {
  pattern: string;
  flags: string;
  texts: readonly string[];
}): readonly boolean[] {
  const expression = new RegExp(written, set);
  return texts.map((one) => expression.test(one));
}
