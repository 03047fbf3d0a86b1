import { afterAll, beforeAll, expect, test } from "vitest";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { commandIn } from "../../presets/command-in.ts";
import { type ApiProxy, openApiProxy } from "../../install/installed/api-proxy.ts";
import { type Installation, install } from "../../install/installed/installation.ts";
import { declaration } from "../../install/installed/policy-file.ts";
import { created } from "../../control-plane/requests.ts";
import { makeOlder } from "./make-older.ts";

const group = "vshn.appcat.vshn.io";
const composites = `/apis/${group}/v1/xvshnredis`;
const buckets = "/apis/appcat.vshn.io/v1/xobjectbuckets";
const objects = "/apis/kubernetes.crossplane.io/v1alpha2/objects";

/** Releases and the others that AppCat guards have the same webhook; Minio's kind is declared and not served. */
const appcat = declaration(`appcat: {
    composites: [
      { group: "${group}", resource: "xvshnredis" },
      { group: "${group}", resource: "xvshnminios" },
    ],
  },`);

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
  let [installation, proxy]: [Installation?, ApiProxy?] = [];
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
  /** Of 62 minutes, unless told. */
  const bucket = async (labels: object, minutes = 62): Promise<string> => {
    const name = `bucket-${(count += 1)}`;
    await created(server(), buckets, ofCustom("appcat.vshn.io/v1", "XObjectBucket", name, labels));
    await makeOlder(server(), { group: "appcat.vshn.io", resource: "xobjectbuckets", name }, minutes);
    return `${buckets}/${name}`;
  };
  const object = async (labels: object): Promise<string> => {
    const name = `object-${(count += 1)}`;
    await created(server(), objects, ofCustom("kubernetes.crossplane.io/v1alpha2", "Object", name, labels));
    return `${objects}/${name}`;
  };

  beforeAll(async () => {
    const define = (ofGroup: string, kind: string, plural: string, version = "v1") =>
      applyCustomResourceDefinition(server(), {
        group: ofGroup,
        kind,
        plural,
        scope: "Cluster",
        versions: [{ name: version }],
      });
    await define(group, "XVSHNRedis", "xvshnredis");
    await define(group, "XSecretive", "xsecretives");
    await define("kubernetes.crossplane.io", "Object", "objects", "v1alpha2");
    proxy = await openApiProxy(server());
    installation = await install(proxy.server, appcat);
    // After the processes have begun: kinds that come later are guarded, too.
    await define("appcat.vshn.io", "XObjectBucket", "xobjectbuckets");
    await created(server(), composites, ofCustom(`${group}/v1`, "XVSHNRedis", "living", {}));
    await created(server(), composites, ofCustom(`${group}/v1`, "XVSHNRedis", "leaving", {}, { finalizers: ["example.com/f"] }));
    await server().request({ method: "DELETE", path: `${composites}/leaving` });
  });

  afterAll(async () => {
    await installation?.end();
    await proxy?.close();
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
    [
      "whose label names another kind of that group",
      owner("x", { "appcat.vshn.io/ownerkind": "XSecretive" }),
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
  ])("a bucket, an Object of Crossplane and a Namespace %s", async (_, labels, status, says) => {
    const name = await namespace(labels);
    const answer = await remove(`/api/v1/namespaces/${name}`);
    expect(answer).toMatchObject({ status, message: expect.stringContaining(says) as string });
    for (const path of [await bucket(labels), await object(labels)])
      expect(await remove(path)).toMatchObject(
        isOwned(labels) || path.startsWith(buckets)
          ? { status, message: expect.stringContaining(says) as string }
          : { status: 200 },
      );
    if (status === 403) {
      expect(answer.message).toContain(`Namespace ${name} is part of an AppCat instance`);
      // Only where that would help.
      expect(answer.message.includes("It goes when the claim of the instance is deleted")).toBe(says.includes("exists"));
      expect(answer.message).toContain(`first run: kubectl label namespaces/${name} appcat.vshn.io/webhook-allowdeletion=true`);
    }
  });

  test("after the command of its denial a bucket, an Object of Crossplane, a Namespace and a volume can be deleted", async () => {
    const labels = owner("living");
    const paths = [
      await bucket(labels),
      await bucket({}),
      await object(labels),
      `/api/v1/namespaces/${await namespace(labels)}`,
      `/api/v1/namespaces/${await namespace(without("ownergroup"))}`,
      await claimIn(await namespace(labels)),
    ];
    for (const path of paths) {
      const { status, message } = await remove(path);
      expect(status).toBe(403);
      expect(await server().kubectl(commandIn(message))).toMatchObject({ code: 0 });
      expect(await server().request({ method: "DELETE", path })).toMatchObject({ status: 200 });
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
    ["of an instance that no longer exists", owner("gone"), {}, 200],
    ["of no instance", {}, {}, 200],
    ["whose Namespace lacks one label", without("ownergroup"), {}, 403],
    // Selectors cannot say "any of these labels": policies/presets/appcat-volumes.ts keeps this one on the Namespace.
    ["whose Namespace lacks ownercomposite, of which nobody asks", without("ownercomposite"), {}, 200],
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
    const labels = { ...owner("gone"), ...override };
    expect(await remove(await bucket(labels, 60))).toMatchObject({
      status: 403,
      message: expect.stringMatching(/is too young.* try again in 1 minute$/) as string,
    });
    expect(await remove(await bucket(labels, 0))).toMatchObject({
      status: 403,
      message: expect.stringMatching(/is too young.* try again in 61 minutes$/) as string,
    });
    expect(await remove(await bucket(labels, 62))).toMatchObject({ status: 200 });
  });

  test("a collection of buckets is asked about one by one", async () => {
    const together = { together: "yes" };
    const kept = await bucket({ ...owner("living"), ...together });
    await bucket({ ...owner("gone"), ...together });
    const { status, body } = await server().request({ method: "DELETE", path: `${buckets}?labelSelector=together%3Dyes` });
    expect([status, body["message"]]).toEqual([
      403,
      expect.stringContaining(`XObjectBucket ${kept.split("/").at(-1)} is part of`),
    ]);
    expect((await server().request({ method: "GET", path: kept })).status).toBe(200);
  });

  test("where the composite cannot be looked up nothing goes, but by the override", async () => {
    const broken = { status: 500, body: { kind: "Status", message: "storage is broken" } };
    proxy?.before(({ path }) => (path.includes("xvshnredis/") ? Promise.resolve(broken) : undefined));
    const guarded = await remove(`/api/v1/namespaces/${await namespace(owner("gone"))}`);
    const freed = await remove(`/api/v1/namespaces/${await namespace({ ...owner("gone"), ...override })}`);
    proxy?.before(() => undefined);
    expect(guarded).toMatchObject({ status: 500, message: expect.stringContaining("the rule appcat managed failed") as string });
    expect(freed).toMatchObject({ status: 200 });
  });

  test("nothing was ever looked up but Namespaces and what is declared", () => {
    const read = new Set(
      proxy?.seen
        .filter(({ path }) => !/^\/(api|apis)(\/[^/]+){0,2}$/.test(path.split("?")[0] ?? ""))
        .filter(({ path }) => !/(leases|secrets|validatingwebhookconfigurations|selfsubjectreviews)/.test(path))
        .map(({ method, path }) => `${method} ${path.replace(/\/[^/]+$/, "")}`),
    );
    expect([...read].toSorted()).toEqual([`GET /api/v1/namespaces`, `GET ${composites}`]);
  });

  test("without the webhook nothing of an instance goes", async () => {
    const labels = { ...owner("gone"), ...override };
    const path = `/api/v1/namespaces/${await namespace(labels)}`;
    await installation?.webhook?.kill();
    const closed = await remove(path);
    await installation?.webhook?.start();
    expect(closed).toMatchObject({ status: 500, message: expect.stringContaining("managed.appcat.holdfast.dev") as string });
    expect(await remove(`/api/v1/namespaces/${await namespace({})}`)).toMatchObject({ status: 200 });
  });
});

/** Whatever has any of the owner's labels; of other Objects and Namespaces the webhook is not asked. */
const isOwned = (labels: object): boolean => Object.keys(labels).some((key) => key.startsWith("appcat.vshn.io/owner"));
