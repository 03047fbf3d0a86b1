import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ApiServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { systemClock } from "../../../runtime-fallback/clock.ts";
import { usageEvents } from "../../../runtime-fallback/usages/usage-events.ts";
import { enforce } from "../../ack/policies-in-force.ts";
import type { ApiResponse } from "../../control-plane/api-client.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { mergePatch, created } from "../../control-plane/requests.ts";
import { grant } from "../on-server.ts";
import { defineKinds, type Guard, guard } from "./guarded-cluster.ts";
import { clusterUsages, configMaps, marksOn, objectsOn, reference, shop, usages } from "./objects.ts";
import { type RunningController, runController, defaultFlags, countDeletes } from "./running-controller.ts";

const annotation = "holdfast.dev/delete-when-unused";
const events = "/apis/events.k8s.io/v1/namespaces/shop/events";

/** Some policy of somebody else's, which denies in a way of its own. */
const keepForever = `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: keep-forever }
spec:
  failurePolicy: Fail
  matchConstraints:
    resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [DELETE], resources: [configmaps] }]
  validations: [{ expression: "oldObject.metadata.name != 'forever'", message: kept for ever, reason: RequestEntityTooLarge }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: keep-forever }
spec: { policyName: keep-forever, validationActions: [Deny] }
`;

