/**
 * A regular expression of JavaScript, as far as RE2 has it, as a tree. Groups have lost their names and numbers:
 * nothing asks for them.
 */
export type Alternatives = readonly PatternSequence[];

export type PatternSequence = readonly PatternPart[];

export type PatternPart = Character | AnyCharacter | CharacterClass | Edge | Group | Repeated;

export interface Character {
  readonly kind: "character";
  readonly codePoint: number;
}

/** `.` */
export interface AnyCharacter {
  readonly kind: "any";
}

/** `[a-z\d]`, `[^-]`, and `\d` by itself. */
export interface CharacterClass {
  readonly kind: "class";
  readonly isNegated: boolean;
  readonly items: readonly ClassItem[];
}

export type ClassItem = Range | Shorthand;

/** A single character is a range of one. */
export interface Range {
  readonly kind: "range";
  readonly first: number;
  readonly last: number;
}

export interface Shorthand {
  readonly kind: "shorthand";
  readonly letter: ShorthandLetter;
}

export type ShorthandLetter = "d" | "D" | "s" | "S" | "w" | "W";

/** Matches a place and no character. */
export interface Edge {
  readonly kind: "edge";
  readonly mark: "^" | "$" | "\\b" | "\\B";
}

export interface Group {
  readonly kind: "group";
  readonly isCapturing: boolean;
  readonly alternatives: Alternatives;
}

/** `x*`, `x{2,3}?` */
export interface Repeated {
  readonly kind: "repeated";
  readonly part: PatternPart;
  readonly least: number;
  /** Absent: any number. */
  readonly most: number | undefined;
  readonly isLazy: boolean;
}

export const shorthandLetters: ReadonlySet<string> = new Set("dDsSwW");

export function isShorthandLetter(letter: string): letter is ShorthandLetter {
  return shorthandLetters.has(letter);
}

/** All parts, those inside of others too. */
export function* allParts(alternatives: Alternatives): Iterable<PatternPart> {
  for (const part of alternatives.flat()) yield* partAndInside(part);
}

function* partAndInside(part: PatternPart): Iterable<PatternPart> {
  yield part;
  if (part.kind === "group") yield* allParts(part.alternatives);
  if (part.kind === "repeated") yield* partAndInside(part.part);
}

/** The same pattern with other parts in the place of those that have none inside. */
export function mapLeaves(alternatives: Alternatives, map: (part: PatternPart) => PatternPart): Alternatives {
  const mapPart = (part: PatternPart): PatternPart => {
    if (part.kind === "group") return { ...part, alternatives: mapLeaves(part.alternatives, map) };
    return part.kind === "repeated" ? { ...part, part: mapPart(part.part) } : map(part);
  };
  return alternatives.map((sequence) => sequence.map(mapPart));
}

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

/** Why a regular expression has no exact form in RE2; the part is shown to its author. */
export type PatternRejection =
  | { readonly why: "syntax"; readonly reason: string }
  | { readonly why: "flag"; readonly flag: string }
  | { readonly why: "units" }
  | { readonly why: "construct"; readonly part: string; readonly construct: string; readonly help: string }
  | { readonly why: "misread"; readonly part: string; readonly help: string }
  | { readonly why: "case"; readonly part: string }
  | { readonly why: "surrogate"; readonly part: string }
  | { readonly why: "repetition"; readonly part: string };

/** Ends the reading of a pattern; `translate` catches it. */
export class RejectedPattern extends Error {
  readonly rejection: PatternRejection;

  constructor(rejection: PatternRejection) {
    super(rejection.why);
    this.rejection = rejection;
  }
}

export function rejectConstruct(part: string, construct: string, help: string): never {
  throw new RejectedPattern({ why: "construct", part, construct, help });
}
