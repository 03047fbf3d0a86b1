import { describe, expect, onTestFinished, test } from "vitest";
import type { AskedResource } from "../../../compiler/api/cluster-query.ts";
import type { RulesModule } from "../../../compiler/api/rules-module.ts";
import { objectShape } from "../../../compiler/ir/well-known-shapes.ts";
import { contactWith } from "../../../runtime-fallback/kubernetes/contact.ts";
import { serveWebhook } from "../../../runtime-fallback/processes/serve-webhook.ts";
import {
  type Heard,
  maxStartMs,
  readinessOfReplica,
  readinessOfRoutes,
} from "../../../runtime-fallback/processes/webhook-readiness.ts";
import { maxStalenessMs } from "../../../runtime-fallback/webhook/queries/cached-answers.ts";
import { createLog } from "../../../runtime-fallback/telemetry/log.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { type Answer, answering, json } from "../kubernetes/answered-requests.ts";
import { createManualClock } from "../manual-clock.ts";
import { ask } from "../webhook/ask.ts";
import { serverMaterial, testAuthority } from "../webhook/serve.ts";

const pods: AskedResource = { resource: { group: "", version: "v1", resource: "pods" }, shape: objectShape };
const widgets: AskedResource = {
  resource: { group: "test.holdfast.dev", version: "v1", resource: "widgets" },
  shape: objectShape,
};
const podsPath = "/api/v1/pods";
const widgetsPath = "/apis/test.holdfast.dev/v1/widgets";
const denied = json(500, { kind: "Status", code: 500, message: "conversion webhook for test.holdfast.dev/v2 failed" });

/** Answers lists, watches for ever, and denies what is broken. */
async function openCluster() {
  const broken = new Set<string>();
  const { server } = await answering(({ url }): Answer => {
    const { pathname, searchParams } = new URL(url ?? "", "http://server");
    if (broken.has("all")) return (response) => response.socket?.resetAndDestroy();
    if (broken.has(pathname)) return denied;
    if (searchParams.has("watch")) return (response) => (response.writeHead(200), response.flushHeaders());
    return json(200, { metadata: { resourceVersion: "9" }, items: [] });
  });
  return { server, broken };
}

const rule = (name: string, asks: readonly AskedResource[]): RulesModule["rules"][number] => ({
  policy: "p",
  rule: name,
  isConflict: false,
  match: [{ group: "", version: undefined, resource: "configmaps" }],
  operations: ["delete"],
  asks,
  readsNamespace: false,
  routes: [{ level: "deny", path: `/${name}` }],
  run: () => [],
});

async function start() {
  const { server, broken } = await openCluster();
  broken.add(widgetsPath);
  const clock = createManualClock(Date.now());
  const module = { rules: [rule("pods", [pods]), rule("widgets", [widgets, pods])], policies: [], Unanswered: Error };
  const [material, authority] = [await serverMaterial(), await testAuthority()];
  const webhook = await serveWebhook({
    flags: {
      rules: undefined,
      clients: undefined,
      host: "127.0.0.1",
      port: 0,
      healthPort: 0,
      drainMs: 0,
      usageAuthors: false,
      criticalServices: { providers: [{ group: "", resource: "configmaps" }], namespace: "holdfast-system" },
      appcat: [],
      appcatObjects: [],
      events: false,
    },
    module,
    server,
    tls: { read: () => Promise.resolve(material), watch: () => () => undefined },
    memory: "informers",
    log: createLog({ level: "error", clock, destination: { write: () => undefined } }),
    clock,
  });
  onTestFinished(async () => {
    let isOver = false;
    void webhook.stop().then(() => (isOver = true));
    await waitUntil("it has stopped", async () => (clock.advance(1_000), isOver));
  });
  const asked = async (path: string) => {
    const { status, text, response } = await ask({ port: webhook.port, authority }, { path: `${path}?timeout=10s` });
    return response === undefined ? `${status} ${text}` : response["allowed"];
  };
  const ready = async () => (await fetch(`http://127.0.0.1:${webhook.healthPort}/readyz`)).text();
  return { broken, clock, asked, ready };
}

const unlisted = "not ready: widgets.test.holdfast.dev have not been listed yet";

test("one resource that cannot be listed takes no rule along that does not ask about it", async () => {
  const { broken, clock, asked, ready } = await start();
  // In a rollout it would take the place of a replica that has listed everything earlier.
  await waitUntil("the Pods have been listed", async () => (await ready()) === `${unlisted}\n`);
  const answers = () => Promise.all(["/widgets", "/pods", "/critical-services"].map(asked));
  // The last one is asked, and cannot make sense of this API server.
  const expected = [`503 ${unlisted}`, true, expect.stringMatching(/^500 the rule critical-services failed/)];
  expect(await answers()).toEqual(expected);
  clock.advance(maxStartMs);
  expect(await ready()).toBe("ok\n");
  expect(await answers()).toEqual(expected);
  broken.clear();
  clock.advance(30_000);
  await waitUntil("the rule is asked again", async () => (await asked("/widgets")) === true);
  expect(await ready()).toBe("ok\n");
});

test("with an API server that cannot be reached nothing is asked, and other replicas are", async () => {
  const { broken, clock, asked, ready } = await start();
  broken.clear();
  clock.advance(30_000);
  await waitUntil("it is ready", async () => (await ready()) === "ok\n");
  broken.add("all");
  clock.advance(maxStalenessMs + 31_000);
  await waitUntil("it is not ready", async () => (await ready()).startsWith("not ready: nothing has been heard of pods for "));
  const answers = await Promise.all(["/widgets", "/pods", "/critical-services"].map(asked));
  expect(answers).toEqual([
    expect.stringMatching(/^503 not ready: nothing has been heard of pods/),
    expect.stringMatching(/^503 not ready: nothing has been heard of pods/),
    expect.stringMatching(/^503 not ready: nothing has been heard of the API server/),
  ]);
});

