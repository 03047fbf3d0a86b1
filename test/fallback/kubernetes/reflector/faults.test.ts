import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { waitUntil } from "../../../control-plane/wait-until.ts";
import { type Fault, deny } from "./simulated-cluster.ts";
import { startWatching, type Watching } from "./watched-cluster.ts";

let watching: Watching;
/** What nobody caught would end the process. */
const uncaught: unknown[] = [];
const catchIt = (error: unknown) => void uncaught.push(error);

beforeEach(async () => {
  process.on("unhandledRejection", catchIt);
  process.on("uncaughtException", catchIt);
  // Long enough for none to end by itself.
  watching = await startWatching({ timing: { watchMs: [300_000, 300_000] } });
});

afterEach(async () => {
  await watching.stop();
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", catchIt);
  process.off("uncaughtException", catchIt);
  expect(uncaught.splice(0)).toEqual([]);
});

/** Waits for the pause after a failure, and lets it pass. */
async function passPause(least: number, most: number): Promise<void> {
  const { clock } = watching;
  const pause = () => clock.pending().find((ms) => ms >= least && ms <= most);
  await waitUntil(`a pause of ${least} to ${most} ms`, async () => pause() !== undefined);
  clock.advance(pause() ?? 0);
}

const watchIsOpen = () => waitUntil("the watch is open again", () => watching.isWatching());
const shows = (...contents: readonly string[]) =>
  waitUntil(`the store shows ${contents.join()}`, async () => watching.contents().join() === contents.join());

describe("a watch that breaks", () => {
  const cutInside: Fault = (response) => {
    response.writeHead(200);
    response.write('{"type":"ADDED","object":{"metadata":{"na');
    setImmediate(() => response.socket?.resetAndDestroy());
  };

  test.each<readonly [string, () => void, string]>([
    ["by a reset", () => watching.cluster.cut(), "unreachable"],
    ["by a line that is no JSON", () => watching.cluster.write("<html>\n"), "unreachable"],
    ["by JSON that is no event", () => watching.cluster.send({ type: "ADDED" }), "unreachable"],
    ["by an event of an unknown type", () => watching.cluster.send({ type: "MOVED", object: {} }), "unreachable"],
    ["by nesting without end", () => watching.cluster.write(`${'{"a":['.repeat(200_000)}\n`), "unreachable"],
    ["inside of a line", () => (watching.cluster.write('{"type":"AD'), watching.cluster.end()), "unreachable"],
    ["by an ERROR event", () => watching.cluster.send({ type: "ERROR", object: { code: 500, message: "etcd" } }), "error-event"],
  ])("%s goes on from where it was, without a list", async (_, fault, reason) => {
    const { cluster, ends, counts } = watching;
    fault();
    await waitUntil("the watch has ended", async () => ends.length === 1);
    cluster.put("c", "queue");
    await passPause(500, 1000);
    await shows("a=db", "b=cache", "c=queue");
    expect(ends).toEqual([reason]);
    expect(counts.listed).toBe(1);
    expect(cluster.lastOf("watch")?.searchParams.get("resourceVersion")).toBe("102");
  });

  test("by a line that never ends is not read to its end", async () => {
    const { cluster, ends, said } = watching;
    const piece = "x".repeat(1024 * 1024);
    for (let count = 0; count < 9; count++) cluster.write(piece);
    await waitUntil("the watch has ended", async () => ends.length === 1);
    expect(said.join()).toContain("a line is longer than 8388608 bytes");
    await passPause(500, 1000);
    await watchIsOpen();
  });

  test.each<readonly [string, () => void, string]>([
    ["410 as an event", () => watching.cluster.send({ type: "ERROR", object: { code: 410, message: "too old" } }), "gone"],
    [
      "an object without a name",
      () => watching.cluster.send({ type: "ADDED", object: { metadata: { uid: "x", resourceVersion: "103" } } }),
      "inconsistent",
    ],
    [
      "an object without a uid",
      () => watching.cluster.send({ type: "ADDED", object: { metadata: { name: "x", resourceVersion: "103" } } }),
      "inconsistent",
    ],
    ["a bookmark without a version", () => watching.cluster.send({ type: "BOOKMARK", object: {} }), "inconsistent"],
    [
      "an event from the past",
      () => watching.cluster.send({ type: "ADDED", object: { metadata: { name: "x", uid: "x", resourceVersion: "99" } } }),
      "inconsistent",
    ],
    [
      "the end of another object of the same name",
      () =>
        watching.cluster.send({
          type: "DELETED",
          object: { metadata: { name: "a", namespace: "shop", uid: "other", resourceVersion: "103" } },
        }),
      "inconsistent",
    ],
  ])("by %s begins again with a list", async (_, fault, reason) => {
    const { cluster, ends, counts } = watching;
    fault();
    await waitUntil("the watch has ended", async () => ends.length === 1);
    expect(watching.contents()).toEqual(["a=db", "b=cache"]);
    cluster.put("c", "queue");
    await passPause(500, 1000);
    await shows("a=db", "b=cache", "c=queue");
    expect([ends, counts.listed]).toEqual([[reason], 2]);
  });

  test("inside of its first line goes on, too", async () => {
    const { cluster, ends } = watching;
    cluster.fail("watch", cutInside);
    cluster.cut();
    await passPause(500, 1000);
    await waitUntil("both watches have ended", async () => ends.length === 2);
    cluster.put("c", "queue");
    await passPause(1000, 2000);
    await shows("a=db", "b=cache", "c=queue");
  });
});

