import { IterationLimitExceeded, QueryLimitExceeded } from "../../language/limits.ts";
import { NoAuthorizer } from "./authorizer.ts";
import { Unanswered } from "./cluster.ts";

const ends = [IterationLimitExceeded, NoAuthorizer, QueryLimitExceeded, Unanswered];

/** What ends an evaluation with words of its own, or without an answer. */
export function isKnownEnd(error: unknown): boolean {
  return ends.some((known) => error instanceof known);
}
