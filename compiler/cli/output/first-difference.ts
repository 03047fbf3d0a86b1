/** Enough to recognise the place; the rest is for `git diff`. */
const maxLines = 5;

/** How far apart two texts may run before the rest counts as different. */
const reach = 40;

/**
 * The first place where two texts part, up to where they meet again:
 *
 *     line 31
 *     - as it is
 *     + as it should be
 */
export function firstDifference(found: string, wanted: string): readonly string[] {
  const [mine, theirs] = [found.split("\n"), wanted.split("\n")];
  const start = mine.findIndex((line, at) => line !== theirs[at]);
  const from = start === -1 ? mine.length : start;
  const [removed, added] = untilTheyMeet(mine.slice(from), theirs.slice(from));
  return [`line ${from + 1}`, ...shorten(removed).map((line) => `- ${line}`), ...shorten(added).map((line) => `+ ${line}`)];
}

/** The fewest lines to take from the start of both so that they go on with the same line, or end together. */
function untilTheyMeet(mine: readonly string[], theirs: readonly string[]): readonly [readonly string[], readonly string[]] {
  for (let taken = 1; taken <= 2 * reach; taken += 1) {
    for (let own = Math.min(taken, mine.length); own >= 0 && taken - own <= theirs.length; own -= 1) {
      if (mine[own] === theirs[taken - own]) return [mine.slice(0, own), theirs.slice(0, taken - own)];
    }
  }
  return [mine, theirs];
}

function shorten(lines: readonly string[]): readonly string[] {
  return lines.length <= maxLines ? lines : [...lines.slice(0, maxLines), `(and ${lines.length - maxLines} more)`];
}
