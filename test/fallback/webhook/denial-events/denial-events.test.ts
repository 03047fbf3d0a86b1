import { describe, expect, test } from "vitest";
import { type ApiAnswer, type ApiRequest, ApiUnreachable } from "../../../../runtime-fallback/kubernetes/api-server.ts";
import type { EventOutcome } from "../../../../runtime-fallback/webhook/denial-events/event.ts";
import { denialEvents, defaultEventLimits } from "../../../../runtime-fallback/webhook/denial-events/denial-events.ts";
import { createLog } from "../../../../runtime-fallback/telemetry/log.ts";
import { forbidden } from "../../../../runtime-fallback/webhook/decision.ts";
import { decodeReview } from "../../../../runtime-fallback/webhook/review/review.ts";
import { createManualClock } from "../../manual-clock.ts";
import { reviewOf } from "../ask.ts";

type Answering = (request: ApiRequest) => Promise<ApiAnswer>;

let names = 0;
const answer = (status: number, body: ApiAnswer["body"] = {}): ApiAnswer => ({ status, body, retryAfterSeconds: undefined });
const taken: Answering = ({ method }) =>
  Promise.resolve(answer(method === "POST" ? 201 : 200, { metadata: { name: `denial-${(names += 1)}` } }));
/** Until all promises that can be settled are. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

function scene(answering: Answering = taken, limits = defaultEventLimits) {
  const sent: ApiRequest[] = [];
  const outcomes: EventOutcome[] = [];
  const lines: string[] = [];
  const clock = createManualClock();
  const api = {
    url: "https://server",
    request: (request: ApiRequest) => {
      sent.push(request);
      return answering(request);
    },
    close: () => Promise.resolve(),
  };
  const log = createLog({ level: "info", clock, destination: { write: (line) => void lines.push(line) } });
  const counted = (outcome: EventOutcome): void => void outcomes.push(outcome);
  const onDenied = denialEvents({ api, clock, log, instance: "webhook-0", counted, limits });
  const deny = (changes: Readonly<Record<string, unknown>> = {}, message = "in use", rule = "shop keep"): void =>
    onDenied(decodeReview(reviewOf(changes)), forbidden(message), rule);
  return { sent, outcomes, lines, clock, deny };
}

const named = (name: string, metadata: object = {}) => ({
  name,
  oldObject: { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "demo", ...metadata } },
});
const bodyOf = (request: ApiRequest | undefined) => request?.body as Readonly<Record<string, unknown>>;
const times = (outcomes: readonly EventOutcome[], which: EventOutcome): number => outcomes.filter((one) => one === which).length;

describe("limits", () => {
  test("a flood of denials of different objects writes a burst, and then as many in a second as it may", async () => {
    const { sent, outcomes, clock, deny } = scene();
    for (let at = 0; at < 1_000; at += 1) {
      deny(named(`object-${at}`));
      await settled();
    }
    expect(sent).toHaveLength(defaultEventLimits.burst);
    expect(times(outcomes, "limited")).toBe(1_000 - defaultEventLimits.burst);
    for (let at = 0; at < 1_000; at += 1) {
      clock.advance(10);
      deny(named(`later-${at}`));
      await settled();
    }
    expect(sent.length).toBeLessThanOrEqual(defaultEventLimits.burst + 10 * defaultEventLimits.perSecond);
    expect(sent.length).toBeGreaterThanOrEqual(defaultEventLimits.burst + 10 * defaultEventLimits.perSecond - 1);
  });

  test("denials of one object by one rule are one Event, which says after a while how many they were", async () => {
    const { sent, outcomes, clock, deny } = scene();
    for (let at = 0; at < 1_000; at += 1) deny(named("same"));
    await settled();
    expect(sent).toHaveLength(1);
    expect(times(outcomes, "repeated")).toBe(999);
    clock.advance(defaultEventLimits.quietMs - 1);
    deny(named("same"));
    await settled();
    expect(sent).toHaveLength(1);
    clock.advance(1);
    deny(named("same"));
    await settled();
    expect(sent.at(-1)).toMatchObject({
      method: "PATCH",
      path: expect.stringMatching(/^\/apis\/events\.k8s\.io\/v1\/namespaces\/demo\/events\/denial-\d+$/) as string,
      contentType: "application/merge-patch+json",
      body: { series: { count: 1_002, lastObservedTime: "2026-01-01T00:05:00.000000Z" } },
    });
  });

  test("another rule, another object of the name, and another reason are Events of their own", async () => {
    const { sent, clock, deny } = scene();
    deny(named("same", { uid: "a" }));
    deny(named("same", { uid: "b" }));
    deny(named("same", { uid: "a" }), "in use", "shop other");
    clock.advance(defaultEventLimits.quietMs);
    deny(named("same", { uid: "a" }), "in use by another");
    await settled();
    expect(sent.map(({ method }) => method)).toEqual(["POST", "POST", "POST", "POST"]);
  });

  test("of writes that are not answered few are under way, few wait, and nobody waits for them", async () => {
    const { sent, outcomes, deny } = scene(() => new Promise(() => undefined), { ...defaultEventLimits, burst: 1_000 });
    for (let at = 0; at < 1_000; at += 1) deny(named(`object-${at}`));
    await settled();
    expect(sent).toHaveLength(defaultEventLimits.atOnce);
    expect(times(outcomes, "busy")).toBe(1_000 - defaultEventLimits.atOnce - defaultEventLimits.waiting);
  });

  test("what is remembered is bounded: the object that was denied longest ago is forgotten", async () => {
    const { sent, deny } = scene(taken, { ...defaultEventLimits, remembered: 2, burst: 1_000 });
    for (const name of ["a", "b", "a", "c", "a", "b"]) {
      deny(named(name));
      await settled();
    }
    const written = sent.map((request) => bodyOf(request)["regarding"]);
    expect(written).toMatchObject([{ name: "a" }, { name: "b" }, { name: "c" }, { name: "b" }]);
  });

  test("every write has a time limit", async () => {
    const { sent, deny } = scene();
    deny();
    await settled();
    expect(sent[0]?.timeoutMs).toBe(defaultEventLimits.timeoutMs);
  });
});

describe("what an Event can not be about", () => {
  const inNamespace = (namespace: string) => ({ namespace, oldObject: { metadata: { name: "x", namespace } } });

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ["a name that leads elsewhere", named("../../../apis/apps/v1/deployments")],
    ["a name with an escape", named("%2e%2e")],
    ["a name that forges a line", named("a\nb")],
    ["a name from right to left", named("a\u202eb")],
    ["a name of a megabyte", named("a".repeat(2 ** 20))],
    ["no name", { name: "", oldObject: { metadata: {} } }],
    ["a namespace that leads elsewhere", inNamespace("../kube-system")],
    ["a namespace of a megabyte", inNamespace("a".repeat(2 ** 20))],
    ["a kind that is none", { kind: { group: "", version: "v1", kind: "Config Map\n" } }],
    ["a group that is none", { kind: { group: "a/b", version: "v1", kind: "ConfigMap" } }],
    ["an Event", { kind: { group: "events.k8s.io", version: "v1", kind: "Event" } }],
  ])("%s is left out, and counted", async (_, changes) => {
    const { sent, outcomes, deny } = scene();
    deny(changes);
    await settled();
    expect(sent).toEqual([]);
    expect(outcomes).toEqual(["unfit"]);
  });

  test("dry runs are not even counted", async () => {
    const { sent, outcomes, deny } = scene();
    deny({ dryRun: true });
    await settled();
    expect([sent, outcomes]).toEqual([[], []]);
  });
});

describe("what an Event says", () => {
  const saidBy = async (message: string, changes = {}, rule = "shop keep") => {
    const { sent, deny } = scene();
    deny(changes, message, rule);
    await settled();
    return bodyOf(sent[0]);
  };

  test.each([
    ["a forged line", 'used\n{"level":"info"}', 'used\\u{a}{"level":"info"}'],
    ["a link for a terminal", "\u001b]8;;http://evil\u0007", "\\u{1b}]8;;http://evil\\u{7}"],
    ["text from right to left", "\u202egnp", "\\u{202e}gnp"],
    ["nothing", " ", "the rule gave no reason"],
    ["a bearer token", "uses Bearer abcdef0123456789", "uses [hidden]"],
    ["a JSON Web Token", "uses eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln", "uses [hidden]"],
    ["a private key", "-----BEGIN PRIVATE KEY-----\nMHcCAQ", "[hidden]"],
  ])("%s is shown as text", async (_, message, note) => {
    expect((await saidBy(message))["note"]).toBe(note);
  });

  test.each(["a".repeat(5_000), "\u0000".repeat(5_000), "😀".repeat(5_000)])(
    "a note has 1,024 bytes at most",
    async (message) => {
      const note = String((await saidBy(message))["note"]);
      expect(Buffer.byteLength(note)).toBeLessThanOrEqual(1_024);
      expect(note.isWellFormed()).toBe(true);
    },
  );

  test("an eviction is about the Pod", async () => {
    const kind = { group: "policy", version: "v1", kind: "Eviction" };
    const object = { metadata: { name: "web-0", namespace: "demo" } };
    const changes = { operation: "CREATE", kind, subResource: "eviction", name: "web-0", object, oldObject: null };
    expect(await saidBy("in use", changes)).toMatchObject({
      action: "Create",
      regarding: { apiVersion: "v1", kind: "Pod", name: "web-0", namespace: "demo" },
    });
  });

  test("a Namespace is in no namespace, although its review says so", async () => {
    const kind = { group: "", version: "v1", kind: "Namespace" };
    const event = await saidBy("in use", { kind, name: "shop", namespace: "shop", oldObject: { metadata: { name: "shop" } } });
    expect(event["metadata"]).toMatchObject({ namespace: "default" });
    expect(event["regarding"]).toEqual({ apiVersion: "v1", kind: "Namespace", name: "shop" });
  });

  test.each([
    ["appcat managed", "DeniedByAppcatManaged"],
    ["used-config used", "DeniedByUsedConfigUsed"],
    ["a".repeat(500), `DeniedByA${"a".repeat(119)}`],
  ])("the rule %s is its reason", async (rule, reason) => {
    expect((await saidBy("in use", {}, rule))["reason"]).toBe(reason);
  });
});

describe("an API server that takes no Events", () => {
  test("is told of in the log once in a while, without what it said of secrets", async () => {
    const message = 'forbidden: Bearer abcdef0123456789\n{"level":"error"}';
    const { lines, outcomes, deny } = scene(() => Promise.resolve(answer(403, { message })));
    for (let at = 0; at < 10; at += 1) {
      deny(named(`object-${at}`));
      await settled();
    }
    expect(times(outcomes, "denied")).toBe(10);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: "warn", status: 403, reason: 'forbidden: [hidden]\\u{a}{"level":"error"}' },
    ]);
  });

  test("and one that is not there", async () => {
    const { lines, outcomes, deny } = scene(() => Promise.reject(new ApiUnreachable("down", { help: "" })));
    for (let at = 0; at < 10; at += 1) {
      deny(named(`object-${at}`));
      await settled();
    }
    expect(times(outcomes, "lost")).toBe(10);
    expect(lines).toHaveLength(1);
  });

  test("because the namespace is being deleted, is asked once in a while", async () => {
    const body = { details: { causes: [{ reason: "NamespaceTerminating" }] } };
    const { sent, lines, outcomes, clock, deny } = scene(() => Promise.resolve(answer(403, body)));
    for (let at = 0; at < 100; at += 1) {
      deny(named(`object-${at}`));
      await settled();
    }
    expect(sent).toHaveLength(1);
    expect(times(outcomes, "closing")).toBe(100);
    expect(lines).toEqual([]);
    clock.advance(defaultEventLimits.quietMs);
    deny(named("late"));
    expect(sent).toHaveLength(2);
  });
});
