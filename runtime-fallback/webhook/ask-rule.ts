import type { Decision, Route } from "./decision.ts";
import type { StartedDeadline } from "./deadline.ts";
import { isDecision } from "./encode-answer.ts";
import type { Review } from "./review.ts";

/** What came of asking a rule. Only `decided` can let a request through. */
export type Ruling =
  | { readonly kind: "decided"; readonly decision: Decision }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "late" };

/** Asks a rule about a review until its deadline. Whatever the rule throws stays in here. */
export async function askRule(route: Route, review: Review, deadline: StartedDeadline): Promise<Ruling> {
  const ruling = await Promise.race([decided(route, review, deadline), over(deadline)]);
  // Once more by the clock: while this thread was busy, the timer of the deadline had no turn.
  return deadline.remainingMs() > 0 && !deadline.signal.aborted ? ruling : { kind: "late" };
}

async function decided(route: Route, review: Review, deadline: StartedDeadline): Promise<Ruling> {
  try {
    const decision: unknown = await route.decide(review, { deadline });
    if (isDecision(decision)) return { kind: "decided", decision };
    return { kind: "failed", error: new Error(`the rule ${route.rule} gave no decision; this is a bug of Holdfast`) };
  } catch (error) {
    return { kind: "failed", error };
  }
}

function over({ signal }: StartedDeadline): Promise<Ruling> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve({ kind: "late" });
    signal.addEventListener("abort", () => resolve({ kind: "late" }), { once: true });
  });
}
