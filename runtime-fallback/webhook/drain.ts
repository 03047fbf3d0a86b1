import type { Server } from "node:http";
import type { Server as TlsServer } from "node:https";
import type { Clock } from "../clock.ts";

export interface DrainOptions {
  readonly server: TlsServer;
  readonly health: Server;
  readonly delayMs: number;
  readonly clock: Clock;
  /** Until the last of the reviews at work has to be answered. */
  readonly remainingMs: () => number;
}

/** For a review that is on its way when the port closes: its handshake, and its head. */
const lastReviewMs = 1000;

/**
 * Ends without a lost review. Readiness has gone by now, but for `delayMs` reviews still come: an API server learns late that a
 * Service has one endpoint less. They are answered, each answer the last of its connection. So connections that are in use
 * move to other replicas, and those left at the end were idle for the whole time: one that is closed under a review is the
 * one failure that HTTP/1.1 cannot rule out.
 */
export async function drain({ server, health, delayMs, clock, remainingMs }: DrainOptions): Promise<void> {
  await elapsed(clock, delayMs);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await Promise.race([closed, elapsed(clock, remainingMs() + lastReviewMs)]);
  server.closeAllConnections();
  await closed;
  // The last to go: a kubelet that asks is told why.
  health.closeAllConnections();
  await new Promise<void>((resolve) => health.close(() => resolve()));
}

function elapsed(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => void clock.after(milliseconds, resolve));
}
