import { describe, expect, test } from "vitest";
import type { ApiAnswer, ApiRequest, ApiServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import type { StoredObject } from "../../../runtime-fallback/kubernetes/stored-object.ts";
import { ownOpenings } from "../../../compiler/api/unprotection.ts";
import { takeBackReports } from "../../../runtime-fallback/unprotected/reports.ts";
import { takeBack, type TakeBackOutcome } from "../../../runtime-fallback/unprotected/take-back.ts";
import { createManualClock } from "../manual-clock.ts";
import { objectWith, recordOf } from "./objects.ts";

const end = Date.UTC(2026, 0, 1);
const until = "2026-01-01T00:00:00Z";
const release = { field: "annotations", key: "holdfast.dev/release" };
const open = (before: readonly object[] = [release], reason = "moved"): StoredObject =>
  objectWith({
    annotations: {
      "holdfast.dev/release": "u",
      "holdfast.dev/unprotected": recordOf({ until, before, reason }),
    },
  });

interface Given {
  readonly object?: StoredObject;
  /** By the clock of the controller, and by that of the API server, after the end. */
  readonly afterMs?: number;
  readonly dateMs?: number;
  readonly patched?: Partial<ApiAnswer>;
}

/** What became of one look, what was asked, and what was told. */
async function look({ object, afterMs = 1, dateMs, patched = {} }: Given) {
  const asked: ApiRequest[] = [];
  const told: string[] = [];
  const request: ApiServer["request"] = (one) => {
    asked.push(one);
    const ok = { status: 200, body: object ?? {}, retryAfterSeconds: undefined };
    const absent = { ...ok, status: 404, body: { kind: "Status", reason: "NotFound", details: { name: "c" } } };
    if (one.method === "PATCH") return Promise.resolve({ ...ok, ...patched });
    return Promise.resolve({ ...(object === undefined ? absent : ok), ...(dateMs !== undefined && { date: end + dateMs }) });
  };
  const server: ApiServer = { url: "https://api", request, close: () => Promise.resolve(), watch: () => expect.unreachable() };
  const clock = createManualClock(end + afterMs);
  const reports = takeBackReports({
    clock,
    log: (level, _, fields) => void told.push(`${level}: ${fields?.["message"]}`),
    write: ({ type, reason, message, regarding }) => void told.push(`${type} ${reason} ${regarding.uid}: ${message}`),
    counted: (outcome) => void told.push(outcome),
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
  const options = { server, writer: server, resource, ofProtected: ownOpenings, clock, reports };
  const outcome = await takeBack(options, { namespace: "shop", name: "c" }, new AbortController().signal).catch(
    (error: unknown) => (error as Error).message,
  );
  return { outcome, writes: asked.filter(({ method }) => method !== "GET"), asked, told };
}

test("an object is changed as it was read, by its UID and version, in labels and annotations alone", async () => {
  const { outcome, asked, told } = await look({ object: open() });
  expect(outcome).toBe("taken-back");
  const accept = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
  expect(asked).toEqual([
    expect.objectContaining({ method: "GET", path: "/api/v1/namespaces/shop/configmaps/c", accept }),
    {
      method: "PATCH",
      path: "/api/v1/namespaces/shop/configmaps/c",
      contentType: "application/merge-patch+json",
      accept,
      body: {
        metadata: {
          uid: "u",
          resourceVersion: "7",
          annotations: { "holdfast.dev/release": null, "holdfast.dev/unprotected": null },
          labels: {},
        },
      },
    },
  ]);
  const message =
    "protected again (annotation holdfast.dev/release removed, annotation holdfast.dev/unprotected removed); it was opened for: moved";
  expect(told).toEqual(["taken-back", `Normal TakenBack u: ${message}`, `info: ${message}`]);
});

describe("nothing is written", () => {
  const terminating = { ...open(), metadata: { ...open().metadata, deletionTimestamp: until } };
  test.each<[string, Given]>([
    ["of what is gone", {}],
    ["of what is being deleted", { object: terminating }],
    ["where the record is gone", { object: objectWith({ annotations: { "holdfast.dev/release": "u" } }) }],
    [
      "where the record is of another object",
      { object: objectWith({ annotations: { "holdfast.dev/unprotected": recordOf({ uid: "v", until, before: [release] }) } }) },
    ],
  ])("%s", async (_, given) => {
    expect(await look(given)).toMatchObject({ outcome: "none", writes: [], told: [] });
  });

  test.each<[string, Given, number]>([
    ["of the controller", { object: open(), afterMs: -1 }, 1],
    ["of the API server", { object: open(), dateMs: -1_000 }, 1_000],
    ["of the controller, whatever that of the API server says", { object: open(), afterMs: -1, dateMs: 1_000 }, 1],
  ])("before the time is over by the clock %s", async (_, given, leftMs) => {
    expect(await look(given)).toMatchObject({ outcome: { leftMs }, writes: [], told: [] });
  });

  test("where the record says nothing that protects, which is told", async () => {
    const team = { field: "labels", key: "team", value: "mallory" };
    const { outcome, writes, told } = await look({ object: open([team]) });
    expect([outcome, writes]).toEqual(["left", []]);
    expect(told[1]).toBe(
      "Warning NotTakenBack u: it was opened for: moved; left, since the declaration does not say that it protects: label team=mallory; look at it with holdfast unprotect --undo",
    );
  });
});

test("where a part of it protects, that is done, and the record stays for people", async () => {
  const { outcome, writes, told } = await look({ object: open([release, { field: "labels", key: "team", value: "a" }]) });
  expect(outcome).toBe("partly");
  expect(JSON.stringify(writes)).toContain('"annotations":{"holdfast.dev/release":null},"labels":{}');
  expect(told[0]).toBe("partly");
});

test("where nothing of it is left to do, only the record goes, and nobody says that it is protected again", async () => {
  const isOpen = objectWith({
    annotations: { "holdfast.dev/unprotected": recordOf({ until, before: [release], reason: "moved" }) },
  });
  const { outcome, writes, told } = await look({ object: isOpen });
  expect([outcome, writes.length]).toEqual(["nothing", 1]);
  const message = "nothing was left to take back, only the record went: the object may be open; it was opened for: moved";
  expect(told).toEqual(["nothing", `Warning NothingTakenBack u: ${message}`, `warn: ${message}`]);
});

test("what somebody has written meanwhile is no failure: its event says so", async () => {
  const patched = { status: 409, body: { reason: "Conflict", message: "the object has been modified" } };
  expect(await look({ object: open(), patched })).toMatchObject({ outcome: "none", told: [] });
});

test("what is denied is told, and fails", async () => {
  const patched = { status: 403, body: { reason: "Forbidden", message: "ValidatingAdmissionPolicy 'frozen' denied it" } };
  const { outcome, told } = await look({ object: open(), patched });
  expect(outcome).toContain(
    "PATCH configmaps shop/c was answered with 403 Forbidden: ValidatingAdmissionPolicy 'frozen' denied it",
  );
  expect(outcome).not.toContain("apply the Role");
  expect(told).toEqual(["denied", expect.stringMatching(/^Warning TakeBackDenied u: the object stays open: .*'frozen'/)]);
});

test("what people write gets into logs and events escaped and cut", async () => {
  const { told } = await look({ object: open([release], `\u001B[31m${"x".repeat(10_000)}`) });
  for (const one of told) {
    expect(one).not.toContain("\u001B");
    expect(one.length).toBeLessThan(400);
  }
});

/** What is told of objects, by name, and counted. */
function reporting() {
  const clock = createManualClock(end);
  const told: string[] = [];
  const counted: string[] = [];
  const reports = takeBackReports({
    clock,
    log: (_, __, fields) => void told.push(`line ${fields?.["object"]}`),
    write: ({ regarding }) => void told.push(`event ${regarding.key.namespace}/${regarding.key.name}`),
    counted: (outcome) => void counted.push(outcome),
  });
  const resource = { group: "", version: "v1", resource: "configmaps", kind: "ConfigMap" };
  const say = (outcome: TakeBackOutcome, namespace: string, uid: string, record = "r"): void => {
    const metadata = { namespace, name: uid, uid, annotations: { "holdfast.dev/unprotected": record } };
    reports.ended(outcome, { resource, object: { metadata }, reason: "", changes: [], left: [] } as never);
  };
  return { clock, told, counted, say };
}

test("whoever makes any number of records fills neither the log nor the events, and silences no other Namespace", () => {
  const { told, counted, say } = reporting();
  for (let at = 0; at < 1_000; at += 1) say("left", "mallory", `m-${at}`);
  expect([counted.length, told.length]).toEqual([1_000, 40]);
  say("taken-back", "shop", "victim");
  expect(told.slice(40)).toEqual(["event shop/victim", "line shop/victim"]);
});

test("of more Namespaces than are remembered, the oldest is forgotten", () => {
  const { told, say } = reporting();
  const fill = (): void => Array.from({ length: 30 }).forEach(() => say("taken-back", "shop", "c"));
  fill();
  for (let at = 0; at < 999; at += 1) say("taken-back", `n-${at}`, "c");
  told.length = 0;
  fill();
  expect(told).toEqual([]);
  for (let at = 0; at < 1_000; at += 1) say("taken-back", `n-${at}`, "c");
  told.length = 0;
  fill();
  expect(told).toHaveLength(40);
});

test("what is left to people is told once, until its record changes; what is not told then is told later", () => {
  const { clock, told, counted, say } = reporting();
  const tenMinutes = (): void => clock.advance(600_000);
  for (let times = 0; times < 3; times += 1, tenMinutes()) say("left", "shop", "c");
  expect([told, counted]).toEqual([
    ["event shop/c", "line shop/c"],
    ["left", "left", "left"],
  ]);
  say("left", "shop", "c", "another");
  say("left", "shop", "c-made-anew", "another");
  expect(told).toHaveLength(6);
  for (let times = 0; times < 2; times += 1, tenMinutes()) for (let at = 0; at < 30; at += 1) say("left", "shop", `m-${at}`);
  expect(told).toHaveLength(6 + 60);
});
