import type { Clock } from "../../../runtime-fallback/clock.ts";
import { type Limits, defaultLimits } from "../../../runtime-fallback/webhook/limits.ts";
import { createScaledClock } from "../scaled-clock.ts";

/**
 * For a server whose clients have so many times as long for all that they do: a busy machine makes any client late. How
 * long they wait for room stays as it is.
 */
export function slowed(slowdown: number): { readonly clock: Clock; readonly limits: Partial<Limits> } {
  const { handshakeMs, headersMs, requestMs, waitMs } = defaultLimits;
  return {
    clock: createScaledClock(1 / slowdown),
    // Node has a clock of its own for the first three.
    limits: {
      handshakeMs: handshakeMs * slowdown,
      headersMs: headersMs * slowdown,
      requestMs: requestMs * slowdown,
      waitMs: waitMs / slowdown,
    },
  };
}
