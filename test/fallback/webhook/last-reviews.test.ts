import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Decision, type Route, allowed } from "../../../runtime-fallback/webhook/decision.ts";
import { type ManualClock, createManualClock } from "../manual-clock.ts";
import { ask, httpOf, openConnection, reviewOf, untilClosed } from "./ask.ts";
import { type Served, type ServeOptions, allowing, serve, everything } from "./serve.ts";

/** Reviews that come to a replica that goes, at the very end: Go does not send one again whose connection is reset. */

const drainDelayMs = 600;
const review = httpOf(JSON.stringify(reviewOf()));

async function serveOnClock(options: ServeOptions = {}): Promise<Served & { readonly clock: ManualClock }> {
  // Node's own clock ends handshakes.
  const clock = createManualClock(Date.now());
  return { ...(await serve({ drainDelayMs, clock, limits: { handshakeMs: 120_000 }, ...options })), clock };
}

/** Drains it until its port is closed. */
async function closePort(served: Served & { readonly clock: ManualClock }): Promise<{ readonly drained: Promise<void> }> {
  const drained = served.drain();
  served.clock.advance(drainDelayMs);
  await expect.poll(() => ask(served).catch(({ code }: NodeJS.ErrnoException) => code)).toBe("ECONNREFUSED");
  return { drained };
}

test("what the kernel accepted before the port closes is answered, however late the process gets to it", async () => {
  const served = await serveOnClock();
  const drained = served.drain();
  const asked = Array.from({ length: 100 }, () => ask(served));
  // Of a hundred connections, Node has accepted two or three by then.
  await nextTurn();
  await nextTurn();
  served.clock.advance(drainDelayMs);
  const answers = await Promise.all(asked);
  expect(answers.filter(({ response }) => response?.["allowed"] !== true)).toEqual([]);
  await drained;
});

test("a review that came over an idle connection before the port closes is answered, read or not", async () => {
  const served = await serveOnClock();
  const socket = await openConnection(served);
  socket.write(review);
  await once(socket, "data");
  const received = untilClosed(socket);
  served.clock.advance(60_000);
  const drained = served.drain();
  socket.write(review);
  served.clock.advance(drainDelayMs);
  expect(await received).toContain('"allowed":true');
  await drained;
});

test("a review that comes just after the port is closed is answered, however long its rule takes", async () => {
  const decision = Promise.withResolvers<Decision>();
  const slow: Route = { path: "/slow", rule: "slow", covers: everything, decide: () => decision.promise };
  const served = await serveOnClock({ routes: [allowing, slow] });
  const socket = await openConnection(served);
  const received = untilClosed(socket);
  const { drained } = await closePort(served);
  socket.write(httpOf(JSON.stringify(reviewOf()), [], "/slow?timeout=30s"));
  await expect.poll(() => served.metric("holdfast_webhook_reviews_at_work")).toBe(1);
  served.clock.advance(29_000);
  decision.resolve(allowed());
  expect(await received).toContain('"allowed":true');
  await drained;
});

test("a handshake that is under way when the port closes is finished, and its review answered", async () => {
  const served = await serveOnClock();
  const below = await accepted(served);
  const { drained } = await closePort(served);
  served.clock.advance(3000);
  const socket = await openConnection(served, { socket: below });
  const received = untilClosed(socket);
  socket.write(review);
  expect(await received).toContain('"allowed":true');
  await drained;
});

test("a handshake that ends after the port is closed, and is followed by nothing, does not hold up the end", async () => {
  const served = await serveOnClock();
  const below = await accepted(served);
  const { drained } = await closePort(served);
  const socket = await openConnection(served, { socket: below });
  const closed = untilClosed(socket);
  // The server sends a ticket as soon as it has the end of the handshake.
  await once(socket, "session");
  // Once for the second that it may be quiet, once for having begun within it.
  for (const _ of [1, 2]) {
    await expect.poll(() => served.clock.pending()).toEqual([1000]);
    served.clock.advance(1000);
  }
  await Promise.all([closed, drained]);
});

/** A connection without a handshake, which the server knows of. */
async function accepted(served: Served): Promise<Socket> {
  const socket = connect(served.port, "127.0.0.1");
  await expect.poll(() => served.metric("holdfast_webhook_connections")).toBe(1);
  return socket;
}
