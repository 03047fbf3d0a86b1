import { Agent } from "node:https";
import { describe, expect, test } from "vitest";
import { type Decision, type Route, allowed } from "../../../runtime-fallback/webhook/decision.ts";
import { defaultLimits } from "../../../runtime-fallback/webhook/limits.ts";
import { ask, exchange, httpOf, reviewOf } from "./ask.ts";
import { allowing, serve, everything } from "./serve.ts";

const mebibyte = 1024 * 1024;

test("a rule that is stuck takes a quarter of the room for one address, and no review of another", async () => {
  const held: ((decision: Decision) => void)[] = [];
  const stuck: Route = {
    path: "/stuck",
    rule: "stuck",
    covers: everything,
    decide: () => new Promise((resolve) => void held.push(resolve)),
  };
  const served = await serve({
    routes: [allowing, stuck],
    limits: { reviewBytes: mebibyte, decodedBytes: 16 * mebibyte, waitMs: 50 },
  });
  const waiting = Array.from({ length: 4 }, () => ask(served, { path: "/stuck?timeout=30s" }));
  await expect.poll(() => held.length).toBe(4);
  const fifth = await ask(served, { path: "/stuck" });
  expect(fifth).toMatchObject({ status: 503, text: "too many reviews at once", response: undefined });
  expect(fifth.headers["retry-after"]).toBe("1");
  expect(await served.metric("holdfast_webhook_reviews_at_work")).toBe(4);
  expect((await ask(served)).response).toMatchObject({ allowed: true });
  for (const decide of held) decide(allowed());
  for (const { response } of await Promise.all(waiting)) expect(response).toMatchObject({ allowed: true });
  const sixth = ask(served, { path: "/stuck" });
  await expect.poll(() => held.length).toBe(5);
  held[4]?.(allowed());
  expect((await sixth).response).toMatchObject({ allowed: true });
  expect(await served.metric("holdfast_webhook_reviews_at_work")).toBe(0);
  expect(await served.metric("holdfast_webhook_body_bytes")).toBe(0);
  await served.drain();
});

test("large reviews that wait, or hold a rule up, keep no small one of that rule and address out", async () => {
  const held: ((decision: Decision) => void)[] = [];
  const stuckIfLarge: Route = {
    path: "/stuck",
    rule: "stuck",
    covers: everything,
    decide: ({ request }) =>
      request.name === "large" ? new Promise((resolve) => void held.push(resolve)) : Promise.resolve(allowed()),
  };
  const limits = { reviewBytes: mebibyte, decodedBytes: 16 * mebibyte, waitMs: 10_000 };
  const served = await serve({ routes: [stuckIfLarge], limits });
  const path = "/stuck?timeout=30s";
  const labels = Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`l${at}`, ""]));
  const oldObject = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "large", labels } };
  const body = JSON.stringify(reviewOf({ name: "large", oldObject }));
  const large = Array.from({ length: 6 }, () => ask(served, { path, body }));
  await expect.poll(() => served.metric("holdfast_webhook_body_bytes")).toBeGreaterThan(4 * body.length);
  await expect.poll(() => held.length).toBe(1);
  for (let turn = 0; turn < 3; turn += 1) expect((await ask(served, { path })).response).toMatchObject({ allowed: true });
  expect(held).toHaveLength(1);
  for (let turn = 0; turn < large.length; turn += 1) {
    await expect.poll(() => held.length).toBe(turn + 1);
    held[turn]?.(allowed());
  }
  for (const { response } of await Promise.all(large)) expect(response).toMatchObject({ allowed: true });
  await served.drain();
});

