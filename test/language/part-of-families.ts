import type { Family } from "./language-case.ts";

type Families = Readonly<Record<string, Family>>;

/**
 * So many of a hundred cases, and at least one of each family: evenly spread, since cases beside each other are about one
 * thing.
 */
export function partOfFamilies(families: Families, percent: number): Families {
  let place = 0;
  const isIn = (at: number): boolean => Math.floor(((at + 1) * percent) / 100) > Math.floor((at * percent) / 100);
  const entries = Object.entries(families).map(([prefix, family]) => {
    const some = family.cases.filter(() => isIn(place++));
    return [prefix, { ...family, cases: some.length === 0 ? family.cases.slice(0, 1) : some }] as const;
  });
  return Object.fromEntries(entries);
}
