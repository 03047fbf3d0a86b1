import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { mergePatch } from "../../control-plane/requests.ts";
import { type GarbageCollector, startGarbageCollector } from "../../install/installed/garbage-collector.ts";
import type { Installation } from "../../install/installed/installation.ts";
import { installUsages } from "./installed-usages.ts";
import { type Metadata, clusters, legacyUsages, marksOn, objectsOn, ownedBy, platforms, reference, releases } from "./objects.ts";

describeWithServer("a composite with a Usage inside", { controllerManager: true }, (server) => {
  const { make, use, read, remove, untilReady, untilGone, untilSays } = objectsOn(server);
  let [installation, collector]: [Installation?, GarbageCollector?] = [];

  beforeAll(async () => {
    installation = await installUsages(server());
    collector = await startGarbageCollector(server());
  }, 180_000);

  afterAll(() => Promise.all([installation?.end(), collector?.end()]));

  /** A composite of a cluster, a release that is slow to go, and the Usage of one by the other. */
  const compose = async (name: string): Promise<void> => {
    const composite = await make(platforms, name);
    const metadata = { labels: { "crossplane.io/composite": name }, ownerReferences: [ownedBy(platforms, composite)] };
    await make(clusters, name, {}, metadata);
    await make(releases, name, {}, { ...metadata, finalizers: ["example.com/uninstalls"] });
    await use(legacyUsages, name, { of: reference(clusters, name), by: reference(releases, name) }, metadata);
    await untilReady(legacyUsages, name);
  };
  const uninstall = (name: string) => server().request(mergePatch(`${releases}/${name}`, { metadata: { finalizers: null } }));

  test.each(["Background", "Foreground"])("%s deletion finishes by itself, the user first", async (propagation) => {
    const name = propagation.toLowerCase();
    await compose(name);
    const { status } = await remove(platforms, name, `?propagationPolicy=${propagation}`);
    expect(status).toBe(200);
    await untilGoing(name);
    expect((await read(clusters, name))?.deletionTimestamp).toBeUndefined();
    expect(marksOn(await read(clusters, name))).toContain("holdfast.dev/in-use");
    await uninstall(name);
    await untilGone(releases, name);
    await untilGone(legacyUsages, name);
    await untilGone(clusters, name);
    await untilGone(platforms, name);
  });

  test("what was used is deleted as its composite is: it goes after what it is made of, too", async () => {
    const name = "nested";
    await compose(name);
    const nested = (await read(clusters, name)) as Metadata;
    const finalizers = ["example.com/uninstalls"];
    await make(releases, "inside", {}, { ownerReferences: [ownedBy(clusters, nested)], finalizers });
    await remove(platforms, name, "?propagationPolicy=Foreground");
    await untilGoing(name);
    await uninstall(name);
    await untilGone(legacyUsages, name);
    await waitUntil("what is inside is going", async () => (await read(releases, "inside"))?.deletionTimestamp !== undefined);
    expect((await read(clusters, name))?.finalizers).toEqual(["foregroundDeletion"]);
    await uninstall("inside");
    await untilGone(clusters, name);
    await untilGone(platforms, name);
  });

  test("foreground deletion finishes by itself where the composite is the user", async () => {
    const composite = await make(releases, "whole");
    const metadata = { labels: { "crossplane.io/composite": "whole" }, ownerReferences: [ownedBy(releases, composite)] };
    await make(clusters, "part", {}, metadata);
    await use(legacyUsages, "part", { of: reference(clusters, "part"), by: reference(releases, "whole") }, metadata);
    await untilReady(legacyUsages, "part");
    await remove(releases, "whole", "?propagationPolicy=Foreground");
    await untilGone(legacyUsages, "part");
    await untilGone(clusters, "part");
    await untilGone(releases, "whole");
  });

  test("what was orphaned is not deleted with its Usage", async () => {
    await compose("orphaned");
    await remove(platforms, "orphaned", "?propagationPolicy=Orphan");
    await untilGone(platforms, "orphaned");
    await uninstall("orphaned");
    await remove(releases, "orphaned");
    await untilGone(legacyUsages, "orphaned");
    expect(marksOn(await read(clusters, "orphaned"))).toEqual([]);
    expect((await read(clusters, "orphaned"))?.deletionTimestamp).toBeUndefined();
  });

  test("a Usage that was taken out of a standing composite does not wait for its user", async () => {
    await compose("standing");
    await remove(legacyUsages, "standing");
    await untilGone(legacyUsages, "standing");
    expect((await read(clusters, "standing"))?.deletionTimestamp).toBeUndefined();
    expect(marksOn(await read(clusters, "standing"))).toEqual([]);
  });

  test("what belongs to an owner that the controller may not read is let go, and left to the garbage collector", async () => {
    const { body } = await server().request({ method: "GET", path: "/api/v1/namespaces/shop" });
    const { uid } = body["metadata"] as { readonly uid: string };
    const owner = { apiVersion: "v1", kind: "Namespace", name: "shop", uid };
    await make(clusters, "foreign", {}, { ownerReferences: [owner] });
    await use(legacyUsages, "foreign", { reason: "kept", of: reference(clusters, "foreign") });
    await untilReady(legacyUsages, "foreign");
    await remove(legacyUsages, "foreign");
    await untilGone(legacyUsages, "foreign");
    expect(marksOn(await read(clusters, "foreign"))).toEqual([]);
  });

  test("a Usage that is deleted with its composite waits for its user", async () => {
    await compose("waiting");
    const composite = `${platforms}/waiting`;
    const body = { metadata: { finalizers: ["example.com/busy"] } };
    await server().request(mergePatch(composite, body));
    await remove(platforms, "waiting");
    await remove(legacyUsages, "waiting");
    await untilSays(legacyUsages, "waiting", "WaitsForUser");
    expect(await remove(clusters, "waiting")).toMatchObject({ status: 409 });
    await uninstall("waiting");
    await remove(releases, "waiting");
    await untilGone(legacyUsages, "waiting");
    await server().request(mergePatch(composite, { metadata: { finalizers: null } }));
  });

  async function untilGoing(name: string): Promise<void> {
    await waitUntil(`${name} is going`, async () => (await read(releases, name))?.deletionTimestamp !== undefined);
  }
});
