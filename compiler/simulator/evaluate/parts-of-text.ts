import { iterationLimit, splitLimit, withLimit } from "../../language/limits.ts";

const { split } = String.prototype as { readonly split: (this: string, separator: string | RegExp, most?: number) => string[] };

/** Of the rule that runs: how many parts, and whether it goes through such lists by position. */
let limits: PartLimits = { most: iterationLimit, isByPosition: false };

interface PartLimits {
  readonly most: number;
  readonly isByPosition: boolean;
}

/**
 * What `run` gives, while the parts of a text are limited as stored lists are. A stored list has a view that counts; a
 * text is a text for TypeScript, so that `split` has to count, as long as the rules run: they return before anything
 * else does.
 */
export function limitingParts<T>(run: () => T, { most = iterationLimit, isByPosition = false }: Partial<PartLimits> = {}): T {
  const before = limits;
  limits = { most, isByPosition };
  const own = Object.getOwnPropertyDescriptor(String.prototype, "split");
  // oxlint-disable-next-line no-extend-native -- there is nowhere else to count: see above.
  Object.defineProperty(String.prototype, "split", { ...own, value: splitWithLimit });
  try {
    return run();
  } finally {
    limits = before;
    // oxlint-disable-next-line no-extend-native -- puts back what was there.
    Object.defineProperty(String.prototype, "split", own ?? {});
  }
}

function splitWithLimit(this: string, separator: string | RegExp, most?: number): string[] {
  const parts = split.call(this, separator, most);
  if (parts.length <= limits.most && !isLong(ofOneSeparator(this, separator))) return parts;
  return withLimit(parts, limits.isByPosition ? "length tells a loop" : "length is known");
}

/** CEL makes one character of two before it divides the text. */
function ofOneSeparator(text: string, separator: string | RegExp): string {
  const isOfLines = separator instanceof RegExp && separator.source === String.raw`\r?\n`;
  return isOfLines && text.length > splitLimit ? split.call(text, "\r\n").join("\n") : text;
}

/** By characters, as CEL counts: some of them are two units, and none is more. */
function isLong(text: string): boolean {
  return text.length > 2 * splitLimit || (text.length > splitLimit && Array.from(text).length > splitLimit);
}
