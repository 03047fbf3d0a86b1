import { afterAll, beforeAll, expect, test } from "vitest";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { mergePatch, created, uidOf } from "../../control-plane/requests.ts";
import { commandIn } from "../../presets/command-in.ts";
import { type ApiProxy, openApiProxy } from "../../install/installed/api-proxy.ts";
import { changeWebhooks } from "../../install/installed/change-webhooks.ts";
import { type Installation, install } from "../../install/installed/installation.ts";
import { declaration, policyFiles } from "../../install/installed/policy-file.ts";
const keptThings = `import { type KubernetesObject, deletionPolicy, released, terminating } from "holdfast";

interface Thing extends KubernetesObject {
  readonly spec: { readonly keep?: string };
}

/** Things that are kept by their spec. */
export default deletionPolicy<Thing>({
  name: "kept-things",
  match: [{ group: "*.example.com", version: "v1", resource: "*" }],
  overrides: [terminating(), released()],
  rules: {
    kept: {
      denyWhen: ({ oldObject, request }) => oldObject.spec?.keep === "yes" && request.userInfo.username !== "owner",
      message: ({ oldObject }) => \`\${oldObject.kind} \${oldObject.metadata.name} is kept\`,
    },
  },
});
`;

const group = "s3.services.k8s.aws";
const kinds = ["Bucket", "Queue", "Table", "Topic", "Cache"];
const plural = (kind: string): string => `${kind.toLowerCase()}s`;
const mark = { "services.k8s.aws/prevent-delete": "true" };

/** With a definition that comes later (sqs); of dynamodb nobody has said anything. */
const granted = declaration(
  `namespaceContents: { groups: ["s3.services.k8s.aws", "sqs.services.k8s.aws", "things.example.com"] },`,
);

