import { lineBreaks } from "./classes.ts";
import {
  type Alternatives,
  type CharacterClass,
  type Edge,
  type PatternPart,
  type PatternSequence,
  allParts,
} from "./pattern.ts";

/**
 * A pattern with the flag `m`, good for asking whether there is a match: `^` at its beginning is the beginning of the
 * text or a line break, which RE2 may take into the match, and so is `$` at its end. Undefined where they stand elsewhere.
 */
export function askedOfLines(alternatives: Alternatives): Alternatives | undefined {
  const asked = alternatives.map((sequence) => atEnd(atStart(sequence)));
  const kept = new Set<PatternPart>([...allParts(alternatives)].filter(isEdgeOfLine));
  for (const edge of replacedEdges(alternatives)) kept.delete(edge);
  return kept.size > 0 ? undefined : asked;
}

export const isEdgeOfLine = (part: PatternPart): boolean => part.kind === "edge" && (part.mark === "^" || part.mark === "$");

const lineBreak: CharacterClass = {
  kind: "class",
  isNegated: false,
  items: lineBreaks.map(([first, last]) => ({ kind: "range", first, last })),
};

function* replacedEdges(alternatives: Alternatives): Iterable<PatternPart> {
  for (const sequence of alternatives) {
    for (const [part, mark] of [
      [sequence[0], "^"],
      [sequence.at(-1), "$"],
    ] as const) {
      if (part?.kind === "edge" && part.mark === mark) yield part;
    }
  }
}

function atStart(sequence: PatternSequence): PatternSequence {
  const [first, ...others] = sequence;
  return first?.kind === "edge" && first.mark === "^" ? [orLineBreak(first), ...others] : sequence;
}

function atEnd(sequence: PatternSequence): PatternSequence {
  const last = sequence.at(-1);
  return last?.kind === "edge" && last.mark === "$" ? [...sequence.slice(0, -1), orLineBreak(last)] : sequence;
}

function orLineBreak(edge: Edge): PatternPart {
  return { kind: "group", isCapturing: false, alternatives: [[edge], [lineBreak]] };
}
