import type { Caller, DecisionContext, Decision, Route } from "./decision.ts";
import type { StartedDeadline } from "./deadline.ts";
import { isDecision } from "./review/encode-answer.ts";
import { Rejection } from "./rejection.ts";
import type { Review } from "./review/review.ts";

/** What came of asking a rule. Only `decided` can let a request through. */
export type RuleOutcome =
  | { readonly kind: "decided"; readonly decision: Decision }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "late" };

/** Asks a rule about a review until its deadline. Whatever the rule throws stays in here, except that it has no room for the review. */
export async function askRule(
  route: Route,
  review: Review,
  circumstances: { readonly deadline: StartedDeadline; readonly caller: Caller },
): Promise<RuleOutcome> {
  const { deadline } = circumstances;
  const outcome = await Promise.race([decided(route, review, circumstances), over(deadline)]);
  // Once more by the clock: while this thread was busy, the timer of the deadline had no turn.
  return deadline.remainingMs() > 0 && !deadline.signal.aborted ? outcome : { kind: "late" };
}

async function decided(route: Route, review: Review, circumstances: DecisionContext): Promise<RuleOutcome> {
  try {
    const decision: unknown = await route.decide(review, circumstances);
    if (isDecision(decision)) return { kind: "decided", decision };
    return { kind: "failed", error: new Error(`the rule ${route.rule} gave no decision; this is a bug of Holdfast`) };
  } catch (error) {
    if (error instanceof Rejection) throw error;
    return { kind: "failed", error };
  }
}

function over({ signal }: StartedDeadline): Promise<RuleOutcome> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve({ kind: "late" });
    signal.addEventListener("abort", () => resolve({ kind: "late" }), { once: true });
  });
}
