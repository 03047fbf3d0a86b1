import { afterAll, beforeAll, expect, test } from "vitest";
import { finalizerNames } from "../../../compiler/api/names.ts";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { created, mergePatch } from "../../control-plane/requests.ts";
import { type ApiProxy, openApiProxy } from "../../install/installed/api-proxy.ts";
import { endLease } from "../../install/installed/end-lease.ts";
import { type GarbageCollector, startGarbageCollector } from "../../install/installed/garbage-collector.ts";
import { type Installation, install, quickController } from "../../install/installed/installation.ts";
import { declaration } from "../../install/installed/policy-file.ts";

const [claimGroup, managedGroup] = ["claims.example.com", "managed.example.com"];
const versions = [{ name: "v1" }] as const;
const declared = declaration(`foregroundClaims: [
    { claim: { group: "${claimGroup}", resource: "databases" }, composite: { group: "${claimGroup}", resource: "xdatabases" } },
    { claim: { group: "${claimGroup}", resource: "caches" }, composite: { group: "${claimGroup}", resource: "xcaches" } },
  ],`);
const claims = `/apis/${claimGroup}/v1/namespaces/default/databases`;
const composites = `/apis/${claimGroup}/v1/xdatabases`;
const middles = `/apis/${managedGroup}/v1/middles`;
const leaves = `/apis/${managedGroup}/v1/leaves`;
const providerFinalizer = "provider.example.com/cloud";

interface Stored {
  readonly metadata: {
    readonly uid: string;
    readonly finalizers?: readonly string[];
    readonly deletionTimestamp?: string;
  };
}

