/** What a row of the table is made of. */

/** The least that could be done, somebody else's way, or Holdfast. */
export type Role = "floor" | "peer" | "ours";

export interface Measured {
  readonly name: string;
  readonly role: Role;
  /** One for each request, or for each round. */
  readonly values: readonly number[];
  /** How many requests or runs these values tell of, where that is not how many values there are. */
  readonly n?: number;
}

export type Unit = "ms" | "µs" | "s" | "MiB" | "KB" | "B" | "policies" | "per second";

/** What was asked for: of our figure itself, or of what it is beside another one of the same run. */
export interface Goal {
  readonly limit: "at most" | "at least";
  readonly figure: number;
  /** The name of a measured one, and whether our figure is divided by its figure, or what it is more than that. */
  readonly beside?: { readonly name: string; readonly by: "ratio" | "difference" };
}

/** One line of the table. */
export interface Line {
  readonly what: string;
  readonly unit: Unit;
  readonly measured: readonly Measured[];
  readonly goal?: Goal;
}

/** What is measured together, and can be asked for by name. */
export interface Row {
  readonly name: string;
  /** One or two sentences for docs/internals/performance.md: what it means to whom. */
  readonly means: string;
  /** Left out of a run of all, since it takes minutes. */
  readonly onlyByName?: true;
  measure(bench: Bench): Promise<readonly Line[]>;
}

export interface Bench {
  /** How often each of those that are measured has its turn. */
  readonly rounds: number;
  /** For whoever waits. */
  say(text: string): void;
  /** Opened when a row first asks for it, kept for other rows, and closed at the end. */
  shared<Thing extends Closable>(name: string, open: () => Promise<Thing>): Promise<Thing>;
}

export interface Closable {
  close(): Promise<void>;
}

/** What a row needs is not on this machine: the row is left out, with the reason, and the others are measured. */
export class Missing extends Error {}

export const ours = (values: readonly number[], n?: number): Measured => measuredAs("ours", "Holdfast", { values, n });
export const floor = (name: string, values: readonly number[], n?: number): Measured => measuredAs("floor", name, { values, n });
export const peer = (name: string, values: readonly number[], n?: number): Measured => measuredAs("peer", name, { values, n });

function measuredAs(
  role: Role,
  name: string,
  { values, n }: { readonly values: readonly number[]; readonly n: number | undefined },
): Measured {
  return { role, name, values, ...(n === undefined ? {} : { n }) };
}

export const ratioAtMost = (figure: number, name: string): Goal => ({
  limit: "at most",
  figure,
  beside: { name, by: "ratio" },
});

export const atMost = (figure: number): Goal => ({ limit: "at most", figure });