describeWithServer("Denied deletions that are made up for", {}, (server) => {
  const { make, use, read, remove, untilReady, untilGone } = objectsOn(server);
  let guarded: Guard | undefined;
  let controller: RunningController | undefined;
  let deletes: string[] = [];

  const counting = countDeletes((path) => deletes.push(path));
  const start = async (options: Parameters<typeof runController>[1] = {}): Promise<void> => {
    const reports = usageEvents({ api: guardedApi(), clock: systemClock, log: () => undefined, instance: "test" });
    const flags = { ...defaultFlags, attempts: "replayed" } as const;
    controller = await runController(server(), { flags, reports, through: counting, ...options });
  };
  const stop = async (): Promise<void> => {
    await controller?.end();
    controller = undefined;
  };
  const guardedApi = () => ({
    url: server().url,
    request: async (request: Parameters<ApiServer["request"]>[0]) => ({
      ...(await server().request({ method: request.method, path: request.path, body: request.body })),
      retryAfterSeconds: undefined,
    }),
    close: () => Promise.resolve(),
  });

  beforeAll(async () => {
    await created(server(), "/api/v1/namespaces", { metadata: { name: "shop" } });
    await defineKinds(server());
    guarded = await guard(server());
    const change = [{ apiGroups: [""], resources: ["configmaps", "namespaces/status"], verbs: ["get", "patch", "update"] }];
    const both = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "patch", "delete"] }];
    await grant(server(), { user: "editor", namespace: "shop", permissions: { role: change, clusterRole: change } });
    await grant(server(), { user: "deleter", namespace: "shop", permissions: { role: both, clusterRole: [] } });
    await enforce(server(), keepForever);
    await start();
  });

  afterAll(async () => {
    await stop();
    await guarded?.end();
  });

  beforeEach(() => {
    deletes = [];
  });

  const agoOf = (hours: number) => `${new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 19)}Z`;
  const annotate = (path: string, value: string | null, rest: { readonly as?: string; readonly query?: string } = {}) =>
    server().request(
      mergePatch(
        `${path}?fieldManager=holdfast-delete-when-unused${rest.query ?? ""}`,
        { metadata: { annotations: { [annotation]: value } } },
        { ...(rest.as !== undefined && { as: rest.as }) },
      ),
    );
  /** In use by a Usage for each name, of which the first asks for replay. */
  const used = async (name: string, ...more: readonly string[]) => {
    const { uid } = (await read(configMaps, name)) ?? (await make(configMaps, name));
    const of = reference(configMaps, name);
    await use(usages, name, { reason: "kept", of, replayDeletion: true });
    for (const other of more) await use(usages, other, { reason: "kept", of });
    for (const one of [name, ...more]) await untilReady(usages, one);
    return uid;
  };
  const release = async (name: string) => {
    await remove(usages, name);
    await untilGone(usages, name);
  };
  const attemptOf = async (name: string) => (await read(configMaps, name))?.annotations?.[annotation];
  const untilSaid = (reason: string, text: string) =>
    waitUntil(`an event says ${reason}`, async () => {
      const { body } = await server().request({ method: "GET", path: events });
      const said = body["items"] as readonly { readonly reason: string; readonly note: string }[];
      return said.some((event) => event.reason === reason && event.note.includes(text));
    });

  test("the denial says with which command; the object goes once, with the last Usage, whichever that is", async () => {
    await used("main", "main-other");
    const denied = await server().kubectl(["delete", "configmap", "main", "-n", "shop"], { as: "deleter" });
    const [, command = ""] = /when it is not used any more, within 24 hours: kubectl ([^\n]*)/.exec(denied.stderr) ?? [];
    const words = command.replace("$(date -u +%FT%TZ)", agoOf(0)).replaceAll('"', "").split(" ");
    expect(await server().kubectl(words, { as: "deleter" })).toMatchObject({ code: 0 });
    await release("main");
    expect(marksOn(await read(configMaps, "main"))).toHaveLength(2);
    expect(deletes).toEqual([]);
    await release("main-other");
    expect(await read(configMaps, "main")).toBeUndefined();
    expect(deletes).toEqual([`${configMaps}/main`]);
    await untilSaid("DeletedWhenUnused", "nothing uses it any more");
  });

  test("an object of the same name is another one: the attempt goes with its own", async () => {
    const before = await used("again");
    const value = `${before}/${agoOf(0)}`;
    await annotate(`${configMaps}/again`, value);
    await release("again");
    expect(await read(configMaps, "again")).toBeUndefined();
    await make(configMaps, "again", {}, { annotations: { [annotation]: value } });
    const { uid } = (await read(configMaps, "again")) ?? {};
    expect(await used("again")).toBe(uid);
    deletes = [];
    await release("again");
    expect([(await read(configMaps, "again"))?.uid, deletes]).toEqual([uid, []]);
  });

  describe("who may not delete may not ask", () => {
    const message = (answer: ApiResponse) => [answer.status, String(answer.body["message"])];
    const denial = [403, expect.stringContaining("mayNotAsk: only who may delete")];

    test("through the object", async () => {
      const uid = await used("asked");
      expect(message(await annotate(`${configMaps}/asked`, `${uid}/${agoOf(0)}`, { as: "editor" }))).toEqual(denial);
      expect(await attemptOf("asked")).toBeUndefined();
      await annotate(`${configMaps}/asked`, `${uid}/${agoOf(20)}`, { as: "deleter" });
      // Nor make an attempt of somebody else's younger, nor another one of it.
      expect(message(await annotate(`${configMaps}/asked`, `${uid}/${agoOf(0)}`, { as: "editor" }))).toEqual(denial);
      expect(message(await annotate(`${configMaps}/asked`, `${uid}/${agoOf(20)}/Orphan`, { as: "editor" }))).toEqual(denial);
      expect((await annotate(`${configMaps}/asked`, null, { as: "editor" })).status).toBe(200);
      await release("asked");
      expect((await read(configMaps, "asked"))?.uid).toBe(uid);
    });

    test("through a subresource", async () => {
      const { uid } = (await read("/api/v1/namespaces", "shop")) ?? {};
      const of = { apiVersion: "v1", kind: "Namespace", resourceRef: { name: "shop" } };
      await use(clusterUsages, "shop", { reason: "kept", of, replayDeletion: true });
      await untilReady(clusterUsages, "shop");
      expect(message(await annotate(`${shop}/status`, `${uid}/${agoOf(0)}`, { as: "editor" }))).toEqual(denial);
      await remove(clusterUsages, "shop");
      await untilGone(clusterUsages, "shop");
    });

    test("through a Binding, whose annotations become those of the Pod", async () => {
      const body = { metadata: { name: "web", annotations: { [annotation]: "x" } }, target: { name: "node" } };
      const answer = await server().request({ method: "POST", path: `${shop}/pods/web/binding`, body });
      // The guard of marks denies it, too, and API servers ask policies in any order.
      const denied =
        /(boundAttempt: a Binding does not ask|bindingGuard: the Binding would set labels or annotations of Pod web)/;
      expect(message(answer)).toEqual([403, expect.stringMatching(denied)]);
    });
  });

  test.each([
    ["without a time", (uid: string) => uid, "badAttempt"],
    ["with no time", (uid: string) => `${uid}/tomorrow`, "badAttempt"],
    ["with a policy that there is none of", (uid: string) => `${uid}/${agoOf(0)}/Everything`, "badAttempt"],
    ["with one part too many", (uid: string) => `${uid}/${agoOf(0)}/Orphan/1`, "badAttempt"],
  ])("an attempt %s is denied", async (title, value, rule) => {
    const name = title.replaceAll(" ", "-");
    const uid = await used(name);
    const answer = await annotate(`${configMaps}/${name}`, value(uid));
    expect([answer.status, answer.body["message"]]).toEqual([
      403,
      expect.stringContaining(`${rule}: ${annotation} is ${uid}/<time>`),
    ]);
    await release(name);
  });

  test("an attempt at what is not in use, or of which no Usage asks for it, is denied", async () => {
    const { uid } = await make(configMaps, "vain");
    const value = `${uid}/${agoOf(0)}`;
    expect((await annotate(`${configMaps}/vain`, value)).body["message"]).toContain(
      "unusedAttempt: ConfigMap vain is not in use",
    );
    await use(usages, "vain", { reason: "kept", of: reference(configMaps, "vain") });
    await untilReady(usages, "vain");
    expect((await annotate(`${configMaps}/vain`, value)).body["message"]).toContain(
      "no Usage of ConfigMap vain has replayDeletion",
    );
    await release("vain");
  });

  test("controllers that copy annotations are not stopped by a copy, which does nothing", async () => {
    const uid = await used("copy");
    const other = await used("original");
    expect((await annotate(`${configMaps}/copy`, `${other}/${agoOf(0)}`, { as: "editor" })).status).toBe(200);
    await release("copy");
    expect([(await read(configMaps, "copy"))?.uid, deletes]).toEqual([uid, []]);
    await release("original");
  });

  test("a dry run starts nothing, neither of the delete nor of the attempt", async () => {
    const uid = await used("dry");
    expect(await remove(configMaps, "dry", "?dryRun=All")).toMatchObject({ status: 409 });
    const attempt = await annotate(`${configMaps}/dry`, `${uid}/${agoOf(0)}`, { as: "deleter", query: "&dryRun=All" });
    expect([attempt.status, await attemptOf("dry")]).toEqual([200, undefined]);
    await release("dry");
    expect([(await read(configMaps, "dry"))?.uid, deletes]).toEqual([uid, []]);
  });

  test("another policy that denies is heard once: the attempt is over, and an event says why", async () => {
    const uid = await used("forever");
    await annotate(`${configMaps}/forever`, `${uid}/${agoOf(0)}`, { as: "deleter" });
    await release("forever");
    expect([await attemptOf("forever"), (await read(configMaps, "forever"))?.uid]).toEqual([undefined, uid]);
    expect(deletes).toEqual([`${configMaps}/forever`]);
    await untilSaid("NotDeletedWhenUnused", "kept for ever");
  });

  describe("with other controllers", () => {
    test("the attempt survives a restart before the release, and one between the release and the delete", async () => {
      for (const name of ["restart", "crash"]) await annotate(`${configMaps}/${name}`, `${await used(name)}/${agoOf(0)}`);
      await stop();
      await remove(usages, "restart");
      await start();
      await untilGone(configMaps, "restart");
      await stop();
      await start({ through: failingDeletes });
      await remove(usages, "crash");
      await waitUntil("the mark is off", async () => marksOn(await read(configMaps, "crash")).length === 0);
      await stop();
      expect(await attemptOf("crash")).toBeDefined();
      await start();
      await untilGone(configMaps, "crash");
      await untilGone(usages, "crash");
    });

    test("what was asked for a day ago is not done any more", async () => {
      const uid = await used("old");
      await annotate(`${configMaps}/old`, `${uid}/${agoOf(0)}`, { as: "deleter" });
      await stop();
      await start({ now: () => Date.now() + 24 * 3_600_000 + 5_000 });
      deletes = [];
      await release("old");
      expect([(await read(configMaps, "old"))?.uid, await attemptOf("old"), deletes]).toEqual([uid, undefined, []]);
      await untilSaid("NotDeletedWhenUnused", "older than 24 hours");
      await stop();
    });

    test("a controller that is not told to does nothing about it", async () => {
      await start({ flags: defaultFlags });
      const uid = await used("ignored");
      await annotate(`${configMaps}/ignored`, `${uid}/${agoOf(0)}`, { as: "deleter" });
      await release("ignored");
      expect([(await read(configMaps, "ignored"))?.uid, deletes]).toEqual([uid, []]);
      await stop();
    });
  });
});

/** A controller whose deletes of ConfigMaps do not arrive. */
function failingDeletes(api: ApiServer): ApiServer {
  return {
    ...api,
    request: (request) => (request.method === "DELETE" ? Promise.reject(new Error("cut off")) : api.request(request)),
  };
}
