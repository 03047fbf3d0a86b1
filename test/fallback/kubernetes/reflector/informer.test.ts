import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { waitUntil } from "../../../control-plane/wait-until.ts";
import { answerJson } from "../../http-server.ts";
import { createManualClock } from "../../manual-clock.ts";
import { openSimulatedCluster } from "./simulated-cluster.ts";
import { projectWidget, watchCluster, type WidgetOptions } from "./watched-cluster.ts";

import { afterwards, start } from "./started-informer.ts";
describe("the store", () => {
  test("follows what is added, changed and deleted, and listeners hear of it in this order", async () => {
    const { cluster, changes, informer, shows } = await start();
    const seen: (string | undefined)[] = [];
    informer.onChange(({ key }) => void seen.push(informer.store.get(key)?.of));
    cluster.put("c", "queue");
    cluster.put("a", "files");
    cluster.remove("b");
    await shows("a=files", "c=queue");
    const told = changes.map((change) => [change.type, change.key.name, change.object.of, "old" in change ? change.old.of : ""]);
    expect(told).toEqual([
      ["added", "a", "db", ""],
      ["added", "b", "cache", ""],
      ["added", "c", "queue", ""],
      ["changed", "a", "files", "db"],
      ["deleted", "b", "cache", ""],
    ]);
    // When a listener is called, the store says the same already.
    expect(seen).toEqual(["queue", "files", undefined]);
    expect(informer.store.size).toBe(2);
  });

  test("is found by its indices, which follow, too", async () => {
    const { cluster, informer, shows } = await start();
    const using = (of: string) => informer.store.byIndex("of", of).map(({ name }) => name);
    cluster.put("c", "db");
    await shows("a=db", "b=cache", "c=db");
    expect([using("db"), using("cache"), using("files")]).toEqual([["a", "c"], ["b"], []]);
    cluster.put("a", "files");
    cluster.remove("b");
    await shows("a=files", "c=db");
    expect([using("db"), using("cache"), using("files")]).toEqual([["c"], [], ["a"]]);
    expect(() => informer.store.byIndex("for", "db")).toThrow("there is no index for; there are of");
  });

  test("overlooks no object at which an index fails", async () => {
    const indices = {
      of: ({ of }: { of: string }) => {
        if (of === "broken") throw new Error("what is \n this?");
        return of === "number" ? ([1] as unknown as string[]) : [of];
      },
    };
    const { cluster, informer, said, shows } = await start({ indices });
    cluster.put("c", "broken");
    cluster.put("d", "number");
    await shows("a=db", "b=cache", "c=broken", "d=number");
    const using = (of: string) => informer.store.byIndex("of", of).map(({ name }) => name);
    expect([using("db"), using("anything")]).toEqual([
      ["a", "c", "d"],
      ["c", "d"],
    ]);
    expect(said.join()).toContain("what is \\\\u{a} this?");
    cluster.put("c", "db");
    cluster.remove("d");
    await shows("a=db", "b=cache", "c=db");
    expect([using("db"), using("anything")]).toEqual([["a", "c"], []]);
  });

  test("is whole from the first page to the last, or not there", async () => {
    const cluster = await openSimulatedCluster();
    afterwards(() => cluster.close());
    for (let count = 0; count < 25; count++) cluster.put(`w${count}`, "db");
    cluster.paginate(10);
    const watched = watchCluster(cluster, createManualClock());
    afterwards(watched.stop);
    const sizes = new Set<number>();
    watched.informer.onChange(() => void sizes.add(watched.informer.store.size));
    expect([watched.informer.hasSynced(), watched.informer.stalenessMs()]).toEqual([false, Infinity]);
    await waitUntil("it has synced", async () => watched.informer.hasSynced());
    expect([...sizes]).toEqual([25]);
    expect(cluster.count("list")).toBe(3);
  });
});

describe("the age of the store", () => {
  test("is counted from the query that was answered, not from the answer", async () => {
    const cluster = await openSimulatedCluster();
    afterwards(() => cluster.close());
    const waiting: ServerResponse[] = [];
    cluster.fail("list", (response) => void waiting.push(response));
    const clock = createManualClock();
    const watched = watchCluster(cluster, clock);
    afterwards(watched.stop);
    await waitUntil("it is asked", async () => waiting.length === 1);
    clock.advance(7000);
    expect([watched.informer.hasSynced(), watched.informer.stalenessMs()]).toEqual([false, Infinity]);
    for (const response of waiting) answerJson(response, 200, { metadata: { resourceVersion: "100" }, items: [] });
    await waitUntil("it has synced", async () => watched.informer.hasSynced());
    expect(watched.informer.stalenessMs()).toBe(7000);
  });
});

describe("what happened while nobody listened", () => {
  test("is told after the next list, with the end of an object that was made anew", async () => {
    const { cluster, clock, changes, ends, informer, shows } = await start();
    changes.length = 0;
    cluster.fail("watch", (response) => response.socket?.resetAndDestroy());
    cluster.cut();
    await waitUntil("it was cut", async () => ends.length === 1);
    cluster.remove("a");
    cluster.put("a", "db");
    cluster.remove("b");
    cluster.put("c", "queue");
    cluster.compact();
    await waitUntil("it begins again", async () => {
      clock.advance(500);
      return informer.store.size === 2 && changes.length > 0;
    });
    await shows("a=db", "c=queue");
    expect(changes.map(({ type, uid }) => `${type} ${uid}`)).toEqual([
      "deleted uid-2",
      "deleted uid-1",
      "added uid-3",
      "added uid-4",
    ]);
  });

  test("is told by the watch where its version still serves, duplicates once", async () => {
    const { cluster, changes, shows } = await start();
    const object = cluster.put("a", "files");
    cluster.send({ type: "MODIFIED", object });
    cluster.remove("b");
    cluster.send({ type: "DELETED", object: { ...object, metadata: { ...object.metadata, name: "b", resourceVersion: "104" } } });
    cluster.put("c", "queue");
    await shows("a=files", "c=queue");
    expect(changes.slice(2).map(({ type, key }) => `${type} ${key.name}`)).toEqual(["changed a", "deleted b", "added c"]);
  });
});

