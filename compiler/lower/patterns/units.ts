import {
  allParts,
  type Alternatives,
  mapLeaves,
  type PatternPart,
  type PatternSequence,
  type Repeated,
  RejectedPattern,
} from "./pattern.ts";
import { asWritten, byExceptions, fitsHalves, holdsHalves, isNoBoundary, twoHalves, withoutHalves } from "./halves.ts";
import { withoutImplied } from "./implied.ts";

/**
 * What a pattern takes, by where it begins and where it ends: between characters (`W`), or after the first half of one
 * (`H`). What ends after a first half has taken the whole character in RE2, and what begins there finds it taken.
 */
interface Ways {
  readonly WW: Alternatives;
  readonly WH: Alternatives;
  readonly HW: Alternatives;
  readonly HH: Alternatives;
}

const nothing: Alternatives = [];
const empty: Alternatives = [[]];

/**
 * A pattern without `u` as one over whole characters, good for asking whether there is a match: `/a.b/` does not match
 * `a🦀b`, and becomes `a[^...\x{10000}-\x{10ffff}]b`.
 */
export function askedOfCharacters(alternatives: Alternatives, isDotAll: boolean): Alternatives {
  const { WW, WH, HW, HH } = waysOf(mapLeaves(alternatives, (part) => byExceptions(part, isDotAll)));
  const fromHalf = before(twoHalves, [...HW, ...HH]);
  return mapLeaves(limited(withoutImplied([...WW, ...WH, ...fromHalf])), asWritten);
}

function waysOf(alternatives: Alternatives): Ways {
  return alternatives.map(waysOfSequence).reduce(either, { WW: nothing, WH: nothing, HW: nothing, HH: nothing });
}

function waysOfSequence(sequence: PatternSequence): Ways {
  return sequence.map(waysOfPart).reduce(inOrder, once);
}

/** Takes nothing. */
const once: Ways = { WW: empty, WH: nothing, HW: nothing, HH: empty };

function waysOfPart(part: PatternPart): Ways {
  if (![...allParts([[part]])].some(fitsHalves)) return onlyWhole(part);
  if (part.kind === "group") return waysOf(part.alternatives);
  if (part.kind === "repeated") return repeatedWays(part, part.most === undefined);
  return oneUnit(part);
}

/**
 * No half fits, and between halves is no edge. What can be empty is so there, too.
 */
function onlyWhole(part: PatternPart): Ways {
  return { WW: [[part]], WH: nothing, HW: nothing, HH: canBeNothing(part) ? empty : nothing };
}

/** Whether it may take nothing anywhere. */
function canBeNothing(part: PatternPart): boolean {
  if (part.kind === "group") return part.alternatives.some((sequence) => sequence.every(canBeNothing));
  return part.kind === "repeated" && (part.least === 0 || canBeNothing(part.part));
}

function oneUnit(part: PatternPart): Ways {
  if (isNoBoundary(part)) return { ...once, WW: [[part]] };
  return { WW: [[withoutHalves(part)]], WH: [[twoHalves]], HW: empty, HH: nothing };
}

function repeatedWays({ part, least, most = least }: Repeated, isEndless: boolean): Ways {
  if (most > maxWays) throw new RejectedPattern({ why: "units" });
  const one = waysOfPart(part);
  const needed = Array.from({ length: least }, () => one);
  if (isEndless) return holdsHalves(part) ? asOften(part, least, needed) : [...needed, star(one)].reduce(inOrder, once);
  const optional = Array.from({ length: most - least }, () => either(one, once));
  return [...needed, ...optional].reduce(inOrder, once);
}

/** `.*` takes whole characters, and perhaps a half of one more. */
function asOften(part: PatternPart, least: number, needed: readonly Ways[]): Ways {
  const any: Repeated = { kind: "repeated", part, least: 0, most: undefined, isLazy: false };
  const all: Ways = { WW: [[any]], WH: [[any, twoHalves]], HW: [[any]], HH: [[], [any, twoHalves]] };
  if (least !== 1) return [...needed, all].reduce(inOrder, once);
  return { WW: [[{ ...any, least: 1 }]], WH: [[any, twoHalves]], HW: [[any]], HH: [[any, twoHalves]] };
}

/** (WW | WH HH* HW)*, and so on. */
function star({ WW, WH, HW, HH }: Ways): Ways {
  const loop = oftenOf(HH);
  const whole = oftenOf([...WW, ...joined(joined(WH, loop), HW)]);
  const back = joined(loop, HW);
  const out = joined(WH, loop);
  return { WW: whole, WH: joined(whole, out), HW: joined(back, whole), HH: [...loop, ...joined(joined(back, whole), out)] };
}

function oftenOf(alternatives: Alternatives): Alternatives {
  const taking = alternatives.filter((sequence) => sequence.length > 0);
  if (taking.length === 0) return empty;
  const part: PatternPart = { kind: "group", isCapturing: false, alternatives: taking };
  return [[{ kind: "repeated", part, least: 0, most: undefined, isLazy: false }]];
}

const either = (a: Ways, b: Ways): Ways => ({
  WW: limited([...a.WW, ...b.WW]),
  WH: limited([...a.WH, ...b.WH]),
  HW: limited([...a.HW, ...b.HW]),
  HH: limited([...a.HH, ...b.HH]),
});

const inOrder = (a: Ways, b: Ways): Ways => ({
  WW: [...joined(a.WW, b.WW), ...joined(a.WH, b.HW)],
  WH: [...joined(a.WW, b.WH), ...joined(a.WH, b.HH)],
  HW: [...joined(a.HW, b.WW), ...joined(a.HH, b.HW)],
  HH: [...joined(a.HW, b.WH), ...joined(a.HH, b.HH)],
});

const joined = (a: Alternatives, b: Alternatives): Alternatives =>
  limited(a.flatMap((start) => b.map((end) => [...start, ...end])));

const before = (part: PatternPart, alternatives: Alternatives): Alternatives =>
  alternatives.map((sequence) => [part, ...sequence]);

/** A pattern of more ways nobody would recognize. */
const maxWays = 12;

function limited(alternatives: Alternatives): Alternatives {
  const different = new Map(alternatives.map((sequence) => [JSON.stringify(sequence), sequence]));
  if (different.size > maxWays || alternatives.flat().length > maxParts) throw new RejectedPattern({ why: "units" });
  return [...different.values()];
}

const maxParts = 200;
