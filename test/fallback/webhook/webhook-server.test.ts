import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Decision, type Route, allowed, conflict, forbidden } from "../../../runtime-fallback/webhook/decision.ts";
import { defaultLimits } from "../../../runtime-fallback/webhook/limits.ts";
import type { Review } from "../../../runtime-fallback/webhook/review/review.ts";
import type { ApiResponse } from "../../control-plane/api-client.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { created } from "../../control-plane/requests.ts";
import { configure, nameOf } from "./configuration.ts";
import { type Served, serve, everything } from "./serve.ts";

const seen: Review[] = [];
/** Told to go on, so that tests decide how long a rule takes. */
const waiting = new Set<() => void>();

function route(rule: string, decide: (review: Review) => Decision | Promise<Decision>): Route {
  return {
    path: `/${rule}`,
    rule,
    covers: everything,
    decide: async (review) => {
      seen.push(review);
      return decide(review);
    },
  };
}

const routes = [
  route("allow", () => allowed()),
  route("remark", () => allowed({ warnings: ["ConfigMap is\tnear its end"], auditAnnotations: { rule: "remark" } })),
  route("forbid", () =>
    forbidden("ConfigMap is protected: take away its mark\nor ask its owner", { warnings: ["ask its owner"] }),
  ),
  route("conflict", () => conflict("ConfigMap is in use by 2 Pods")),
  route("fail", () => Promise.reject(new Error("cannot list: token=secret-1"))),
  route("stuck", () => new Promise(() => undefined)),
  route("hold", () => new Promise((resolve) => void waiting.add(() => resolve(allowed())))),
];

