/** Texts that come again and again, such as kinds and Namespaces, each with a short text that stands for it. */
export interface RepeatedTexts {
  /** Undefined: it has been seen for the first time in a while, or is too long. */
  refOf(text: string): string | undefined;
  textOf(ref: string): string;
}

/** Both bound what a stranger's texts take: a reference to any other text is the text itself. */
const maxTexts = 16_384;
const maxLength = 128;
/** A text that comes again within so many others is a repeated one. Lists come by Namespace. */
const window = 2_048;

const { parseInt } = Number;

/** What `number.toString(36)` gave. As JavaScript reads it: while a rule runs, `Number` is limited. */
export const numberOf = (text: string): number => parseInt(text, 36);

/** Knows no text. */
export function createRepeatedTexts(): RepeatedTexts {
  const refs = new Map<string, string>();
  const texts: string[] = [];
  let seen = new Set<string>();
  const learn = (text: string): string => {
    const ref = texts.push(text) - 1;
    refs.set(text, ref.toString(36));
    return ref.toString(36);
  };
  return {
    refOf: (text) => {
      const known = refs.get(text);
      if (known !== undefined || text.length > maxLength || texts.length >= maxTexts) return known;
      if (seen.has(text)) return learn(text);
      if (seen.size >= window) seen = new Set();
      seen.add(text);
      return undefined;
    },
    textOf: (ref) => {
      const text = texts[numberOf(ref)];
      if (text === undefined) throw new Error(`nothing stands for ${ref}; please report this`);
      return text;
    },
  };
}
