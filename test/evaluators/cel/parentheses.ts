/** A pair of round parentheses, by the offsets of both. */
interface Pair {
  readonly open: number;
  readonly close: number;
}

/** Strings, raw and triple-quoted ones included, and comments: parentheses in them mean nothing. */
const opaque = /[rR]?("""|''')[^]*?\1|[rR]?"(?:\\[^]|[^"\\])*"|[rR]?'(?:\\[^]|[^'\\])*'|\/\/[^\n]*|[()]/g;

/** The round parentheses of an expression: a tree of operators alone does not tell which of them were written. */
export class Parentheses {
  readonly #pairs: readonly Pair[];

  constructor(text: string) {
    this.#pairs = [...pairsOf(text)];
  }

  /** Whether parentheses that open after `from` enclose the whole of `node`, whose own offsets leave them out. */
  enclose(node: { readonly start: number; readonly end: number }, from: number): boolean {
    return this.#pairs.some(({ open, close }) => open >= from && open < node.start && close >= node.end);
  }
}

function* pairsOf(text: string): Iterable<Pair> {
  const open: number[] = [];
  for (const { 0: token, index } of text.matchAll(opaque)) {
    if (token === "(") open.push(index);
    const last = token === ")" ? open.pop() : undefined;
    if (last !== undefined) yield { open: last, close: index };
  }
}