describeWithServer("the webhook, asked by a real API server", {}, (server) => {
  let served: Served;
  beforeAll(async () => {
    // Room for one review of a rule at a time, so that a second one finds none.
    served = await serve({ routes, limits: { reviewBytes: defaultLimits.decodedBytes / 2, waitMs: 100 } });
    await configure(
      server(),
      served,
      routes.map(({ rule }) => ({ rule, timeoutSeconds: rule === "stuck" ? 1 : 10 })),
    );
    await create("canary", "forbid");
    await waitUntil("the webhook is asked", async () => (await remove("canary", "?dryRun=All")).status === 403);
  });
  afterAll(() => served.drain());

  const path = (name: string): string => `/api/v1/namespaces/default/configmaps/${name}`;
  const remove = (name: string, query = ""): Promise<ApiResponse> =>
    server().request({ method: "DELETE", path: `${path(name)}${query}`, as: "alice", groups: ["system:masters"] });
  const exists = async (name: string): Promise<boolean> =>
    (await server().request({ method: "GET", path: path(name) })).status === 200;

  async function create(name: string, rule: string): Promise<void> {
    const body = { metadata: { name, labels: { asks: rule } }, data: { key: "value" } };
    await created(server(), "/api/v1/namespaces/default/configmaps", body);
  }

  async function removeNew(name: string, rule: string): Promise<ApiResponse> {
    await create(name, rule);
    return remove(name);
  }

  describe("a delete", () => {
    test("that is allowed happens, with its warning and its audit annotation", async () => {
      const { status, warnings } = await removeNew("remarked", "remark");
      expect([status, warnings]).toEqual([200, ["ConfigMap is\\u{9}near its end"]]);
      expect(await exists("remarked")).toBe(false);
      await waitUntil("the audit log has it", async () =>
        readFileSync(server().auditLog, "utf8").includes(`"${nameOf("remark")}/rule":"remark"`),
      );
    });

    test("that is forbidden is 403 Forbidden, in one line", async () => {
      const { status, body, warnings } = await removeNew("kept", "forbid");
      expect([status, body["reason"], body["message"], warnings]).toEqual([
        403,
        "Forbidden",
        `admission webhook "${nameOf("forbid")}" denied the request: ConfigMap is protected: take away its mark\\u{a}or ask its owner`,
        ["ask its owner"],
      ]);
      expect(await exists("kept")).toBe(true);
    });

    test("of what is in use is 409 Conflict", async () => {
      const { status, body } = await removeNew("used", "conflict");
      expect([status, body["reason"], body["message"]]).toEqual([
        409,
        "Conflict",
        `admission webhook "${nameOf("conflict")}" denied the request: ConfigMap is in use by 2 Pods`,
      ]);
      expect(await exists("used")).toBe(true);
    });

    test("shows kubectl's users the same", async () => {
      await create("shown", "forbid");
      const { stderr } = await server().kubectl(["delete", "configmap", "shown"]);
      expect(stderr).toContain(`admission webhook "${nameOf("forbid")}" denied the request: ConfigMap is protected`);
    });

    test.each([
      ["fail", "the rule fail failed; the webhook's log says why"],
      ["stuck", "the rule stuck did not decide in time"],
    ])("whose rule is in trouble (%s) is an error, and does not happen", async (rule, why) => {
      const { status, body } = await removeNew(`error-${rule}`, rule);
      expect([status, body["reason"]]).toEqual([500, "InternalError"]);
      expect(body["message"]).toContain(`failed calling webhook "${nameOf(rule)}": failed to call webhook`);
      expect(body["message"]).toContain(why);
      expect(body["message"]).not.toContain("secret-1");
      expect(await exists(`error-${rule}`)).toBe(true);
    });

    test("while the webhook is not ready is an error with the reason at once, and does not happen", async () => {
      await create("unready", "allow");
      served.isReady.reasons = ["usages are not synced"];
      const turnedAway = 'holdfast_admission_reviews_total{rule="allow",evaluation="not-ready"}';
      const before = await served.metric(turnedAway);
      const { status, body } = await remove("unready");
      served.isReady.reasons = [];
      expect([status, body["reason"]]).toEqual([500, "InternalError"]);
      expect(body["message"]).toContain("not ready: usages are not synced");
      // At once: the API server did not come again, as it does where it is told to.
      expect(await served.metric(turnedAway)).toBe(before + 1);
      expect(await exists("unready")).toBe(true);
      expect((await remove("unready")).status).toBe(200);
    });

    test("that finds no room is put again by the API server, and then happens", async () => {
      await Promise.all([create("first", "hold"), create("second", "hold")]);
      const before = await served.metric('holdfast_webhook_rejected_requests_total{why="busy"}');
      const first = remove("first");
      await waitUntil("the first is at work", async () => waiting.size === 1);
      const second = remove("second");
      await waitUntil(
        "the second found no room",
        async () => (await served.metric('holdfast_webhook_rejected_requests_total{why="busy"}')) > before,
      );
      for (const goOn of waiting) goOn();
      waiting.clear();
      await waitUntil("the second came again", async () => waiting.size === 1);
      for (const goOn of waiting) goOn();
      expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([200, 200]);
    });
  });

  test("a dry run is decided alike, and said to be one", async () => {
    await Promise.all([create("dry-kept", "forbid"), create("dry-gone", "allow")]);
    seen.length = 0;
    expect((await remove("dry-kept", "?dryRun=All")).status).toBe(403);
    expect((await remove("dry-gone", "?dryRun=All")).status).toBe(200);
    expect(seen.map(({ isDryRun, request }) => [isDryRun, request.name, request.userInfo.username])).toEqual([
      [true, "dry-kept", "alice"],
      [true, "dry-gone", "alice"],
    ]);
    expect(await exists("dry-gone")).toBe(true);
  });

  test("in a collection each object is asked about, none by a name of the request, and the first denial ends it", async () => {
    for (const name of ["set-a", "set-b"]) await create(name, "allow");
    await create("set-c", "conflict");
    const removeAll = (rule: string, query = "") =>
      server().request({ method: "DELETE", path: `/api/v1/namespaces/default/configmaps?labelSelector=asks%3D${rule}${query}` });
    seen.length = 0;
    expect((await removeAll("allow")).status).toBe(200);
    expect(seen.length).toBeGreaterThanOrEqual(2);
    expect(seen.every(({ request }) => !("name" in request) && request.oldObject !== undefined)).toBe(true);
    expect([await exists("set-a"), await exists("set-b")]).toEqual([false, false]);
    const { status, body } = await removeAll("conflict", "&dryRun=All");
    expect([status, body["reason"], body["message"]]).toEqual([
      409,
      "Conflict",
      `admission webhook "${nameOf("conflict")}" denied the request: ConfigMap is in use by 2 Pods`,
    ]);
    const line = served.log.findLast(({ rule }) => rule === "conflict");
    expect(line).toMatchObject({
      evaluation: "denied",
      code: 409,
      object: expect.stringMatching(/^default\/(set-c|used)$/),
      dryRun: true,
    });
  });

  test("a ConfigMap as large as can be stored, full of what JSON escapes, is decided", async () => {
    const body = { metadata: { name: "large", labels: { asks: "conflict" } }, data: { text: "<".repeat(1_000_000) } };
    expect((await server().request({ method: "POST", path: "/api/v1/namespaces/default/configmaps", body })).status).toBe(201);
    expect((await remove("large")).status).toBe(409);
  });

  test("a hundred deletes come over few connections, which stay", async () => {
    const names = Array.from({ length: 100 }, (_, index) => `many-${index}`);
    for (const name of names) expect((await removeNew(name, "allow")).status).toBe(200);
    expect(await served.metric("holdfast_webhook_connections")).toBeLessThanOrEqual(routes.length);
  });

  test("once the webhook has gone, nothing that asks it is deleted", async () => {
    await create("orphaned", "allow");
    await served.drain();
    const { status, body } = await remove("orphaned");
    expect([status, body["reason"]]).toEqual([500, "InternalError"]);
    expect(body["message"]).toContain(`failed calling webhook "${nameOf("allow")}"`);
    expect(await exists("orphaned")).toBe(true);
  });
});
