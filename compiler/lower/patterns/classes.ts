import { type CodePoints, complement, union } from "./code-points.ts";
import type { AnyCharacter, Character, CharacterClass, ClassItem, PatternPart, ShorthandLetter } from "./pattern.ts";

const digits: CodePoints = [[0x30, 0x39]];
const letters: CodePoints = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];

/** ECMAScript: WhiteSpace and LineTerminator: tabs, line breaks, every space of Unicode, and the byte order mark. */
export const spaces: CodePoints = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

/** What `.` does not match without the flag `s`. */
const lineBreaks: CodePoints = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];

const shorthands: Readonly<Record<ShorthandLetter, CodePoints>> = {
  d: digits,
  D: complement(digits),
  s: spaces,
  S: complement(spaces),
  w: letters,
  W: complement(letters),
};

/** The characters that match, apart from a flag `i`. */
export function codePointsOf(part: Character | AnyCharacter | CharacterClass): CodePoints {
  switch (part.kind) {
    case "character":
      return [[part.codePoint, part.codePoint]];
    case "any":
      return complement(lineBreaks);
    case "class": {
      const items = union(part.items.flatMap(codePointsOfItem));
      return part.isNegated ? complement(items) : items;
    }
  }
}

export function codePointsOfItem(item: ClassItem): CodePoints {
  return item.kind === "range" ? [[item.first, item.last]] : shorthands[item.letter];
}

export function matchesCharacters(part: PatternPart): part is Character | AnyCharacter | CharacterClass {
  return part.kind === "character" || part.kind === "any" || part.kind === "class";
}
