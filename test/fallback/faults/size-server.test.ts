import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithOwnServer } from "../../control-plane/server-suite.ts";
import { searchOf } from "../../searches/search-of.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { configMaps, objectsOn, reference, usages } from "../usages/objects.ts";
import { percentile } from "../webhook/load.ts";
import { constantAnswer, constantLabel } from "./constant-answer.ts";
import { inParallel } from "../../control-plane/in-parallel.ts";
import { metricOf } from "./process-metrics.ts";
import { installProtection, makeKept, type Protected } from "./protected-installation.ts";
import { figure } from "./figure.ts";

const { size: usagesInAll, timeoutMs, between } = searchOf("usages");
const rounds = between({ small: 50, full: 2_000 });
const mebibyte = 1024 * 1024;
/** Of 512 MiB, which is the limit of the Pod (compiler/install/manifests/pod.ts). */
const maxResident = between({ small: 256, full: 448 });

/**
 * Threats A13 and C9: how much memory many Usages take, and how long deletes wait beside a webhook that only says yes.
 */
describeWithOwnServer("the webhook with many Usages", {}, (server) => {
  let installation: Protected;
  let endConstant: (() => void) | undefined;

  beforeAll(async () => {
    installation = await installProtection(server());
    await makeKept(server(), 1);
    endConstant = await constantAnswer(server());
  }, 300_000);

  afterAll(async () => {
    endConstant?.();
    await installation.end();
  });

  const { make, use } = objectsOn(server);

  test(`memory: ${usagesInAll} Usages`, { timeout: timeoutMs }, async () => {
    const { webhook, controller } = installation;
    // It would look at each of them; this is about the one that answers.
    await controller.kill();
    const before = await metricOf(webhook.process(), "process_resident_memory_bytes");
    await inParallel(Array(usagesInAll).keys(), async (at) => {
      await use(usages, `one-of-many-${at}`, { reason: "kept", of: reference(configMaps, `target-${at}`) });
    });
    const grown = await metricOf(webhook.process(), "process_resident_memory_bytes");
    // A list at the start takes more than what comes one by one.
    await webhook.kill();
    await webhook.start();
    const since = performance.now();
    await waitUntil("the webhook is ready", () => webhook.process().isReady(), 120_000);
    const readyMs = performance.now() - since;
    const started = await metricOf(webhook.process(), "process_resident_memory_bytes");
    const [least, most, fresh] = [before, grown, started].map((bytes) => `${(bytes / mebibyte).toFixed(0)} MiB`);
    figure(
      "C9",
      `${usagesInAll} Usages: resident ${least} before, ${most} after, ${fresh} anew, ready after ${readyMs.toFixed(0)} ms`,
    );
    expect(started / mebibyte).toBeLessThan(maxResident);
    expect(grown / mebibyte).toBeLessThan(maxResident);
  });

  test(`latency: ${rounds} dry runs of each delete, in turns`, { timeout: timeoutMs }, async () => {
    const labels = { free: {}, constant: { [constantLabel]: "yes" }, idle: { "holdfast.dev/in-use": "true" } };
    // Of a Usage that no longer exists: the webhook is asked, and lets it through.
    const annotations = { "usage.holdfast.dev/gone": "usages.protection.holdfast.dev/shop/gone" };
    for (const [name, own] of Object.entries(labels))
      await make(configMaps, name, {}, name === "idle" ? { labels: own, annotations } : { labels: own });
    const expected = { free: 200, constant: 200, idle: 200, "kept-0": 409 };
    const took = new Map(Object.keys(expected).map((name) => [name, [] as number[]]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, status] of Object.entries(expected)) {
        const started = performance.now();
        const answer = await server().request({ method: "DELETE", path: `${configMaps}/${name}?dryRun=All` });
        took.get(name)?.push(performance.now() - started);
        expect(answer.status, answer.text).toBe(status);
      }
    }
    const says: Readonly<Record<string, string>> = {
      free: "without a mark",
      constant: "a webhook that only says yes",
      idle: "marked and not in use: looked up in the API server",
      "kept-0": "in use: from memory",
    };
    for (const [name, all] of took) {
      const [p50, p99] = [50, 99].map((percent) => `${percentile(all, percent).toFixed(1)} ms`);
      figure("latency", `${says[name]}: n=${all.length} p50 ${p50} p99 ${p99}`);
    }
  });
});
