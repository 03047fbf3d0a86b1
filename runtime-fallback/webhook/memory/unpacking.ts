import { type RepeatedTexts, numberOf, refMark } from "./repeated-texts.ts";

/** An object as it is kept. What cannot be packed is kept as it is. */
export type Packed = string | object;

export interface Unpacking {
  /** What was packed, anew, with the keys in their order. */
  unpack(packed: Packed): object;
  /** The same, perhaps as it was given before: nobody changes it. */
  recall(packed: Packed): object;
}

/** Not part of a packed text as it is. */
export const separator = "\0";

/** JSON with holes for texts and numbers, taken apart at the holes. */
export interface Layout {
  readonly parts: readonly string[];
  /** Whether the hole after the part is a number's. */
  readonly isNumber: readonly boolean[];
}

/** Of packed texts that hold numbers of these, which may become more. */
export function createUnpacking(layouts: readonly Layout[], texts: Pick<RepeatedTexts, "textOf">): Unpacking {
  const textOf = (packed: string): string => {
    if (packed.startsWith("{")) return packed;
    const [id = "", ...values] = partsOf(packed);
    const layout = layouts[numberOf(id)];
    if (layout === undefined) throw new Error("an object is kept in a layout that there is not; please report this");
    const valueOf = (value: string): string => (value.startsWith(refMark) ? texts.textOf(value) : value);
    return filled(layout, values, valueOf);
  };
  const recent = recentlyRead(textOf);
  return {
    unpack: (packed) => (typeof packed === "string" ? (JSON.parse(textOf(packed)) as object) : packed),
    recall: (packed) => (typeof packed === "string" ? recent(packed) : packed),
  };
}

/**
 * `packed.split(separator)`. A rule asks while `split` and `Number` are limited to what rules may read (evaluate.ts):
 * what is kept may hold more.
 */
function partsOf(packed: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = packed.indexOf(separator); at !== -1; at = packed.indexOf(separator, from)) {
    parts.push(packed.slice(from, at));
    from = at + separator.length;
  }
  parts.push(packed.slice(from));
  return parts;
}

function filled({ parts, isNumber }: Layout, values: readonly string[], valueOf: (value: string) => string): string {
  let text = parts[0] ?? "";
  for (const [at, value] of values.entries())
    text += (isNumber[at] === true ? value : JSON.stringify(valueOf(value))) + (parts[at + 1] ?? "");
  return text;
}

/**
 * Characters of JSON of what is remembered, twice: what was read lately, and what before that. Some hundred objects,
 * which take a MiB. An object that alone has more than a quarter of it is read anew each time.
 */
const mostCharacters = 65_536;

/**
 * The objects of packed texts: those that were read lately as they were given then. A rule asks for the same object
 * several times for one review, and a name that many requests are about is asked for by each. By its packed text, which
 * never comes to stand for another object.
 */
export function recentlyRead(textOf: (packed: string) => string): (packed: string) => object {
  let lately = new Map<string, object>();
  let before = new Map<string, object>();
  let characters = 0;
  const remember = (packed: string, object: object, length: number): void => {
    if (characters + length > mostCharacters) [before, lately, characters] = [lately, new Map<string, object>(), 0];
    lately.set(packed, object);
    characters += length;
  };
  return (packed) => {
    const found = lately.get(packed) ?? before.get(packed);
    if (found !== undefined) return found;
    const text = textOf(packed);
    const object = JSON.parse(text) as object;
    if (text.length <= mostCharacters / 4) remember(packed, object, text.length);
    return object;
  };
}
