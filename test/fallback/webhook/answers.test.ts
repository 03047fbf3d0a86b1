import { Agent } from "node:https";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AnswerDeadline } from "../../../runtime-fallback/webhook/deadline.ts";
import { type Review } from "../../../runtime-fallback/webhook/review/review.ts";
import { type Decision, type Route, allowed, conflict, forbidden } from "../../../runtime-fallback/webhook/decision.ts";
import { createManualClock } from "../manual-clock.ts";
import { type Answered, ask, reviewOf, reviewUid } from "./ask.ts";
import { type Served, allowing, serve, everything } from "./serve.ts";

let served: Served;
const seen: Review[] = [];
const decisions = new Map<string, () => unknown>();

/** A rule that decides whatever a test puts under its path. */
function scripted(rule: string): Route {
  return {
    path: `/${rule}`,
    rule,
    covers: everything,
    decide: async (review) => {
      seen.push(review);
      return (await decisions.get(rule)?.()) as Decision;
    },
  };
}

beforeAll(async () => {
  served = await serve({ routes: [allowing, scripted("one"), scripted("two")] });
});
afterAll(() => served.drain());

async function decide(decision: () => unknown, request = {}, query = "?timeout=10s") {
  decisions.set("one", decision);
  return ask(served, { path: `/one${query}`, body: JSON.stringify(reviewOf(request)) });
}

function messageOf({ response = {} }: Answered): string {
  return (response["status"] as { message: string }).message;
}

describe("a decision", () => {
  test("allows with nothing but its remarks", async () => {
    const { status, response, headers } = await decide(() =>
      allowed({ warnings: ["soon gone"], auditAnnotations: { rule: "one" } }),
    );
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/json");
    expect(response).toEqual({ uid: reviewUid, allowed: true, warnings: ["soon gone"], auditAnnotations: { rule: "one" } });
  });

  test("denies with 403 and Forbidden what is protected", async () => {
    const { status, response } = await decide(() => forbidden("ConfigMap demo/settings is protected"));
    expect(status).toBe(200);
    expect(response).toMatchObject({
      uid: reviewUid,
      allowed: false,
      status: { code: 403, reason: "Forbidden", message: "ConfigMap demo/settings is protected" },
    });
  });

  test("denies with 409 and Conflict what is in use", async () => {
    const { response } = await decide(() => conflict("ConfigMap demo/settings is in use by 2 Pods"));
    expect(response).toMatchObject({
      status: { code: 409, reason: "Conflict", message: "ConfigMap demo/settings is in use by 2 Pods" },
    });
  });

  test.each(["x", "A-1", "!~", "705AB4F5", "a".repeat(128)])("echoes the uid %s exactly", async (uid) => {
    expect((await decide(() => allowed(), { uid })).response).toMatchObject({ uid });
  });

  test("puts its message on one visible line of 4 KiB", async () => {
    const hostile = await decide(() => forbidden('a\n{"level":"info"}\u001b]8;;x\u0007\u202ecba\u0000\u2028'));
    expect(messageOf(hostile)).toBe('a\\u{a}{"level":"info"}\\u{1b}]8;;x\\u{7}\\u{202e}cba\\u{0}\\u{2028}');
    const long = await decide(() => forbidden("ü".repeat(5000)));
    const cut = messageOf(long);
    expect(cut).toBe(`${"ü".repeat(2046)}...`);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(4096);
  });

  test("says so where its message is empty, which the API server would show as no explanation", async () => {
    expect((await decide(() => forbidden(" \n".trim()))).response).toMatchObject({
      status: { message: "the rule gave no reason" },
    });
  });

  test("has warnings that an API server shows whole", async () => {
    const few = await decide(() => allowed({ warnings: ["tab\there", "", "tab\there", "x".repeat(3000)] }));
    expect(few.response?.["warnings"]).toEqual(["tab\\u{9}here", "x".repeat(3000)]);
    const many = await decide(() =>
      allowed({ warnings: Array.from({ length: 50 }, (_, index) => `${index} ${"😀".repeat(500)}`) }),
    );
    const warnings = many.response?.["warnings"] as string[];
    expect(warnings).toHaveLength(16);
    expect(warnings.map((warning) => Array.from(warning).length)).toEqual(Array.from({ length: 16 }, () => 256));
  });

  test("has audit annotations that an API server keeps", async () => {
    const auditAnnotations = { "rule.id": "one\ntwo", "with/slash": "x", "": "x", ["k".repeat(64)]: "x", __proto__x: "x" };
    const { response } = await decide(() => allowed({ auditAnnotations }));
    expect(response?.["auditAnnotations"]).toEqual({ "rule.id": "one\\u{a}two" });
  });
});

