/** Sets of characters, as sorted ranges that neither touch nor overlap. */
export type CodePoints = readonly (readonly [first: number, last: number])[];

const lastCodePoint = 0x10ffff;

export function union(ranges: CodePoints): CodePoints {
  const merged: [number, number][] = [];
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const before = merged.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

/** Everything else. */
export function complement(ranges: CodePoints): CodePoints {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [first, last] of union(ranges)) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= lastCodePoint) gaps.push([next, lastCodePoint]);
  return gaps;
}
