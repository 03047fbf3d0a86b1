import { codePointsOf, matchesCharacters, type CodePoints } from "./classes.ts";
import { addedSteps, longestMatch, repeatsTooOften, shortestOf, isBounded } from "./extent.ts";
import { type GroupPlace, groupPlaces, isFoundAlike } from "./groups.ts";
import {
  type Alternatives,
  allParts,
  type Fixed,
  fixedText,
  type PatternRejection,
  RejectedPattern,
  rejectConstruct,
  type PatternPart,
  type PatternSequence,
} from "./pattern.ts";
import { printPattern } from "./print-pattern.ts";
import { readPattern } from "./read-pattern.ts";

/** A regular expression of JavaScript that has an exact form in RE2. */
export interface Translated {
  readonly re2: string;
  /** Where it is nothing but a text, perhaps at the beginning or the end. */
  readonly fixed: Fixed | undefined;
  /** Most characters of a text that matches as a whole. */
  readonly longest: number | undefined;
  /** What counted repetitions add to the work for each character of a text. */
  readonly addedSteps: number;
  /** No match is empty. */
  readonly isNeverEmpty: boolean;
  /** Where each of its groups stands in a match; undefined where CEL would find another one, or a place is not known. */
  readonly groups: readonly GroupPlace[] | undefined;
  /** A part of it by itself, at the beginning of a text. */
  readonly print: (sequence: PatternSequence) => string;
}

/** Without `g` and `y`, which make `test` remember, and `m` and `v`. */
const knownFlags = new Set("uis");

/** The same meaning on every text of the cluster, or why there is none. */
export function translate(pattern: string, flags: string): Translated | PatternRejection {
  try {
    return translateOrReject(pattern, flags);
  } catch (error) {
    if (error instanceof RejectedPattern) return error.rejection;
    throw error;
  }
}

function translateOrReject(pattern: string, flags: string): Translated {
  const alternatives = readPattern(requireSyntax(pattern, flags));
  const [ignoresCase, isDotAll] = [flags.includes("i"), flags.includes("s")];
  requireReadByV8(alternatives);
  if (!flags.includes("u")) requireWholeCharacters(alternatives);
  if (ignoresCase) requireAscii(alternatives);
  if (repeatsTooOften(alternatives)) throw new RejectedPattern({ why: "repetition", part: pattern });
  const isDotted = isDotAll && [...allParts(alternatives)].some(({ kind }) => kind === "any");
  const flagged = `${ignoresCase ? "i" : ""}${isDotted ? "s" : ""}`;
  const prefix = flagged === "" ? "" : `(?${flagged})`;
  const withoutStart = (sequence: PatternSequence): PatternSequence => sequence.filter((part) => part.kind !== "edge");
  return {
    isNeverEmpty: shortestOf(alternatives) > 0,
    // Other letters and line breaks belong to a class then, too.
    groups: placesIn(alternatives, ignoresCase || isDotAll),
    print: (sequence) => `${prefix}^${printPattern([withoutStart(sequence)], isDotAll)}`,
    re2: `${prefix}${printPattern(alternatives, isDotAll)}`,
    fixed: ignoresCase ? undefined : fixedText(alternatives),
    longest: longestMatch(alternatives),
    addedSteps: addedSteps(alternatives),
  };
}

function placesIn(alternatives: Alternatives, areCounted: boolean): readonly GroupPlace[] | undefined {
  if (!isFoundAlike(alternatives)) return undefined;
  const places = groupPlaces(alternatives).map((place) => (areCounted ? whereCounted(place) : place));
  const known = places.filter((place) => place !== undefined);
  return known.length < places.length ? undefined : known;
}

function whereCounted(place: GroupPlace | undefined): GroupPlace | undefined {
  return typeof place?.before === "number" && typeof place.after === "number" ? place : undefined;
}

/** A pattern that means the same with `u`, and with `u` grammar has no odd corners. */
function requireSyntax(pattern: string, flags: string): string {
  const syntaxError = syntaxErrorOf(pattern, flags);
  if (syntaxError !== undefined) throw new RejectedPattern({ why: "syntax", reason: syntaxError });
  const foreign = Array.from(flags).find((flag) => !knownFlags.has(flag));
  if (foreign !== undefined) throw new RejectedPattern({ why: "flag", flag: foreign });
  if (flags.includes("u")) return pattern;
  const isOther = flags.includes("i") || pattern.includes("\\u{") || syntaxErrorOf(pattern, `${flags}u`) !== undefined;
  if (isOther) throw new RejectedPattern({ why: "units" });
  return pattern;
}

