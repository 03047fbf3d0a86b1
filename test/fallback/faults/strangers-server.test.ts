import fc from "fast-check";
import { Agent } from "node:https";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memoryMiB } from "../../../compiler/fallback/manifests/pod.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
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
const beside = { kept: 100, idle: 20, free: 50 };
const path = "/rules/usages/in-use/deny?timeout=10s";
const forgedPath = "/rules/usages/in-use/deny?timeout=30s";

/** A delete of what somebody made up: each entry is a question. */
function forgedReview(entries: number): string {
  const places = Array.from({ length: entries }, (_, at) => [
    `usage.holdfast.dev/x${at}`,
    `usages.protection.holdfast.dev/shop/x${at}`,
  ]);
  const metadata = { name: "forged", namespace: "shop", uid: "u", labels: { "holdfast.dev/in-use": "true" } };
  const oldObject = { apiVersion: "v1", kind: "ConfigMap", metadata: { ...metadata, annotations: Object.fromEntries(places) } };
  return JSON.stringify(reviewOf({ name: "forged", namespace: "shop", oldObject }));
}

/** Threats C10 and C16: whoever reaches the port sends what he likes, beside the deletes that an API server asks about. */
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

  test("C16: hostile words of a Usage stay words: one line in the refusal, one line in the log", async () => {
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
