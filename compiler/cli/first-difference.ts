/** Enough to recognise the place; the rest is for `git diff`. */
const mostLines = 5;

/**
 * The first place where two texts part, as in a unified diff:
 *
 *     line 31
 *     - as it is
 *     + as it should be
 */
export function firstDifference(found: string, wanted: string): readonly string[] {
  const [mine, theirs] = [found.split("\n"), wanted.split("\n")];
  const start = mine.findIndex((line, at) => line !== theirs[at]);
  const from = start === -1 ? mine.length : start;
  const tail = sharedTail(mine.slice(from), theirs.slice(from));
  return [
    `line ${from + 1}`,
    ...shorten(mine.slice(from, mine.length - tail)).map((line) => `- ${line}`),
    ...shorten(theirs.slice(from, theirs.length - tail)).map((line) => `+ ${line}`),
  ];
}

function sharedTail(mine: readonly string[], theirs: readonly string[]): number {
  const [a, b] = [mine.toReversed(), theirs.toReversed()];
  const most = Math.min(a.length, b.length);
  const length = a.slice(0, most).findIndex((line, at) => line !== b[at]);
  return length === -1 ? most : length;
}

function shorten(lines: readonly string[]): readonly string[] {
  return lines.length <= mostLines ? lines : [...lines.slice(0, mostLines), `(and ${lines.length - mostLines} more)`];
}