describe("a watch that is denied", () => {
  test.each([401, 403, 429, 500, 503])("with %d is asked for again", async (status) => {
    const { cluster, ends, counts } = watching;
    cluster.fail("watch", deny(status), 2);
    cluster.cut();
    await passPause(500, 1000);
    await waitUntil("it was denied", async () => ends.length === 2);
    cluster.put("a", "files");
    // A 401 is asked twice, in case that the credentials were renewed.
    if (status !== 401) await passPause(1000, 2000);
    await passPause(1000, 4000);
    await shows("a=files", "b=cache");
    expect(ends.slice(0, 2)).toEqual(["unreachable", "denied"]);
    expect(counts.listed).toBe(1);
  });

  test("with 410 begins again with a list", async () => {
    const { cluster, ends, counts } = watching;
    cluster.cut();
    cluster.put("a", "files");
    cluster.compact();
    await passPause(500, 1000);
    await waitUntil("it was denied", async () => ends.length === 2);
    await passPause(1000, 2000);
    await shows("a=files", "b=cache");
    expect([ends, counts.listed]).toEqual([["unreachable", "gone"], 2]);
  });

  test("with Retry-After is not asked for sooner, nor much later than a minute", async () => {
    const { cluster, clock, ends } = watching;
    cluster.fail("watch", deny(429, { "retry-after": "17" }));
    cluster.fail("watch", deny(503, { "retry-after": "86400" }));
    cluster.cut();
    await passPause(500, 1000);
    await waitUntil("it was denied", async () => ends.length === 2);
    await waitUntil("a pause", async () => clock.pending().includes(17_000));
    clock.advance(17_000);
    await waitUntil("it was denied again", async () => ends.length === 3);
    await waitUntil("a pause", async () => clock.pending().includes(60_000));
  });

  test("again and again takes a list, which depends on nothing before", async () => {
    const { cluster, ends, counts } = watching;
    cluster.fail("watch", deny(500), 4);
    cluster.cut();
    for (const pause of [1000, 2000, 4000, 8000, 16_000]) await passPause(pause / 2, pause);
    await watchIsOpen();
    expect([ends.length, counts.listed]).toEqual([5, 2]);
  });
});

