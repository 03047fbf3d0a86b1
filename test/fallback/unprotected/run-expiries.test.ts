import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { ApiAnswer, ApiRequest, ApiServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { ownOpenings } from "../../../compiler/api/unprotection.ts";
import { runExpiries } from "../../../runtime-fallback/unprotected/run-expiries.ts";
import { createManualClock } from "../manual-clock.ts";
import { objectWith, recordOf } from "./objects.ts";

const quiet = (): void => undefined;
const release = { field: "annotations", key: "holdfast.dev/release" };
const until = "2026-01-01T00:00:00Z";
const start = Date.UTC(2026, 0, 1, 1);
const open = objectWith({
  annotations: { "holdfast.dev/release": "u", "holdfast.dev/unprotected": recordOf({ until, before: [release] }) },
});

const resource = {
  group: "",
  version: "v1",
  resource: "configmaps",
  kind: "ConfigMap",
  isNamespaced: true,
  verbs: [],
  subresources: [],
};
const telemetry = {
  log: { info: quiet, warn: quiet },
  metrics: { onListed: quiet, onListFailed: quiet, onWatchEnded: quiet, onListenerFailed: quiet },
};

/**
 * An API server with one ConfigMap, which denies every patch or none, for an hour in steps of a second. Its clock is
 * behind that of the controller by so much.
 */
async function anHour(patched: Partial<ApiAnswer>, again: () => boolean = () => false, behindMs = 0) {
  const clock = createManualClock(start);
  const patches: number[] = [];
  const logged: string[] = [];
  let isOpen = true;
  const send: ((event: "MODIFIED") => void)[] = [];
  const closed = () => objectWith({});
  let version = 7;
  const stored = () => {
    const { metadata } = isOpen ? open : closed();
    return { metadata: { ...metadata, resourceVersion: String(version) } };
  };
  const write = (becomesOpen: boolean): void => {
    isOpen = becomesOpen;
    version += 1;
    for (const tell of send.splice(0)) tell("MODIFIED");
  };
  const request = (one: ApiRequest): Promise<ApiAnswer> => {
    const ok = { status: 200, body: stored(), retryAfterSeconds: undefined, date: clock.now() - behindMs };
    const list = { ...ok, body: { kind: "PartialObjectMetadataList", metadata: { resourceVersion: "7" }, items: [stored()] } };
    if (one.method === "GET") return Promise.resolve(one.path.includes("?") ? list : ok);
    patches.push(Math.round((clock.now() - start) / 1_000));
    const answer = { ...ok, ...patched };
    if (answer.status === 200) {
      write(false);
      if (again()) void Promise.resolve().then(() => write(true));
    }
    return Promise.resolve(answer);
  };
  const server: ApiServer = {
    url: "https://api",
    request,
    close: () => Promise.resolve(),
    async *watch({ signal }) {
      let seen = 7;
      const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
      while (!signal.aborted) {
        if (seen === version) await Promise.race([aborted, new Promise((resolve) => void send.push(resolve))]);
        if (signal.aborted) return;
        seen = version;
        yield { type: "MODIFIED", object: stored() };
      }
    },
  };
  const stop = new AbortController();
  const done = runExpiries(
    {
      server,
      writer: server,
      resource,
      ofProtected: ownOpenings,
      clock,
      random: () => 0.999,
      log: (level, message) => void logged.push(`${level}: ${message}`),
      metrics: { depth: quiet, retried: () => void logged.push("retried"), worked: quiet },
      telemetry,
      lookMs: 5_000,
      reports: { ended: quiet },
    },
    stop.signal,
  );
  const timers: number[] = [];
  for (let second = 0; second < 3_600; second += 1) {
    for (let turn = 0; turn < 6; turn += 1) await setImmediate();
    clock.advance(1_000);
    timers.push(clock.timers);
  }
  stop.abort();
  clock.advance(1);
  await done;
  return { patches, logged, timers: Math.max(...timers), left: clock.timers };
}

test("a write that is denied is tried again, later each time, and each failure is told", async () => {
  const patched = { status: 403, body: { reason: "Forbidden", message: "frozen" } };
  const { patches, logged, timers, left } = await anHour(patched);
  expect(patches[0]).toBeLessThan(10);
  expect(patches.length).toBeGreaterThan(8);
  expect(patches.length).toBeLessThan(15);
  const told = Array.from({ length: patches.length }, () => [
    "retried",
    "error: what was unprotected of configmaps: failed and is tried again",
  ]);
  expect(logged).toEqual(told.flat());
  expect(timers).toBeLessThan(5);
  expect(left).toBe(0);
});

test("an object is taken back once; where somebody writes the record again each time, later and later", async () => {
  expect((await anHour({})).patches).toHaveLength(1);
  const { patches } = await anHour({}, () => true);
  expect(patches.length).toBeGreaterThan(5);
  expect(patches.length).toBeLessThan(15);
});

test("where the API server's clock is behind, an object is taken back as soon as it is over by that, too", async () => {
  const { patches } = await anHour({}, () => false, 90 * 60_000);
  expect(patches).toHaveLength(1);
  expect(patches[0]).toBeGreaterThanOrEqual(1_800);
  expect(patches[0]).toBeLessThan(1_810);
});

test("however many are over in one Namespace, those of another have their turn", async () => {
  const clock = createManualClock(start);
  const stop = new AbortController();
  const named = (namespace: string, name: string) => ({ metadata: { ...open.metadata, namespace, name } });
  const items = [...Array.from({ length: 500 }, (_, at) => named("mallory", `m-${at}`)), named("shop", "victim")];
  const patched: string[] = [];
  const request = (one: ApiRequest): Promise<ApiAnswer> => {
    const body = { kind: "PartialObjectMetadataList", metadata: { resourceVersion: "7" }, items };
    const ok = { status: 200, retryAfterSeconds: undefined };
    if (one.method === "GET" && one.path.includes("?")) return Promise.resolve({ ...ok, body });
    const [, namespace = "", name = ""] = /namespaces\/(.*)\/configmaps\/(.*)$/.exec(one.path) ?? [];
    if (one.method === "PATCH") patched.push(namespace);
    return Promise.resolve({ ...ok, body: named(namespace, name) });
  };
  const server: ApiServer = {
    url: "https://api",
    request,
    close: () => Promise.resolve(),
    async *watch({ signal }) {
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
      yield* [];
    },
  };
  const shared = { server, writer: server, resource, ofProtected: ownOpenings, clock, random: () => 0.999, log: quiet };
  const metrics = { depth: quiet, retried: quiet, worked: quiet };
  const done = runExpiries({ ...shared, metrics, telemetry, lookMs: 5_000, reports: { ended: quiet } }, stop.signal);
  for (let second = 0; second < 10; second += 1) {
    for (let turn = 0; turn < 100; turn += 1) await setImmediate();
    clock.advance(1_000);
  }
  stop.abort();
  clock.advance(1);
  await done;
  expect(patched.length).toBe(501);
  expect(patched.indexOf("shop")).toBeLessThan(5);
});
