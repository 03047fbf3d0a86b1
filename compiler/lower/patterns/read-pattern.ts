import {
  type Alternatives,
  type Group,
  type PatternPart,
  type PatternSequence,
  isShorthandLetter,
  rejectConstruct,
  type CharacterClass,
  type ClassItem,
} from "./pattern.ts";
import { PatternReader } from "./pattern-reader.ts";
import { readCodePoint, wholeCharacter } from "./read-escape.ts";

/**
 * What says the same without looking around, for each form of it. A test replaces `a` and `b` by patterns and compares
 * the two on many texts; where `b` or `a` is a single character the help says so.
 */
export const lookAroundHelp: Readonly<Record<string, string>> = {
  "?=":
    "ask two patterns at the beginning: `/^(?=a)b/u.test(text)` is `/^(?:a)/u.test(text) && /^(?:b)/u.test(text)`; " +
    "at the end `/a(?=b)/u.test(text)` is `/(?:a)(?:b)/u.test(text)`",
  "?!":
    "ask two patterns at the beginning: `/^(?!a)b/u.test(text)` is `!/^(?:a)/u.test(text) && /^(?:b)/u.test(text)`; " +
    "at the end, for one character, `/a(?!b)/u.test(text)` is `/^[^]*(?:a)(?:[^b]|$)/u.test(text)`",
  "?<=":
    "ask two patterns at the end: `/a(?<=b)$/u.test(text)` is `/(?:a)$/u.test(text) && /(?:b)$/u.test(text)`; " +
    "at the beginning `/(?<=a)b/u.test(text)` is `/(?:a)(?:b)/u.test(text)`",
  "?<!":
    "ask two patterns at the end: `/a(?<!b)$/u.test(text)` is `/(?:a)$/u.test(text) && !/(?:b)$/u.test(text)`; " +
    "at the beginning, for one character, `/(?<!a)b/u.test(text)` is `/(?:^|[^a])(?:b)/u.test(text)`",
};

/**
 * Reads a pattern that JavaScript takes with the flag `u`: the engine has looked at its syntax before, and with `u` its
 * grammar has no odd corners. Throws `RejectedPattern` for what RE2 does not have.
 */
export function readPattern(pattern: string): Alternatives {
  return readAlternatives(new PatternReader(pattern));
}

function readAlternatives(reader: PatternReader): Alternatives {
  const alternatives: PatternSequence[] = [];
  do alternatives.push(readSequence(reader));
  while (reader.take("|"));
  return alternatives;
}

function readSequence(reader: PatternReader): PatternSequence {
  const parts: PatternPart[] = [];
  while (!reader.isAtEnd() && reader.peek() !== "|" && reader.peek() !== ")")
    parts.push(readRepetition(readPart(reader), reader));
  return parts;
}

function readPart(reader: PatternReader): PatternPart {
  const start = reader.position;
  const character = reader.next();
  switch (character) {
    case "^":
    case "$":
      return { kind: "edge", mark: character };
    case ".":
      return { kind: "any" };
    case "[":
      return readClass(reader);
    case "(":
      return readGroup(reader, start);
    case "\\":
      return readEscaped(reader, start);
    default:
      return { kind: "character", codePoint: wholeCharacter(character) };
  }
}

function readEscaped(reader: PatternReader, start: number): PatternPart {
  const letter = reader.peek();
  if (letter === "b" || letter === "B") return { kind: "edge", mark: reader.next() === "b" ? "\\b" : "\\B" };
  if (isShorthandLetter(letter)) {
    reader.next();
    return { kind: "class", isNegated: false, items: [{ kind: "shorthand", letter }] };
  }
  if (/[1-9k]/.test(letter)) rejectBackreference(reader, start);
  return { kind: "character", codePoint: readCodePoint(reader, start) };
}

function rejectBackreference(reader: PatternReader, start: number): never {
  if (reader.next() === "k") reader.until(">");
  else reader.while(/^\d$/);
  rejectConstruct(reader.since(start), "a backreference", "write what the group stands for a second time");
}

/** Go takes a thousand; everything here goes into groups by calling itself. */
const maxNesting = 100;

function readGroup(reader: PatternReader, start: number): Group {
  const help = Object.entries(lookAroundHelp).find(([mark]) => reader.take(mark))?.[1];
  if (help !== undefined) rejectConstruct(reader.since(start), "looking around", help);
  const isCapturing = !reader.take("?:");
  if (isCapturing && reader.take("?<")) reader.until(">");
  else if (isCapturing && reader.peek() === "?") {
    reader.until(":");
    rejectConstruct(reader.since(start), "a change of flags inside", "give the flags to the whole pattern");
  }
  reader.nesting += 1;
  if (reader.nesting > maxNesting)
    rejectConstruct("(", `groups inside each other, more than ${maxNesting} deep`, "write fewer groups");
  const alternatives = readAlternatives(reader);
  reader.nesting -= 1;
  reader.next();
  return { kind: "group", isCapturing, alternatives };
}

interface Times {
  readonly least: number;
  readonly most: number | undefined;
}

const simple: Readonly<Record<string, Times>> = {
  "*": { least: 0, most: undefined },
  "+": { least: 1, most: undefined },
  "?": { least: 0, most: 1 },
};

function readRepetition(part: PatternPart, reader: PatternReader): PatternPart {
  const times = readTimes(reader);
  if (times === undefined) return part;
  const isLazy = reader.take("?");
  return { kind: "repeated", part, ...times, isLazy };
}

function readTimes(reader: PatternReader): Times | undefined {
  const mark = reader.peek();
  if (mark === "{") {
    reader.next();
    const [least = "", most] = reader.until("}").split(",");
    if (most === undefined) return { least: Number(least), most: Number(least) };
    return { least: Number(least), most: most === "" ? undefined : Number(most) };
  }
  const times = Object.hasOwn(simple, mark) ? simple[mark] : undefined;
  if (times !== undefined) reader.next();
  return times;
}

/** After `[`, up to and with `]`. */
function readClass(reader: PatternReader): CharacterClass {
  const isNegated = reader.take("^");
  const items: ClassItem[] = [];
  while (!reader.isAtEnd() && !reader.take("]")) items.push(readItem(reader));
  return { kind: "class", isNegated, items };
}

/** In `[a-]` the `-` is itself. With `u`, JavaScript takes no `[\d-x]`. */
function readItem(reader: PatternReader): ClassItem {
  const start = reader.position;
  if (reader.take("\\") && isShorthandLetter(reader.peek())) {
    const letter = reader.next();
    if (isShorthandLetter(letter)) return { kind: "shorthand", letter };
  }
  const first = readMember(reader, start);
  const isRange = !reader.comes("-]") && reader.take("-");
  return { kind: "range", first, last: isRange ? readLast(reader) : first };
}

function readLast(reader: PatternReader): number {
  const start = reader.position;
  reader.take("\\");
  return readMember(reader, start);
}

/** One character; a backslash before it has been read. */
function readMember(reader: PatternReader, start: number): number {
  if (reader.since(start) !== "\\") return wholeCharacter(reader.next());
  if (reader.take("b")) return 8;
  return readCodePoint(reader, start);
}
