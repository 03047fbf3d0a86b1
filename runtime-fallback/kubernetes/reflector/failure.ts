import { errorMessage } from "../../../compiler/api/helpful-error.ts";
import { ApiRejected, ApiUnreachable } from "../api-server.ts";
import { printable } from "../../escape-text.ts";

export type FailureReason =
  /** No connection, a reset, or an answer that cannot be read. */
  | "unreachable"
  /** Connected, and nothing was heard. */
  | "idle"
  /** The resourceVersion is too old. */
  | "gone"
  /** Another status than 200. */
  | "denied"
  /** The server ended the watch with an error. */
  | "error-event"
  /** Did not end when it was asked to: nobody may be there any more. */
  | "overdue"
  /** Ended as soon as it began. */
  | "short"
  /** What came contradicts what came before, or is no object. */
  | "inconsistent"
  /** An object came that our own code does not take. */
  | "projection";

/** Every one of them. */
export const failureReasons: readonly FailureReason[] = Object.keys({
  unreachable: true,
  idle: true,
  gone: true,
  denied: true,
  "error-event": true,
  overdue: true,
  short: true,
  inconsistent: true,
  projection: true,
} satisfies Readonly<Record<FailureReason, true>>) as FailureReason[];

export interface ReflectorFailure {
  readonly reason: FailureReason;
  /** Whether going on from the same resourceVersion is of no use. */
  readonly mustList: boolean;
  readonly retryAfterMs: number;
  readonly message: string;
}

/** An event that cannot follow those before it: something was missed. */
export class Inconsistent extends Error {
  override readonly name = "Inconsistent";
}

/** An object that could not be projected. Nothing of it can be stored, so nothing goes on without it. */
export class ProjectionFailed extends Error {
  override readonly name = "ProjectionFailed";
}

/** The `ERROR` event of a watch, as the Status in it says. */
export class WatchError extends Error {
  override readonly name = "WatchError";
  readonly code: unknown;

  constructor({ code, message }: Readonly<Record<string, unknown>>) {
    super(`the API server ended the watch with ${String(code)}: ${String(message)}`);
    this.code = code;
  }
}

/** A server that says "in an hour" is asked again anyway: whoever guards something cannot wait so long. */
const maxRetryAfterMs = 60_000;

export function failureOf(error: unknown): ReflectorFailure {
  const message = printable(errorMessage(error));
  return { message, retryAfterMs: retryAfterOf(error), ...kindOf(error) };
}

function kindOf(error: unknown): Pick<ReflectorFailure, "reason" | "mustList"> {
  if (error instanceof ApiUnreachable) return { reason: error.isLate ? "idle" : "unreachable", mustList: false };
  if (error instanceof ApiRejected) return denial(error.answer.status);
  if (error instanceof WatchError) {
    return error.code === 410 ? { reason: "gone", mustList: true } : { reason: "error-event", mustList: false };
  }
  if (error instanceof ProjectionFailed) return { reason: "projection", mustList: true };
  return { reason: "inconsistent", mustList: true };
}

function denial(status: number): Pick<ReflectorFailure, "reason" | "mustList"> {
  if (status === 410) return { reason: "gone", mustList: true };
  // 404: no longer served. 400: the resourceVersion is none of this server.
  return { reason: "denied", mustList: status === 404 || status === 400 };
}

function retryAfterOf(error: unknown): number {
  const seconds = error instanceof ApiRejected ? error.answer.retryAfterSeconds : undefined;
  return Math.min((seconds ?? 0) * 1000, maxRetryAfterMs);
}