describeWithServer("the look at what a Namespace holds", { controllerManager: true }, (server) => {
  let [installation, proxy]: [Installation?, ApiProxy?] = [];
  let count = 0;

  const define = (ofGroup: string, kind: string) =>
    applyCustomResourceDefinition(server(), {
      group: ofGroup,
      kind,
      plural: plural(kind),
      scope: "Namespaced",
      versions: [{ name: "v1" }],
    });
  const namespace = async (): Promise<string> => {
    const name = `ns-${(count += 1)}`;
    await created(server(), "/api/v1/namespaces", { metadata: { name } });
    return name;
  };
  const make = (place: string, kind: string, { name, annotations = {}, ofGroup = group, spec = {} }: Made) =>
    created(server(), `/apis/${ofGroup}/v1/namespaces/${place}/${plural(kind)}`, {
      apiVersion: `${ofGroup}/v1`,
      kind,
      metadata: { name, annotations },
      spec,
    });
  interface Made {
    readonly name: string;
    readonly annotations?: object;
    readonly ofGroup?: string;
    readonly spec?: object;
  }
  const remove = async (name: string, query = "", as?: string) => {
    const path = `/api/v1/namespaces/${name}${query}`;
    const { status, body } = await server().request({
      method: "DELETE",
      path,
      ...(as !== undefined && { as, groups: ["system:masters"] }),
    });
    return { status, message: String(body["message"]) };
  };
  /** What of the Namespace the webhook has read: `s3.services.k8s.aws/buckets metadata`. */
  const listedIn = (place: string): readonly string[] => {
    const lists = proxy?.seen.filter(({ path }) => path.includes(`/namespaces/${place}/`)) ?? [];
    const named = lists.map(({ path, accept }) => {
      const [, , ofGroup, , , , resource = ""] = path.split("?")[0]?.split("/") ?? [];
      return `${ofGroup}/${resource} ${accept.includes("PartialObjectMetadataList") ? "metadata" : "whole"}`;
    });
    return named.toSorted();
  };
  const unmark = (place: string, resource: string, name: string) =>
    server().request(
      mergePatch(`/apis/${group}/v1/namespaces/${place}/${resource}/${name}`, {
        metadata: { annotations: { "services.k8s.aws/prevent-delete": "false" } },
      }),
    );

  beforeAll(async () => {
    await Promise.all([...kinds.map((kind) => define(group, kind)), define("things.example.com", "Thing")]);
    const policies = policyFiles("ack-prevent-delete.ts", "ack-marks.ts", "appcat-claim.ts", "appcat-claims.ts");
    proxy = await openApiProxy(server());
    installation = await install(proxy.server, { ...policies, "kept-things.ts": keptThings, ...granted });
  });

  afterAll(async () => {
    await installation?.end();
    await proxy?.close();
  });

  test("one marked Bucket among 300 unmarked objects of five kinds keeps it; without the mark it goes", async () => {
    const place = await namespace();
    const all = Array.from({ length: 60 }, (_, at) => kinds.map((kind) => make(place, kind, { name: `plain-${at}` })));
    await Promise.all(all.flat());
    await make(place, "Bucket", { name: "zz-data", annotations: mark });
    const { status, message } = await remove(place);
    expect(status).toBe(403);
    expect(message).toContain(
      `namespaceGuard: Namespace ${place} holds Bucket zz-data, protected against deletion by ack-prevent-delete`,
    );
    expect(message).toContain('is protected by the annotation services.k8s.aws/prevent-delete: "true" on the object');
    await unmark(place, "buckets", "zz-data");
    proxy?.forget();
    expect(await remove(place, "?dryRun=All")).toMatchObject({ status: 200 });
    expect(listedIn(place)).toEqual(
      [...kinds.map((kind) => `${group}/${plural(kind)} metadata`), "things.example.com/things whole"].toSorted(),
    );
    expect(await remove(place)).toMatchObject({ status: 200 });
    // Being deleted already: asking again is no new decision.
    expect([200, 404, 409]).toContain((await remove(place)).status);
  });

  test("of many each kind names one, and the Namespace's own mark counts", async () => {
    const place = await namespace();
    await server().request(mergePatch(`/api/v1/namespaces/${place}`, { metadata: { annotations: mark } }));
    expect(await remove(place, "?dryRun=All")).toMatchObject({ status: 200 });
    for (const kind of kinds) for (const name of ["a", "b"]) await make(place, kind, { name });
    const { message } = await remove(place);
    expect(message).toMatch(/holds (\w+ a, ){4}\w+ a, protected/);
  });

  test("kinds that appear later keep it at once", async () => {
    await define("sqs.services.k8s.aws", "Later");
    const place = await namespace();
    await make(place, "Later", { name: "one", annotations: mark, ofGroup: "sqs.services.k8s.aws" });
    expect(await remove(place)).toMatchObject({ status: 403, message: expect.stringContaining("holds Later one") as string });
  });

  const never = new Promise<undefined>(() => undefined);
  const no = { status: 500, body: { kind: "Status", message: "storage is broken" } };
  const whileHeld = async <T>(path: RegExp, answer: Promise<typeof no | undefined>, work: () => Promise<T>): Promise<T> => {
    proxy?.before((request) => (path.test(request.path) ? answer : undefined));
    return work().finally(() => proxy?.before(() => undefined));
  };

  test("a kind whose list fails keeps it, and one that takes too long does so with a reason", async () => {
    const place = await namespace();
    expect(await whileHeld(new RegExp(`/${place}/queues`), Promise.resolve(no), () => remove(place))).toMatchObject({
      status: 500,
      message: expect.stringContaining("ack-prevent-delete namespaces failed") as string,
    });
    await waitUntil("the log says why", async () =>
      JSON.stringify(installation?.log()).includes(`${group}/queues could not be listed`),
    );
    // Of the 20 s that it has only the last one matters.
    const restore = await changeWebhooks(server(), (webhook) => ({ ...webhook, timeoutSeconds: 4 }));
    expect(await whileHeld(new RegExp(`/${place}/queues`), never, () => remove(place))).toMatchObject({
      status: 403,
      message: expect.stringMatching(/1 of \d+ kinds were not read in time/) as string,
    });
    expect(await whileHeld(/^\/apis$/, never, () => remove(place))).toMatchObject({
      status: 403,
      message: expect.stringContaining("what is served was not known in time") as string,
    });
    await restore();
    expect(await remove(place)).toMatchObject({ status: 200 });
  });

  test("a protected object denies although another kind cannot be read", async () => {
    const place = await namespace();
    await make(place, "Bucket", { name: "data", annotations: mark });
    const { status, message } = await whileHeld(new RegExp(`/${place}/queues`), Promise.resolve(no), () => remove(place));
    expect([status, message]).toEqual([403, expect.stringContaining("holds Bucket data")]);
  });

  test("claims of AppCat, whose kinds the policy does not name", async () => {
    const ofGroup = "vshn.appcat.vshn.io";
    await applyCustomResourceDefinition(server(), {
      group: ofGroup,
      kind: "VSHNRedis",
      plural: "vshnredis",
      scope: "Namespaced",
      versions: [{ name: "v1" }],
    });
    const place = await namespace();
    const claims = `/apis/${ofGroup}/v1/namespaces/${place}/vshnredis`;
    await created(server(), claims, { apiVersion: `${ofGroup}/v1`, kind: "VSHNRedis", metadata: { name: "cache" }, spec: {} });
    expect(await remove(place)).toMatchObject({
      status: 403,
      message: expect.stringContaining(
        `Namespace ${place} holds VSHNRedis cache, protected against deletion by appcat-claim`,
      ) as string,
    });
  });

  test("rules that read the spec see it; a release mark lets go; a terminating object still keeps it; who deletes matters", async () => {
    const place = await namespace();
    const ofGroup = "things.example.com";
    await make(place, "Thing", { name: "one", ofGroup, spec: { keep: "yes" } });
    await make(place, "Thing", { name: "two", ofGroup, spec: { keep: "no" } });
    expect(await remove(place, "?dryRun=All")).toMatchObject({
      status: 403,
      message: expect.stringContaining("Thing one is kept") as string,
    });
    expect(await remove(place, "?dryRun=All", "owner")).toMatchObject({ status: 200 });
    const path = `/apis/${ofGroup}/v1/namespaces/${place}/things/one`;
    const { body } = await server().request(mergePatch(path, { metadata: { finalizers: ["example.com/f"] } }));
    await server().request({ method: "DELETE", path });
    expect(await remove(place, "?dryRun=All")).toMatchObject({ status: 403 });
    const { uid } = body["metadata"] as { uid: string };
    const annotations = { "holdfast.dev/release": uid };
    await server().request(mergePatch(path, { metadata: { annotations } }));
    expect(await remove(place, "?dryRun=All")).toMatchObject({ status: 200 });
  });

  test("after the commands of its denials a Namespace can be deleted", async () => {
    const place = await namespace();
    await make(place, "Bucket", { name: "data", annotations: mark });
    await make(place, "Thing", { name: "one", ofGroup: "things.example.com", spec: { keep: "yes" } });
    const held = ["Thing one", "Bucket data"];
    const denials = new Set<string | undefined>();
    for (const _ of held) {
      const { status, message } = await remove(place);
      expect(status).toBe(403);
      denials.add(held.find((one) => message.includes(one)));
      expect(await server().kubectl(commandIn(message))).toMatchObject({ code: 0 });
    }
    // Kinds are looked at side by side: which is named first is open.
    expect(denials).toEqual(new Set(held));
    expect(await remove(place)).toMatchObject({ status: 200 });
  });

  test("a group that was not granted keeps every Namespace until it is, and says what to write", async () => {
    const place = await namespace();
    expect(await remove(place, "?dryRun=All")).toMatchObject({ status: 200 });
    await define("dynamodb.services.k8s.aws", "Item");
    const { status, message } = await remove(place);
    expect(status).toBe(403);
    expect(message).toContain(
      `namespaceGuard: whether Namespace ${place} holds something that ack-prevent-delete protects is not known: the webhook may not ` +
        `list dynamodb.services.k8s.aws. Write into the declaration of the fallback: ` +
        `namespaceContents: { groups: [..., "dynamodb.services.k8s.aws"] }, compile, and apply fallback/`,
    );
    await make(place, "Bucket", { name: "data", annotations: mark });
    expect((await remove(place)).message).toContain("holds Bucket data");
    await unmark(place, "buckets", "data");
    const definition = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/items.dynamodb.services.k8s.aws";
    await server().request(
      mergePatch(definition, { metadata: { annotations: { "holdfast.dev/release": await uidOf(server(), definition) } } }),
    );
    expect(await server().request({ method: "DELETE", path: definition })).toMatchObject({ status: 200 });
    await waitUntil("the group is no longer served", async () => (await remove(place, "?dryRun=All")).status === 200, 60_000);
  });

  test("the processes met no other denial of the API server", () => {
    const said = installation?.log().filter(({ level }) => level === "warn" || level === "error");
    // The one that was answered for the test of a list that fails.
    expect(said).toEqual([
      expect.objectContaining({ error: expect.stringContaining("answered 500: storage is broken") as string }),
    ]);
  });
});