describe("a replica", () => {
  const heardOf = ({ resource }: AskedResource, agesMs: Readonly<Record<string, number>>): Heard => ({
    resource,
    hasSynced: () => agesMs[resource.resource] !== undefined,
    stalenessMs: () => agesMs[resource.resource] ?? Infinity,
  });
  const old = maxStalenessMs + 1;

  test.each<[string, Readonly<Record<string, number>>, number, readonly string[]]>([
    ["has heard of everything", { pods: 0, widgets: 0 }, 0, []],
    ["has a rule that can be asked", { pods: 0, widgets: old }, old, []],
    ["has a feature that can be asked", { pods: old }, 0, []],
    [
      "has no route that can be asked",
      { pods: old },
      old,
      [
        "nothing has been heard of pods for 90 s",
        "widgets.test.holdfast.dev have not been listed yet",
        "nothing has been heard of the API server for 90 s",
      ],
    ],
  ])("that %s, later than at its start", (_, agesMs, silentMs, reasons) => {
    const clock = createManualClock();
    const informers = [heardOf(pods, agesMs), heardOf(widgets, agesMs)];
    const routes = readinessOfRoutes(informers, { silentMs: () => silentMs });
    const replica = readinessOfReplica(
      informers,
      [{ readiness: () => routes.ofRule([pods]) }, { readiness: () => routes.ofRule([widgets]) }, { readiness: routes.ofLive }],
      clock,
    );
    clock.advance(maxStartMs);
    expect(replica().reasons).toEqual(reasons);
  });

  test("that was ready once does not begin anew when a resource is silent", () => {
    const agesMs: Record<string, number> = { pods: 0, widgets: 0 };
    const informers = [heardOf(pods, agesMs), heardOf(widgets, agesMs)];
    const routes = readinessOfRoutes(informers, { silentMs: () => 0 });
    const replica = readinessOfReplica(informers, [{ readiness: () => routes.ofRule([pods]) }], createManualClock());
    expect(replica().isReady).toBe(true);
    agesMs["widgets"] = old;
    expect(replica().isReady).toBe(true);
  });

  test("that could answer nothing waits for everything again, and not for ever", () => {
    const agesMs: Record<string, number> = { pods: 0, widgets: 0 };
    const informers = [heardOf(pods, agesMs), heardOf(widgets, agesMs)];
    const routes = readinessOfRoutes(informers, { silentMs: () => 0 });
    const clock = createManualClock();
    const each = [pods, widgets].map((asked) => ({ readiness: () => routes.ofRule([asked]) }));
    const replica = readinessOfReplica(informers, each, clock);
    const readyAfter = (ms: number, pod: number, widget: number): boolean => {
      clock.advance(ms);
      Object.assign(agesMs, { pods: pod, widgets: widget });
      return replica().isReady;
    };
    expect(readyAfter(0, 0, 0)).toBe(true);
    expect(readyAfter(maxStartMs, old, old)).toBe(false);
    expect(readyAfter(maxStartMs - 1, 0, old)).toBe(false);
    expect(readyAfter(0, 0, 0)).toBe(true);
    expect(readyAfter(0, old, old)).toBe(false);
    expect(readyAfter(maxStartMs, 0, old)).toBe(true);
  });

  test("without informers has nothing to wait for", () => {
    const routes = readinessOfRoutes([], { silentMs: () => Infinity });
    expect([routes.ofRule([pods]).isReady, routes.ofLive().isReady]).toEqual([true, true]);
  });
});

describe("an API server is heard", () => {
  test.each<[number, boolean]>([
    [200, true],
    [403, true],
    [500, true],
    [401, false],
    [404, false],
  ])("by an answer of %d: %s", async (status, isHeard) => {
    const { server } = await answering(() => json(status, { message: "" }));
    const contact = contactWith(server, createManualClock());
    await contact.server.request({ method: "GET", path: podsPath });
    expect(contact.silentMs()).toBe(isHeard ? 0 : Infinity);
  });

  test("by events of a watch, and by its end where it was the server's", async () => {
    const clock = createManualClock();
    const event = `${JSON.stringify({ type: "BOOKMARK", object: {} })}\n`;
    let end = (): void => undefined;
    const { server } = await answering(() => (response) => {
      response.writeHead(200);
      response.write(event);
      end = () => void response.end();
    });
    const contact = contactWith(server, clock);
    const signal = AbortSignal.timeout(60_000);
    const events = contact.server.watch({ path: podsPath, signal, idleMs: 90_000 })[Symbol.asyncIterator]();
    await events.next();
    expect(contact.silentMs()).toBe(0);
    clock.advance(5_000);
    end();
    expect(await events.next()).toMatchObject({ done: true });
    expect(contact.silentMs()).toBe(0);
  });

  test("by no end of a watch that is ours", async () => {
    const { server } = await answering(() => (response) => (response.writeHead(200), response.flushHeaders()));
    const contact = contactWith(server, createManualClock());
    const stop = new AbortController();
    const next = contact.server.watch({ path: podsPath, signal: stop.signal, idleMs: 90_000 })[Symbol.asyncIterator]().next();
    stop.abort();
    expect(await next).toMatchObject({ done: true });
    expect(contact.silentMs()).toBe(Infinity);
  });
});
