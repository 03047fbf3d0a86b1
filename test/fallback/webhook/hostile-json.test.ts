import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allowed } from "../../../runtime-fallback/webhook/decision.ts";
import type { Review } from "../../../runtime-fallback/webhook/review/review.ts";
import { ask, reviewOf } from "./ask.ts";
import { type Served, serve, everything } from "./serve.ts";
import { slowed } from "./slowed.ts";

const good = JSON.stringify(reviewOf());
const withRequest = (request: Readonly<Record<string, unknown>>): string => JSON.stringify(reviewOf(request));
/** The good review with one piece of its text replaced. */
function edited(from: string, to: string): string {
  if (!good.includes(from)) throw new Error(`the review has no ${from}`);
  return good.replace(from, () => to);
}
const uid = `"uid":"705ab4f5-6393-11e8-b7cc-42010a800002"`;

let served: Served;
const seen: Review[] = [];
beforeAll(async () => {
  const decide = (review: Review) => {
    seen.push(review);
    return Promise.resolve(allowed());
  };
  served = await serve({ routes: [{ path: "/allow", rule: "seeing", covers: everything, decide }], ...slowed(30) });
});
afterAll(() => served.drain());
beforeEach(() => {
  seen.length = 0;
});

describe("what no API server sends is denied, and no rule sees it", () => {
  test.each<[string, string | Buffer, string]>([
    ["nothing", "", "not JSON"],
    ["spaces", "   ", "not JSON"],
    ["half a review", good.slice(0, -1), "not JSON"],
    ["a review and a half", `${good}{`, "not JSON"],
    ["two reviews", `${good}${good}`, "not JSON"],
    ["a byte order mark", `\ufeff${good}`, "not JSON"],
    ["UTF-16", Buffer.from(good, "utf16le"), "not JSON"],
    ["a NUL between tokens", edited('"request":', '\u0000"request":'), "not JSON"],
    ["a raw NUL in text", edited("alice", "al\u0000ice"), "not JSON"],
    ["a raw newline in text", edited("alice", "al\nice"), "not JSON"],
    ["a trailing comma", edited(`${uid},`, `${uid},,`), "not JSON"],
    ["a comment", `/* */${good}`, "not JSON"],
    ["single quotes", good.replaceAll('"', "'"), "not JSON"],
    ["NaN", edited('"dryRun":false', '"dryRun":NaN'), "not JSON"],
    ["a bare escape at the end", `${good}"\\`, "not JSON"],
    [
      "bytes that are not UTF-8",
      Buffer.concat([Buffer.from(good.slice(0, -2)), Buffer.from([0xff]), Buffer.from("}}")]),
      "not UTF-8",
    ],
    [
      "an overlong encoding",
      Buffer.from(edited("alice", "al__ice"), "latin1").fill(
        Buffer.from([0xc0, 0x80]),
        good.indexOf("alice") + 2,
        good.indexOf("alice") + 4,
      ),
      "not UTF-8",
    ],
    ["half a surrogate in UTF-8", Buffer.from(edited("alice", "\u00ed\u00a0\u0080"), "latin1"), "not UTF-8"],
    ["null", "null", "AdmissionReview"],
    ["a list", `[${good}]`, "AdmissionReview"],
    ["text", '"AdmissionReview"', "AdmissionReview"],
    ["6 MB of opening brackets", "[".repeat(6_000_000), "1000 levels"],
    ["a million opened objects", '{"a":'.repeat(1_000_000), "1000 levels"],
    [
      "an object 1001 levels deep",
      withRequest({ oldObject: JSON.parse(`${'{"a":'.repeat(1001)}1${"}".repeat(1001)}`) as unknown }),
      "1000 levels",
    ],
    ["v1beta1", edited("admission.k8s.io/v1", "admission.k8s.io/v1beta1"), "admissionReviewVersions"],
    ["no apiVersion", edited('"apiVersion":"admission.k8s.io/v1",', ""), "admissionReviewVersions"],
    ["another kind", edited("AdmissionReview", "ConversionReview"), "AdmissionReview"],
    ["no request", '{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1"}', "request"],
    ["a request that is null", '{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":null}', "request"],
    [
      "a request by inheritance",
      '{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","__proto__":{"request":{}}}',
      "request",
    ],
    ["no uid", edited(`${uid},`, ""), "uid"],
    ["an empty uid", withRequest({ uid: "" }), "uid"],
    ["a uid that is a number", withRequest({ uid: 1 }), "uid"],
    ["a uid of 129 characters", withRequest({ uid: "a".repeat(129) }), "uid"],
    ["a uid of two lines", withRequest({ uid: "a\nb" }), "uid"],
    ["a uid that is half a surrogate", withRequest({ uid: "\ud800" }), "uid"],
    ["the uid twice", edited(uid, `${uid},"uid":"other"`), "twice"],
    ["the uid twice, once escaped", edited(uid, `${uid},"\\u0075id":"other"`), "twice"],
    ["a label twice", edited('"data":{}', '"data":{"a":"1","a":"2"}'), "twice"],
    ["__proto__ twice", edited('"data":{}', '"data":{"__proto__":{},"__proto__":{}}'), "twice"],
    ["the request twice", edited('"request":', '"request":{},"request":'), "twice"],
    ["the uid in another case beside it", edited(uid, `${uid},"UID":"other"`), "case"],
    ["the uid in another case alone", edited('"uid"', '"Uid"'), "case"],
    ["the request in another case beside it", edited('"request":', '"Request":{},"request":'), "case"],
    [
      "a key that folds to a known one in Go only",
      edited('"kind":"AdmissionReview"', '"kind":"AdmissionReview","\u212aind":"x"'),
      "case",
    ],
    ["a user in another case", edited('"username"', '"userName":"root","username"'), "case"],
    ["no operation", edited('"operation":"DELETE",', ""), "operation"],
    ["an unknown operation", withRequest({ operation: "CONNECT" }), "operation"],
    ["an operation in lower case", withRequest({ operation: "delete" }), "operation"],
    ["an operation of every object", withRequest({ operation: "constructor" }), "operation"],
    ["a delete of nothing", withRequest({ oldObject: null }), "oldObject"],
    ["a delete of text", withRequest({ oldObject: "x" }), "oldObject"],
    ["a delete of a list", withRequest({ oldObject: [] }), "oldObject"],
    ["an update of nothing", withRequest({ operation: "UPDATE" }), "object"],
    ["a dry run that is text", withRequest({ dryRun: "false" }), "dryRun"],
    ["a user that is text", withRequest({ userInfo: "alice" }), "userInfo"],
    ["groups that are text", withRequest({ userInfo: { username: "a", groups: "system:masters" } }), "groups"],
    ["a group that is a number", withRequest({ userInfo: { username: "a", groups: [1] } }), "groups"],
    ["a name that is an object", withRequest({ name: {} }), "name"],
    ["a kind without a version", withRequest({ kind: { group: "", kind: "x" } }), "version"],
    ["a resource that is text", withRequest({ resource: "configmaps" }), "resource"],
  ])("%s", async (_, body, why) => {
    const answered = await ask(served, { body });
    expect(answered).toMatchObject({ status: 400, response: undefined });
    expect(answered.text).toContain(why);
    expect(seen).toHaveLength(0);
    expect((await ask(served)).response).toMatchObject({ allowed: true });
  });
});

