import { afterAll, beforeAll, expect, test } from "vitest";
import { appcatWebhooks, usualAppcatKinds } from "../../../compiler/fallback/appcat-webhooks.ts";
import { usualSettings } from "../../../compiler/fallback/settings.ts";
import { type ApiServer, ApiUnreachable } from "../../../runtime-fallback/api/api-server.ts";
import { connect } from "../../../runtime-fallback/api/connect.ts";
import { discover } from "../../../runtime-fallback/api/discovery.ts";
import { appcatRoutes } from "../../../runtime-fallback/appcat/appcat-routes.ts";
import { appcatLookups } from "../../../runtime-fallback/appcat/composite-state.ts";
import { bucketAge } from "../../../runtime-fallback/appcat/minimum-age.ts";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { created } from "../on-server.ts";
import { aimEntries } from "../webhook/aim-webhook.ts";
import { type Served, serve } from "../webhook/serve.ts";

const group = "vshn.appcat.vshn.io";
const composites = `/apis/${group}/v1/xvshnredis`;
const buckets = "/apis/appcat.vshn.io/v1/xobjectbuckets";
const minute = 60_000;

const owner = (name: string, changes: object = {}) => ({
  "appcat.vshn.io/ownercomposite": name,
  "appcat.vshn.io/ownerkind": "XVSHNRedis",
  "appcat.vshn.io/ownerapiversion": "v1",
  "appcat.vshn.io/ownergroup": group,
  ...changes,
});
const without = (key: string, name = "living"): object =>
  Object.fromEntries(Object.entries(owner(name)).filter(([label]) => label !== `appcat.vshn.io/${key}`));
const override = { "appcat.vshn.io/webhook-allowdeletion": "true" };
const overrideForVolumes = { "appcat.vshn.io/webhook-allowpvcdeletion": "true" };

