import { codePointsOf } from "./classes.ts";
import { isBounded } from "./extent.ts";
import { type Alternatives, type PatternPart, type PatternSequence, allParts } from "./pattern.ts";
import { RejectedPattern } from "./rejection.ts";

/**
 * What V8 gets wrong on characters of two UTF-16 units, so that a rule would say one thing in TypeScript and another in the
 * API server: `/\B/u` matches between the halves of `a🦀a` (V8 11 to 14), and `/[^x]$/u` does not match `🦀` (V8 14.6; it
 * looks for the beginning from the end, and takes `[^x]` and `[\W]` for one unit). `/.*?x^|/su` matches nothing at all there.
 */
export function requireReadByV8(alternatives: Alternatives): void {
  const parts = [...allParts(alternatives)];
  if (parts.some((part) => part.kind === "edge" && part.mark === "\\B")) {
    throw new RejectedPattern({ why: "misread", part: "\\B", help: "say which characters stand there, or ask with `\\b`" });
  }
  if (alternatives.some((sequence) => hasLateStart(sequence, true))) {
    const help = "let `^` stand at the beginning of the pattern, or of a group there";
    throw new RejectedPattern({ why: "misread", part: "^", help });
  }
  const endsSomewhere = parts.some((part) => part.kind === "edge" && part.mark === "$");
  const beginsAnywhere = alternatives.some(([first]) => first?.kind !== "edge" || first.mark !== "^");
  if (endsSomewhere && beginsAnywhere && isBounded(alternatives) && parts.some(isOfTwoUnits)) {
    const help = "begin the pattern with `^[^]*`, or write the characters that are meant";
    throw new RejectedPattern({ why: "misread", part: "$", help });
  }
}

/** `^` after something that takes characters, or could. */
function hasLateStart(sequence: PatternSequence, isAtStart: boolean): boolean {
  let canStart = isAtStart;
  for (const part of sequence) {
    if (part.kind === "edge" ? part.mark === "^" && !canStart : isLateInside(part, canStart)) return true;
    canStart &&= part.kind === "edge";
  }
  return false;
}

function isLateInside(part: PatternPart, canStart: boolean): boolean {
  if (part.kind === "repeated") return isLateInside(part.part, canStart);
  return part.kind === "group" && part.alternatives.some((sequence) => hasLateStart(sequence, canStart));
}

/** A class whose characters of two units V8 may count as one; it knows better of `.`. */
function isOfTwoUnits(part: PatternPart): boolean {
  return part.kind === "class" && part.items.length > 0 && (codePointsOf(part).at(-1)?.[1] ?? 0) > 0xffff;
}
