import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithOwnServer } from "../../control-plane/server-suite.ts";
import { searchOf } from "../../searches/search-of.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { type DeleteLoad, underLoad } from "./delete-load.ts";
import { installProtection, makeKept, type Protected } from "./protected-installation.ts";
import { figure } from "./figure.ts";

const { size: restarts, timeoutMs, between } = searchOf("api-server-faults");
const stills = between({ small: 1, full: 3 });
/** Deletes of what is in use, tried while etcd stands still: each takes the 3 s that the API server has. */
const stillDeletes = between({ small: 8, full: 40 });

/**
 * An API server whose handler begins to write just as the time is over ends the connection instead (its
 * filters/timeout.go).
 */
const cutOff = "no answer: UND_ERR_SOCKET";

/** Threats C3 and C4: the API server starts anew, and its store stands still. */
describeWithOwnServer("deletes while the control plane is in trouble", {}, (server) => {
  let installation: Protected;
  let kept: ReadonlyMap<string, string>;

  beforeAll(async () => {
    installation = await installProtection(server());
    kept = await makeKept(server(), 20);
  }, 300_000);

  afterAll(() => installation.end());

  const decidesAgain = (load: DeleteLoad): Promise<void> =>
    waitUntil(
      "all evaluations come again, and the webhook is ready",
      async () =>
        load.seen("kept", "409 in use") > 0 &&
        load.seen("idle", "200") > 0 &&
        load.seen("free", "200") > 0 &&
        (await installation.webhook.process().isReady()),
      120_000,
    );

  test(`C3: ${restarts} restarts of the API server under load, half of them crashes`, { timeout: timeoutMs }, async () => {
    const recoveries: number[] = [];
    const report = await underLoad(server(), { kept }, async (load) => {
      for (let at = 0; at < restarts; at += 1) {
        load.phase(`down ${at}`);
        await (at % 2 === 0 ? server().apiserver.kill() : server().apiserver.end());
        const since = performance.now();
        await server().apiserver.start();
        load.phase(`up ${at}`);
        await decidesAgain(load);
        recoveries.push(performance.now() - since);
      }
    });
    figure(
      "C3",
      `${restarts} restarts, all evaluations again at most ${seconds(Math.max(...recoveries))} after; ${report.summary()}`,
    );
    expect(report.wrong).toEqual([]);
    expect(report.counts("kept")["200"]).toBeUndefined();
    // It went down: there were calls without an answer.
    expect(Object.keys(report.counts("kept")).filter((label) => label.startsWith("no answer"))).not.toEqual([]);
  });

  test(
    `C4: etcd stands still for ${stillDeletes} deletes of what is in use: errors of the server, and nothing else`,
    { timeout: timeoutMs },
    async () => {
      const report = await underLoad(server(), { kept, withinSeconds: 3 }, async (load) => {
        for (let at = 0; at < stills; at += 1) {
          load.phase("changing");
          server().etcd.pause();
          // What etcd had answered already comes through yet.
          await sleep(500);
          load.phase("still");
          await load.answered({ kept: stillDeletes });
          load.phase("changing");
          server().etcd.resume();
          await sleep(500);
          load.phase(`again ${at}`);
          await decidesAgain(load);
        }
      });
      figure("C4", `${stills} times ${stillDeletes} deletes: ${report.summary()}; during it: ${report.summary("still")}`);
      expect(report.wrong).toEqual([]);
      const during = (["kept", "idle", "free"] as const).flatMap((sort) => Object.keys(report.counts(sort, "still")));
      expect(during.filter((label) => !label.startsWith("5") && label !== cutOff)).toEqual([]);
      expect(during.filter((label) => label.startsWith("5")).length).toBeGreaterThan(0);
    },
  );
});

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
