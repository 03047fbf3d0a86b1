import { codePointsOf, matchesCharacters, type CodePoints } from "./classes.ts";
import { shortestOf, longestOf } from "./extent.ts";
import { type Alternatives, type Group, type PatternPart, type PatternSequence, type Repeated, allParts } from "./pattern.ts";

/** Where a group stands in the text that the whole pattern has matched. */
export interface GroupPlace {
  /** What comes before it: so many characters, or as many as this pattern takes. */
  readonly before: number | PatternSequence;
  /** So many characters come after it; or it is what this pattern takes where it begins. */
  readonly after: number | PatternSequence;
  /** `(x)?`: it takes part in the match where something stands in its place. */
  readonly isOptional: boolean;
}

/**
 * Whether RE2 finds what JavaScript finds, and not only where that does: of `(?:|a)?` JavaScript takes the `a`, because
 * nothing does not count as a repetition.
 */
export function isFoundAlike(alternatives: Alternatives): boolean {
  return ![...allParts(alternatives)].some((part) => part.kind === "repeated" && shortestOf([[part.part]]) === 0);
}

/**
 * The groups of a pattern, in their order; undefined for one whose place the pattern does not tell by itself: CEL finds a
 * whole match, and no part of it.
 *
 * A part tells where it ends where it is of one length, or takes as many characters of a class as there are, and what
 * follows begins with none of them: `(\d+)` in `(\d+)\.`. So does `(Mi|K)?`, where nothing that follows begins with `M`
 * or `K`.
 */
export function groupPlaces(alternatives: Alternatives): readonly (GroupPlace | undefined)[] {
  const [only, ...others] = alternatives;
  if (only === undefined || others.length > 0) return groupsIn(alternatives).map(() => undefined);
  const places: (GroupPlace | undefined)[] = [];
  const visit = (sequence: PatternSequence, before: PatternSequence, after: PatternSequence): void => {
    for (const [at, part] of sequence.entries()) {
      const [left, right] = [
        [...before, ...sequence.slice(0, at)],
        [...sequence.slice(at + 1), ...after],
      ];
      const [inner, ...more] = part.kind === "group" ? part.alternatives : [];
      if (part.kind !== "group" || inner === undefined) {
        const groups = groupsIn([[part]]);
        places.push(
          ...groups.map((group, nth) => (nth === 0 && isOptional(part, group) ? placeOf(part, left, right) : undefined)),
        );
      } else {
        if (part.isCapturing) places.push(placeOf(part, left, right));
        if (more.length === 0) visit(inner, left, right);
        else places.push(...groupsIn(part.alternatives).map(() => undefined));
      }
    }
  };
  visit(only, [], []);
  return places;
}

function groupsIn(alternatives: Alternatives): readonly Group[] {
  return alternatives.flat().flatMap(groupsOf);
}

function groupsOf(part: PatternPart): readonly Group[] {
  if (part.kind === "repeated") return groupsOf(part.part);
  if (part.kind !== "group") return [];
  return [...(part.isCapturing ? [part] : []), ...groupsIn(part.alternatives)];
}

/** `(x)?`, of a group that takes something. */
function isOptional(part: PatternPart, group: Group): part is Repeated {
  return part.kind === "repeated" && part.part === group && part.most === 1 && shortestOf(group.alternatives) > 0;
}

function placeOf(group: Group | Repeated, left: PatternSequence, right: PatternSequence): GroupPlace | undefined {
  const itself: PatternSequence = [group];
  const fixedBefore = lengthOf(left);
  const before = fixedBefore ?? (tellsItsEnd(left, [...itself, ...right]) ? left : undefined);
  const after = lengthOf(right) ?? (tellsItsEnd(itself, right) ? itself : undefined);
  return before === undefined || after === undefined ? undefined : { before, after, isOptional: group.kind === "repeated" };
}

/** Characters that it takes, where they are always as many. */
function lengthOf(sequence: PatternSequence): number | undefined {
  const shortest = shortestOf([sequence]);
  return shortest === longestOf([sequence]) ? shortest : undefined;
}

/** Whether no other end than the one that is found for `sequence` alone goes with what follows. */
function tellsItsEnd(sequence: PatternSequence, following: PatternSequence): boolean {
  const parts = flat(sequence);
  return parts.every((part, at) => {
    if (part.kind === "edge") return part.mark === "^";
    if (lengthOf([part]) !== undefined) return true;
    const behind = [...parts.slice(at + 1), ...flat(following)];
    if (part.kind === "group") return haveOneEnd(part.alternatives, behind);
    if (part.kind !== "repeated" || part.isLazy || !isTakenWhole(part, behind)) return false;
    const [first, next] = [firstOfPart(part), firstOf(behind)];
    return first !== undefined && next !== undefined && areApart(first, next);
  });
}

/** Whether it takes all that it can, wherever nothing that follows begins as it does. */
function isTakenWhole({ part, most }: Repeated, following: PatternSequence): boolean {
  if (matchesCharacters(part)) return true;
  return part.kind === "group" && most === 1 && haveOneEnd(part.alternatives, following);
}

/** Whether all that may match at one place ends at one place. */
function haveOneEnd(alternatives: Alternatives, following: PatternSequence): boolean {
  if ([...allParts(alternatives)].some(({ kind }) => kind === "edge")) return false;
  if (lengthOf([{ kind: "group", alternatives, isCapturing: false }]) !== undefined) return true;
  const firsts = alternatives.map(firstOf);
  const areDifferent = firsts.every(
    (first, at) => first !== undefined && firsts.slice(at + 1).every((other) => other !== undefined && areApart(first, other)),
  );
  return areDifferent && alternatives.every((sequence) => shortestOf([sequence]) > 0 && tellsItsEnd(sequence, following));
}

/** Groups of one alternative as what is in them. */
function flat(sequence: PatternSequence): PatternSequence {
  return sequence.flatMap((part) => {
    const [only, ...others] = part.kind === "group" ? part.alternatives : [];
    return only !== undefined && others.length === 0 ? flat(only) : [part];
  });
}

/** The characters with which it may begin; undefined where that is not known. */
function firstOf(sequence: PatternSequence): CodePoints | undefined {
  const found: CodePoints[number][] = [];
  for (const part of sequence) {
    const first = firstOfPart(part);
    if (first === undefined) return undefined;
    found.push(...first);
    if (part.kind !== "edge" && shortestOf([[part]]) > 0) return found;
  }
  return found;
}

function firstOfPart(part: PatternPart): CodePoints | undefined {
  if (part.kind === "edge") return part.mark === "$" ? [] : undefined;
  if (part.kind === "repeated") return firstOfPart(part.part);
  if (part.kind !== "group") return codePointsOf(part);
  const firsts = part.alternatives.map(firstOf);
  const known = firsts.filter((first) => first !== undefined);
  return known.length < firsts.length ? undefined : known.flat();
}

function areApart(a: CodePoints, b: CodePoints): boolean {
  return a.every(([first, last]) => b.every(([other, end]) => last < other || end < first));
}