describe("a rule", () => {
  test("sees the request as it was sent, a collection without a name", async () => {
    seen.length = 0;
    await decide(() => allowed(), { name: "", dryRun: true, subResource: "" });
    expect(seen).toHaveLength(1);
    expect(seen[0]?.isDryRun).toBe(true);
    expect(seen[0]?.request).toMatchObject({
      operation: "DELETE",
      dryRun: true,
      userInfo: { username: "alice", groups: ["team-a"] },
    });
    expect(seen[0]?.request).not.toHaveProperty("name");
    expect(seen[0]?.request).not.toHaveProperty("subResource");
    expect(seen[0]?.request).not.toHaveProperty("object");
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("password=hunter2");
      },
    ],
    ["rejects", () => Promise.reject(new Error("password=hunter2"))],
    [
      "throws no error",
      () => {
        throw "text";
      },
    ],
    ["gives nothing", () => undefined],
    ["gives text", () => "allowed"],
    ["allows by text", () => ({ allowed: "true", warnings: [], auditAnnotations: {} })],
    ["allows by a number", () => ({ allowed: 1, warnings: [], auditAnnotations: {} })],
    ["denies without a code", () => ({ allowed: false, message: "no", warnings: [], auditAnnotations: {} })],
    [
      "denies with 200",
      () => ({ allowed: false, code: 200, reason: "Forbidden", message: "no", warnings: [], auditAnnotations: {} }),
    ],
    ["gives what cannot be encoded", () => ({ allowed: true, warnings: [1n], auditAnnotations: {} })],
    [
      "gives what throws when it is read",
      () => ({
        get allowed() {
          throw new Error("x");
        },
      }),
    ],
  ])("that %s is an error of its own review", async (_, decision) => {
    const failed = await decide(decision);
    expect(failed.status).toBe(500);
    expect(failed.response).toBeUndefined();
    expect(failed.text).toMatch(/^the (rule one|webhook) failed; /);
    decisions.set("two", () => forbidden("still here"));
    expect((await ask(served, { path: "/two" })).response).toMatchObject({ allowed: false });
  });

  test("that throws is counted as an error, and its words are in the log alone", async () => {
    const series = 'holdfast_admission_reviews_total{rule="one",evaluation="error"}';
    const before = await served.metric(series);
    await decide(() => Promise.reject(new Error("cannot list Pods")));
    expect(await served.metric(series)).toBe(before + 1);
    expect(served.log.at(-1)).toMatchObject({
      msg: "review",
      rule: "one",
      evaluation: "error",
      code: 500,
      error: "Error: cannot list Pods",
    });
  });

  test("that decides late is answered 504 in time, and told to stop", async () => {
    let aborted = false;
    const clock = createManualClock(Date.now());
    const deadlines: AnswerDeadline[] = [];
    decisions.set("one", () => undefined);
    const slow: Route = {
      path: "/slow",
      rule: "slow",
      covers: everything,
      decide: (_, { deadline }) =>
        new Promise((resolve) => {
          deadlines.push(deadline);
          deadline.signal.addEventListener("abort", () => {
            aborted = true;
            resolve(allowed());
          });
        }),
    };
    const own = await serve({ routes: [slow], clock });
    const asked = ask(own, { path: "/slow?timeout=1s" });
    await expect.poll(() => deadlines.map((deadline) => deadline.remainingMs())).toEqual([900]);
    clock.advance(899);
    expect(aborted).toBe(false);
    clock.advance(1);
    const answered = await asked;
    expect(answered.status).toBe(504);
    expect(answered.text).toContain("did not decide in time");
    expect(answered.response).toBeUndefined();
    expect(aborted).toBe(true);
    expect(await own.metric('holdfast_admission_reviews_total{rule="slow",evaluation="error"}')).toBe(1);
    const drained = own.drain();
    clock.advance(0);
    await drained;
  });

  test("that keeps the thread until its time is over does not allow any more", async () => {
    const blocked = await decide(
      () => {
        const end = performance.now() + 1000;
        while (performance.now() < end);
        return allowed();
      },
      {},
      "?timeout=1s",
    );
    expect(blocked.status).toBe(504);
  });
});

describe("while rules cannot be asked", () => {
  test("reviews are turned away with the reason, and never allowed", async () => {
    served.isReady.reasons = ["usages are not synced"];
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const answered = await ask(served, { agent });
    served.isReady.reasons = [];
    expect(answered).toMatchObject({ status: 503, text: "not ready: usages are not synced", response: undefined });
    expect(answered.headers["retry-after"]).toBeUndefined();
    // So that the next call may find another replica.
    expect(answered.headers["connection"]).toBe("close");
    expect(await served.metric('holdfast_admission_reviews_total{rule="allowing",evaluation="not-ready"}')).toBe(1);
    expect((await ask(served, { agent })).response).toMatchObject({ allowed: true });
    agent.destroy();
  });
});

test("each decision is one line of the log", async () => {
  const before = served.log.length;
  await decide(() => conflict("in use"), { name: "", dryRun: true, userInfo: { username: "eve\n\u202e" } });
  const lines = served.log.slice(before);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    level: "info",
    msg: "review",
    rule: "one",
    evaluation: "denied",
    code: 409,
    operation: "DELETE",
    kind: "ConfigMap",
    object: "demo/settings",
    user: "eve\\u{a}\\u{202e}",
    dryRun: true,
    uid: reviewUid,
    durationMs: expect.any(Number),
  });
});
