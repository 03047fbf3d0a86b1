import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { type DeleteLoad, underLoad } from "./delete-load.ts";
import { installProtection, makeKept, type Protected } from "./protected-installation.ts";
import { figure, times } from "./run-length.ts";

const kills = times({ slice: 6, long: 60 });
const deadMs = times({ slice: 8_000, long: 80_000 });
const pauses = times({ slice: 1, long: 10 });

/** Threats C1, C2 and C8: the only replica is gone, again and again, for good, or stands still. */
describeWithServer("deletes while the webhook dies", {}, (server) => {
  let installation: Protected;
  let kept: ReadonlyMap<string, string>;

  beforeAll(async () => {
    installation = await installProtection(server());
    kept = await makeKept(server(), 20);
  }, 300_000);

  afterAll(() => installation.end());

  /** Nobody lends a hand: the API server finds it again, and it decides both ways. */
  const decidesAgain = async (load: DeleteLoad): Promise<number> => {
    const since = performance.now();
    await waitUntil("both verdicts come again", () =>
      Promise.resolve(load.seen("kept", "409 in use") > 0 && load.seen("idle", "200") > 0),
    );
    return performance.now() - since;
  };

  test(`C1: killed ${kills} times under load: what is in use stays, what is free goes`, { timeout: kills * 30_000 }, async () => {
    const recoveries: number[] = [];
    const report = await underLoad(server(), { kept }, async (load) => {
      for (let at = 0; at < kills; at += 1) {
        await sleep(2_000);
        load.phase(`kill ${at}`);
        await installation.webhook.kill();
        await installation.webhook.start();
        load.phase(`again ${at}`);
        recoveries.push(await decidesAgain(load));
      }
    });
    figure(
      "C1",
      `${kills} kills, decided again at most ${Math.max(...recoveries).toFixed(0)} ms after a start; ${report.summary()}`,
    );
    expect(report.wrong).toEqual([]);
    expect(Object.keys(report.counts("free"))).toEqual(["200"]);
    // There was something to survive.
    expect(report.counts("kept")["409 in use"]).toBeGreaterThan(kills);
    expect(report.counts("kept")["500 webhook: refused"]).toBeGreaterThan(kills);
  });

  test(
    "C2: with every replica dead what is marked stays, with the reason, and what is free goes as before",
    { timeout: deadMs + 120_000 },
    async () => {
      let recoveryMs = Infinity;
      const report = await underLoad(server(), { kept }, async (load) => {
        load.phase("alive");
        await sleep(deadMs / 2);
        load.phase("dying");
        await installation.webhook.kill();
        load.phase("dead");
        await sleep(deadMs);
        load.phase("starting");
        await installation.webhook.start();
        load.phase("alive again");
        recoveryMs = await decidesAgain(load);
      });
      figure("C2", `alive: ${report.summary("alive")}`);
      figure("C2", `dead for ${deadMs} ms: ${report.summary("dead")}`);
      figure("C2", `decided again ${recoveryMs.toFixed(0)} ms after the start`);
      expect(report.wrong).toEqual([]);
      expect(report.counts("kept", "dead")).toEqual({ "500 webhook: refused": expect.any(Number) as number });
      expect(report.counts("idle", "dead")).toEqual({ "500 webhook: refused": expect.any(Number) as number });
      expect(Object.keys(report.counts("free"))).toEqual(["200"]);
      expect(report.counts("free", "dead")["200"]).toBeGreaterThan(deadMs / 200);
    },
  );

  test("C2: the refusal names the webhook that did not answer", async () => {
    await installation.webhook.kill();
    const { status, body } = await server().request({ method: "DELETE", path: "/api/v1/namespaces/shop/configmaps/kept-0" });
    expect([status, body["message"]]).toEqual([
      500,
      expect.stringContaining('failed calling webhook "in-use.usages.holdfast.dev"'),
    ]);
    await installation.webhook.start();
    await waitUntil("the webhook is ready", () => installation.webhook.process().isReady());
  });

  test.each([
    ["shorter than the API server waits: it waits", 5_000, "409 in use"],
    ["longer than the API server waits: it gives up", 13_000, "500 webhook: late"],
  ])("C8: stands still, %s", { timeout: pauses * 60_000 + 60_000 }, async (_, pauseMs, label) => {
    const { process } = installation.webhook;
    const report = await underLoad(server(), { kept }, async (load) => {
      for (let at = 0; at < pauses; at += 1) {
        load.phase(`still ${at}`);
        process().pause();
        expect(await process().isReady()).toBe(false);
        await sleep(pauseMs);
        process().resume();
        await waitUntil("the webhook is ready again", () => process().isReady());
        load.phase(`again ${at}`);
        await decidesAgain(load);
      }
    });
    figure("C8", `${pauses} times ${pauseMs} ms: ${report.summary()}`);
    expect(report.wrong).toEqual([]);
    expect(Object.keys(report.counts("free"))).toEqual(["200"]);
    expect(report.counts("kept")[label]).toBeGreaterThan(0);
  });
});
