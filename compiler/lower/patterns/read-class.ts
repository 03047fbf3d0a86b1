import { type CharacterClass, type ClassItem, isShorthandLetter } from "./pattern.ts";
import type { PatternReader } from "./pattern-reader.ts";
import { readCodePoint, wholeCharacter } from "./read-escape.ts";

/** After `[`, up to and with `]`. */
export function readClass(reader: PatternReader): CharacterClass {
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
