/** A regular expression of JavaScript, as far as RE2 has it, as a tree. Groups have lost their names and numbers: nothing asks for them. */
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