describe("silence", () => {
  test("of 90 s is the end of a watch; the staleness says how long it was", async () => {
    const { cluster, clock, ends, informer } = watching;
    clock.advance(30_000);
    cluster.bookmark();
    await waitUntil("the bookmark is heard", async () => informer.stalenessMs() === 0);
    clock.advance(89_999);
    expect([ends, informer.stalenessMs()]).toEqual([[], 89_999]);
    cluster.put("c", "queue");
    clock.advance(1);
    await waitUntil("the watch has ended", async () => ends.length === 1);
    expect(ends).toEqual(["idle"]);
    await passPause(500, 1000);
    await shows("a=db", "b=cache", "c=queue");
    expect(informer.stalenessMs()).toBe(0);
  });

  test("of less than 25 s in all is no reason for a list, and more is", async () => {
    const { cluster, clock, ends, counts } = watching;
    clock.advance(23_999);
    cluster.cut();
    await waitUntil("the watch has ended", async () => ends.length === 1);
    await passPause(500, 1000);
    await watchIsOpen();
    expect(counts.listed).toBe(1);
    clock.advance(500);
    cluster.cut();
    await waitUntil("the watch has ended", async () => ends.length === 2);
    await passPause(1000, 2000);
    await watchIsOpen();
    expect(counts.listed).toBe(2);
  });

  test("from the beginning leads to a list: a version of the future is watched in silence", async () => {
    const { clock, ends, counts } = watching;
    clock.advance(90_000);
    await waitUntil("the watch has ended", async () => ends.length === 1);
    await passPause(500, 1000);
    await watchIsOpen();
    expect([ends, counts.listed]).toEqual([["idle"], 2]);
  });

  test("of a server that takes connections and answers nothing ends after 30 s", async () => {
    const { cluster, clock, ends } = watching;
    cluster.fail("watch", () => {});
    cluster.cut();
    await passPause(500, 1000);
    await waitUntil("the watch is asked for", async () => cluster.count("watch") === 2);
    clock.advance(30_000);
    await waitUntil("it has ended", async () => ends.length === 2);
    await passPause(1000, 2000);
    await watchIsOpen();
  });

  test("is not broken by half a line", async () => {
    const { cluster, clock, ends } = watching;
    clock.advance(80_000);
    cluster.write('{"type":');
    await new Promise((resolve) => setTimeout(resolve, 20));
    clock.advance(10_000);
    await waitUntil("the watch has ended", async () => ends.length === 1);
    expect(ends).toEqual(["idle"]);
  });
});

describe("a list that fails", () => {
  const garbage: readonly (readonly [string, Fault])[] = [
    ["text", (response) => response.end("hello")],
    ["no list", (response) => response.end("{}")],
    ["a list of a number", (response) => response.end('{"metadata":{"resourceVersion":"1"},"items":[1]}')],
    ["a nameless object", (response) => response.end('{"metadata":{"resourceVersion":"1"},"items":[{"metadata":{"uid":"u"}}]}')],
    ["a reset", (response) => response.socket?.resetAndDestroy()],
    [
      "half of it",
      (response) => (response.writeHead(200, { "content-length": "900" }), response.write('{"items":['), response.socket?.end()),
    ],
    ["401", deny(401)],
    ["403", deny(403)],
    ["404 of something in between", (response) => (response.writeHead(404), response.end("<h1>not found</h1>"))],
    ["429", deny(429)],
    ["500", deny(500)],
    ["410 twice", deny(410)],
  ];

  test.each(garbage)("with %s leaves the store as it was, and ever older", async (_, fault) => {
    const { cluster, clock, counts, informer, listFailures } = watching;
    clock.advance(10_000);
    cluster.fail("list", fault, 2);
    cluster.compact();
    cluster.cut();
    await passPause(500, 1000);
    await passPause(1000, 2000);
    await waitUntil("a list has failed", async () => listFailures.length === 1);
    expect(watching.contents()).toEqual(["a=db", "b=cache"]);
    expect(informer.stalenessMs()).toBeGreaterThan(11_000);
    expect(counts.listed).toBe(1);
    cluster.put("a", "files");
    await waitUntil("it lists again", async () => {
      clock.advance(1000);
      return watching.contents()[0] === "a=files";
    });
  });
});
