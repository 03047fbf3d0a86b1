import { Agent } from "node:https";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { memoryMiB } from "../../../compiler/install/manifests/pod.ts";
import { ask, httpOf, openConnection, reviewOf, reviewOfBytes, untilClosed } from "./ask.ts";
import { describeLoad, steadyReviews } from "./load.ts";
import { sendLargeBodies } from "./large-bodies.ts";
import { type OwnProcess, serveAlone } from "./own-process.ts";

const mebibyte = 1024 * 1024;
/** Linux gives a process any address of 127/8: strangers then do not share that of the API server. */
const strangers = process.platform === "linux" ? { localAddress: "127.0.0.2" } : {};

let served: OwnProcess;
beforeEach(async () => {
  // What is sent here takes as long as the machine takes: nobody is to be late, neither for its deadline nor with its
  // body.
  served = await serveAlone({ slowdown: 30 });
});
afterEach(() => served.stop());

async function report(what: string): Promise<number> {
  const peak = (await served.peakRssBytes()) / mebibyte;
  console.log(`${what}: peak RSS ${peak.toFixed(0)} MiB`);
  return peak;
}

/** How many requests were turned away, by why: whoever is still writing may see only the end of the connection. */
async function rejected(): Promise<Readonly<Record<string, number>>> {
  const lines = (await served.metricsText()).matchAll(/^holdfast_webhook_rejected_requests_total\{why="([a-z-]+)"\} (\d+)$/gm);
  return Object.fromEntries(
    [...lines].map(([, why = "", times]) => [why, Number(times)] as const).filter(([, times]) => times > 0),
  );
}

test("the largest reviews of real objects are decided, larger ones are turned away", async () => {
  // A ConfigMap of 1.04 MB full of `<`, as the API server escapes it.
  const full = JSON.stringify(reviewOf({ oldObject: { metadata: { name: "x" }, data: { text: "<".repeat(1_040_000) } } }));
  const escaped = full.replaceAll("<", "\\u003c");
  expect(Buffer.byteLength(escaped)).toBeGreaterThan(6_240_000);
  expect((await ask(served, { body: escaped })).response).toMatchObject({ allowed: true });
  const object = { metadata: { name: "x" }, data: { text: "<".repeat(1_040_000) } };
  const updated = JSON.stringify(reviewOf({ operation: "UPDATE", object, oldObject: object })).replaceAll("<", "\\u003c");
  expect(Buffer.byteLength(updated)).toBeGreaterThan(12_480_000);
  expect((await ask(served, { body: updated })).response).toMatchObject({ allowed: true });
  expect((await ask(served, { body: reviewOfBytes(16 * mebibyte) })).response).toMatchObject({ allowed: true });
  const larger = await ask(served, { body: reviewOfBytes(16 * mebibyte + 1) }).catch(
    (error: NodeJS.ErrnoException) => error.code,
  );
  // Who is still writing may learn of the end of the connection before it reads why.
  if (typeof larger === "object") expect(larger.status).toBe(413);
  else expect(["EPIPE", "ECONNRESET"]).toContain(larger);
  expect(await rejected()).toEqual({ "too-large": 1 });
});

test.each([
  [100, 10],
  [40, 16],
])("%i bodies of %i MB at once leave room for others, and memory is bounded", async (count, megabytes) => {
  const good = steadyReviews(served, { clients: 4, everyMs: 20 });
  const statuses = await sendLargeBodies({ count, bytes: megabytes * 1_000_000, ...strangers, server: served });
  const load = await good.stop();
  console.log(`${count} bodies of ${megabytes} MB: ${JSON.stringify(statuses)}; beside them ${describeLoad(load)}`);
  const peak = await report(`${count} bodies of ${megabytes} MB at once`);
  expect(load.failures).toEqual([]);
  expect(load.answers.filter(({ response }) => response?.["allowed"] !== true)).toEqual([]);
  expect(load.answers.length).toBeGreaterThan(10);
  const { 200: decided = 0, 503: turnedAway = 0, ...others } = statuses;
  expect(others).toEqual({});
  expect(decided + turnedAway).toBe(count);
  expect(turnedAway).toBeGreaterThan(0);
  // Beside it stand bodies that their clients broke off once they had the answer.
  expect(await rejected()).toMatchObject({ busy: turnedAway });
  expect(peak).toBeLessThan(memoryMiB);
});

describe("bodies that hold more than they weigh", () => {
  test("10 MB of empty objects are turned away before they are parsed", async () => {
    const body = `{"a":[${"{},".repeat(3_300_000)}1]}`;
    const answered = await ask(served, { body });
    expect(answered).toMatchObject({ status: 413, response: undefined });
    expect(answered.text).toContain("more values than any object can");
  });

  test("the most values that etcd can store are decided, twenty reviews at once as well", async () => {
    const oldObject = { metadata: { name: "x" }, items: Array.from({ length: 500_000 }, () => ({})) };
    const body = Buffer.from(JSON.stringify(reviewOf({ oldObject })));
    const agent = new Agent({ keepAlive: true });
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(served, { body, agent })));
    agent.destroy();
    expect(answers.filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    const turnedAway = answers.filter(({ status }) => status === 503).length;
    expect((await rejected())["busy"] ?? 0).toBe(turnedAway);
    expect(
      await report(`twenty reviews of 500,000 objects, ${answers.filter(({ status }) => status === 200).length} decided`),
    ).toBeLessThan(memoryMiB);
  });
});

test("chunks without end are not read", async () => {
  const before = await report("before any request");
  const socket = await openConnection(served, strangers);
  const received = untilClosed(socket);
  socket.write("POST /allow HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
  const chunk = "1\r\n \r\n".repeat(10_000);
  // More than kernels keep on both sides of a connection.
  const endless = 100 * mebibyte;
  const more = (error?: Error | null): void => {
    if (error instanceof Error) return;
    if (socket.bytesWritten > endless) socket.destroy();
    else socket.write(chunk, more);
  };
  more();
  const answer = await received;
  // Who is still writing may learn of the end of the connection before it reads why.
  expect(answer === "" || answer.startsWith("HTTP/1.1 411 "), answer.slice(0, 100)).toBe(true);
  expect(socket.bytesWritten).toBeLessThan(endless);
  expect(await rejected()).toEqual({ "no-length": 1 });
  // Of what was sent, which is more, nothing is kept.
  expect((await report("chunks of one byte without end")) - before).toBeLessThan(64);
  expect((await ask(served)).status).toBe(200);
});

test("a length that is announced and not sent keeps nobody out for long", async () => {
  const sockets = await Promise.all(Array.from({ length: 100 }, () => openConnection(served, strangers)));
  for (const socket of sockets) socket.write(httpOf("{", []).toString().replace("Content-Length: 1", "Content-Length: 10000000"));
  const small = await ask(served);
  const large = await ask(served, { body: reviewOfBytes(mebibyte) });
  expect(small.response).toMatchObject({ allowed: true });
  expect(large.response).toMatchObject({ allowed: true });
  for (const socket of sockets) socket.destroy();
});
