import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { searchOf } from "../../searches/search-of.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { type DeleteLoad, underLoad } from "./delete-load.ts";
import { installProtection, makeKept, type Protected } from "./protected-installation.ts";
import { figure } from "./figure.ts";

const { size: kills, timeoutMs, between } = searchOf("webhook-dies");
/** Deletes without a mark that are tried while it is dead. */
const whileDead = between({ small: 80, full: 3_000 });
const pauses = between({ small: 1, full: 10 });

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
    await waitUntil("both evaluations come again", () =>
      Promise.resolve(load.seen("kept", "409 in use") > 0 && load.seen("idle", "200") > 0),
    );
    return performance.now() - since;
  };

  test(`C1: killed ${kills} times under load: what is in use stays, what is free goes`, { timeout: timeoutMs }, async () => {
    const recoveries: number[] = [];
    const report = await underLoad(server(), { kept }, async (load) => {
      for (let at = 0; at < kills; at += 1) {
        await load.answered({ kept: 20, idle: 4, free: 4 });
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
    expect(report.counts("kept")["500 webhook: unreachable"]).toBeGreaterThan(kills);
  });

  test(
    "C2: with every replica dead what is marked stays, with the reason, and what is free goes as before",
    { timeout: timeoutMs },
    async () => {
      let recoveryMs = Infinity;
      const report = await underLoad(server(), { kept }, async (load) => {
        load.phase("alive");
        await load.answered({ kept: whileDead, idle: whileDead / 10, free: whileDead / 2 });
        load.phase("dying");
        await installation.webhook.kill();
        load.phase("dead");
        await load.answered({ kept: whileDead, idle: whileDead / 10, free: whileDead });
        load.phase("starting");
        await installation.webhook.start();
        load.phase("alive again");
        recoveryMs = await decidesAgain(load);
      });
      figure("C2", `alive: ${report.summary("alive")}`);
      figure("C2", `dead for ${whileDead} deletes of what is free: ${report.summary("dead")}`);
      figure("C2", `decided again ${recoveryMs.toFixed(0)} ms after the start`);
      expect(report.wrong).toEqual([]);
      expect(report.counts("kept", "dead")).toEqual({ "500 webhook: unreachable": expect.any(Number) as number });
      expect(report.counts("idle", "dead")).toEqual({ "500 webhook: unreachable": expect.any(Number) as number });
      expect(Object.keys(report.counts("free"))).toEqual(["200"]);
      expect(report.counts("free", "dead")["200"]).toBeGreaterThanOrEqual(whileDead);
    },
  );

  test("C2: the denial names the webhook that did not answer", async () => {
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
    ["shorter than the API server waits: it waits", "409 in use"],
    ["longer than the API server waits: it gives up", "500 webhook: late"],
  ])("C8: stands still, %s", { timeout: timeoutMs }, async (_, label) => {
    const { process } = installation.webhook;
    const report = await underLoad(server(), { kept }, async (load) => {
      for (let at = 0; at < pauses; at += 1) {
        load.phase(`still ${at}`);
        process().pause();
        expect(await process().isReady()).toBe(false);
        // The API server gives up after 10 s.
        if (label === "409 in use") await sleep(5_000);
        else await waitUntil("the API server gives up", () => Promise.resolve(load.seen("kept", label) > 0), 120_000);
        process().resume();
        await waitUntil("the webhook is ready again", () => process().isReady());
        load.phase(`again ${at}`);
        await decidesAgain(load);
      }
    });
    figure("C8", `${pauses} times until ${label}: ${report.summary()}`);
    expect(report.wrong).toEqual([]);
    expect(Object.keys(report.counts("free"))).toEqual(["200"]);
    expect(report.counts("kept")[label]).toBeGreaterThan(0);
  });
});
