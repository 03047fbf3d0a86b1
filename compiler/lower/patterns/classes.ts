import type { AnyCharacter, Character, CharacterClass, ClassItem, PatternPart, ShorthandLetter } from "./pattern.ts";

/** Sets of characters, as sorted ranges that neither touch nor overlap. */
export type CodePoints = readonly (readonly [first: number, last: number])[];

const lastCodePoint = 0x10ffff;

function union(ranges: CodePoints): CodePoints {
  const merged: [number, number][] = [];
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const before = merged.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

/** Everything else. */
export function complement(ranges: CodePoints): CodePoints {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [first, last] of union(ranges)) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= lastCodePoint) gaps.push([next, lastCodePoint]);
  return gaps;
}

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
export const lineBreaks: CodePoints = [
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
