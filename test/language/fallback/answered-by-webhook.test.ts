import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Policy } from "holdfast";
import { type PolicyRequest, del, update } from "../../../compiler/simulator/testing/index.ts";
import { type AskedPolicy, ask } from "../../../compiler/simulator/testing/ask.ts";
import { TestedPolicy, compiledForTests } from "../../../compiler/simulator/testing/tested-policy.ts";
import { CaseFiles } from "../case-files.ts";
import { absentPolicy, agePolicy, freezePolicy, jsonPolicy, partlyPolicy } from "./answered-by-webhook.ts";
import { fallbackDeclaration } from "./asking-policy.ts";

const files = new CaseFiles();
const policies = new Map<string, AskedPolicy>();
const texts = {
  "absent.ts": absentPolicy,
  "age.ts": agePolicy,
  "json.ts": jsonPolicy,
  "partly.ts": partlyPolicy,
  "freeze.ts": freezePolicy,
};

beforeAll(async () => {
  for (const [name, text] of Object.entries(texts)) files.write(name, text);
  files.write("fallback.ts", fallbackDeclaration);
  const compilation = files.compile([...Object.keys(texts), "fallback.ts"]);
  expect(compilation.diagnostics).toEqual([]);
  for (const compiled of compiledForTests(compilation, 30)) {
    const typescript: Policy = await files.importPolicy(`${compiled.name}.ts`);
    policies.set(compiled.name, { tested: new TestedPolicy(compiled), typescript });
  }
});

afterAll(() => files.remove());

/** `deny: <message up to what can be done>` for each finding. */
function answerTo(policy: string, request: PolicyRequest): readonly string[] {
  const asked = policies.get(policy);
  if (asked === undefined) throw new Error(`there is no policy ${policy}`);
  return ask([asked], request.description, []).answer.map(
    ({ action, message }) => `${action}: ${message.replace(/; to delete it anyway.*$/u, "")}`,
  );
}

const uid = "6f2b3c9e-8f0a-4c55-9d7e-1a2b3c4d5e6f";
const config = (metadata: object, data = {}) => {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings", namespace: "shop", uid, ...metadata }, data };
};

describe("older than seven days", () => {
  const claim = (creationTimestamp: string, more: object = {}) =>
    del({
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata: { name: "data", namespace: "shop", uid, creationTimestamp, ...more },
    });
  const made = "2026-03-01T10:00:00Z";

  test.each([
    ["2026-03-08T10:00:00Z", []],
    ["2026-03-08T10:00:01Z", ["deny: old: PVCs older than 7 days are kept"]],
    // A client of another time zone means the same moment.
    ["2026-03-08T12:00:00+02:00", []],
    ["2031-01-01T00:00:00Z", ["deny: old: PVCs older than 7 days are kept"]],
    // A clock that is behind: what was made in the future is not old.
    ["2020-01-01T00:00:00Z", []],
  ])("at %s", (now, answer) => {
    expect(answerTo("age", claim(made).at(now))).toEqual(answer);
  });

  test("what is released goes, however old", () => {
    const released = claim(made, { annotations: { "holdfast.dev/release": uid } });
    expect(answerTo("age", released.at("2026-06-01T00:00:00Z"))).toEqual([expect.stringContaining("warn: released") as string]);
  });

  test("a test that does not say what time it is is an error", () => {
    expect(() => answerTo("age", claim(made))).toThrow("rule old of age asks what time it is: say it");
  });

  test.each(["2026-03-08", "2026-03-08T10:00:00", "yesterday", "2026-13-08T10:00:00Z"])("%s is no time", (now) => {
    expect(() => answerTo("age", claim(made).at(now))).toThrow(`${now} is no time`);
  });
});

