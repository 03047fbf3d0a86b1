import type { Alternatives, PatternPart, PatternSequence } from "./pattern.ts";
import { holdsHalves, twoHalves, withoutHalves } from "./halves.ts";
import { codePointsOf, matchesCharacters } from "./classes.ts";

/**
 * The same answer, whether there is a match, by fewer alternatives: without those that contain another one, and with a
 * set as a whole where one alternative takes its characters of one unit and another those of two.
 */
export function withoutImplied(alternatives: Alternatives): Alternatives {
  const merged = mergeSets(alternatives);
  return merged.filter(
    (one, at) => !merged.some((other, from) => from !== at && isContained(other, one) && !(isContained(one, other) && from > at)),
  );
}

function mergeSets(alternatives: Alternatives): Alternatives {
  for (const [at, one] of alternatives.entries()) {
    for (const [from, other] of alternatives.entries()) {
      const whole = from === at ? undefined : asWhole(one, other);
      if (whole === undefined) continue;
      return mergeSets([...alternatives.filter((sequence) => sequence !== one && sequence !== other), whole]);
    }
  }
  return alternatives;
}

/** Two that differ in one place, where one has the halves and the other the rest of a set. */
function asWhole(one: PatternSequence, other: PatternSequence): PatternSequence | undefined {
  const places = one.flatMap((part, at) => (isSame(part, other[at]) ? [] : [at]));
  const [at] = places;
  if (one.length !== other.length || places.length !== 1 || at === undefined) return undefined;
  const rest = one[at];
  if (rest?.kind !== "class" || !rest.isNegated || !isSame(other[at], twoHalves)) return undefined;
  const items = rest.items.slice(0, -1);
  const whole: PatternPart = { ...rest, items };
  return isSame(withoutHalves(whole), rest) ? one.with(at, whole) : undefined;
}

const isSame = (a: PatternPart | undefined, b: PatternPart | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether a text that matches `outer` matches `inner`, too: somewhere in it is what `inner` takes. */
function isContained(inner: PatternSequence, outer: PatternSequence): boolean {
  return outer.some((_, at) => beginsWith(outer.slice(at), inner)) || beginsWith([], inner);
}

function beginsWith(outer: PatternSequence, inner: PatternSequence): boolean {
  const [part, ...others] = inner;
  if (part === undefined) return true;
  const most = lengthsOf(part, outer);
  return most.some((length) => beginsWith(outer.slice(length), others));
}

/** How many parts at the beginning of `outer` take nothing but what `part` takes. */
function lengthsOf(part: PatternPart, outer: PatternSequence): readonly number[] {
  const own = isSame(part, outer[0]) ? [1] : [];
  if (part.kind !== "repeated" || !isMixedSet(part.part)) return [...own, ...(isPartOf(outer[0], part) ? [1] : [])];
  const set = part.part;
  const end = outer.findIndex((one) => !isPartOf(one.kind === "repeated" ? one.part : one, set));
  const inside = outer.slice(0, end === -1 ? outer.length : end);
  const takes = inside.findIndex((one) => one.kind !== "repeated" || one.least > 0);
  const least = part.least === 0 ? 0 : takes + 1;
  if (part.least > 1 || part.most !== undefined || (part.least === 1 && takes === -1)) return own;
  return Array.from({ length: inside.length - least + 1 }, (_, more) => least + more);
}

/** A set that holds characters of two halves and others, or a part of it. */
function isPartOf(one: PatternPart | undefined, set: PatternPart): boolean {
  if (one === undefined || !isMixedSet(set)) return false;
  return isSame(one, set) || isSame(one, twoHalves) || isSame(one, withoutHalves(set));
}

function isMixedSet(set: PatternPart): boolean {
  return holdsHalves(set) && matchesCharacters(set) && codePointsOf(set).some(([, last]) => last > 0xffff);
}
