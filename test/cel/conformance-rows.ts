import { type Outcome, outcomeOf } from "./conformance-answer.ts";
import { type ConformanceTest, conformanceTests } from "./conformance-suite.ts";

/** A test of cel-spec with what the engine makes of it. */
export interface ConformanceRow {
  readonly test: ConformanceTest;
  readonly outcome: Outcome;
}

export const rows: readonly ConformanceRow[] = conformanceTests.map((one) => ({ test: one, outcome: outcomeOf(one) }));

export const rowsWith = (outcome: Outcome): readonly ConformanceRow[] => rows.filter((row) => row.outcome === outcome);