describeWithServer("foreground deletion of claims", { controllerManager: true }, (server) => {
  let [installation, proxy, collector]: [Installation?, ApiProxy?, GarbageCollector?] = [];
  const said = (): string => JSON.stringify(installation?.log());

  const post = (path: string, body: object): Promise<Stored> => created(server(), path, body);
  const find = async (path: string): Promise<Stored | undefined> => {
    const { status, body } = await server().request({ method: "GET", path });
    return status === 200 ? (body as unknown as Stored) : undefined;
  };
  const patch = (path: string, body: object) => server().request(mergePatch(path, body));
  const remove = (path: string, body?: object) =>
    server().request({ method: "DELETE", path, ...(body !== undefined && { body }) });
  const isHeld = async (name: string): Promise<boolean> =>
    (await find(`${claims}/${name}`))?.metadata.finalizers?.includes(finalizerNames.foregroundClaim) === true;
  const isGone = (path: string) => async (): Promise<boolean> => (await find(path)) === undefined;
  const ownedBy = (kind: string, group: string, name: string, { metadata }: Stored): object => ({
    ownerReferences: [{ apiVersion: `${group}/v1`, kind, name, uid: metadata.uid, controller: true, blockOwnerDeletion: true }],
  });

  /** A claim with its composite, something composed, and a leaf whose provider takes its time. */
  const makeTree = async (name: string, policy: string | undefined, boundTo = name): Promise<void> => {
    const claimRef = { apiVersion: `${claimGroup}/v1`, kind: "Database", namespace: "default", name: boundTo };
    const root = await post(composites, {
      apiVersion: `${claimGroup}/v1`,
      kind: "XDatabase",
      metadata: { name },
      spec: { claimRef },
    });
    const middle = await post(middles, {
      apiVersion: `${managedGroup}/v1`,
      kind: "Middle",
      metadata: { name, ...ownedBy("XDatabase", claimGroup, name, root) },
    });
    await post(leaves, {
      apiVersion: `${managedGroup}/v1`,
      kind: "Leaf",
      metadata: { name, finalizers: [providerFinalizer], ...ownedBy("Middle", managedGroup, name, middle) },
    });
    await post(claims, {
      apiVersion: `${claimGroup}/v1`,
      kind: "Database",
      metadata: { name },
      spec: {
        ...(policy !== undefined && { compositeDeletePolicy: policy }),
        resourceRef: { apiVersion: `${claimGroup}/v1`, kind: "XDatabase", name },
      },
    });
  };

  /** The garbage collector deletes what has an owner that never was. */
  const isCollected = async (path: string, kind: string): Promise<void> => {
    const owner = { metadata: { uid: "00000000-0000-4000-8000-000000000000" } };
    const metadata = { name: "canary", ...ownedBy("XDatabase", claimGroup, "none", owner) };
    await post(path, { apiVersion: path.split("/").slice(2, 4).join("/"), kind, metadata });
    await waitUntil(`the garbage collector knows ${kind}`, isGone(`${path}/canary`));
  };

  beforeAll(async () => {
    const define = (group: string, kind: string, plural: string, scope: "Cluster" | "Namespaced") =>
      applyCustomResourceDefinition(server(), { group, kind, plural, scope, versions });
    await Promise.all([
      define(claimGroup, "Database", "databases", "Namespaced"),
      define(claimGroup, "XDatabase", "xdatabases", "Cluster"),
      define(managedGroup, "Middle", "middles", "Cluster"),
      define(managedGroup, "Leaf", "leaves", "Cluster"),
      define("apiextensions.crossplane.io", "CompositeResourceDefinition", "compositeresourcedefinitions", "Cluster"),
    ]);
    proxy = await openApiProxy(server());
    [installation, collector] = await Promise.all([
      install(proxy.server, declared, { controllerProgram: quickController }),
      startGarbageCollector(server()),
    ]);
    await Promise.all([isCollected(middles, "Middle"), isCollected(leaves, "Leaf")]);
  });

  afterAll(async () => {
    await Promise.all([installation?.end(), collector?.end()]);
    await proxy?.close();
  });

  test("it ends after everything that is composed, from the leaves up, and goes on after a restart of the controller", async () => {
    await makeTree("ordered", "Foreground");
    await waitUntil("the claim is held", () => isHeld("ordered"));
    await remove(`${claims}/ordered`);
    await waitUntil(
      "the leaf is being deleted",
      async () => (await find(`${leaves}/ordered`))?.metadata.deletionTimestamp !== undefined,
      60_000,
    );
    await installation?.controller.kill();
    expect((await find(`${composites}/ordered`))?.metadata.finalizers).toContain("foregroundDeletion");
    expect((await find(`${middles}/ordered`))?.metadata.finalizers).toContain("foregroundDeletion");
    await patch(`${leaves}/ordered`, { metadata: { finalizers: null } });
    await waitUntil("the composite has gone", isGone(`${composites}/ordered`), 60_000);
    expect(await find(`${leaves}/ordered`)).toBeUndefined();
    expect(await find(`${middles}/ordered`)).toBeUndefined();
    // Nobody has let it go while the controller was away.
    expect(await isHeld("ordered")).toBe(true);
    await endLease(server());
    await installation?.controller.start();
    await waitUntil("the claim has gone", isGone(`${claims}/ordered`), 60_000);
  }, 180_000);

  test("a claim waits for its composite however long that takes", async () => {
    await makeTree("waiting", "Foreground");
    await waitUntil("the claim is held", () => isHeld("waiting"));
    await remove(`${claims}/waiting`);
    await waitUntil(
      "the leaf is being deleted",
      async () => (await find(`${leaves}/waiting`))?.metadata.deletionTimestamp !== undefined,
      60_000,
    );
    expect(await isHeld("waiting")).toBe(true);
    await patch(`${leaves}/waiting`, { metadata: { finalizers: null } });
    await waitUntil("the claim has gone", isGone(`${claims}/waiting`), 60_000);
    expect(await find(`${composites}/waiting`)).toBeUndefined();
  }, 180_000);

  test.each([["Background"], [undefined]])("a claim of policy %s is left alone", async (policy) => {
    const name = policy === undefined ? "unsaid" : "background";
    await makeTree(name, policy);
    // Claims are worked in their order: once a later one is held, this one has been looked at.
    await makeTree(`after-${name}`, "Foreground");
    await waitUntil("the later claim is held", () => isHeld(`after-${name}`));
    expect(await isHeld(name)).toBe(false);
    await remove(`${claims}/${name}`);
    expect(await find(`${claims}/${name}`)).toBeUndefined();
    expect((await find(`${composites}/${name}`))?.metadata.deletionTimestamp).toBeUndefined();
  });

  test("a claim that does not say goes by the default of its definition", async () => {
    const path = "/apis/apiextensions.crossplane.io/v1/compositeresourcedefinitions";
    await post(path, {
      apiVersion: "apiextensions.crossplane.io/v1",
      kind: "CompositeResourceDefinition",
      metadata: { name: `xdatabases.${claimGroup}` },
      spec: { defaultCompositeDeletePolicy: "Foreground" },
    });
    await makeTree("by-default", undefined);
    await waitUntil("the claim is held", () => isHeld("by-default"));
    await remove(`${path}/xdatabases.${claimGroup}`);
  });

  test("another claim's composite is left alone, and a claim that changes its mind is let go", async () => {
    await makeTree("stolen", "Foreground", "somebody-else");
    await waitUntil("the claim is held", () => isHeld("stolen"));
    await remove(`${claims}/stolen`);
    await waitUntil("the claim has gone", isGone(`${claims}/stolen`));
    expect((await find(`${composites}/stolen`))?.metadata.deletionTimestamp).toBeUndefined();
    await waitUntil("the controller says why", () => Promise.resolve(said().includes("names a composite of another claim")));
    await makeTree("mind", "Foreground");
    await waitUntil("the claim is held", () => isHeld("mind"));
    await patch(`${claims}/mind`, { spec: { compositeDeletePolicy: "Background" } });
    await waitUntil("the claim is let go", async () => !(await isHeld("mind")));
  });

  test("a composite that is being deleted in the background is deleted in the foreground from then on, and the claim waits for it", async () => {
    await makeTree("late", "Foreground");
    await waitUntil("the claim is held", () => isHeld("late"));
    await patch(`${composites}/late`, { metadata: { finalizers: ["example.com/crossplane"] } });
    await remove(`${composites}/late`, { propagationPolicy: "Background" });
    await remove(`${claims}/late`);
    await makeTree("after-late", "Foreground");
    await waitUntil("the later claim is held", () => isHeld("after-late"));
    expect(await isHeld("late")).toBe(true);
    await waitUntil("it waits for what it owns", async () => {
      const finalizers = (await find(`${composites}/late`))?.metadata.finalizers ?? [];
      return finalizers.includes("foregroundDeletion") && finalizers.includes("example.com/crossplane");
    });
    // Once the garbage collector is through, nobody makes it begin anew, however long another finalizer keeps the
    // composite.
    await patch(`${leaves}/late`, { metadata: { finalizers: null } });
    await waitUntil("the garbage collector is through", async () => {
      return (await find(`${composites}/late`))?.metadata.finalizers?.join() === "example.com/crossplane";
    });
    proxy?.forget();
    const seen = (method: string) =>
      proxy?.seen.filter((one) => one.method === method && one.path === `${composites}/late`) ?? [];
    await waitUntil("it is looked at again, twice", async () => seen("GET").length > 2, 30_000);
    expect(seen("DELETE")).toEqual([]);
    await patch(`${composites}/late`, { metadata: { finalizers: null } });
    await waitUntil("the claim has gone", isGone(`${claims}/late`));
  });

  test("a composite that is made anew under the name meanwhile is looked at again before it is deleted", async () => {
    await makeTree("anew", "Foreground");
    await waitUntil("the claim is held", () => isHeld("anew"));
    const path = `${composites}/anew`;
    proxy?.before(async (request) => {
      if (request.path !== path || request.method !== "DELETE") return undefined;
      proxy?.before(() => undefined);
      const { body } = await server().request({ method: "GET", path });
      await remove(path, { propagationPolicy: "Orphan" });
      await waitUntil("the composite has gone", isGone(path));
      await post(composites, {
        apiVersion: body["apiVersion"],
        kind: body["kind"],
        metadata: { name: "anew" },
        spec: body["spec"],
      });
      return undefined;
    });
    await remove(`${claims}/anew`);
    await waitUntil("the claim has gone", isGone(`${claims}/anew`));
    const conflict = "DELETE XDatabase anew was answered with 409 Conflict";
    await waitUntil("the controller says that it met another one", () => Promise.resolve(said().includes(conflict)));
  });

  test("kinds that come later are kept, and so are those that change their version", async () => {
    const define = (kind: string, ...names: readonly [string, ...string[]]) => {
      const [first, ...others] = names;
      return applyCustomResourceDefinition(server(), {
        group: claimGroup,
        kind,
        plural: `${kind.toLowerCase()}s`,
        scope: kind === "Cache" ? "Namespaced" : "Cluster",
        versions: [{ name: first }, ...others.map((name) => ({ name }))],
      });
    };
    const claim = (name: string, version: string) => ({
      apiVersion: `${claimGroup}/${version}`,
      kind: "Cache",
      metadata: { name },
      spec: { compositeDeletePolicy: "Foreground" },
    });
    const path = (version: string) => `/apis/${claimGroup}/${version}/namespaces/default/caches`;
    const isKept = (version: string, name: string) => async () =>
      (await find(`${path(version)}/${name}`))?.metadata.finalizers?.includes(finalizerNames.foregroundClaim) === true;
    await define("Cache", "v1alpha1");
    await post(path("v1alpha1"), claim("first", "v1alpha1"));
    await define("XCache", "v1");
    await waitUntil("a claim that was there before the kind of its composites", isKept("v1alpha1", "first"));
    await define("Cache", "v1beta1", "v1alpha1");
    // As versions are given up: everything is written once more, so that nothing of the old one is in storage.
    await patch(`${path("v1beta1")}/first`, { metadata: { labels: { migrated: "yes" } } });
    const definition = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/caches.${claimGroup}`;
    await patch(`${definition}/status`, { status: { storedVersions: ["v1beta1"] } });
    await define("Cache", "v1beta1");
    await post(path("v1beta1"), claim("second", "v1beta1"));
    await waitUntil("a claim of another version", isKept("v1beta1", "second"), 60_000);
    // There is no composite to wait for.
    await remove(`${path("v1beta1")}/second`);
    await waitUntil("the claim has gone", isGone(`${path("v1beta1")}/second`));
  }, 180_000);

  test("claims whose kind of composites is gone are let go, and later ones are not held", async () => {
    const composite = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/xcaches.${claimGroup}`;
    const path = `/apis/${claimGroup}/v1beta1/namespaces/default/caches`;
    const make = (name: string) =>
      post(path, {
        apiVersion: `${claimGroup}/v1beta1`,
        kind: "Cache",
        metadata: { name },
        spec: { compositeDeletePolicy: "Foreground", resourceRef: { apiVersion: `${claimGroup}/v1`, kind: "XCache", name } },
      });
    const isKept = (name: string) => async () =>
      (await find(`${path}/${name}`))?.metadata.finalizers?.includes(finalizerNames.foregroundClaim) === true;
    await make("outlives");
    await waitUntil("the claim is held", isKept("outlives"), 60_000);
    const isAsked = (wanted: string) => async () =>
      proxy?.seen.some(({ method, path: asked }) => method === "GET" && asked.startsWith(wanted) && !asked.includes("watch=")) ===
      true;
    proxy?.forget();
    await remove(composite);
    await waitUntil("the definition has gone", isGone(composite), 60_000);
    // Only a controller that has seen this, and so has listed the claims anew, goes on to where the finalizer used to
    // stay.
    await waitUntil("the controller goes on without the kind", isAsked(`/apis/${claimGroup}/v1beta1/caches?`), 60_000);
    for (const name of ["unheld", "later"]) {
      await make(name);
      await waitUntil("the controller has looked at the claim", isAsked(`${path}/${name}`));
    }
    expect(await isKept("unheld")()).toBe(false);
    await remove(`${path}/outlives`);
    await waitUntil("the claim has gone", isGone(`${path}/outlives`), 60_000);
  }, 180_000);

  test("the controller was allowed whatever it did", () => {
    expect(said()).not.toMatch(/forbidden|answered with 403/i);
  });
});
