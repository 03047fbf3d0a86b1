import { codePointsOf, codePointsOfItem, spaces, type CodePoints, complement } from "./classes.ts";
import type { Alternatives, CharacterClass, ClassItem, PatternPart, Repeated } from "./pattern.ts";

/** `.` of JavaScript; that of RE2 stops at `\n` only. */
const noLineBreak = "[^\\n\\r\\x{2028}\\x{2029}]";
/** `\s` of JavaScript. `\pZ` are the spaces and the line separators of Unicode. */
const space = "\\s\\v\\pZ\\x{feff}";
const anything = "(?s:.)";
const nothing = "[^\\x{0}-\\x{10ffff}]";

/** The pattern as RE2 reads it, as its author wrote it where the two agree. `isDotAll`: it stands behind `(?s)`. */
export function printPattern(alternatives: Alternatives, isDotAll: boolean): string {
  const print = (part: PatternPart): string => printPart(part, isDotAll);
  return alternatives.map((sequence) => sequence.map(print).join("")).join("|");
}

function printPart(part: PatternPart, isDotAll: boolean): string {
  switch (part.kind) {
    case "character":
      return printCharacter(part.codePoint, /[\\^$.*+?()[\]{}|]/);
    case "any":
      return isDotAll ? "." : noLineBreak;
    case "class":
      return printClass(part);
    case "edge":
      return part.mark;
    case "group":
      return `(${part.isCapturing ? "" : "?:"}${printPattern(part.alternatives, isDotAll)})`;
    case "repeated":
      return printPart(part.part, isDotAll) + printTimes(part);
  }
}

function printTimes({ least, most, isLazy }: Repeated): string {
  const lazy = isLazy ? "?" : "";
  if (most === undefined && least < 2) return `${least === 0 ? "*" : "+"}${lazy}`;
  if (least === 0 && most === 1) return `?${lazy}`;
  if (least === most) return `{${least}}${lazy}`;
  return `{${least},${most ?? ""}}${lazy}`;
}

function printClass(node: CharacterClass): string {
  const [first, ...others] = node.items;
  const matched = codePointsOf(node);
  if (matched.length === 0) return nothing;
  if (complement(matched).length === 0) return anything;
  if (first?.kind === "shorthand" && others.length === 0 && !node.isNegated && !/s/i.test(first.letter))
    return `\\${first.letter}`;
  return printSet(node.isNegated, node.items);
}

/** RE2 has no negation inside of brackets for the spaces of JavaScript, so `[\Sx]` is turned round. */
function printSet(isNegated: boolean, items: readonly ClassItem[]): string {
  const notSpace = items.some((item) => item.kind === "shorthand" && item.letter === "S");
  if (!notSpace)
    return bracket(
      isNegated,
      items.map((item, at) => printItem(item, { isFirst: at === 0 && !isNegated, isLast: at === items.length - 1 })),
    );
  const excepted = complement(items.flatMap(codePointsOfItem));
  const isAllSpaces = items.every((item) => item.kind === "shorthand" && item.letter === "S") || same(excepted, spaces);
  return bracket(
    !isNegated,
    isAllSpaces ? [space] : excepted.map(([first, last]) => printItem({ kind: "range", first, last }, inside)),
  );
}

function same(a: CodePoints, b: CodePoints): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function bracket(isNegated: boolean, items: readonly string[]): string {
  return `[${isNegated ? "^" : ""}${items.join("")}]`;
}

interface Position {
  /** Right after `[`, where `^` would be read as a negation. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

const inside: Position = { isFirst: false, isLast: false };

function printItem(item: ClassItem, { isFirst, isLast }: Position): string {
  if (item.kind === "shorthand") return item.letter === "s" ? space : `\\${item.letter}`;
  const { first, last } = item;
  if (first !== last) return `${printCharacter(first, /[\\\][\-^]/)}-${printCharacter(last, /[\\\][\-^]/)}`;
  const isDash = first === 0x2d && (isFirst || isLast);
  const isCaret = first === 0x5e && !isFirst;
  return isDash || isCaret ? String.fromCodePoint(first) : printCharacter(first, /[\\\][\-^]/);
}

const named: ReadonlyMap<number, string> = new Map([
  [9, "\\t"],
  [10, "\\n"],
  [11, "\\v"],
  [12, "\\f"],
  [13, "\\r"],
  [0x10000, "\\x{10000}"],
]);

/** What nobody can see in the YAML is written as a number. */
function printCharacter(codePoint: number, special: RegExp): string {
  const known = named.get(codePoint);
  if (known !== undefined) return known;
  const character = String.fromCodePoint(codePoint);
  if (special.test(character)) return `\\${character}`;
  if (character !== " " && /[\p{Other}\p{Separator}\p{Mark}]/u.test(character)) return `\\x{${codePoint.toString(16)}}`;
  return character;
}
