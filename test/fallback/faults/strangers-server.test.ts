import fc from "fast-check";
import { Agent } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memoryMiB } from "../../../compiler/install/manifests/pod.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { mergePatch } from "../../control-plane/requests.ts";
import { searchOf } from "../../searches/search-of.ts";
import { configMaps, objectsOn, reference, usages } from "../usages/objects.ts";
import { type Server, ask, reviewOf } from "../webhook/ask.ts";
import { sendLargeBodies } from "../webhook/large-bodies.ts";
import { type DeleteLoad, underLoad } from "./delete-load.ts";
import { anyMutations, mutated } from "./mutated-review.ts";
import { metricOf } from "./process-metrics.ts";
import { factsOf } from "./protected-facts.ts";
import { installProtection, makeKept, type Protected } from "./protected-installation.ts";
import { figure } from "./figure.ts";
import { openSlowSockets, sendGarbage, sendReviews } from "./strangers.ts";

const { size: slowSockets, seed: garbageSeed, timeoutMs, between } = searchOf("strangers");
const largeBodies = between({ small: 20, full: 100 });
const garbage = between({ small: 500, full: 10_000 });
const forgedReviews = between({ small: 200, full: 2_000 });
const { size: reviews, seed, timeoutMs: reviewsTimeoutMs } = searchOf("webhook-reviews");
/** Each of them is a hundred reads of the API server. */
const dearReviews = forgedReviews / 4;
/** Deletes that are tried with and without the stranger. */
const beside = {
  kept: between({ small: 40, full: 100 }),
  idle: between({ small: 8, full: 20 }),
  free: between({ small: 20, full: 50 }),
};
const path = "/rules/usages/in-use/deny?timeout=10s";
const forgedPath = "/rules/usages/in-use/deny?timeout=30s";

/** A delete of what somebody made up: each entry is a query. */
function forgedReview(entries: number): string {
  const places = Array.from({ length: entries }, (_, at) => [
    `usage.holdfast.dev/x${at}`,
    `usages.protection.holdfast.dev/shop/x${at}`,
  ]);
  const metadata = { name: "forged", namespace: "shop", uid: "u", labels: { "holdfast.dev/in-use": "true" } };
  const oldObject = { apiVersion: "v1", kind: "ConfigMap", metadata: { ...metadata, annotations: Object.fromEntries(places) } };
  return JSON.stringify(reviewOf({ name: "forged", namespace: "shop", oldObject }));
}

/** Of a label of six characters each is a key; an object of 1.5 MiB holds 120,000. */
const manyLabels = [1_000, 10_000, 30_000, 80_000, 120_000].slice(between({ small: 4, full: 0 }));

/** A delete of what somebody made up, with so many labels. */
function labelledReview(count: number): string {
  const labels = { "holdfast.dev/in-use": "true", ...labelsOf(count) };
  const metadata = { name: "forged", namespace: "shop", uid: "u", labels };
  return JSON.stringify(
    reviewOf({ name: "forged", namespace: "shop", oldObject: { apiVersion: "v1", kind: "ConfigMap", metadata } }),
  );
}

const labelsOf = (count: number): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`l${at.toString(36)}`, ""]));

/** Again and again from so many connections of one address, until the deletes beside them are answered. */
async function keepSending(server: Server, body: string, load: DeleteLoad): Promise<number> {
  const end = new AbortController();
  let sent = 0;
  const one = async (): Promise<void> => {
    while (!end.signal.aborted) {
      await sendReviews({ server, path: forgedPath, count: 1, body });
      sent += 1;
    }
  };
  const senders = Promise.all(Array.from({ length: 4 }, one));
  await load.answered(beside);
  end.abort();
  await senders;
  return sent;
}

/** How long `/healthz` takes, asked twenty times a second meanwhile: p50 and the longest, in milliseconds. */
async function healthBeside(port: number, during: () => Promise<unknown>): Promise<string> {
  const took: number[] = [];
  const end = new AbortController();
  const asking = (async () => {
    while (!end.signal.aborted) {
      const since = performance.now();
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
      took.push(performance.now() - since);
      await sleep(50);
    }
  })();
  await during();
  end.abort();
  await asking;
  took.sort((a, b) => a - b);
  return `/healthz p50 ${(took[took.length >> 1] ?? 0).toFixed(0)} ms, at most ${(took.at(-1) ?? 0).toFixed(0)} ms`;
}

