import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ask, reviewOf } from "./ask.ts";
import { type Served, serve } from "./serve.ts";

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.drain());
beforeEach(() => {
  served.isReady.reasons = [];
});

async function get(path: string, method = "GET"): Promise<[number, string]> {
  const response = await fetch(`http://127.0.0.1:${served.healthPort}${path}`, { method });
  return [response.status, await response.text()];
}

describe("the port for health", () => {
  test("says that the process is alive, ready or not", async () => {
    served.isReady.reasons = ["usages are not synced"];
    expect(await get("/healthz")).toEqual([200, "ok\n"]);
  });

  test("says what is missing for readiness, on one line", async () => {
    expect(await get("/readyz")).toEqual([200, "ok\n"]);
    served.isReady.reasons = ["usages are not synced", "nothing heard of objects for 95 s\u001b[2J"];
    expect(await get("/readyz")).toEqual([
      503,
      "not ready: usages are not synced; nothing heard of objects for 95 s\\u{1b}[2J\n",
    ]);
  });

  test("gives metrics as Prometheus reads them", async () => {
    const [status, text] = await get("/metrics");
    expect(status).toBe(200);
    expect(text).toMatch(/^# TYPE holdfast_admission_reviews_total counter$/m);
    expect(text).toMatch(/^# TYPE holdfast_admission_duration_seconds histogram$/m);
  });

  test.each([
    ["/", 404],
    ["/allow", 404],
    ["/healthz/", 404],
    ["/readyz?verbose", 404],
    ["/__proto__", 404],
  ])("knows nothing of %s", async (path, status) => {
    expect((await get(path))[0]).toBe(status);
  });

  test("that cannot tell says so, and reviews are not decided", async () => {
    served.isReady.reasons = undefined as unknown as readonly string[];
    expect(await get("/readyz")).toEqual([500, "the answer could not be made\n"]);
    expect(await ask(served)).toMatchObject({ status: 500, response: undefined });
    served.isReady.reasons = [];
    expect(await get("/readyz")).toEqual([200, "ok\n"]);
  });

  test("answers no reviews", async () => {
    const response = await fetch(`http://127.0.0.1:${served.healthPort}/allow`, {
      method: "POST",
      body: JSON.stringify(reviewOf()),
    });
    expect([response.status, await response.text()]).toEqual([405, "GET only\n"]);
  });

  test("survives garbage", async () => {
    for (const bytes of ["\u0000\u0001\r\n\r\n", "GET /healthz\r\n\r\n", `GET / HTTP/1.1\r\nX: ${"a".repeat(20_000)}\r\n\r\n`]) {
      const socket = connect(served.healthPort, "127.0.0.1");
      socket.on("error", () => undefined).resume();
      socket.write(bytes);
      await once(socket, "close").catch(() => undefined);
    }
    expect(await get("/healthz")).toEqual([200, "ok\n"]);
  });
});

test("reviews of many users leave the number of series as it was", async () => {
  const count = async (): Promise<number> =>
    (await served.metricsText()).split("\n").filter((line) => line.startsWith("holdfast_")).length;
  const before = await count();
  // telemetry/metrics.test.ts counts to 100,000 without sockets.
  await Promise.all(
    Array.from({ length: 300 }, (_, index) =>
      ask(served, { body: JSON.stringify(reviewOf({ userInfo: { username: `user-${index}` }, namespace: `ns-${index}` })) }),
    ),
  );
  expect(await count()).toBe(before);
});