describe("JSON inside of an annotation", () => {
  const annotated = (text: string | undefined, more: object = {}) =>
    del(config({ annotations: { ...(text !== undefined && { "example.com/protection": text }), ...more } }));

  test.each([
    [undefined, []],
    ["", []],
    ['{"enabled":false}', []],
    ['{"enabled":true}', ["deny: enabled: Protected: no reason given"]],
    ['{"enabled":true,"reason":"audit"}', ["deny: enabled: Protected: audit"]],
    ["{}", []],
    // What is no JSON cannot be judged, and stays.
    ["{", ["deny: enabled: ConfigMap settings cannot be evaluated: the rule throws SyntaxError"]],
    ["null", ["deny: enabled: ConfigMap settings cannot be evaluated: what `enabled` is read from is absent"]],
    ['{"__proto__":{"enabled":true}}', []],
  ])("%s", (text, answer) => {
    expect(answerTo("json", annotated(text))).toEqual(answer);
  });

  test("a mebibyte of it is read", () => {
    const long = JSON.stringify({ enabled: true, reason: "long", more: "x".repeat(1_000_000) });
    expect(answerTo("json", annotated(long))).toEqual(["deny: enabled: Protected: long"]);
  });

  test("what is no JSON goes where it is released", () => {
    expect(answerTo("json", annotated("{", { "holdfast.dev/release": uid }))).toEqual([]);
  });

  test("the annotation stays as it is while it may protect; it can be added, and anything else changed", () => {
    const stored = (text: string | undefined, more: object = {}) =>
      config({ annotations: { ...(text !== undefined && { "example.com/protection": text }), ...more } });
    const changed = (before: string | undefined, after: string | undefined, more: object = {}) =>
      answerTo("json", update(stored(before, more), stored(after, { note: "x", ...more })));
    const denied = [expect.stringContaining("releaseGuard: ConfigMap shop/settings is protected against deletion") as string];
    expect(changed('{"enabled":true}', undefined)).toEqual(denied);
    expect(changed('{"enabled":true}', '{"enabled":false}')).toEqual(denied);
    expect(changed('{"enabled":true}', '{"enabled":true}')).toEqual([]);
    expect(changed(undefined, '{"enabled":true}')).toEqual([]);
    expect(changed('{"enabled":true}', undefined, { "holdfast.dev/release": uid })).toEqual([]);
  });
});

describe("a rule of which CEL says a part", () => {
  const at = (labels: object, annotations = {}) => del(config({ labels, annotations })).at("2026-03-10T12:00:00Z");

  test("denies by itself what it can, asks where the label is, and leaves the rest alone", () => {
    expect(answerTo("partly", at({ keep: "always" }))).toEqual(["deny: kept: settings is kept"]);
    expect(answerTo("partly", at({ keep: "until" }, { until: "2026-03-11T00:00:00Z" }))).toEqual([
      "deny: kept: settings is kept",
    ]);
    expect(answerTo("partly", at({ keep: "until" }, { until: "2026-03-10T00:00:00Z" }))).toEqual([]);
    expect(answerTo("partly", at({}, { until: "2026-03-11T00:00:00Z" }))).toEqual([]);
  });
});

test("the webhook is asked about what lacks what a rule that asks the cluster reads from", () => {
  const thing = (spec: object) => {
    const metadata = { name: "x", namespace: "shop", uid };
    return del({ apiVersion: "things.example.com/v1", kind: "Thing", metadata, spec }).resource("things");
  };
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "p", namespace: "shop" } };
  expect(answerTo("absent", thing({ owner: { name: "a" } }).inCluster(pod))).toEqual(["deny: owned: no"]);
  expect(answerTo("absent", thing({ owner: { name: "b" } }).inCluster(pod))).toEqual([]);
  expect(answerTo("absent", thing({}).inCluster(pod))).toEqual([
    "deny: owned: Thing x cannot be evaluated: spec.owner is absent",
  ]);
});

describe("a freeze from 22:00 to 06:00 in Zurich", () => {
  const freeze = (now: string) => answerTo("freeze", del(config({ labels: { tier: "production" } })).at(now));
  const frozen = ["deny: frozen: nothing of production is deleted between 22:00 and 06:00 in Zurich"];

  test.each([
    ["2026-01-15T20:59:59Z", []],
    ["2026-01-15T21:00:00Z", frozen],
    // Midnight there, and midnight of UTC.
    ["2026-01-15T23:00:00Z", frozen],
    ["2026-01-16T00:00:00Z", frozen],
    ["2026-01-16T04:59:59Z", frozen],
    ["2026-01-16T05:00:00Z", []],
    // In summer it begins an hour earlier in UTC.
    ["2026-07-15T19:59:59Z", []],
    ["2026-07-15T20:00:00Z", frozen],
    ["2026-07-16T03:59:59Z", frozen],
    ["2026-07-16T04:00:00Z", []],
    // The night in which clocks go forward: 02:00 becomes 03:00.
    ["2026-03-29T00:59:59Z", frozen],
    ["2026-03-29T01:00:00Z", frozen],
    ["2026-03-29T03:59:59Z", frozen],
    ["2026-03-29T04:00:00Z", []],
    // And back: 02:30 comes twice, the night is an hour longer.
    ["2026-10-25T00:30:00Z", frozen],
    ["2026-10-25T01:30:00Z", frozen],
    ["2026-10-25T04:59:59Z", frozen],
    ["2026-10-25T05:00:00Z", []],
  ])("%s", (now, answer) => {
    expect(freeze(now)).toEqual(answer);
  });

  test("what has not the label is not concerned", () => {
    expect(answerTo("freeze", del(config({})).at("2026-01-15T23:00:00Z"))).toEqual([]);
  });
});
