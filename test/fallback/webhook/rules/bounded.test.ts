import { describe, expect, test } from "vitest";
import { atTime } from "../../../../compiler/simulator/evaluate/clock.ts";
import { evaluate } from "../../../../compiler/simulator/evaluate/evaluate.ts";
import { ofOverrides, withinLimits } from "../../../../compiler/simulator/evaluate/limits/within-limits.ts";
import { type Policy, deletionPolicy } from "../../../../compiler/language/policy.ts";
import { ruleProgram } from "../../../../compiler/simulator/evaluate/rule-program.ts";
import type { PolicyIr } from "../../../../compiler/ir/policy.ts";
import { type Override, released } from "../../../../compiler/language/overrides/overrides.ts";
import { compileFiles } from "../../../fixtures/compile-files.ts";
import { fallbackDeclaration } from "../../../language/fallback/asking-policy.ts";
import { TakesTooLong, bounded } from "../../../../runtime-fallback/webhook/rules/bounded.ts";

const { Date: date } = globalThis;

/** Every function of JavaScript's own, by where it stands. */
function builtIns(): ReadonlyMap<string, unknown> {
  const owners = { globalThis, Array, BigInt, Date, JSON, Math, Number, Object, RegExp, String };
  const all = Object.entries(owners).flatMap(([name, owner]) => [
    [name, owner] as const,
    ...("prototype" in owner ? [[`${name}.prototype`, owner.prototype as object] as const] : []),
  ]);
  return new Map(
    all.flatMap(([name, owner]) =>
      Object.entries(Object.getOwnPropertyDescriptors(owner)).map(([key, { value }]) => [`${name}.${key}`, value] as const),
    ),
  );
}

const endless: Policy = deletionPolicy({
  name: "endless",
  match: [{ group: "", resource: "configmaps" }],
  rules: {
    never: {
      answeredBy: "webhook",
      denyWhen: () => {
        for (;;);
      },
      message: "no",
    },
  },
});

const input = {
  request: {
    operation: "DELETE",
    kind: { group: "", version: "v1", kind: "ConfigMap" },
    requestKind: { group: "", version: "v1", kind: "ConfigMap" },
    resource: { group: "", version: "v1", resource: "configmaps" },
    requestResource: { group: "", version: "v1", resource: "configmaps" },
    name: "settings",
    namespace: "shop",
    userInfo: { username: "alice" },
    dryRun: false,
    oldObject: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings", namespace: "shop", uid: "u1" } },
  },
} as const;

describe("a rule runs for so long and no longer", () => {
  test.each<readonly [what: string, run: () => unknown]>([
    [
      "a loop",
      () => {
        for (;;);
      },
    ],
    [
      "a loop that catches whatever ends it",
      () => {
        for (;;) {
          try {
            for (;;);
          } catch {
            // It goes on.
          }
        }
      },
    ],
    ["a regular expression that goes back and back", () => /^(a+)+$/u.test(`${"a".repeat(60)}b`)],
    ["a loop of a thousand million over what is long", () => Array.from({ length: 1_000_000_000 }, (_, at) => at).length],
  ])("%s", (_, run) => {
    expect(() => bounded(run, 50)).toThrow(TakesTooLong);
  });

  test("whatever an evaluation changes while it runs is put back", () => {
    const before = builtIns();
    expect(() => bounded(() => evaluate(endless, input), 50)).toThrow(TakesTooLong);
    const changed = [...builtIns()].filter(([name, value]) => !Object.is(before.get(name), value)).map(([name]) => name);
    expect(changed).toEqual([]);
  });

  test("and what it may read has its limits again, though it was ended inside of a method", () => {
    const goesBack = (): boolean => /^(a+)+$/u.test(`${"a".repeat(60)}b`);
    const reads = (): unknown => /x/u.exec("x".repeat(2_000));
    expect(() => bounded(() => withinLimits(ofOverrides, goesBack), 50)).toThrow(TakesTooLong);
    expect(() => withinLimits(ofOverrides, reads)).toThrow("more than 1024 characters");
    expect(reads()).toHaveLength(1);
  });
});

test("what comes to its end gives what it gives, and throws what it throws", () => {
  expect(bounded(() => 3)).toBe(3);
  expect(() => bounded(() => JSON.parse("{"))).toThrow(SyntaxError);
  expect(bounded(() => bounded(() => "inside"))).toBe("inside");
});

test("a rule sees one time, and nobody else does", () => {
  const noon = Date.parse("2026-03-29T12:00:00Z");
  const seen = atTime(noon, () => [Date.now(), new Date().toISOString(), new Date(0).getTime(), new Date() instanceof Date]);
  expect(seen).toEqual([noon, "2026-03-29T12:00:00.000Z", 0, true]);
  expect(globalThis.Date).toBe(date);
});

test("an override that does not end is closed, and another that is open lets the delete through", () => {
  const text = `import { deletionPolicy, released } from "holdfast";
export default deletionPolicy({
  name: "own",
  match: [{ group: "", resource: "configmaps" }],
  overrides: [released(), { name: "slow", answeredBy: "webhook", when: () => { while (Date.now() > 5); return true; } }],
  rules: { kept: { denyWhen: ({ oldObject }) => oldObject.kind === "ConfigMap", message: "kept" } },
});
`;
  const { diagnostics, ir } = compileFiles({ "own.ts": text, "fallback.ts": fallbackDeclaration }, ["own.ts", "fallback.ts"]);
  expect(diagnostics).toEqual([]);
  const slow: Override = {
    name: "slow",
    answeredBy: "webhook",
    when: () => {
      for (;;);
    },
  };
  const kept = { denyWhen: () => true, message: "kept" };
  const policy: Policy = deletionPolicy({ ...endless, name: "own", overrides: [released(), slow], rules: { kept } });
  const program = ruleProgram(policy, "kept", ir[0] as PolicyIr);
  expect(program.isByWebhook).toBe(true);
  expect(() => bounded(() => program.run(input, "deny"), 50)).toThrow(TakesTooLong);
  const denied = program.unevaluated?.("the rule takes longer than 500 ms", input, "deny");
  expect(denied).toMatchObject([{ rule: "kept", action: "deny", message: expect.stringContaining("takes longer") as string }]);
  const { oldObject } = input.request;
  const metadata = { ...oldObject.metadata, annotations: { "holdfast.dev/release": "u1" } };
  const marked = { request: { ...input.request, oldObject: { ...oldObject, metadata } } };
  expect(program.unevaluated?.("", marked, "deny")).toMatchObject([{ rule: "released", action: "audit" }]);
});
