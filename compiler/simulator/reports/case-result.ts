import type { Position } from "../../diagnostics/format.ts";
import type { RecordedReview } from "../testing/ask.ts";

/** What became of one case. */
export interface CaseResult {
  /** As the user would type it. */
  readonly file: string;
  readonly position: Position | undefined;
  readonly name: string;
  /**
   * `error`: the request could not be put; `bug`: the executions of a policy disagree, which is our fault; `differs`: a
   * real API server says something else.
   */
  readonly status: "passed" | "failed" | "error" | "bug" | "differs" | "skipped";
  /** Why a real API server was not asked, where it should have been. */
  readonly notAsked?: string;
  /** What to tell about a case that has not passed: lines of text from anywhere, not yet fit for a terminal. */
  readonly details: readonly string[];
  readonly milliseconds: number;
  readonly reviews: readonly RecordedReview[];
}

/** Whether somebody has to look at it. */
export function isFinding({ status }: CaseResult): boolean {
  return status !== "passed" && status !== "skipped";
}
