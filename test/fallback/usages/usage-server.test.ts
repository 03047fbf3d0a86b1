import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { mergePatch } from "../../control-plane/requests.ts";
import type { Installation } from "../../install/installed/installation.ts";
import { installUsages } from "./installed-usages.ts";
import {
  clusters,
  clusterUsages,
  configMaps,
  crossplaneClusterUsages,
  crossplaneUsages,
  legacyUsages,
  marksOn,
  objectsOn,
  ownedBy,
  platforms,
  reference,
  releases,
  selector,
  usages,
} from "./objects.ts";

describeWithServer("Usages", {}, (server) => {
  const { make, use, read, remove, ready, untilReady, untilGone, untilSays } = objectsOn(server);
  let installation: Installation | undefined;

  beforeAll(async () => {
    installation = await installUsages(server());
    await server().request({ method: "POST", path: "/api/v1/namespaces", body: { metadata: { name: "other" } } });
  }, 180_000);

  afterAll(() => installation?.end());

  test("what is kept for a reason stays as long as the Usage does", async () => {
    await make(configMaps, "kept");
    const usage = await use(usages, "keep", { reason: "needed in production", of: reference(configMaps, "kept") });
    await untilReady(usages, "keep");
    expect((await read(configMaps, "kept"))?.annotations).toEqual({
      [`usage.holdfast.dev/${usage.uid}`]: "usages.protection.holdfast.dev/shop/keep",
    });
    const { status, body } = await remove(configMaps, "kept");
    expect([status, body["message"]]).toEqual([409, expect.stringContaining("This resource is in-use by 1 usage(s)")]);
    await remove(usages, "keep");
    await untilGone(usages, "keep");
    expect(marksOn(await read(configMaps, "kept"))).toEqual([]);
    expect(await remove(configMaps, "kept")).toMatchObject({ status: 200 });
  });

  test("what the denial names is deleted with kubectl, and then the object can be", async () => {
    await make(configMaps, "named");
    await use(usages, "naming", { reason: "needed", of: reference(configMaps, "named") });
    await use(clusterUsages, "naming-all", { reason: "needed", of: reference(configMaps, "named", "shop") });
    await untilReady(usages, "naming");
    await untilReady(clusterUsages, "naming-all");
    const message = String((await remove(configMaps, "named")).body["message"]);
    const named = [...message.matchAll(/the (Usage|ClusterUsage) ([^ ]+) with reason/g)];
    expect(named).toHaveLength(2);
    for (const [, kind = "", place = ""] of named) {
      const [name = "", namespace = ""] = place.split("/").toReversed();
      const scope = namespace === "" ? [] : ["--namespace", namespace];
      const words = ["delete", `${kind.toLowerCase()}s.protection.holdfast.dev`, name, ...scope];
      expect(await server().kubectl(words)).toMatchObject({ code: 0 });
    }
    expect(await remove(configMaps, "named")).toMatchObject({ status: 200 });
  });

  test.each([
    ["Usage, of what is in its namespace", usages, configMaps, undefined, false],
    ["Usage, of what is in no namespace", usages, clusters, undefined, false],
    ["ClusterUsage, of what is in a namespace", clusterUsages, configMaps, "shop", false],
    ["ClusterUsage, of what is in none", clusterUsages, clusters, undefined, false],
    ["Crossplane's Usage", crossplaneUsages, configMaps, undefined, true],
    ["Crossplane's Usage, of what is in no namespace", crossplaneUsages, clusters, undefined, true],
    ["Crossplane's ClusterUsage", crossplaneClusterUsages, clusters, undefined, true],
    ["Crossplane's previous Usage", legacyUsages, clusters, undefined, true],
  ] as const)("%s: denied while it stands, free afterwards", async (title, path, of, namespace, isOfCrossplane) => {
    const name = title.toLowerCase().replaceAll(/[^a-z]+/g, "-");
    await make(of, name);
    await use(path, name, { reason: "kept", of: reference(of, name, namespace) });
    await untilReady(path, name);
    expect(marksOn(await read(of, name)).includes("crossplane.io/in-use")).toBe(isOfCrossplane);
    expect((await remove(of, name)).body["message"]).toContain("This resource is in-use by 1 usage(s)");
    await remove(path, name);
    await untilGone(path, name);
    expect(marksOn(await read(of, name))).toEqual([]);
    expect(await remove(of, name)).toMatchObject({ status: 200 });
  });

  test("a Usage goes with its user, whether there is a garbage collector or not", async () => {
    await make(clusters, "served");
    const user = await make(releases, "chart");
    await use(legacyUsages, "chart-uses", { of: reference(clusters, "served"), by: reference(releases, "chart") });
    await untilReady(legacyUsages, "chart-uses");
    expect((await read(legacyUsages, "chart-uses"))?.ownerReferences).toEqual([
      { apiVersion: "helm.crossplane.io/v1beta1", kind: "Release", name: "chart", uid: user.uid },
    ]);
    expect((await remove(clusters, "served")).body["message"]).toContain('including the Usage chart-uses by "Release" "chart"');
    await remove(releases, "chart");
    await untilGone(legacyUsages, "chart-uses");
    expect(await remove(clusters, "served")).toMatchObject({ status: 200 });
  });

  test("a user in a namespace of a ClusterUsage owns nothing, and the Usage goes with it anyway", async () => {
    await make(clusters, "mapped");
    const user = await make(configMaps, "user");
    const by = reference(configMaps, "user", "shop");
    await use(clusterUsages, "mapped", { of: reference(clusters, "mapped"), by });
    await untilReady(clusterUsages, "mapped");
    const usage = await read(clusterUsages, "mapped");
    expect([usage?.ownerReferences, usage?.annotations]).toEqual([
      undefined,
      expect.objectContaining({ "holdfast.dev/used-by": expect.stringContaining(user.uid) }),
    ]);
    await remove(configMaps, "user");
    await untilGone(clusterUsages, "mapped");
    expect(marksOn(await read(clusters, "mapped"))).toEqual([]);
  });

  test("without its user a Usage waits, and keeps nothing yet", async () => {
    await make(clusters, "early");
    await use(legacyUsages, "early", { of: reference(clusters, "early"), by: reference(releases, "late") });
    await untilSays(legacyUsages, "early", "UserNotFound");
    expect(marksOn(await read(clusters, "early"))).toEqual([]);
    await make(releases, "late");
    await untilReady(legacyUsages, "early");
  });

  test("what comes later is marked when it comes, and its successor, too", async () => {
    await use(usages, "ahead", { reason: "kept", of: reference(configMaps, "later") });
    await untilSays(usages, "ahead", "TargetNotFound");
    await make(configMaps, "later");
    await untilReady(usages, "ahead");
    expect(marksOn(await read(configMaps, "later"))).toHaveLength(2);
    await remove(usages, "ahead");
    await untilGone(usages, "ahead");
  });

  test("selectors: the first by name of what fits, once; what fits later waits for another Usage", async () => {
    const platform = await make(platforms, "composite");
    const metadata = (labels: object) => ({ labels, ownerReferences: [ownedBy(platforms, platform)] });
    await make(clusters, "aaa", {}, { labels: { foo: "bar" } });
    await make(clusters, "bbb", {}, metadata({ foo: "bar" }));
    await make(clusters, "ccc", {}, metadata({ foo: "bar" }));
    const of = selector(clusters, { matchControllerRef: true, matchLabels: { foo: "bar" } });
    const by = selector(releases, { matchLabels: { baz: "qux" } });
    await use(legacyUsages, "selecting", { of, by }, metadata({}));
    await untilSays(legacyUsages, "selecting", "Selecting");
    await make(releases, "selected", {}, { labels: { baz: "qux" } });
    await untilReady(legacyUsages, "selecting");
    const { body } = await server().request({ method: "GET", path: `${legacyUsages}/selecting` });
    expect(body["spec"]).toEqual({
      of: { ...of, resourceRef: { name: "bbb" } },
      by: { ...by, resourceRef: { name: "selected" } },
    });
    expect(marksOn(await read(clusters, "aaa"))).toEqual([]);
    expect(marksOn(await read(clusters, "ccc"))).toEqual([]);
  });

  test.each([
    ["neither reason nor user", { of: reference(configMaps, "x") }, "NeitherReasonNorBy"],
    ["an unknown kind", { reason: "r", of: { apiVersion: "a.io/v1", kind: "B", resourceRef: { name: "x" } } }, "NotServed"],
    [
      "what no rule protects",
      { reason: "r", of: { apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role", resourceRef: { name: "x" } } },
      "NotProtected",
    ],
    ["another namespace", { reason: "r", of: reference(configMaps, "foreign", "other") }, "OtherNamespace"],
    ["a name of a subresource", { reason: "r", of: reference(configMaps, "x/status") }, "InvalidName"],
    ["nothing named", { reason: "r", of: { apiVersion: "v1", kind: "ConfigMap" } }, "NothingUsed"],
  ] as const)("%s is denied, and said", async (_, spec, reason) => {
    const other = "/api/v1/namespaces/other/configmaps";
    await server().request({ method: "POST", path: other, body: { metadata: { name: "foreign" } } });
    // Our own definition denies some of it before it is stored (test/install/manifests/definitions-server.test.ts).
    await use(crossplaneUsages, "denied", spec);
    await untilSays(crossplaneUsages, "denied", reason);
    expect(marksOn(await read(other, "foreign"))).toEqual([]);
    await remove(crossplaneUsages, "denied");
    await untilGone(crossplaneUsages, "denied");
  });

  test.each([
    ["in the order of making", [["one"], ["two"]]],
    ["in the other order", [["two"], ["one"]]],
    ["at once", [["one", "two"]]],
  ] as const)("two Usages of one object, deleted %s: the mark goes with the last", async (title, rounds) => {
    const name = title.replaceAll(" ", "-");
    await make(clusters, name);
    await use(legacyUsages, `${name}-one`, { reason: "one", of: reference(clusters, name) });
    await use(clusterUsages, `${name}-two`, { reason: "two", of: reference(clusters, name) });
    await untilReady(legacyUsages, `${name}-one`);
    await untilReady(clusterUsages, `${name}-two`);
    for (const [at, round] of rounds.entries()) {
      if (at > 0) expect(await remove(clusters, name)).toMatchObject({ status: 409 });
      const gone = round.map(async (which) => {
        const path = which === "one" ? legacyUsages : clusterUsages;
        await remove(path, `${name}-${which}`);
        await untilGone(path, `${name}-${which}`);
      });
      await Promise.all(gone);
    }
    expect(marksOn(await read(clusters, name))).toEqual([]);
    expect(await remove(clusters, name)).toMatchObject({ status: 200 });
  });

  test("nobody takes the mark away while the Usage stands", async () => {
    await make(clusters, "marked");
    const usage = await use(clusterUsages, "marked", { reason: "kept", of: reference(clusters, "marked") });
    await untilReady(clusterUsages, "marked");
    const patch = (metadata: object) => server().request(mergePatch(`${clusters}/marked`, { metadata }));
    for (const metadata of [
      { labels: { "holdfast.dev/in-use": null } },
      { annotations: { [`usage.holdfast.dev/${usage.uid}`]: null } },
      { annotations: { [`usage.holdfast.dev/${usage.uid}`]: "x" } },
    ])
      expect((await patch(metadata)).body["message"]).toContain("its mark goes with the Usage: delete that first");
    expect(await patch({ labels: { other: "free" } })).toMatchObject({ status: 200 });
  });

  test("a Usage that names another object takes its mark along", async () => {
    await make(clusters, "named-first");
    await make(clusters, "named-then");
    await use(crossplaneClusterUsages, "moving", { reason: "kept", of: reference(clusters, "named-first") });
    await untilReady(crossplaneClusterUsages, "moving");
    await server().request(mergePatch(`${crossplaneClusterUsages}/moving`, { spec: { of: reference(clusters, "named-then") } }));
    await waitUntil("the mark has moved", async () => marksOn(await read(clusters, "named-then")).length === 3);
    expect(marksOn(await read(clusters, "named-first"))).toEqual([]);
    expect(await remove(clusters, "named-first")).toMatchObject({ status: 200 });
    expect(await remove(clusters, "named-then")).toMatchObject({ status: 409 });
  });

  test("a mark that does not fit is no promise, and the Usage says why", async () => {
    // Annotations of one object hold 256 KiB together.
    await make(clusters, "full", {}, { annotations: { full: "x".repeat(262_130) } });
    await use(clusterUsages, "full", { reason: "kept", of: reference(clusters, "full") });
    await untilSays(clusterUsages, "full", "MarkDenied");
    await remove(clusterUsages, "full");
    await untilGone(clusterUsages, "full");
  });

  test("an object that is being deleted already is promised nothing", async () => {
    await make(clusters, "going", {}, { finalizers: ["example.com/busy"] });
    await remove(clusters, "going");
    await use(clusterUsages, "going", { reason: "too late", of: reference(clusters, "going") });
    await untilSays(clusterUsages, "going", "TargetIsBeingDeleted");
    await remove(clusterUsages, "going");
    await untilGone(clusterUsages, "going");
  });

  test("a mark is there before Ready, in every version of a Usage that a watch would show", async () => {
    const before = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        await make(configMaps, `watched-${at}`);
        await use(usages, `watched-${at}`, { reason: "kept", of: reference(configMaps, `watched-${at}`) });
        let marks = 0;
        await waitUntil(`watched-${at} is ready`, async () => {
          const isReady = (await ready(usages, `watched-${at}`))?.status === "True";
          marks = marksOn(await read(configMaps, `watched-${at}`)).length;
          return isReady;
        });
        return marks;
      }),
    );
    expect(before).toEqual(before.map(() => 2));
  });

  test("what a Usage says of itself is an event, too", async () => {
    const path = "/apis/events.k8s.io/v1/namespaces/shop/events";
    await waitUntil("the events are there", async () => {
      const { body } = await server().request({ method: "GET", path });
      const events = body["items"] as readonly { readonly reason: string; readonly note: string; readonly regarding: object }[];
      return ["Available", "OtherNamespace"].every((reason) => events.some((event) => event.reason === reason));
    });
  });

  test("what the controller may not read is no promise, and the Usage says why", async () => {
    const by = { apiVersion: "v1", kind: "Secret", resourceRef: { name: "s" } };
    await make(configMaps, "read");
    await server().request({ method: "POST", path: "/api/v1/namespaces/shop/secrets", body: { metadata: { name: "s" } } });
    await use(usages, "secret", { of: reference(configMaps, "read"), by });
    await untilSays(usages, "secret", "MayNotRead");
    await remove(usages, "secret");
    await untilGone(usages, "secret");
  });

  test("neither process met anything that it could not do", () => {
    expect(installation?.log().filter(({ level }) => level === "error")).toEqual([]);
  });
});
