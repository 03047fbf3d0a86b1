import { codePointsOf } from "./classes.ts";
import { addedSteps, longestMatch, repeatsTooOften, shortestOf, isBounded } from "./extent.ts";
import { type GroupPlace, groupPlaces, isFoundAlike } from "./groups.ts";
import { isNoBoundary, keepsCharactersWhole, requireNoLooseHalves, withWholeCharacters } from "./halves.ts";
import { type AsciiLetters, asciiLetters, ofEitherCase, ofSmallLetters, takesOtherLettersAlike } from "./letter-case.ts";
import { askedOfLines, isEdgeOfLine } from "./lines.ts";
import { strictSyntax } from "./loose-syntax.ts";
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
  mapLeaves,
} from "./pattern.ts";
import { printPattern } from "./print-pattern.ts";
import { readPattern } from "./read-pattern.ts";
import { askedOfCharacters } from "./units.ts";

/** A regular expression of JavaScript that has an exact form in RE2. */
export interface Translated extends InRe2 {
  /** Where it is nothing but a text, perhaps at the beginning or the end. */
  readonly fixed: Fixed | undefined;
  /** Most characters of a text that matches as a whole. */
  readonly longest: number | undefined;
  /** It is asked of the text whose letters of ASCII are small. */
  readonly ofSmallLetters: boolean;
  /** Of all letters beyond ASCII it takes each where it takes any. */
  readonly takesOtherLettersAlike: boolean;
  /** Where it takes no letter beyond ASCII. */
  readonly asciiLetters: AsciiLetters | undefined;
  /** What matches, and not only whether something does; or why CEL would find something else. */
  readonly found: Findable | "halves" | "lines";
}

interface InRe2 {
  readonly re2: string;
  /** What counted repetitions add to the work for each character of a text. */
  readonly addedSteps: number;
}

export interface Findable extends InRe2 {
  readonly alternatives: Alternatives;
  /** No match is empty. */
  readonly isNeverEmpty: boolean;
  /** Where each of its groups stands in a match; undefined where CEL would find another one, or a place is not known. */
  readonly groups: readonly GroupPlace[] | undefined;
  /** A part of it by itself, at the beginning of a text. */
  readonly print: (sequence: PatternSequence) => string;
}

/** Without `g` and `y`, which make `test` remember, and `v`. */
const knownFlags = new Set("uism");

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
  const written = readPattern(requireSyntax(pattern, flags));
  const hasU = flags.includes("u");
  requireReadByV8(written, hasU);
  if (flags.includes("i")) requireAscii(written, hasU);
  const isSmall = flags.includes("i") && !hasU;
  const way: Way = { hasU, isDotAll: flags.includes("s"), ignoresCase: flags.includes("i") && hasU };
  const lines = flags.includes("m") ? ofLines(written) : written;
  if (repeatsTooOften(lines)) throw new RejectedPattern({ why: "repetition", part: pattern });
  const asked = ofCharacters(isSmall ? ofSmallLetters(lines) : lines, way);
  return {
    ...inRe2(asked, way),
    fixed: way.ignoresCase ? undefined : fixedText(asked),
    longest: longestMatch(asked),
    ofSmallLetters: isSmall,
    takesOtherLettersAlike: takesOtherLettersAlike(written),
    asciiLetters: asciiLetters(written, flags),
    found: isOfLines(written, flags) ? "lines" : findable(isSmall ? ofEitherCase(written) : written, way),
  };
}

/** How a pattern is written. */
interface Way {
  readonly hasU: boolean;
  readonly isDotAll: boolean;
  readonly ignoresCase: boolean;
}

function ofLines(alternatives: Alternatives): Alternatives {
  const asked = askedOfLines(alternatives);
  if (asked === undefined) throw new RejectedPattern({ why: "flag", flag: "m" });
  return asked;
}

/** `m` is about `^` and `$`. */
function isOfLines(alternatives: Alternatives, flags: string): boolean {
  return flags.includes("m") && [...allParts(alternatives)].some(isEdgeOfLine);
}

/** Without `u` JavaScript looks at UTF-16 units. */
function ofCharacters(alternatives: Alternatives, { hasU, isDotAll }: Way): Alternatives {
  if (hasU) return alternatives;
  requireNoLooseHalves(alternatives);
  const whole = mapLeaves(alternatives, withWholeCharacters);
  return keepsCharactersWhole(whole) ? whole : askedOfCharacters(whole, isDotAll);
}

function findable(alternatives: Alternatives, way: Way): Findable | "halves" {
  const whole = way.hasU ? alternatives : mapLeaves(alternatives, withWholeCharacters);
  if (!way.hasU && !keepsCharactersWhole(whole)) return "halves";
  const withoutStart = (sequence: PatternSequence): PatternSequence => sequence.filter((part) => part.kind !== "edge");
  return {
    ...inRe2(whole, way),
    alternatives: whole,
    isNeverEmpty: shortestOf(whole) > 0,
    // Other letters and line breaks belong to a class then, too.
    groups: placesIn(whole, way.ignoresCase || way.isDotAll),
    print: (sequence) => `${prefixOf(whole, way)}^${printPattern([withoutStart(sequence)], way.isDotAll)}`,
  };
}

function inRe2(alternatives: Alternatives, way: Way): InRe2 {
  return {
    re2: `${prefixOf(alternatives, way)}${printPattern(alternatives, way.isDotAll)}`,
    addedSteps: addedSteps(alternatives),
  };
}

function prefixOf(alternatives: Alternatives, { ignoresCase, isDotAll }: Way): string {
  const isDotted = isDotAll && [...allParts(alternatives)].some(({ kind }) => kind === "any");
  const flags = `${ignoresCase ? "i" : ""}${isDotted ? "s" : ""}`;
  return flags === "" ? "" : `(?${flags})`;
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
  const strict = strictSyntax(pattern);
  if (pattern.includes("\\u{") || syntaxErrorOf(strict, `${flags}u`) !== undefined) throw new RejectedPattern({ why: "units" });
  return strict;
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

/**
 * With `i` the letters `k` and `s` match `K` (Kelvin) and `ſ` in both languages. What else belongs together depends on
 * the version of Unicode, and word characters are others than without. Without `u` only letters of ASCII belong together.
 */
function requireAscii(alternatives: Alternatives, hasU: boolean): void {
  for (const part of allParts(alternatives)) {
    if (hasU && part.kind === "edge" && (part.mark === "\\b" || part.mark === "\\B")) rejectWords(part.mark);
    if (part.kind === "character") requireAsciiCharacter(part.codePoint);
    if (part.kind !== "class") continue;
    for (const item of part.items) {
      if (item.kind === "range") requireAsciiCharacter(item.last);
      else if (hasU && /w/i.test(item.letter)) rejectWords(`\\${item.letter}`);
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
function requireReadByV8(alternatives: Alternatives, hasU: boolean): void {
  const parts = [...allParts(alternatives)];
  if (hasU && parts.some(isNoBoundary)) {
    throw new RejectedPattern({ why: "misread", part: "\\B", help: "say which characters stand there, or ask with `\\b`" });
  }
  if (alternatives.some((sequence) => hasLateStart(sequence, true))) {
    const help = "let `^` stand at the beginning of the pattern, or of a group there";
    throw new RejectedPattern({ why: "misread", part: "^", help });
  }
  if (!hasU) return;
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
