import { describe, expect, test } from "vitest";
import { compileFiles } from "../fixtures/compile-files.ts";

/** What is said of a rule that says `condition`. */
function codesOf(condition: string): readonly string[] {
  const text = `import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "dates",
  match: [{ group: "apps", resource: "deployments" }],
  rules: { asks: { denyWhen: ({ oldObject }) => { const a = oldObject.metadata.annotations?.["a"] ?? ""; return ${condition}; }, message: "no" } },
});
`;
  return compileFiles({ "dates.ts": text }).diagnostics.map(({ code }) => code);
}

describe("what is good for a date", () => {
  test.each([
    'new Date(a) < new Date("2026-01-01")',
    "new Date(new Date(a)).getTime() > 0",
    "new Date(Date.UTC(2026, 0)).toISOString() === '2026-01-01T00:00:00.000Z'",
    "typeof new Date(a) === 'object'",
    "new Date(a) != null",
    "Math.max(Date.parse(a), 0) > Number(new Date(a))",
    "a.split(',').some((one) => new Date(one) < new Date('2026-01-01'))",
    "a.split(',').map((one) => Date.parse(one)).some((one) => one > 0)",
    "((a ? new Date(a) : undefined)?.getTime() ?? 0) > 0",
    "[new Date(a), new Date('2026-01-01')].some((one) => one <= new Date(a))",
  ])("%s", (condition) => expect(codesOf(condition)).toEqual([]));
});

describe("what is rejected", () => {
  test.each([
    ["new Date(a) === new Date(a)", "compares-objects"],
    ["`${new Date(a)}` === a", "not-text"],
    ["String(new Date(a)) === a", "not-text"],
    ["new Date(a) instanceof Date", "unsupported-operator"],
    ["new Date(a.length / 3).getTime() > 0", "inexact-arithmetic"],
    ["new Date(Date.parse(a) + 1).getUTCDay() === 1", "parts-of-date"],
    ["new Date(2026, 0) < new Date(a)", "needs-the-time-zone"],
    ["new Date(a).getDay() === 1", "needs-the-time-zone"],
    ["new Date() < new Date(a)", "needs-the-time"],
    ["new Date('2026-02-30') < new Date(a)", "unreadable-text"],
    ["Date.parse('never') > 1", "unreadable-text"],
    ["Date.UTC(Date.parse(a), 1) > 1", "not-a-value"],
    ["new Date(a).setUTCDate(1) > 1", "unknown-method"],
    ["new Date(a).toString() === a", "unknown-method"],
  ])("%s: %s", (condition, code) => expect(codesOf(condition)).toContain(code));
});
