import { type CodePoints, codePointsOf, complement, matchesCharacters } from "./classes.ts";
import {
  type Alternatives,
  type CharacterClass,
  type ClassItem,
  type PatternPart,
  type PatternSequence,
  RejectedPattern,
  type ShorthandLetter,
} from "./pattern.ts";

/**
 * Without the flag `u` JavaScript matches UTF-16 units. Every character beyond U+FFFF is two of them, its halves, which no
 * set of characters tells apart: it holds all halves (`.`, `[^a]`, `\D`) or none, since a pattern that names one is
 * rejected.
 */

const lastUnit = 0xffff;
const beyond: ClassItem = { kind: "range", first: 0x10000, last: 0x10ffff };

/** Any character of two halves. */
export const twoHalves: CharacterClass = { kind: "class", isNegated: false, items: [beyond] };

export function holdsHalves(part: PatternPart): boolean {
  return (
    matchesCharacters(part) &&
    part.kind !== "character" &&
    codePointsOf(part).some(([first, last]) => first < 0xd800 && last > 0xdfff)
  );
}

/** Whether it may match a half, or between two of them: no word begins or ends there. */
export const fitsHalves = (part: PatternPart): boolean => holdsHalves(part) || isNoBoundary(part);

export const isNoBoundary = (part: PatternPart): boolean => part.kind === "edge" && part.mark === "\\B";

/** The set with both halves of all characters that have them, or with none. */
export function withWholeCharacters(part: PatternPart): PatternPart {
  if (part.kind !== "class") return part;
  const hasBeyond = codePointsOf(part).some(([, last]) => last > lastUnit);
  return hasBeyond === holdsHalves(part) ? part : { ...part, items: [...part.items, beyond] };
}

/** A set that holds halves, by what it does not hold. */
export function byExceptions(part: PatternPart, isDotAll: boolean): PatternPart {
  if (!matchesCharacters(part) || !holdsHalves(part) || (part.kind === "class" && part.isNegated)) return part;
  const [only, ...others] = part.kind === "class" ? part.items : [];
  if (only?.kind === "shorthand" && others.length === 0)
    return { kind: "class", isNegated: true, items: [{ ...only, letter: only.letter.toLowerCase() as ShorthandLetter }] };
  const excepted = part.kind === "any" && isDotAll ? [] : complement(codePointsOf(part));
  return { kind: "class", isNegated: true, items: excepted.flatMap(rangesOf) };
}

/** A range of two characters is written as two. */
const rangesOf = ([first, last]: CodePoints[number]): readonly ClassItem[] =>
  last - first === 1
    ? [first, last].map((codePoint) => ({ kind: "range", first: codePoint, last: codePoint }))
    : [{ kind: "range", first, last }];

/** As its author may have written it. */
export function asWritten(part: PatternPart): PatternPart {
  const [only, ...others] = part.kind === "class" ? part.items : [];
  if (part.kind !== "class" || !part.isNegated || only?.kind !== "shorthand" || others.length > 0 || !/[dsw]/.test(only.letter))
    return part;
  return { kind: "class", isNegated: false, items: [{ ...only, letter: only.letter.toUpperCase() as ShorthandLetter }] };
}

/** The set, by its exceptions, without characters of two halves. */
export function withoutHalves(part: PatternPart): PatternPart {
  return part.kind === "class" ? { ...part, items: [...part.items, beyond] } : part;
}

/** What may come next. `end`: of the pattern. */
type Next = ReadonlySet<"halves" | "whole" | "end">;

/**
 * Whether each match begins and ends between characters, with all that its parts take, so that the pattern means the same
 * with `u`: what holds halves takes as many as there are, up to a character that holds none.
 */
export function keepsCharactersWhole(alternatives: Alternatives): boolean {
  return alternatives.every((sequence) => keepsWhole(sequence, new Set(["end"])));
}

function keepsWhole(sequence: PatternSequence, after: Next): boolean {
  return sequence.every((part, at) => keepsPartWhole(part, nextIn(sequence.slice(at + 1), after)));
}

function keepsPartWhole(part: PatternPart, next: Next): boolean {
  if (part.kind === "group") return part.alternatives.every((sequence) => keepsWhole(sequence, next));
  if (part.kind !== "repeated") return !fitsHalves(part);
  if (!holdsHalves(part.part)) return keepsPartWhole(part.part, new Set([...nextIn([part.part], next), ...next]));
  const isEnded = !next.has("halves") && (!next.has("end") || !part.isLazy || part.least === 0);
  return part.most === undefined && part.least <= 1 && isEnded;
}

function nextIn(sequence: PatternSequence, after: Next): Next {
  const [first, ...others] = sequence;
  if (first === undefined) return after;
  const behind = nextIn(others, after);
  switch (first.kind) {
    case "group":
      return union(first.alternatives.map((inner) => nextIn(inner, behind)));
    case "repeated": {
      const inside = nextIn([first.part], behind);
      return first.least === 0 ? union([inside, behind]) : inside;
    }
    default:
      return new Set([fitsHalves(first) ? "halves" : "whole"]);
  }
}

const union = (sets: readonly Next[]): Next => new Set(sets.flatMap((set) => [...set]));

/** Rejects what repeats or sets apart one half of a character that stands in the pattern. */
export function requireNoLooseHalves(alternatives: Alternatives): void {
  for (const part of alternatives.flat()) requireNoneIn(part);
}

function requireNoneIn(part: PatternPart): void {
  if (part.kind === "group") return requireNoLooseHalves(part.alternatives);
  const isRepeated = part.kind === "repeated" && part.part.kind === "character" && part.part.codePoint > lastUnit;
  const isInClass = part.kind === "class" && part.items.some((item) => item.kind === "range" && item.last > lastUnit);
  if (isRepeated || isInClass) throw new RejectedPattern({ why: "units" });
  if (part.kind === "repeated") requireNoneIn(part.part);
}
