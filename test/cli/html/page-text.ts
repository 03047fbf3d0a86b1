export interface PageText {
  readonly headline: string;
  readonly titles: readonly string[];
  /** One for each object, and for each thing that is said of it. */
  readonly rows: readonly string[];
}

/** What a page says, as a person reads it. */
export function pageText(html: string): PageText {
  const [headline = ""] = textsOf(html, /<h1>(.*?)<\/h1>/g);
  return { headline, titles: textsOf(html, /<h2>(.*?)<\/h2>/g), rows: textsOf(html, /<span class="text">(.*?)<\/span>(?=<)/g) };
}

const textsOf = (html: string, pattern: RegExp): readonly string[] =>
  [...html.matchAll(pattern)].map(([, inside = ""]) =>
    inside
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
      .trim(),
  );
