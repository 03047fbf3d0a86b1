import type { Goal, Line, Measured } from "./row.ts";
import { median } from "./statistics.ts";

export interface Judged {
  /** Our median. */
  readonly figure: number;
  /** Beside what the goal names, or else beside the first floor, or the first peer. */
  readonly ratio: number | undefined;
  /** What the goal is about: the figure, its ratio to another, or the difference. */
  readonly reached: number;
  /** Undefined where there is no goal, or where what it is beside was not measured. */
  readonly isMet: boolean | undefined;
}

/** Throws where a line has nothing of ours, or its goal names what no line could have. */
export function judge({ what, measured, goal }: Line): Judged {
  const own = measured.find(({ role }) => role === "ours");
  if (own === undefined) throw new Error(`${what}: nothing of Holdfast was measured`);
  const figure = median(own.values);
  const beside = besideWhat(measured, goal);
  const other = beside === undefined ? undefined : median(beside.values);
  const ratio = other === undefined ? undefined : figure / other;
  const reached = reachedOf({ figure, ratio, other, goal });
  return { figure, ratio, reached, isMet: goal === undefined || Number.isNaN(reached) ? undefined : isMet(goal, reached) };
}

function besideWhat(measured: readonly Measured[], goal: Goal | undefined): Measured | undefined {
  if (goal?.beside !== undefined) return measured.find(({ name }) => name === goal.beside?.name);
  return measured.find(({ role }) => role === "floor") ?? measured.find(({ role }) => role === "peer");
}

interface Figures {
  readonly figure: number;
  readonly ratio: number | undefined;
  readonly other: number | undefined;
  readonly goal: Goal | undefined;
}

function reachedOf({ figure, ratio, other, goal }: Figures): number {
  if (goal?.beside === undefined) return figure;
  if (goal.beside.by === "ratio") return ratio ?? Number.NaN;
  return other === undefined ? Number.NaN : figure - other;
}

const isMet = ({ limit, figure }: Goal, reached: number): boolean =>
  limit === "at most" ? reached <= figure : reached >= figure;
