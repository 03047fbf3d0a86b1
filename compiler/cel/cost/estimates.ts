import { listCost } from "./charges.ts";

/**
 * What the compiler knows of a call that it writes, before there are values. Operands are counted from 0, the target of
 * a method first.
 */
export interface CallSizes {
  /** Most bytes of text of an operand; 0 where there is none. */
  readonly maxBytes: (operand: number) => number;
  /**
   * Units for going through the text of an operand once: on average over the entries of an iteration; 0 where there is
   * none.
   */
  readonly traversal: (operand: number) => number;
  /** The same for the text that comes out. */
  readonly ofResult: () => number;
  /** Most elements of a list. */
  readonly entries: number;
  /** Of a pattern: what counted repetitions add to the work for each character. */
  readonly addedSteps: number;
}

/**
 * Most cost units of a call, without its operands (apiserver: pkg/cel/library/cost.go; cel-go:
 * interpreter/runtimecost.go).
 */
export type Estimate = (sizes: CallSizes) => number;

/**
 * Most bytes of text in a result: of its target, as `substring`; of what `replace` and `join` make; of the longest
 * number. What has another kind of result than text has as much as the largest of its operands, or none.
 */
export type ResultText = "none" | "number" | "target" | "replaced" | "joined" | "largest";

/** What the compiler estimates of the calls that it writes. */
export interface Emitted {
  readonly estimate: Estimate;
  /** Absent: "none" of scalars, otherwise "largest". */
  readonly text?: ResultText;
}

export const atMostOne: Estimate = () => 1;
export const ofTarget: Estimate = ({ traversal }) => traversal(0);
export const ofArgument: Estimate = ({ traversal }) => traversal(1);
export const twiceTarget: Estimate = ({ traversal }) => 2 * traversal(0);
/** A list of texts as one, with a text between each two. */
export const ofJoined: Estimate = (sizes) => twiceTarget(sizes) + 2 * Math.ceil((sizes.entries * sizes.maxBytes(1)) / 10);

/** Of a list all its texts; each element that is no text counts one. */
export const ofTexts: Estimate = ({ traversal, entries }) => traversal(0) + entries;

/** Text is compared at each place anew, for which the API server charges less for `indexOf` than for `contains`. */
export const search: Estimate = (sizes) => product(sizes, 0.1);

/** What comes out costs nothing by itself, but somebody has to write it. */
export const replacement: Estimate = (sizes) => twiceTarget(sizes) + sizes.ofResult();

/**
 * A pattern counts with a quarter of a unit for each byte, but takes longer where it counts: `[a-z]{1,1000}x` on 1.5
 * MiB kept Go busy for two minutes, at 629,144 units (measured). So each step that a repetition adds counts a unit.
 */
export const ofPattern: Estimate = (sizes) => product(sizes, 0.25) + sizes.traversal(0) * sizes.addedSteps;

/**
 * Of the 16 bytes of an IPv6 network: two traversals together, another one, and one unit; and what it is compared with.
 */
export const ofNetwork: Estimate = ({ traversal }) => 6 + traversal(1);

/** A list that is made costs by its elements. */
export const ofNewList: Estimate = ({ entries }) => entries + 1 + listCost;

/** CEL counts a comparison of each element with each, two units each and a tenth for text, though it sorts with fewer. */
export const ofEachWithEach: Estimate = ({ entries }) => Math.ceil(entries ** 2 * 2.1) + 1 + listCost;

/** The target as often as the other has bytes, at `factor` of a unit each. */
function product({ traversal, maxBytes }: CallSizes, factor: number): number {
  return traversal(0) * Math.max(1, Math.ceil(maxBytes(1) * factor));
}
