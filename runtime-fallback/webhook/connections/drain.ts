import type { Server as TlsServer } from "node:https";
import { Server as NetServer } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../../clock.ts";
import type { HealthServer } from "../health/health-thread.ts";
import type { QuietConnections } from "./quiet-connections.ts";
import { longestTimeoutMs } from "../timeout.ts";

export interface DrainOptions {
  readonly server: TlsServer;
  readonly health: HealthServer;
  readonly connections: Pick<QuietConnections, "endQuiet">;
  readonly delayMs: number;
  /** What Node gives each handshake. */
  readonly handshakeMs: number;
  readonly clock: Clock;
}

/** For a review that is on its way when the port closes: its head follows the handshake. */
const lastReviewMs = 1000;

/**
 * Ends without a lost review. Readiness has gone by now, but for `delayMs` reviews still come: an API server learns
 * late that a Service has one endpoint less. They are answered, each answer the last of its connection. So connections
 * that are in use move to other replicas, and those left at the end were idle for the whole time: one that is closed
 * under a review is the one failure that HTTP/1.1 cannot rule out. What came before the port closes is answered
 * however late this process gets to it.
 */
export async function drain(options: DrainOptions): Promise<void> {
  const { server, health, clock, delayMs } = options;
  await new Promise<void>((resolve) => void clock.after(delayMs, resolve));
  await takeIn(server);
  await endConnections(options);
  // The last to go: a kubelet that asks is told why.
  await health.close();
}

/**
 * More turns than connections fit into the kernel's queue (`backlog`): whoever fills it as
 * fast as it empties ends nothing.
 */
const maxTurns = 2048;

/**
 * Closing the port resets the connections that the kernel has accepted and this process has not, and idle ones with a
 * review that was not read yet. After a busy second both are there, and Node looks at timers first. It accepts one
 * connection a turn, so the first turn without one has found none.
 */
async function takeIn(server: TlsServer): Promise<void> {
  let accepted = true;
  const accept = (): void => void (accepted = true);
  server.on("connection", accept);
  // This turn may have read before it came here; from the next on, each has looked at every connection.
  await nextTurn();
  for (let turn = 0; accepted && turn < maxTurns; turn += 1) {
    accepted = false;
    await nextTurn();
  }
  server.off("connection", accept);
}

/**
 * Handshakes are finished and reviews answered, each within its own time; a connection with
 * neither ends after `lastReviewMs`.
 */
async function endConnections({ server, connections, clock, handshakeMs }: DrainOptions): Promise<void> {
  const closed = closePort(server);
  const end = clock.monotonic() + handshakeMs + lastReviewMs + longestTimeoutMs;
  do connections.endQuiet(lastReviewMs);
  while (!(await isOver(closed, clock, lastReviewMs)) && clock.monotonic() < end);
  server.closeAllConnections();
  await closed;
  // What only the server of HTTP has: its look for slow connections.
  server.close();
}

/** The port alone: `close` of HTTP's server also ends connections that have just finished their handshake. */
function closePort(server: TlsServer): Promise<void> {
  return new Promise((resolve) => void NetServer.prototype.close.call(server, () => resolve()));
}

/** Whether it is over so much later; earlier where it is. */
function isOver(event: Promise<void>, clock: Clock, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.after(milliseconds, () => resolve(false));
    void event.then(cancel).then(() => resolve(true));
  });
}
