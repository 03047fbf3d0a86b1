import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { maxStalenessMs } from "../../../runtime-fallback/webhook/queries/cached-answers.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { searchOf } from "../../searches/search-of.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { type FaultProxy, openFaultProxy } from "../fault-proxy.ts";
import { configMaps } from "../usages/objects.ts";
import { type AnswerFault, type AnswerProxy, openAnswerProxy } from "./answer-proxy.ts";
import { type DeleteLoad, underLoad } from "./delete-load.ts";
import { metricOf, saysNotReady } from "./process-metrics.ts";
import { installProtection, makeKept, type Protected } from "./protected-installation.ts";
import { figure } from "./figure.ts";
import { startThrough } from "./process-through.ts";

/**
 * Deletes that are tried while each fault lasts. One that asks the API server may take the 10 s that it has: one of
 * each of two clients.
 */
const { size: tried, timeoutMs, between } = searchOf("watch-faults");
/** Between two deletes of one client: what a short run waits for is not the number of them. */
const everyMs = between({ small: 150, full: 15 });
const during = { kept: tried, idle: Math.max(2, tried / 100), free: tried / 2 };

/** Threat C5: between the webhook and the API server stand a proxy of bytes and one of answers. */
describeWithServer("deletes while the webhook cannot hear the API server", {}, (server) => {
  let installation: Protected;
  let bytes: FaultProxy;
  let answers: AnswerProxy;
  let kept: ReadonlyMap<string, string>;

  beforeAll(async () => {
    installation = await installProtection(server());
    kept = await makeKept(server(), 20);
    answers = await openAnswerProxy(server());
    bytes = await openFaultProxy(answers.port);
    const proxy = { port: bytes.port, authority: answers.authority };
    await startThrough(server(), { installation, name: "webhook", proxy });
    await waitUntil("the webhook is ready through the proxies", () => installation.webhook.process().isReady());
  }, 300_000);

  afterAll(async () => {
    await installation.end();
    await bytes.close();
    await answers.close();
  });

  /** How long after the end of the fault each of them is as it was. */
  const fix = async (load: DeleteLoad): Promise<string> => {
    bytes.set({ kind: "none" });
    answers.set("none");
    load.phase("fixed");
    const since = performance.now();
    const { process } = installation.webhook;
    const signs: readonly (readonly [string, () => Promise<boolean>])[] = [
      ["denies what is in use", () => Promise.resolve(load.seen("kept", "409 in use") > 0)],
      ["lets go what is not", () => Promise.resolve(load.seen("idle", "200") > 0)],
      ["ready", () => process().isReady()],
    ];
    const after = signs.map(async ([what, isThere]) => {
      // Half a minute is the longest pause between two attempts of a reflector; a machine under load takes some more.
      await waitUntil(`it ${what} again`, isThere, 90_000).catch((error: Error) => {
        throw new Error([error.message, ...troubles().slice(-10)].join("\n"));
      });
      return `${what} after ${(performance.now() - since).toFixed(0)} ms`;
    });
    return (await Promise.all(after)).join(", ");
  };

  /** What the webhook said of its lists and watches. */
  const troubles = (): readonly string[] => {
    const said = installation.log().filter(({ msg }) => msg === "a list failed" || msg === "a watch failed");
    return said.map((line) => JSON.stringify(line));
  };

  const deny = (): void => {
    bytes.set({ kind: "deny" });
    bytes.reset();
  };
  const faults: readonly (readonly [string, () => void])[] = [
    ["new connections are reset", deny],
    ["bits are turned over", () => bytes.set({ kind: "garble" })],
    ["connections end after 2,000 bytes", () => bytes.set({ kind: "cut", afterBytes: 2_000 })],
    ["half-open: nothing comes through", () => bytes.set({ kind: "swallow" })],
    ...(["garbage", "page", "not-found", "unavailable", "forbidden", "half"] as const).map(
      (fault: AnswerFault) => [`answers: ${fault}`, () => answers.set(fault)] as const,
    ),
  ];

  const endsWatches = (name: string): boolean => name.startsWith("answers") || name.startsWith("new connections");

  test.each(faults)("%s: nothing is let through", { timeout: timeoutMs }, async (name, inject) => {
    let recovery = "";
    const report = await underLoad(server(), { kept, everyMs }, async (load) => {
      const before = troubles().length;
      inject();
      await sleep(500);
      load.phase("fault");
      await load.answered(during);
      // Where the watches were ended, the webhook has also tried to begin them again.
      if (endsWatches(name)) await waitUntil("lists or watches have failed", () => Promise.resolve(troubles().length > before));
      recovery = await fix(load);
    });
    figure("C5", `${name}: ${report.summary("fault")}; ${recovery}`);
    expect(report.wrong).toEqual([]);
    // In use, says what was heard before; free, says nobody who cannot look.
    expect(Object.keys(report.counts("kept", "fault"))).toEqual(["409 in use"]);
    expect(report.counts("idle", "fault")["200"]).toBeUndefined();
    expect(Object.keys(report.counts("free"))).toEqual(["200"]);
  });

  test.each([
    ["slow: each piece takes 200 ms", () => bytes.set({ kind: "delay", ms: 200 })],
    ["every watch ends with 410", () => answers.set("gone")],
  ])("%s: decided anyway, both ways", { timeout: timeoutMs }, async (name, inject) => {
    const report = await underLoad(server(), { kept, everyMs }, async (load) => {
      inject();
      await sleep(500);
      load.phase("fault");
      await load.answered(during);
      await waitUntil("something is let through", () => Promise.resolve(load.seen("idle", "200") > 0));
      await fix(load);
    });
    figure("C5", `${name}: ${report.summary("fault")}`);
    expect(report.wrong).toEqual([]);
    expect(report.counts("kept", "fault")["409 in use"]).toBeGreaterThan(0);
  });

  test(
    "for longer than its memory is good for: it says that it is not ready, and denies what it cannot look up",
    { timeout: timeoutMs },
    async () => {
      const { webhook } = installation;
      let recovery = "";
      const since = performance.now();
      let notReadyMs = Infinity;
      const report = await underLoad(server(), { kept, everyMs: between({ small: 400, full: 100 }) }, async (load) => {
        answers.set("not-found");
        load.phase("silent");
        await waitUntil("it is not ready any more", () => saysNotReady(webhook.process()), 200_000);
        notReadyMs = performance.now() - since;
        const staleness = await metricOf(webhook.process(), "holdfast_informer_staleness_seconds");
        expect(staleness * 1_000).toBeGreaterThan(maxStalenessMs);
        load.phase("forgotten");
        await load.answered(during);
        // No Usage can be made known to it now: whatever is in use by then is in use by the API server's own word.
        await expectDenied("kept-0");
        recovery = await fix(load);
      });
      figure("C5", `silence: not ready after ${(notReadyMs / 1_000).toFixed(1)} s; ${report.summary("forgotten")}; ${recovery}`);
      // Heard of within the last watch, which may have been silent for a while before the fault.
      expect(notReadyMs).toBeLessThan(maxStalenessMs + 10_000);
      expect(report.wrong).toEqual([]);
      expect([report.counts("kept", "forgotten"), report.counts("idle", "forgotten")]).toEqual([
        { "500 webhook: not ready": expect.any(Number) as number },
        { "500 webhook: not ready": expect.any(Number) as number },
      ]);
      expect(Object.keys(report.counts("free"))).toEqual(["200"]);
    },
  );

  const expectDenied = async (name: string): Promise<void> => {
    const { status, body } = await server().request({ method: "DELETE", path: `${configMaps}/${name}` });
    expect([status, String(body["message"])]).toEqual([expect.any(Number), expect.stringContaining("nothing has been heard of")]);
  };
});