describeWithServer("AppCat's backend guard", {}, (server) => {
  let [served, api]: [Served?, ApiServer?] = [];
  let ahead = 0;
  let isDown = false;
  let count = 0;

  const post = (path: string, name: string, labels: object = {}, more: object = {}) =>
    created(server(), path, { metadata: { name, labels, ...more } });
  const remove = async (path: string) => {
    const { status, body, warnings } = await server().request({ method: "DELETE", path: `${path}?dryRun=All` });
    return { status, message: String(body["message"]), warnings };
  };
  const ofCustom = (apiVersion: string, kind: string, name: string, labels: object, more: object = {}) => ({
    apiVersion,
    kind,
    metadata: { name, labels, ...more },
  });
  const namespace = async (labels: object): Promise<string> => {
    const name = `ns-${(count += 1)}`;
    await post("/api/v1/namespaces", name, labels);
    return name;
  };
  const claimIn = async (place: string, labels: object = {}): Promise<string> => {
    const path = `/api/v1/namespaces/${place}/persistentvolumeclaims`;
    await created(server(), path, {
      metadata: { name: "data", labels },
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
    });
    return `${path}/data`;
  };
  const bucket = async (labels: object): Promise<string> => {
    const name = `bucket-${(count += 1)}`;
    await created(server(), buckets, ofCustom("appcat.vshn.io/v1", "XObjectBucket", name, labels));
    return `${buckets}/${name}`;
  };

  beforeAll(async () => {
    const versions = [{ name: "v1" }] as const;
    await applyCustomResourceDefinition(server(), {
      group,
      kind: "XVSHNRedis",
      plural: "xvshnredis",
      scope: "Cluster",
      versions,
    });
    const ofBuckets = { group: "appcat.vshn.io", kind: "XObjectBucket", plural: "xobjectbuckets", scope: "Cluster" } as const;
    await applyCustomResourceDefinition(server(), { ...ofBuckets, versions });
    await created(server(), composites, ofCustom(`${group}/v1`, "XVSHNRedis", "living", {}));
    await created(server(), composites, ofCustom(`${group}/v1`, "XVSHNRedis", "leaving", {}, { finalizers: ["example.com/f"] }));
    await server().request({ method: "DELETE", path: `${composites}/leaving` });
    const real = await connect({ kubeconfig: server().kubeconfig });
    api = real;
    const failing: ApiServer = {
      ...real,
      request: (request) =>
        isDown && request.path.includes("xvshnredis/")
          ? Promise.reject(new ApiUnreachable("down", { help: "" }))
          : real.request(request),
    };
    const kinds = [
      { group, kind: "XVSHNRedis" },
      { group, kind: "XVSHNMinio" },
    ];
    const lookups = appcatLookups({ server: failing, composites: failing, discovery: discover(real), kinds });
    // Everything here is an hour and a minute old, unless a test says otherwise.
    const now = () => Date.now() + 62 * minute + ahead;
    served = await serve({ routes: appcatRoutes({ lookups, ages: [bucketAge], now }) });
    await aimEntries(server(), served, appcatWebhooks(usualAppcatKinds, usualSettings));
    const canary = await namespace(owner("living"));
    await waitUntil("the webhook is asked", async () => (await remove(`/api/v1/namespaces/${canary}`)).status === 403);
  });

  afterAll(async () => {
    await served?.drain();
    await api?.close();
  });

  test.each([
    [
      "whose composite lives",
      owner("living"),
      403,
      "its composite XVSHNRedis.vshn.appcat.vshn.io living exists, and is not being deleted",
    ],
    ["whose composite is terminating", owner("leaving"), 200, ""],
    ["whose composite is gone", owner("gone"), 200, ""],
    ["of another version of a composite that lives", owner("living", { "appcat.vshn.io/ownerapiversion": "v9" }), 403, "exists"],
    ["without ownercomposite", without("ownercomposite"), 403, "lacks appcat.vshn.io/ownercomposite"],
    ["without ownerkind", without("ownerkind"), 403, "lacks appcat.vshn.io/ownerkind"],
    ["without ownerapiversion", without("ownerapiversion", "gone"), 403, "lacks appcat.vshn.io/ownerapiversion"],
    ["without ownergroup", without("ownergroup", "gone"), 403, "lacks appcat.vshn.io/ownergroup"],
    ["with an empty label", owner("", {}), 403, "lacks appcat.vshn.io/ownercomposite"],
    [
      "whose label names another group",
      owner("x", { "appcat.vshn.io/ownergroup": "rbac.authorization.k8s.io" }),
      403,
      "does not name",
    ],
    ["whose composite's kind is not served", owner("x", { "appcat.vshn.io/ownerkind": "XVSHNMinio" }), 403, "does not serve"],
    ["with the override", { ...owner("living"), ...override }, 200, ""],
    ["with the override and no other label", override, 200, ""],
    [
      "with an override that is not exactly true",
      { ...owner("living"), ...override, "appcat.vshn.io/webhook-allowdeletion": "True" },
      403,
      "exists",
    ],
    ["with the override for volumes", { ...owner("living"), ...overrideForVolumes }, 403, "exists"],
  ])("a bucket and a Namespace %s", async (_, labels, status, says) => {
    const name = await namespace(labels);
    const answer = await remove(`/api/v1/namespaces/${name}`);
    expect(answer).toMatchObject({ status, message: expect.stringContaining(says) as string });
    expect(await remove(await bucket(labels))).toMatchObject({ status, message: expect.stringContaining(says) as string });
    if (status === 403) {
      expect(answer.message).toContain(`Namespace ${name} is part of an AppCat instance`);
      expect(answer.message).toContain(`first run: kubectl label namespaces/${name} appcat.vshn.io/webhook-allowdeletion=true`);
    }
  });

  test("without any label a bucket stays, and a Namespace is none of AppCat's", async () => {
    const lacks = expect.stringContaining("lacks the labels that name its composite") as string;
    expect(await remove(await bucket({}))).toMatchObject({ status: 403, message: lacks });
    expect(await remove(`/api/v1/namespaces/${await namespace({})}`)).toMatchObject({ status: 200 });
  });

  test.each([
    ["of a living instance", owner("living"), {}, 403],
    ["of an instance that is being deleted", owner("leaving"), {}, 200],
    ["of an instance that is gone", owner("gone"), {}, 200],
    ["of no instance", {}, {}, 200],
    ["whose Namespace lacks one label", without("ownergroup"), {}, 403],
    ["with the override on the volume", owner("living"), override, 200],
    ["with the override on the Namespace", { ...owner("living"), ...override }, {}, 200],
    ["with the override for volumes on the Namespace", { ...owner("living"), ...overrideForVolumes }, {}, 200],
    ["with the override for volumes on the volume, where it says nothing", owner("living"), overrideForVolumes, 403],
  ])("a volume %s", async (_, ofNamespace, own, status) => {
    const place = await namespace(ofNamespace);
    const answer = await remove(await claimIn(place, own));
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.message).toContain(`PersistentVolumeClaim ${place}/data is part of an AppCat instance`);
  });

  test("whoever overrides is told so", async () => {
    const { warnings } = await remove(`/api/v1/namespaces/${await namespace({ ...owner("living"), ...override })}`);
    expect(warnings).toEqual([expect.stringContaining("is deleted because a label overrides that") as string]);
  });

  test("a bucket of 60 minutes stays, override or not, and one of 62 goes", async () => {
    const path = await bucket({ ...owner("gone"), ...override });
    ahead = -2 * minute;
    const young = await remove(path);
    ahead = 0;
    expect(young).toMatchObject({
      status: 403,
      message: expect.stringMatching(/is too young.* try again in 1 minute$/) as string,
    });
    expect(await remove(path)).toMatchObject({ status: 200 });
  });

  test("where the composite cannot be looked up nothing goes, but by the override", async () => {
    isDown = true;
    const guarded = await remove(`/api/v1/namespaces/${await namespace(owner("gone"))}`);
    const freed = await remove(`/api/v1/namespaces/${await namespace({ ...owner("gone"), ...override })}`);
    isDown = false;
    expect(guarded).toMatchObject({ status: 500, message: expect.stringContaining("the rule appcat managed failed") as string });
    expect(freed).toMatchObject({ status: 200 });
  });
});