/** The engine that runs this is the judge of what JavaScript takes. */
function syntaxErrorOf(pattern: string, flags: string): string | undefined {
  try {
    return void RegExp(pattern, flags);
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    throw error;
  }
}

/** Without `u` JavaScript looks at UTF-16 units. Nothing can tell where every character that matches is one unit. */
function requireWholeCharacters(alternatives: Alternatives): void {
  for (const part of allParts(alternatives)) {
    const canTell = matchesCharacters(part) && codePointsOf(part).some(isSplit);
    if (canTell) throw new RejectedPattern({ why: "units" });
  }
}

/** Holds halves of characters, or characters of two halves. */
function isSplit([first, last]: CodePoints[number]): boolean {
  return last > 0xffff || (first <= 0xdfff && last >= 0xd800);
}

/**
 * With `i` the letters `k` and `s` match `K` (Kelvin) and `ſ` in both languages. What else belongs together depends on
 * the version of Unicode, and word characters are others than without.
 */
function requireAscii(alternatives: Alternatives): void {
  for (const part of allParts(alternatives)) {
    if (part.kind === "edge" && (part.mark === "\\b" || part.mark === "\\B")) rejectWords(part.mark);
    if (part.kind === "character") requireAsciiCharacter(part.codePoint);
    if (part.kind !== "class") continue;
    for (const item of part.items) {
      if (item.kind === "range") requireAsciiCharacter(item.last);
      else if (/w/i.test(item.letter)) rejectWords(`\\${item.letter}`);
    }
  }
}

function requireAsciiCharacter(codePoint: number): void {
  if (codePoint > 0x7f) throw new RejectedPattern({ why: "case", part: String.fromCodePoint(codePoint) });
}

function rejectWords(part: string): never {
  rejectConstruct(part, "a word character with the flag `i`", "write the characters that are meant: `[0-9a-z_]`");
}

/**
 * What V8 gets wrong on characters of two UTF-16 units, so that a rule would say one thing in TypeScript and another in
 * the API server: `/\B/u` matches between the halves of `a🦀a` (V8 11 to 14), and `/[^x]$/u` does not match `🦀` (V8
 * 14.6; it looks for the beginning from the end, and takes `[^x]` and `[\W]` for one unit). `/.*?x^|/su` matches
 * nothing at all there.
 */
function requireReadByV8(alternatives: Alternatives): void {
  const parts = [...allParts(alternatives)];
  if (parts.some((part) => part.kind === "edge" && part.mark === "\\B")) {
    throw new RejectedPattern({ why: "misread", part: "\\B", help: "say which characters stand there, or ask with `\\b`" });
  }
  if (alternatives.some((sequence) => hasLateStart(sequence, true))) {
    const help = "let `^` stand at the beginning of the pattern, or of a group there";
    throw new RejectedPattern({ why: "misread", part: "^", help });
  }
  const endsSomewhere = parts.some((part) => part.kind === "edge" && part.mark === "$");
  const beginsAnywhere = alternatives.some(([first]) => first?.kind !== "edge" || first.mark !== "^");
  if (endsSomewhere && beginsAnywhere && isBounded(alternatives) && parts.some(isOfTwoUnits)) {
    const help = "begin the pattern with `^[^]*`, or write the characters that are meant";
    throw new RejectedPattern({ why: "misread", part: "$", help });
  }
}

/** `^` after something that takes characters, or could. */
function hasLateStart(sequence: PatternSequence, isAtStart: boolean): boolean {
  let canStart = isAtStart;
  for (const part of sequence) {
    if (part.kind === "edge" ? part.mark === "^" && !canStart : isLateInside(part, canStart)) return true;
    canStart &&= part.kind === "edge";
  }
  return false;
}

function isLateInside(part: PatternPart, canStart: boolean): boolean {
  if (part.kind === "repeated") return isLateInside(part.part, canStart);
  return part.kind === "group" && part.alternatives.some((sequence) => hasLateStart(sequence, canStart));
}

/** A class whose characters of two units V8 may count as one; it knows better of `.`. */
function isOfTwoUnits(part: PatternPart): boolean {
  return part.kind === "class" && part.items.length > 0 && (codePointsOf(part).at(-1)?.[1] ?? 0) > 0xffff;
}
