import { hashOf } from "./hash-index.ts";

/** Texts that come again and again, such as kinds and Namespaces, each with a short text that stands for it. */
export interface RepeatedTexts {
  /** Begins with `refMark`. Undefined: it has been seen for the first time in a while, or is too long. */
  refOf(text: string): string | undefined;
  textOf(ref: string): string;
}

/** Of no text that stands for itself. */
export const refMark = "\u0001";

/** Both bound what a stranger's texts take: a reference to any other text is the text itself. */
const maxTexts = 16_384;
const maxLength = 128;
/** A text that comes again within some of so many others is a repeated one. Lists come by Namespace. */
const window = 4_096;

const { parseInt } = Number;

/** What `number.toString(36)` gave. As JavaScript reads it: while a rule runs, `Number` is limited. */
export const numberOf = (text: string): number => parseInt(text, 36);

/** Knows no text. */
export function createRepeatedTexts(): RepeatedTexts {
  const refs = new Map<string, string>();
  const texts: string[] = [];
  const isRepeated = createWindow();
  const learn = (text: string): string => {
    const ref = refMark + (texts.push(text) - 1).toString(36);
    refs.set(text, ref);
    return ref;
  };
  return {
    refOf: (text) => {
      const known = refs.get(text);
      if (known !== undefined || text.length > maxLength || texts.length >= maxTexts) return known;
      return isRepeated(text) ? learn(text) : undefined;
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