describe("code of others", () => {
  test("that throws in a listener, or rejects, is told of and harms nobody else", async () => {
    const { cluster, informer, changes, counts, said, shows } = await start();
    informer.onChange(() => {
      throw new Error("first");
    });
    // oxlint-disable-next-line typescript/no-misused-promises -- What the types forbid is what is tried.
    informer.onChange(async () => Promise.reject(new Error("second")));
    const after: string[] = [];
    informer.onChange(({ key }) => void after.push(key.name));
    cluster.put("c", "queue");
    cluster.put("d", "queue");
    await shows("a=db", "b=cache", "c=queue", "d=queue");
    await waitUntil("all failed", async () => counts.listenerFailed === 4);
    expect([after, changes.length]).toEqual([["c", "d"], 4]);
    expect(said.join()).toMatch(/first.*second/);
  });

  test("that throws in a log or a counter harms nobody", async () => {
    const fail = () => {
      throw new Error("disk full");
    };
    const metrics = { onListed: fail, onListFailed: fail, onWatchEnded: fail, onListenerFailed: fail };
    const { cluster, clock, shows } = await start({ log: { info: fail, warn: fail }, metrics });
    cluster.cut();
    await waitUntil("it was cut", async () => cluster.watches.size === 0 && clock.pending().some((ms) => ms <= 1000));
    cluster.put("c", "queue");
    clock.advance(1000);
    await shows("a=db", "b=cache", "c=queue");
  });

  test("that cannot take an object leaves the store as it was, and says so by its age", async () => {
    const project: WidgetOptions["project"] = (object) => {
      if (object.metadata.name === "c") throw new Error("no spec");
      return projectWidget(object);
    };
    const { cluster, clock, contents, ends, listFailures, informer, shows } = await start({ project });
    clock.advance(5000);
    cluster.put("c", "queue");
    await waitUntil("the watch has ended", async () => ends.length === 1);
    clock.advance(1000);
    await waitUntil("the list fails", async () => listFailures.length === 1);
    expect([ends, listFailures, contents()]).toEqual([["projection"], ["projection"], ["a=db", "b=cache"]]);
    expect(informer.stalenessMs()).toBe(6000);
    cluster.remove("c");
    clock.advance(2000);
    await shows("a=db", "b=cache");
    await waitUntil("it is fresh again", async () => informer.stalenessMs() === 0);
  });
});

describe("a resource that is not served", () => {
  test("is an empty store, and looked for every half minute", async () => {
    const cluster = await openSimulatedCluster();
    afterwards(() => cluster.close());
    cluster.serve(false);
    const clock = createManualClock();
    const { informer, contents, stop, said } = watchCluster(cluster, clock);
    afterwards(stop);
    await waitUntil("it has synced", async () => informer.hasSynced());
    expect([informer.store.size, informer.stalenessMs()]).toEqual([0, 0]);
    await waitUntil("a pause", async () => clock.pending().includes(30_000));
    clock.advance(30_000);
    await waitUntil("it was asked again", async () => informer.stalenessMs() === 0);
    expect(said).toEqual(["the API server does not serve this resource; it is looked for again and again"]);
    cluster.serve(true);
    cluster.put("a", "db");
    await waitUntil("a pause", async () => clock.pending().includes(30_000));
    clock.advance(30_000);
    await waitUntil("it is listed", async () => contents().join() === "a=db");
  });

  test("any longer ends all of its objects", async () => {
    const { cluster, clock, changes, informer } = await start();
    cluster.serve(false);
    cluster.end();
    clock.advance(2000);
    await waitUntil("the store is empty", async () => {
      clock.advance(1000);
      return informer.store.size === 0;
    });
    expect(changes.slice(2).map(({ type, key }) => `${type} ${key.name}`)).toEqual(["deleted a", "deleted b"]);
    expect(informer.hasSynced()).toBe(true);
  });

  test("as something in between says, and not the API server, is not believed", async () => {
    const { cluster, clock, listFailures, contents } = await start();
    const notFound = (response: ServerResponse) => (response.writeHead(404), response.end("404 page not found\n"));
    cluster.fail("watch", notFound);
    cluster.fail("list", notFound);
    cluster.end();
    await waitUntil("a list has failed", async () => {
      clock.advance(500);
      return listFailures.length > 0;
    });
    expect(contents()).toEqual(["a=db", "b=cache"]);
  });
});

test("only metadata is asked for where only metadata is wanted, and a selection is passed on", async () => {
  const project: WidgetOptions["project"] = ({ metadata }) => ({ name: metadata.name, uid: "", version: "", of: "" });
  const options = { metadataOnly: true, namespace: "shop", labelSelector: "a=b,c", fieldSelector: "metadata.name=x" };
  const { cluster } = await start({ ...options, project, indices: {} });
  for (const kind of ["list", "watch"] as const) {
    const { pathname, searchParams } = cluster.lastOf(kind) ?? new URL("http://none");
    expect(pathname).toBe("/apis/test.holdfast.dev/v1/namespaces/shop/widgets");
    expect([searchParams.get("labelSelector"), searchParams.get("fieldSelector")]).toEqual(["a=b,c", "metadata.name=x"]);
  }
  expect(cluster.accepted).toEqual([
    "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
    "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
  ]);
});
