/** A source with one place marked, `like ⟦this⟧`, without the marks. */
export interface MarkedText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Two marks with nothing between them stand for a place without a length, such as the beginning of a file. */
export function readMarks(source: string): MarkedText {
  const [before, marked, after, ...more] = source.split(/[⟦⟧]/);
  if (before === undefined || marked === undefined || after === undefined || more.length > 0) {
    throw new Error(`one place must be marked, with ⟦ and ⟧, in:\n${source}`);
  }
  return { text: `${before}${marked}${after}`, start: before.length, end: before.length + marked.length };
}

export function withoutMarks(source: string): string {
  return source.replaceAll(/[⟦⟧]/g, "");
}
