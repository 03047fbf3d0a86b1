import { type CodePoints, codePointsOf, complement, matchesCharacters, spaces } from "./classes.ts";
import { type Alternatives, type ClassItem, type PatternPart, type Range, allParts, mapLeaves } from "./pattern.ts";

/** Between a small letter of ASCII and its capital. */
const distance = 0x20;
const capitals: Range = { kind: "range", first: 0x41, last: 0x5a };
const smalls: Range = { kind: "range", first: 0x61, last: 0x7a };

/**
 * What a pattern with the flag `i` and without `u` matches in a text whose letters of ASCII have been made small: only
 * these have another case for it, where no other letter stands in the pattern.
 */
export function ofSmallLetters(alternatives: Alternatives): Alternatives {
  return mapLeaves(alternatives, (part) => {
    if (part.kind === "character")
      return { ...part, codePoint: isIn(capitals, part.codePoint) ? part.codePoint + distance : part.codePoint };
    return withItems(part, (item) => {
      const small = shifted(item, capitals, distance);
      return isWithin(item, capitals) ? small : [item, ...small];
    });
  });
}

/** The same pattern without the flag: `[aA]` for `a`. */
export function ofEitherCase(alternatives: Alternatives): Alternatives {
  return mapLeaves(alternatives, (part) => {
    if (part.kind !== "character") return withItems(part, (item) => [item, ...otherCase(item)]);
    const item: Range = { kind: "range", first: part.codePoint, last: part.codePoint };
    const other = otherCase(item);
    return other.length === 0 ? part : { kind: "class", isNegated: false, items: [item, ...other] };
  });
}

const otherCase = (item: ClassItem): readonly Range[] => [
  ...shifted(item, capitals, distance),
  ...shifted(item, smalls, -distance),
];

function withItems(part: PatternPart, itemsOf: (item: ClassItem) => readonly ClassItem[]): PatternPart {
  if (part.kind !== "class") return part;
  const items = new Map(part.items.flatMap(itemsOf).map((item) => [JSON.stringify(item), item]));
  return { ...part, items: [...items.values()] };
}

/** What of the item is among the letters, in the other case. */
function shifted(item: ClassItem, letters: Range, by: number): readonly Range[] {
  if (item.kind !== "range") return [];
  const [first, last] = [Math.max(item.first, letters.first), Math.min(item.last, letters.last)];
  return first > last ? [] : [{ kind: "range", first: first + by, last: last + by }];
}

function isWithin(item: ClassItem, letters: Range): boolean {
  return item.kind === "range" && item.first >= letters.first && item.last <= letters.last;
}

function isIn(letters: Range, codePoint: number): boolean {
  return codePoint >= letters.first && codePoint <= letters.last;
}

/** Every letter beyond ASCII, and whatever else is no white space. */
const beyondAscii: CodePoints = complement([[0, 0x7f], ...spaces]);

/** Whether a letter beyond ASCII may stand for any other one without a change of what matches. */
export function takesOtherLettersAlike(alternatives: Alternatives): boolean {
  return [...allParts(alternatives)].every((part) => !matchesCharacters(part) || takesAllOrNone(codePointsOf(part)));
}

/** Capitals of ASCII that matter to a pattern, in either case. */
export interface AsciiLetters {
  readonly taken: string;
  /** It takes the text from the beginning to the end. */
  readonly isWhole: boolean;
}

/** Undefined where the pattern takes letters beyond ASCII: of those another case may have more than one. */
export function asciiLetters(alternatives: Alternatives, flags: string): AsciiLetters | undefined {
  const parts = [...allParts(alternatives)];
  const leaves = parts.filter(matchesCharacters).map(codePointsOf);
  if (leaves.some((taken) => beyondAscii.some((range) => overlaps(taken, range)))) return undefined;
  const [only, ...others] = alternatives;
  const [first, last] = [only?.[0], only?.at(-1)];
  const isAnchored = first?.kind === "edge" && first.mark === "^" && last?.kind === "edge" && last.mark === "$";
  // Every letter is a part of a word.
  const asksForWords = parts.some((part) => part.kind === "edge" && part.mark.startsWith("\\"));
  const takes = (point: number): boolean => leaves.some((taken) => overlaps(taken, [point, point]));
  const all = Array.from({ length: capitals.last - capitals.first + 1 }, (_, at) => capitals.first + at);
  const taken = all.filter((point) => asksForWords || takes(point) || takes(point + distance));
  return { taken: String.fromCodePoint(...taken), isWhole: isAnchored && others.length === 0 && !flags.includes("m") };
}

function overlaps(taken: CodePoints, [first, last]: readonly [number, number]): boolean {
  return taken.some((range) => range[0] <= last && range[1] >= first);
}

function takesAllOrNone(taken: CodePoints): boolean {
  const takes = (first: number, last: number): boolean => taken.some((range) => range[0] <= first && range[1] >= last);
  const takesAny = beyondAscii.some((range) => overlaps(taken, range));
  return !takesAny || beyondAscii.every(([first, last]) => takes(first, last));
}
