import type { Alternatives } from "./pattern.ts";

/** A text without anything else, and where it stands. */
export interface Fixed {
  readonly text: string;
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
}

/** `^prod-` */
export function fixedText(alternatives: Alternatives): Fixed | undefined {
  const [only, ...others] = alternatives;
  if (only === undefined || others.length > 0) return undefined;
  const [first, last] = [only[0], only.at(-1)];
  const isAtStart = first?.kind === "edge" && first.mark === "^";
  const isAtEnd = last?.kind === "edge" && last.mark === "$";
  const middle = only.slice(isAtStart ? 1 : 0, isAtEnd ? -1 : undefined);
  const characters = middle.flatMap((part) => (part.kind === "character" ? [String.fromCodePoint(part.codePoint)] : []));
  if (characters.length < middle.length || (middle.length === 0 && !(isAtStart && isAtEnd))) return undefined;
  return { text: characters.join(""), isAtStart, isAtEnd };
}
