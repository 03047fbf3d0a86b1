import { describe, expect, test } from "vitest";
import type { ApiAnswer, ApiRequest, RequestServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { configurationConfirmer, confirmedAnnotation } from "../../../runtime-fallback/enforcement/confirm-configuration.ts";
import { createManualClock } from "../manual-clock.ts";

const timing = { settleMs: 5_000, lookMs: 2_000 };

interface Metadata {
  readonly uid: string;
  readonly generation: number;
  readonly resourceVersion: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

const answered = (status: number, body: object): ApiAnswer => ({ status, body: { ...body }, retryAfterSeconds: undefined });
const notFound = { kind: "Status", reason: "NotFound", details: { name: "holdfast" } };

/** One configuration, as an API server stores it, and a confirmer that looks at it. */
function world() {
  const clock = createManualClock();
  const writes: ApiRequest[] = [];
  const lines: string[] = [];
  let stored: Metadata | undefined = { uid: "u1", generation: 1, resourceVersion: "1" };
  let denial: ApiAnswer | undefined;
  const request = (asked: ApiRequest): Promise<ApiAnswer> => {
    const body = () => ({ kind: "ValidatingWebhookConfiguration", metadata: { name: "holdfast", ...stored }, webhooks: [] });
    if (asked.method !== "GET") {
      writes.push(asked);
      if (denial !== undefined) return Promise.resolve(denial);
      const { metadata } = asked.body as { readonly metadata: Metadata };
      if (stored === undefined) return Promise.resolve(answered(404, notFound));
      if (metadata.resourceVersion !== stored.resourceVersion)
        return Promise.resolve(answered(409, { kind: "Status", reason: "Conflict", message: "modified" }));
      const annotations = { ...stored.annotations, ...metadata.annotations };
      stored = { ...stored, annotations, resourceVersion: `${stored.resourceVersion}+` };
    }
    return Promise.resolve(stored === undefined ? answered(404, notFound) : answered(200, body()));
  };
  const api: RequestServer = { url: "https://api", request, close: () => Promise.resolve() };
  const log = (_level: string, message: string): void => void lines.push(message);
  const reconcile = configurationConfirmer({ api, configuration: "holdfast", clock, log, timing });
  return {
    clock,
    writes,
    lines,
    change: (next: Partial<Metadata> | undefined) => {
      stored = next === undefined || stored === undefined ? (next as Metadata | undefined) : { ...stored, ...next };
    },
    deny: (answer: ApiAnswer | undefined) => void (denial = answer),
    annotation: () => stored?.annotations?.[confirmedAnnotation],
    /** Looks, and says in how many milliseconds it looks again. */
    look: async () => (await reconcile("", new AbortController().signal))?.again,
  };
}

/** Looks once, lets it settle, and looks again. */
async function settled(one: ReturnType<typeof world>): Promise<void> {
  await one.look();
  one.clock.advance(timing.settleMs);
  await one.look();
}

describe("a changed webhook configuration is written once more", () => {
  test("when it has settled, to exactly what was read, and only its annotation", async () => {
    const one = world();
    expect(await one.look()).toBe(timing.settleMs);
    one.clock.advance(4_000);
    expect(await one.look()).toBe(1_000);
    expect(one.writes).toEqual([]);
    one.clock.advance(1_000);
    expect(await one.look()).toBe(timing.lookMs);
    expect(one.writes).toEqual([
      {
        method: "PATCH",
        path: "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/holdfast?fieldManager=holdfast-confirms",
        contentType: "application/merge-patch+json",
        body: { metadata: { resourceVersion: "1", annotations: { "holdfast.dev/confirmed": "u1/1" } } },
      },
    ]);
  });

  test("and not again while its webhooks stay as they are, whoever annotates it", async () => {
    const one = world();
    await settled(one);
    for (let look = 0; look < 5; look++) {
      one.clock.advance(timing.settleMs);
      expect(await one.look()).toBe(timing.lookMs);
    }
    one.change({ resourceVersion: "7" });
    await settled(one);
    expect(one.writes).toHaveLength(1);
    expect(one.lines).toHaveLength(1);
  });

  test("once for several changes that follow each other, and again for each later one", async () => {
    const one = world();
    for (const generation of [2, 3, 4]) {
      await one.look();
      one.clock.advance(4_000);
      one.change({ generation });
    }
    await settled(one);
    expect([one.writes.length, one.annotation()]).toEqual([1, "u1/4"]);
    one.change({ generation: 5, resourceVersion: "50" });
    await settled(one);
    expect([one.writes.length, one.annotation()]).toEqual([2, "u1/5"]);
  });

  test("also where it was deleted and made again with the annotation of the previous one", async () => {
    const one = world();
    await settled(one);
    one.change({ uid: "u2", generation: 1, resourceVersion: "9" });
    await settled(one);
    expect([one.writes.length, one.annotation()]).toEqual([2, "u2/1"]);
  });

  test("at the next look where somebody else wrote meanwhile, and nothing is logged as written before", async () => {
    const one = world();
    one.deny(answered(409, { kind: "Status", reason: "Conflict", message: "the object has been modified" }));
    await settled(one);
    expect([one.annotation(), one.lines]).toEqual([undefined, []]);
    one.deny(undefined);
    expect(await one.look()).toBe(timing.lookMs);
    expect([one.annotation(), one.lines.length]).toEqual(["u1/1", 1]);
  });

  test("not where there is none, or where it goes in the middle", async () => {
    const one = world();
    await one.look();
    one.deny(answered(404, notFound));
    one.clock.advance(timing.settleMs);
    expect(await one.look()).toBe(timing.lookMs);
    one.change(undefined);
    expect(await one.look()).toBe(timing.lookMs);
    expect(one.lines).toEqual([]);
  });

  test("a denial by a policy, and a missing right, are errors that say so", async () => {
    const one = world();
    one.deny(answered(409, { kind: "Status", reason: "Conflict", message: 'admission webhook "x" denied the request' }));
    await expect(settled(one)).rejects.toThrow(/was answered with 409 Conflict: admission webhook "x" denied/);
    const right = 'forbidden: User "holdfast" cannot patch resource "validatingwebhookconfigurations"';
    one.deny(answered(403, { kind: "Status", reason: "Forbidden", message: right }));
    await expect(one.look()).rejects.toThrow(`403 Forbidden: ${right}; apply the Role and ClusterRole that come with`);
  });
});
