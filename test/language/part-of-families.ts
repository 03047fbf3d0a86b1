import { isInPart } from "../searches/search-of.ts";
import type { Family } from "./language-case.ts";

type Families = Readonly<Record<string, Family>>;

/** So many of a hundred cases, and at least one of each family. */
export function partOfFamilies(families: Families, percent: number): Families {
  let place = 0;
  const entries = Object.entries(families).map(([prefix, family]) => {
    const some = family.cases.filter(() => isInPart(place++, percent));
    return [prefix, { ...family, cases: some.length === 0 ? family.cases.slice(0, 1) : some }] as const;
  });
  return Object.fromEntries(entries);
}
