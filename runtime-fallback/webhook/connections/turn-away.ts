import type { ServerResponse } from "node:http";
import type { Clock } from "../../clock.ts";
import { type Log, throttledWarning } from "../../telemetry/log.ts";
import type { Metrics } from "../../telemetry/metrics.ts";
import { Rejection, type Why } from "../rejection.ts";
import { failureAnswer, respond } from "../respond.ts";

export interface TurningAway {
  /** Before a rule was asked. */
  rejected(response: ServerResponse, error: unknown): void;
  /** While rules cannot be asked yet, or any more. */
  unready(response: ServerResponse, rule: string, reasons: readonly string[]): void;
}

const warnEveryMs = 1000;

/**
 * Answers that leave it to the failure policy. Each is the last of its connection: the body may still be on its way,
 * and a new connection of the API server may find a replica that is ready. Only where there is no room, the rest of the
 * body is read and thrown away: whoever is still writing when the connection ends gets a broken pipe in place of the
 * answer, and would not come again.
 */
export function turningAway({ log, metrics, clock }: { log: Log; metrics: Metrics; clock: Clock }): TurningAway {
  const warn = throttledWarning(log, clock, warnEveryMs);
  return {
    rejected: (response, error) => {
      const { why, status, message, request } =
        error instanceof Rejection ? error : new Rejection("bug", "the webhook failed; its log says why");
      metrics.rejected(why);
      warn(why, "a request was turned away", {
        status,
        ...(request !== undefined && { request }),
        error: error instanceof Error ? error : String(error),
      });
      respond(response, { ...failureAnswer(status, message), last: why !== "busy", headers: headersFor(why) });
    },
    unready: (response, rule, reasons) => {
      metrics.reviewed({ rule, evaluation: "not-ready", seconds: 0 });
      warn(`not ready: ${rule}`, "a review was turned away: not ready", { rule, reason: reasons[0] });
      // Without Retry-After: the API server would come again until its time is over, and
      // show that in place of the reason.
      respond(response, { ...failureAnswer(503, `not ready: ${reasons.join("; ")}`), last: true });
    },
  };
}

function headersFor(why: Why): Readonly<Record<string, string>> {
  // An API server repeats the call after as many seconds, while its timeout lasts.
  if (why === "busy") return { "retry-after": "1" };
  return why === "wrong-method" ? { allow: "POST" } : {};
}