/** Linux gives a process any address of 127/8. */
test.runIf(process.platform === "linux")(
  "whoever keeps a rule busy, it is there for others, and so are the other rules (W3)",
  async () => {
    const held: ((decision: Decision) => void)[] = [];
    const routes = ["a", "b", "c", "d"].map((name): Route => {
      return {
        path: `/${name}`,
        rule: name,
        covers: everything,
        decide: () => new Promise((resolve) => void held.push(resolve)),
      };
    });
    const limits = { reviewBytes: mebibyte, decodedBytes: 16 * mebibyte, waitMs: 50 };
    const served = await serve({ routes, limits });
    const forged = { localAddress: "127.0.0.2" };
    const strangers = ["/a", "/b", "/c", "/d"].flatMap((path) =>
      Array.from({ length: 8 }, () => ask(served, { path: `${path}?timeout=30s`, ...forged })),
    );
    await expect.poll(() => held.length).toBe(12);
    await expect.poll(() => served.metric('holdfast_webhook_rejected_requests_total{why="busy"}')).toBe(20);
    const others = ["/a", "/b", "/c", "/d"].map((path) => ask(served, { path: `${path}?timeout=30s` }));
    await expect.poll(() => held.length).toBe(16);
    for (const decide of held) decide(allowed());
    for (const { response } of await Promise.all(others)) expect(response).toMatchObject({ allowed: true });
    expect((await Promise.all(strangers)).filter(({ status }) => status === 200)).toHaveLength(12);
    await served.drain();
  },
);

test("a rule that never decides gives its room back at the deadline of each review", async () => {
  const stuck: Route = { path: "/stuck", rule: "stuck", covers: everything, decide: () => new Promise(() => undefined) };
  const served = await serve({ routes: [stuck], limits: { reviewBytes: mebibyte, decodedBytes: 2 * mebibyte } });
  expect((await ask(served, { path: "/stuck?timeout=1s" })).status).toBe(504);
  expect((await ask(served, { path: "/stuck?timeout=1s" })).status).toBe(504);
  expect(await served.metric('holdfast_webhook_rejected_requests_total{why="busy"}')).toBe(0);
  await served.drain();
});

test("whoever hangs up gives room back, and the rule is told to stop", async () => {
  let aborted = "";
  const watching: Route = {
    path: "/watching",
    rule: "watching",
    covers: everything,
    decide: (_, { deadline }) =>
      new Promise((resolve) => {
        deadline.signal.addEventListener("abort", () => {
          aborted = String(deadline.signal.reason);
          resolve(allowed());
        });
      }),
  };
  const served = await serve({ routes: [watching] });
  const agent = new Agent();
  const gone = ask(served, { path: "/watching?timeout=30s", agent }).catch(({ code }: NodeJS.ErrnoException) => code);
  await expect.poll(() => served.metric("holdfast_webhook_reviews_at_work")).toBe(1);
  agent.destroy();
  expect(await gone).toBe("ECONNRESET");
  await expect.poll(() => aborted).toBe("Error: whoever asked has gone");
  await expect.poll(() => served.metric("holdfast_webhook_reviews_at_work")).toBe(0);
  await served.drain();
});

describe("an idle connection", () => {
  const hasty = { headersMs: 100, requestMs: 200, checkMs: 20 };

  test("is kept for longer than Go's client keeps it, which is 90 s", () => {
    expect(defaultLimits.keepAliveMs).toBeGreaterThan(90_000 + 10_000);
  });

  test("is kept for as long as the limit says, whatever time heads and bodies have, and is then ended", async () => {
    const served = await serve({ limits: { ...hasty, keepAliveMs: 600_000 } });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const idle = () => Object.values(agent.freeSockets).flat();
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await ask(served, { agent })).status).toBe(200);
      // Whoever came later, and stopped in the middle of a head, is turned away by now.
      expect(await exchange(served, "POST /allow HTTP/1.1\r\n")).toContain("HTTP/1.1 408 ");
      expect(idle()).toHaveLength(1);
    }
    await expect.poll(() => served.metric("holdfast_webhook_connections")).toBe(1);
    agent.destroy();
    await served.drain();
    const shorter = await serve({ limits: { ...hasty, keepAliveMs: 1000 } });
    expect(await exchange(shorter, httpOf(JSON.stringify(reviewOf())))).toContain('"allowed":true');
    await expect.poll(() => shorter.metric("holdfast_webhook_connections")).toBe(0);
    await shorter.drain();
  });
});
