import type { RuleName } from "./ask.ts";
import type { PolicyAnswer } from "./answer.ts";
import type { RequestDescription } from "./request-description.ts";

/** A review that a test put to policies, and the answer: plain data, for reports and to put it to a real API server. */
export interface RecordedReview {
  readonly policies: readonly string[];
  readonly request: RequestDescription;
  readonly answer: PolicyAnswer;
  /** The rules that the request concerns, whatever they said. */
  readonly concerned: readonly RuleName[];
}
