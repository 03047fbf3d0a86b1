import type { RepeatedText } from "./repeated-texts.ts";
import type { Layout } from "./unpacking.ts";

/** Of holes in a layout: JSON escapes both. */
export const textMark = "\0";
export const numberMark = "\u0001";

/**
 * Whoever may write objects says how they nest, and a layout stays when they are gone: all of them together take some
 * MiB. What has none is kept as JSON.
 */
const limits = { layouts: 4_096, length: 2_048, holes: 65_536, characters: 1_048_576, places: 32_768 } as const;

/** The layouts of the objects that were packed so far, as many as there may be. */
export interface Layouts {
  readonly all: readonly Layout[];
  /** Where each begins. */
  readonly start: Place;
  /** The layout that these tokens are, with so many holes; undefined: there is no room for it. */
  find(tokens: readonly string[], holes: number): KnownLayout | undefined;
}

export interface KnownLayout {
  /** Its number. */
  readonly id: string;
  /** By hole: what last stood there of texts that come again, and will mostly stand there next. */
  readonly last: (RepeatedText | undefined)[];
}

/** None. */
export function createLayouts(): Layouts {
  const all: Layout[] = [];
  const start = new Place();
  const byText = new Map<string, KnownLayout>();
  let [holes, characters, places] = [0, 0, 0];
  const hasRoom = ({ length }: string, count: number): boolean =>
    all.length < limits.layouts &&
    length <= limits.length &&
    characters + length <= limits.characters &&
    holes + count <= limits.holes;
  const remember = (tokens: readonly string[], layout: KnownLayout): void => {
    if (places + tokens.length > limits.places) return;
    let place = start;
    for (const token of tokens) {
      places += place.after(token) === undefined ? 1 : 0;
      place = place.after(token) ?? place.lead(token);
    }
    place.layout = layout;
  };
  return {
    all,
    start,
    find: (tokens, count) => {
      const text = tokens.join("");
      const known = byText.get(text);
      if (known !== undefined || !hasRoom(text, count)) return known;
      [holes, characters] = [holes + count, characters + text.length];
      const layout = { id: (all.push(layoutOf(text)) - 1).toString(36), last: [] };
      byText.set(text, layout);
      remember(tokens, layout);
      return layout;
    },
  };
}

function layoutOf(text: string): Layout {
  // oxlint-disable-next-line no-control-regex -- both marks.
  const holes = text.match(/[\0\u0001]/g) ?? [];
  // oxlint-disable-next-line no-control-regex -- both marks.
  return { parts: text.split(/[\0\u0001]/), isNumber: holes.map((mark) => mark === numberMark) };
}

/**
 * A place in layouts, and where their next tokens lead: an object of a layout that is known is followed there token by
 * token, without a text that is as long as it is.
 */
export class Place {
  /** The one that ends here. */
  layout: KnownLayout | undefined;
  /** Most places lead to one. */
  #token: string | undefined;
  #next: Place | undefined;
  #others: Map<string, Place> | undefined;

  after(token: string): Place | undefined {
    return token === this.#token ? this.#next : this.#others?.get(token);
  }

  lead(token: string): Place {
    const place = new Place();
    if (this.#next === undefined) [this.#token, this.#next] = [token, place];
    else this.#others = (this.#others ?? new Map<string, Place>()).set(token, place);
    return place;
  }
}