/**
 * Threats C10 and C16: whoever reaches the port sends what he likes, beside the deletes that an API server asks about.
 */
describeWithServer("strangers at the port of the webhook", {}, (server) => {
  let installation: Protected;
  let kept: ReadonlyMap<string, string>;
  let webhook: Server;

  beforeAll(async () => {
    installation = await installProtection(server());
    kept = await makeKept(server(), 20);
    const configuration = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/holdfast";
    const { body } = await server().request({ method: "GET", path: configuration });
    const [hook] = body["webhooks"] as readonly { readonly clientConfig: { readonly caBundle: string } }[];
    webhook = { port: installation.webhook.process().port, authority: { certificate: atob(hook?.clientConfig.caBundle ?? "") } };
  }, 300_000);

  afterAll(() => installation.end());

  const attacks: readonly (readonly [string, (load: DeleteLoad) => Promise<unknown>])[] = [
    [
      `${slowSockets} slow connections`,
      async (load) => {
        const hangUp = openSlowSockets(webhook.port, slowSockets);
        await load.answered(beside);
        hangUp();
      },
    ],
    [
      `${largeBodies} bodies of 10 MB at once`,
      () => sendLargeBodies({ server: webhook, count: largeBodies, bytes: 10_000_000, localAddress: "127.0.0.2" }),
    ],
    [
      `${forgedReviews} reviews of what has 2,000 entries of Usages that are not there`,
      () => sendReviews({ server: webhook, path: forgedPath, count: forgedReviews, body: forgedReview(2_000) }),
    ],
    [
      `${dearReviews} reviews of what has 100 entries of Usages that are not there`,
      () => sendReviews({ server: webhook, path: forgedPath, count: dearReviews, body: forgedReview(100) }),
    ],
    [`${garbage} connections of random bytes`, () => sendGarbage(webhook.port, { count: garbage, seed: garbageSeed })],
  ];

  test.runIf(process.platform === "linux").each(attacks)(
    "C10: %s, and deletes beside them",
    { timeout: timeoutMs },
    async (name, attack) => {
      const report = await underLoad(server(), { kept }, async (load) => {
        load.phase("before");
        await load.answered(beside);
        load.phase("beside");
        await attack(load);
      });
      const resident = (await metricOf(installation.webhook.process(), "process_resident_memory_bytes")) / 1024 / 1024;
      figure(
        "C10",
        `${name}: ${report.summary("beside")}; before: ${report.summary("before")}; then ${resident.toFixed(0)} MiB resident`,
      );
      expect(report.wrong).toEqual([]);
      expect([
        Object.keys(report.counts("kept")),
        Object.keys(report.counts("idle")),
        Object.keys(report.counts("free")),
      ]).toEqual([["409 in use"], ["200"], ["200"]]);
      expect(resident).toBeLessThan(memoryMiB);
    },
  );

  const everyDefault = [["409 in use"], ["200"], ["200"]];

  test.runIf(process.platform === "linux").each(manyLabels)(
    "C10: a stranger sends reviews with %i labels on four connections, and deletes beside them",
    { timeout: timeoutMs },
    async (count) => {
      let [health, sent] = ["", 0];
      const report = await underLoad(server(), { kept }, async (load) => {
        load.phase("beside");
        health = await healthBeside(installation.webhook.process().healthPort, async () => {
          sent = await keepSending(webhook, labelledReview(count), load);
        });
      });
      figure("C10", `${count} labels, ${sent} reviews of a stranger: ${report.summary("beside")}; ${health}`);
      expect(report.wrong).toEqual([]);
      const answers = (["kept", "idle", "free"] as const).map((sort) => Object.keys(report.counts(sort)));
      expect(answers).toEqual(everyDefault);
    },
  );

  test(
    "C10: a tenant's own object with 80,000 labels, six dry-run deletes of it at a time, and deletes beside them",
    { timeout: timeoutMs },
    async () => {
      const own = `${configMaps}/large`;
      await objectsOn(server).make(configMaps, "large");
      const metadata = {
        labels: { "holdfast.dev/in-use": "true", ...labelsOf(80_000) },
        annotations: { "usage.holdfast.dev/gone": "usages.protection.holdfast.dev/shop/gone" },
        // Who owns which field would take as much again.
        managedFields: [{}],
      };
      const made = await server().request(mergePatch(own, { metadata }));
      expect([made.status, made.status === 200 ? "" : made.text.slice(0, 300)]).toEqual([200, ""]);
      let [health, deletes] = ["", 0];
      const report = await underLoad(server(), { kept }, async (load) => {
        load.phase("beside");
        health = await healthBeside(installation.webhook.process().healthPort, async () => {
          const end = new AbortController();
          const tenants = Array.from({ length: 6 }, async () => {
            while (!end.signal.aborted) {
              expect((await server().request({ method: "DELETE", path: `${own}?dryRun=All` })).status).toBe(200);
              deletes += 1;
            }
          });
          await load.answered(beside);
          end.abort();
          await Promise.all(tenants);
        });
      });
      figure(
        "C10",
        `80,000 labels, ${deletes} dry-run deletes of a tenant, six at a time: ${report.summary("beside")}; ${health}`,
      );
      expect(report.wrong).toEqual([]);
      const answers = (["kept", "idle", "free"] as const).map((sort) => Object.keys(report.counts(sort)));
      expect(answers).toEqual(everyDefault);
    },
  );

  test(
    `C16: ${reviews} reviews of what is in use, each changed somewhere: none is let through that still speaks of it`,
    { timeout: reviewsTimeoutMs },
    async () => {
      const oldObject = (await server().request({ method: "GET", path: `${configMaps}/kept-0` })).body;
      const review = reviewOf({
        name: "kept-0",
        namespace: "shop",
        oldObject: { apiVersion: "v1", kind: "ConfigMap", ...oldObject },
      });
      const facts = factsOf(JSON.stringify(review));
      const agent = new Agent({ keepAlive: true, maxSockets: 8 });
      const outcomes: Record<string, number> = {};
      const send = async (body: Buffer): Promise<string> => {
        const { status, response } = await ask(webhook, { path, body, agent }).catch(() => ask(webhook, { path, body }));
        const outcome = response === undefined ? String(status) : response["allowed"] === true ? "allowed" : "denied";
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        return outcome;
      };
      expect(await send(Buffer.from(JSON.stringify(review)))).toBe("denied");
      const batch = fc.array(anyMutations, { minLength: 50, maxLength: 50 });
      const property = fc.asyncProperty(batch, async (all) => {
        const bodies = all.map((mutations) => mutated(review, mutations));
        const said = await Promise.all(bodies.map(send));
        const wrong = bodies.filter((body, at) => said[at] === "allowed" && [undefined, facts].includes(factsOf(body)));
        expect(wrong.map(String)).toEqual([]);
      });
      const since = performance.now();
      await fc.assert(property, { numRuns: Math.ceil(reviews / 50), seed, endOnFailure: true });
      const seconds = (performance.now() - since) / 1_000;
      figure("C16", `${reviews} mutated reviews (seed ${seed}) in ${seconds.toFixed(0)} s: ${JSON.stringify(outcomes)}; 0 wrong`);
      expect(await installation.webhook.process().isReady()).toBe(true);
      expect(outcomes["denied"]).toBeGreaterThan(reviews / 20);
      agent.destroy();
    },
  );

  test("C16: hostile words of a Usage stay words: one line in the denial, one line in the log", async () => {
    const objects = objectsOn(server);
    await objects.make(configMaps, "hostile");
    const reason = `a\n{"level":"error","msg":"forged"}\r\u001b]8;;http://example.com\u0007\u202e${"x".repeat(200)}`;
    await objects.use(usages, "hostile", { reason, of: reference(configMaps, "hostile") });
    await objects.untilReady(usages, "hostile");
    const { status, body } = await objects.remove(configMaps, "hostile");
    const message = String(body["message"]);
    expect([status, /[\p{Cc}\p{Cf}\u2028\u2029]/u.test(message)]).toEqual([409, false]);
    expect(message).toContain("in-use by 1 usage(s)");
    // Each line of the log was parsed as JSON when it came.
    expect(installation.log().filter(({ msg }) => msg === "forged")).toEqual([]);
  });
});