describe("what has strange keys and numbers is one review as any other", () => {
  const names = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "isAdmin"];

  test("names of what every JavaScript object has are names like others", async () => {
    const labels = names.map((name) => `${JSON.stringify(name)}:"true"`).join(",");
    const polluting = `"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}`;
    const body = edited('"data":{}', `"data":{${labels}},${polluting}`)
      .replace('"groups"', `"extra":{"__proto__":["x"],"constructor":["y"]},"groups"`)
      .replace('"request":', `${polluting},"request":`);
    expect((await ask(served, { body })).response).toMatchObject({ allowed: true });
    const [review] = seen;
    const { data = {} } = (review?.request.oldObject ?? {}) as { data?: object };
    expect(Object.keys(data)).toEqual(names);
    expect(Object.keys(review?.request.userInfo.extra ?? {})).toEqual(["__proto__", "constructor"]);
    expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
    expect(Object.getPrototypeOf(review?.request)).toBe(Object.prototype);
  });

  test("what other code put on every object is no part of a review", async () => {
    const prototype = Object.prototype as Record<string, unknown>;
    Object.defineProperty(prototype, "uid", { value: "inherited", configurable: true });
    const answered = await ask(served, { body: edited(`${uid},`, "") });
    Reflect.deleteProperty(prototype, "uid");
    expect(answered.text).toContain("uid of the review");
    expect(seen).toHaveLength(0);
  });

  test("numbers of any size are handed on and not looked at", async () => {
    const body = edited('"data":{}', '"data":{},"a":9007199254740993,"b":1e999,"c":-0,"d":1e-400');
    expect((await ask(served, { body })).response).toMatchObject({ allowed: true });
  });

  test("an escaped NUL, a line separator and half a surrogate are text", async () => {
    const body = edited("alice", "a\\u0000\\u2028\\ud800");
    expect((await ask(served, { body })).response).toMatchObject({ allowed: true });
    expect(seen[0]?.request.userInfo.username).toBe("a\u0000\u2028\ud800");
  });

  test("unknown keys, which a newer API server may send, are left behind", async () => {
    const body = edited('"dryRun":false', '"dryRun":false,"newField":{"a":1}');
    expect((await ask(served, { body })).response).toMatchObject({ allowed: true });
    expect(seen[0]?.request).not.toHaveProperty("newField");
  });

  test("colons, quotes and brackets in text are not taken for JSON", async () => {
    const text = String.raw`\":{[,\\`;
    const body = edited('"data":{}', `"data":{"${text}":"${text}","b":"${"[".repeat(5000)}"}`);
    expect((await ask(served, { body })).response).toMatchObject({ allowed: true });
  });

  test("100,000 keys that are numbers are read in no time", async () => {
    const keys = Array.from({ length: 100_000 }, (_, index) => `"${index * 16_777_259}":""`).join(",");
    // Of this process alone, whatever else the machine does.
    const before = process.cpuUsage();
    expect((await ask(served, { body: edited('"data":{}', `"data":{${keys}}`) })).response).toMatchObject({ allowed: true });
    const { user, system } = process.cpuUsage(before);
    const usedMs = (user + system) / 1000;
    console.log(`100,000 integer-like keys: ${usedMs.toFixed(0)} ms of CPU with sending`);
    expect(usedMs).toBeLessThan(5000);
  });
});
