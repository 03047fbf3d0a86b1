import { hashOf } from "./hash-index.ts";

/** Texts that come again and again, such as kinds and Namespaces, each with a short text that stands for it. */
export interface RepeatedTexts {
  /** Undefined: it has been seen for the first time in a while, or is too long. */
  find(text: string): RepeatedText | undefined;
  textOf(ref: string): string;
}

export interface RepeatedText {
  readonly text: string;
  /** Begins with `refMark`. */
  readonly ref: string;
}

/** Of no text that stands for itself. */
export const refMark = "\u0001";

/** Both bound what a stranger's texts take: a reference to any other text is the text itself. */
const maxTexts = 16_384;
const maxLength = 128;
/** A text that comes again within some of so many others is a repeated one. Lists come by Namespace. */
const window = 8_192;

const { parseInt } = Number;

/** What `number.toString(36)` gave. As JavaScript reads it: while a rule runs, `Number` is limited. */
export const numberOf = (text: string): number => parseInt(text, 36);

/** Knows no text. */
export function createRepeatedTexts(): RepeatedTexts {
  const texts: string[] = [];
  const numbers = new Map<string, number>();
  const isRepeated = createWindow();
  const learn = (text: string): number => {
    numbers.set(text, texts.length);
    return texts.push(text) - 1;
  };
  return {
    find: (text) => {
      if (text.length > maxLength || !isRepeated(text)) return undefined;
      const number = numbers.get(text) ?? (texts.length < maxTexts ? learn(text) : undefined);
      return number === undefined ? undefined : { text: texts[number] ?? text, ref: refMark + number.toString(36) };
    },
    textOf: (ref) => {
      const text = texts[numberOf(ref.slice(refMark.length))];
      if (text === undefined) throw new Error(`nothing stands for ${ref.slice(refMark.length)}; please report this`);
      return text;
    },
  };
}

/** Whether a text has come before, among the last ones: by its hash, so that none of them is kept. */
function createWindow(): (text: string) => boolean {
  const hashes = new Int32Array(window);
  return (text) => {
    const hash = hashOf(0, text);
    const at = hash & (window - 1);
    if (hashes[at] === hash) return true;
    hashes[at] = hash;
    return false;
  };
}
