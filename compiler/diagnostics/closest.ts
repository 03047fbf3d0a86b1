/** The word of `known` that a slip of the keyboard turns into `given`; `undefined` where none is near. */
export function closest(given: string, known: readonly string[]): string | undefined {
  const ranked = known.map((word) => ({ word, distance: distance(given, word) })).toSorted((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= 2 ? best.word : undefined;
}

/** Insertions, deletions and replacements between two words (Levenshtein), row by row. */
function distance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 2) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (const [at, other] of [...to].entries()) {
      next.push(Math.min((row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1, (row[at] ?? 0) + (letter === other ? 0 : 1)));
    }
    // Rows never get smaller.
    if (Math.min(...next) > 2) return Number.POSITIVE_INFINITY;
    row = next;
  }
  return row.at(-1) ?? 0;
}
