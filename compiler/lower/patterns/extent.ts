import type { Alternatives, PatternPart, Repeated, PatternSequence } from "./pattern.ts";

/** regexp/syntax (Go): more repetitions than this, those inside of others multiplied, do not compile. */
const maxRepetitions = 1000;
/** More steps than this need time to compile, and no rule about Kubernetes needs them. */
const maxAddedSteps = 1000;

export function repeatsTooOften(alternatives: Alternatives): boolean {
  return repetitionsOf(alternatives) > maxRepetitions || addedSteps(alternatives) > maxAddedSteps;
}

/** The most that repetitions inside of each other come to. */
function repetitionsOf(alternatives: Alternatives): number {
  return Math.max(1, ...alternatives.flat().map(repetitionsOfPart));
}

function repetitionsOfPart(part: PatternPart): number {
  if (part.kind === "group") return repetitionsOf(part.alternatives);
  if (part.kind !== "repeated") return 1;
  return timesOf(part) * repetitionsOfPart(part.part);
}

/**
 * How many steps counted repetitions add when they are written out, which is what Go does. It may be in all of them at
 * once, for each character of a text.
 */
export function addedSteps(alternatives: Alternatives): number {
  return stepsOf(alternatives, timesOf) - stepsOf(alternatives, () => 1);
}

type Times = (part: Repeated) => number;

const timesOf: Times = ({ least, most }) => Math.max(1, most ?? least);

function stepsOf(alternatives: Alternatives, times: Times): number {
  return sum(alternatives.flat().map((part) => stepsOfPart(part, times))) + alternatives.length;
}

function stepsOfPart(part: PatternPart, times: Times): number {
  if (part.kind === "group") return stepsOf(part.alternatives, times);
  return part.kind === "repeated" ? stepsOfPart(part.part, times) * times(part) : 1;
}

/** Most characters of a text that matches, where the pattern says so: all of it begins with `^` and ends with `$`. */
export function longestMatch(alternatives: Alternatives): number | undefined {
  if (!alternatives.every(isWhole)) return undefined;
  const longest = longestOf(alternatives);
  return Number.isFinite(longest) ? longest : undefined;
}

function isWhole(sequence: PatternSequence): boolean {
  const [first, last] = [sequence[0], sequence.at(-1)];
  return first?.kind === "edge" && first.mark === "^" && last?.kind === "edge" && last.mark === "$";
}

/** Whether a match has a longest length, in characters. */
export function isBounded(alternatives: Alternatives): boolean {
  return Number.isFinite(longestOf(alternatives));
}

/** Least characters of a match. */
export function shortestOf(alternatives: Alternatives): number {
  return Math.min(...alternatives.map((sequence) => sum(sequence.map(shortestOfPart))));
}

function shortestOfPart(part: PatternPart): number {
  if (part.kind === "edge") return 0;
  if (part.kind === "group") return shortestOf(part.alternatives);
  return part.kind === "repeated" ? shortestOfPart(part.part) * part.least : 1;
}

/** Most of them. */
export function longestOf(alternatives: Alternatives): number {
  return Math.max(...alternatives.map((sequence) => sum(sequence.map(longestOfPart))));
}

function longestOfPart(part: PatternPart): number {
  switch (part.kind) {
    case "edge":
      return 0;
    case "group":
      return longestOf(part.alternatives);
    case "repeated": {
      const longest = longestOfPart(part.part);
      return longest === 0 ? 0 : longest * (part.most ?? Infinity);
    }
    default:
      return 1;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((whole, number) => whole + number, 0);
}
