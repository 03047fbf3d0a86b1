import type { PatternReader } from "./pattern-reader.ts";
import { RejectedPattern, rejectConstruct } from "./pattern.ts";

const named: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 };

/** After a backslash: the one character that is meant. `start` is where the backslash stands. */
export function readCodePoint(reader: PatternReader, start: number): number {
  const letter = reader.next();
  switch (letter) {
    case "x":
      return Number.parseInt(reader.exactly(2), 16);
    case "u":
      return readUnicode(reader, start);
    case "c":
      // A control character has the last five bits of its letter.
      return (reader.next().codePointAt(0) ?? 0) % 32;
    case "p":
    case "P":
      reader.until("}");
      return rejectConstruct(
        reader.since(start),
        "a property of characters",
        "write the characters that are meant, `[A-Za-z]`; which have a property depends on the version of Unicode",
      );
    default:
      return Object.hasOwn(named, letter) ? (named[letter] ?? 0) : wholeCharacter(letter);
  }
}

/** `\u{1F980}`, `\u00e9` and both halves of a character, `\ud83e\udd80`. */
function readUnicode(reader: PatternReader, start: number): number {
  if (reader.take("{")) return whole(Number.parseInt(reader.until("}"), 16), reader, start);
  const unit = Number.parseInt(reader.exactly(4), 16);
  if (unit < 0xd800 || unit > 0xdbff || !reader.take("\\u")) return whole(unit, reader, start);
  const low = Number.parseInt(reader.exactly(4), 16);
  const codePoint = String.fromCharCode(unit, low).codePointAt(0) ?? 0;
  return whole(codePoint, reader, start);
}

/** A character that stands for itself. */
export function wholeCharacter(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0;
  if (isSurrogate(codePoint)) throw new RejectedPattern({ why: "surrogate", part: `\\u${codePoint.toString(16)}` });
  return codePoint;
}

function whole(codePoint: number, reader: PatternReader, start: number): number {
  if (isSurrogate(codePoint)) throw new RejectedPattern({ why: "surrogate", part: reader.since(start) });
  return codePoint;
}

function isSurrogate(codePoint: number): boolean {
  return codePoint >= 0xd800 && codePoint <= 0xdfff;
}
