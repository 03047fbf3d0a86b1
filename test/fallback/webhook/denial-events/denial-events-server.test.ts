import { Agent } from "node:https";
import { afterEach, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../../../runtime-fallback/clock.ts";
import { eventMetrics } from "../../../../runtime-fallback/processes/event-metrics.ts";
import {
  type DenialEventLimits,
  denialEvents,
  defaultEventLimits,
} from "../../../../runtime-fallback/webhook/denial-events/denial-events.ts";
import { createLog } from "../../../../runtime-fallback/telemetry/log.ts";
import { createRegistry } from "../../../../runtime-fallback/telemetry/registry.ts";
import type { OnDenied, Route } from "../../../../runtime-fallback/webhook/decision.ts";
import { allowed, conflict, forbidden } from "../../../../runtime-fallback/webhook/decision.ts";
import { describeWithServer } from "../../../control-plane/server-suite.ts";
import { waitUntil } from "../../../control-plane/wait-until.ts";
import { created } from "../../../control-plane/requests.ts";
import { asUser, grant } from "../../on-server.ts";
import { ask, reviewOf } from "../ask.ts";
import { configure } from "../configuration.ts";
import { type Served, serve, everything } from "../serve.ts";

/** As the compiler grants it (compiler/install/manifests/accounts.ts). */
const eventRights = {
  role: [],
  clusterRole: [{ apiGroups: ["events.k8s.io"], resources: ["events"], verbs: ["create", "patch"] }],
};

const demo = "/api/v1/namespaces/demo";
const message = 'used by "web"\u001b[31m';

interface Event {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly note: string;
  readonly reason: string;
  readonly regarding: Readonly<Record<string, string>>;
  readonly series?: { readonly count: number; readonly lastObservedTime: string };
}

describeWithServer("Events about denials", {}, (server) => {
  let served: Served;
  let onDenied: OnDenied;
  let sent = 0;
  let registry = createRegistry({ version: "test", rulesHash: "none" });
  const lines: Readonly<Record<string, unknown>>[] = [];
  const route = (rule: string, decide: Route["decide"]): Route => ({ path: `/${rule}`, rule, covers: everything, decide });

  const begin = (user: string, limits: Partial<DenialEventLimits> = {}): void => {
    sent = 0;
    registry = createRegistry({ version: "test", rulesHash: "none" });
    const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
    onDenied = denialEvents({
      api: asUser(server(), user, () => (sent += 1)),
      clock: systemClock,
      log: createLog({ level: "info", clock: systemClock, destination }),
      instance: "holdfast-webhook-0",
      counted: eventMetrics(registry),
      limits: { ...defaultEventLimits, ...limits },
    });
  };
  const outcomes = async (outcome: string): Promise<number> => {
    const line = (await registry.text()).split("\n").find((text) => text.includes(`{outcome="${outcome}"}`));
    return Number(line?.split(" ").at(-1));
  };
  const config = (name: string, rule: string) =>
    created(server(), `${demo}/configmaps`, { metadata: { name, labels: { asks: rule } } });
  const remove = async (name: string, query = "") => {
    const { status, body } = await server().request({ method: "DELETE", path: `${demo}/configmaps/${name}${query}` });
    return { status, message: body["message"] };
  };
  const events = async (namespace = "demo"): Promise<readonly Event[]> => {
    const { body } = await server().request({ method: "GET", path: `/apis/events.k8s.io/v1/namespaces/${namespace}/events` });
    return (body["items"] as readonly Event[]).filter(({ reason }) => reason.startsWith("DeniedBy"));
  };
  const eventsAbout = async (name: string) => (await events()).filter(({ regarding }) => regarding["name"] === name);

  beforeAll(async () => {
    await created(server(), "/api/v1/namespaces", { metadata: { name: "demo" } });
    await grant(server(), { user: "webhook", namespace: "demo", permissions: eventRights });
    served = await serve({
      routes: [
        route("keep", async () => conflict(message)),
        route("protect", async () => forbidden("protected")),
        route("let-go", async () => allowed()),
      ],
      onDenied: (...told) => onDenied(...told),
    });
    begin("webhook");
    await configure(server(), served, [{ rule: "keep" }, { rule: "let-go" }]);
    await config("canary", "keep");
    await waitUntil("the webhook is asked", async () => (await remove("canary", "?dryRun=All")).status === 409);
    return () => served.drain();
  });

  afterEach(() => void (lines.length = 0));

  test("a denial is an Event beside the object, in these words", async () => {
    begin("webhook");
    await config("settings", "keep");
    expect((await remove("settings")).status).toBe(409);
    await waitUntil("the Event is there", async () => (await eventsAbout("settings")).length > 0);
    const { body } = await server().request({ method: "GET", path: `${demo}/configmaps/settings` });
    const uid = (body["metadata"] as { readonly uid: string }).uid;
    expect(await eventsAbout("settings")).toEqual([
      expect.objectContaining({
        metadata: expect.objectContaining({ name: expect.stringMatching(/^denial-/) as string, namespace: "demo" }) as object,
        eventTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}000Z$/) as string,
        reportingController: "holdfast.dev/webhook",
        reportingInstance: "holdfast-webhook-0",
        type: "Warning",
        action: "Delete",
        reason: "DeniedByKeep",
        note: 'used by "web"\\u{1b}[31m',
        regarding: { apiVersion: "v1", kind: "ConfigMap", namespace: "demo", name: "settings", uid },
      }),
    ]);
    expect(await outcomes("written")).toBe(1);
  });

  test("kubectl shows it with the object", async () => {
    const { stdout } = await server().kubectl(["describe", "configmap", "settings", "-n", "demo"]);
    expect(stdout).toMatch(/Warning\s+DeniedByKeep\s.*used by "web"\\u\{1b\}\[31m/);
  });

  test("and lists all of the webhook", async () => {
    const selector = "reportingComponent=holdfast.dev/webhook";
    const { stdout } = await server().kubectl(["get", "events", "-A", "--field-selector", selector, "-o", "name"]);
    expect(stdout.trim().split("\n")).toEqual([expect.stringMatching(/^event\/denial-/) as string]);
  });

  test("a dry run and a delete that is let go are none", async () => {
    begin("webhook");
    await config("dry", "keep");
    await config("free", "let-go");
    expect((await remove("dry", "?dryRun=All")).status).toBe(409);
    expect((await remove("free")).status).toBe(200);
    // Whatever they had begun would have been sent before this one's.
    await config("last", "keep");
    await remove("last");
    await waitUntil("the last Event is there", async () => (await eventsAbout("last")).length > 0);
    expect([await eventsAbout("dry"), await eventsAbout("free"), sent]).toEqual([[], [], 1]);
  });

  test("what is in no namespace has its Event in default", async () => {
    begin("webhook");
    const metadata = { name: "demo", uid: "3f0d" };
    const kind = { group: "", version: "v1", kind: "Namespace" };
    const body = JSON.stringify(reviewOf({ kind, name: "demo", namespace: "demo", oldObject: { metadata } }));
    await ask(served, { path: "/protect", body });
    await waitUntil("the Event is there", async () => (await events("default")).length > 0);
    expect(await events("default")).toMatchObject([
      { reason: "DeniedByProtect", regarding: { apiVersion: "v1", kind: "Namespace", name: "demo", uid: "3f0d" } },
    ]);
  });

  test("a denial that repeats is counted in the same Event, and in a new one where that no longer exists", async () => {
    begin("webhook", { quietMs: 0 });
    await config("again", "keep");
    await remove("again");
    await waitUntil("the Event is there", async () => (await eventsAbout("again")).length > 0);
    await remove("again");
    await waitUntil("it is counted", async () => (await eventsAbout("again"))[0]?.series?.count === 2);
    await remove("again");
    await waitUntil("it is counted again", async () => (await eventsAbout("again"))[0]?.series?.count === 3);
    const [event] = await eventsAbout("again");
    const path = `/apis/events.k8s.io/v1/namespaces/demo/events/${event?.metadata.name ?? ""}`;
    expect((await server().request({ method: "DELETE", path })).status).toBe(200);
    await remove("again");
    await waitUntil("another Event is there", async () => (await eventsAbout("again")).length > 0);
    expect(await eventsAbout("again")).toHaveLength(1);
    expect(await outcomes("denied")).toBe(0);
  });

  test("1,000 denials in a moment write no more than they may, and all are answered", async () => {
    begin("webhook");
    const before = (await events()).length;
    const start = performance.now();
    // More connections from one address would be turned away.
    const agent = new Agent({ keepAlive: true, maxSockets: 50 });
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, at) => {
        const oldObject = { metadata: { name: `flood-${at}`, namespace: "demo" } };
        return ask(served, { agent, path: "/keep", body: JSON.stringify(reviewOf({ name: `flood-${at}`, oldObject })) });
      }),
    );
    agent.destroy();
    const most = defaultEventLimits.burst + (defaultEventLimits.perSecond * (performance.now() - start)) / 1_000;
    expect(answers.filter(({ response }) => response?.["allowed"] === false)).toHaveLength(1_000);
    await waitUntil(
      "all that was begun is over",
      async () => (await outcomes("written")) + (await outcomes("limited")) + (await outcomes("busy")) === 1_000,
    );
    expect(sent).toBeLessThanOrEqual(most);
    expect((await events()).length - before).toBe(sent);
    expect(lines).toEqual([]);
  });

  test("in a namespace that is being deleted there are none, and no attempts", async () => {
    begin("webhook");
    const spec = { spec: { finalizers: ["kubernetes"] } };
    await created(server(), "/api/v1/namespaces", { metadata: { name: "closing" }, ...spec });
    await server().request({ method: "DELETE", path: "/api/v1/namespaces/closing" });
    for (let at = 0; at < 50; at += 1) {
      const oldObject = { metadata: { name: `child-${at}`, namespace: "closing" } };
      await ask(served, { path: "/keep", body: JSON.stringify(reviewOf({ oldObject })) });
      await waitUntil("it is counted", async () => (await outcomes("closing")) === at + 1);
    }
    expect([sent, lines]).toEqual([1, []]);
  });

  test("an API server that denies Events changes no answer", async () => {
    begin("nobody");
    await config("guarded", "keep");
    expect(await remove("guarded")).toEqual({
      status: 409,
      message: expect.stringContaining('denied the request: used by "web"') as string,
    });
    await config("unguarded", "let-go");
    expect((await remove("unguarded")).status).toBe(200);
    await waitUntil("it was denied", async () => (await outcomes("denied")) === 1);
    expect(lines).toMatchObject([
      {
        level: "warn",
        msg: "an Event about a denial was not taken",
        status: 403,
        reason: expect.stringContaining("cannot create") as string,
      },
    ]);
  });

  test("nor does a hook that throws", async () => {
    onDenied = () => {
      throw new Error("broken");
    };
    expect((await ask(served, { path: "/protect" })).response).toMatchObject({
      allowed: false,
      status: { message: "protected" },
    });
    expect(served.log.at(-1)).toMatchObject({ level: "error", msg: "a denial was not told of", error: "Error: broken" });
    expect(await served.metric('holdfast_webhook_rejected_requests_total{why="bug"}')).toBe(0);
  });
});
