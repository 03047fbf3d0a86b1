import { describe, expect, test } from "vitest";
import type { CaseResult } from "../../../compiler/simulator/reports/case-result.ts";
import { coverageOf } from "../../../compiler/simulator/reports/coverage.ts";
import { githubFindings } from "../../../compiler/cli/output/findings/github-findings.ts";
import { junitFindings } from "../../../compiler/cli/output/findings/junit-findings.ts";
import { testChecks } from "../../../compiler/cli/test/test-checks.ts";
import { reportData, type TestReport, isFine } from "../../../compiler/simulator/reports/test-report.ts";
import { textReport } from "../../../compiler/simulator/reports/text-report.ts";

const base = { file: "a.test.yaml", position: { line: 3, column: 5 }, milliseconds: 1.25, reviews: [], details: [] };
const passed: CaseResult = { ...base, name: "is kept", status: "passed" };
const failed: CaseResult = { ...base, name: "is <not> kept", status: "failed", details: ["asked  x & y", "got    allowed"] };
const hostile: CaseResult = {
  ...base,
  file: "b,c:d.test.yaml",
  name: "\u001b[2J::warning::x\n::error::y",
  status: "error",
  details: ["\u202e%0A::set-env name=x::y\r\n\u0000]]>"],
};
const skipped: CaseResult = { ...base, name: "later", status: "skipped" };

const report = (results: readonly CaseResult[], more: Partial<TestReport> = {}): TestReport => {
  return { results, coverage: [], requiresCases: false, milliseconds: 1900, ...more };
};

const junitReport = (one: TestReport): string => junitFindings(testChecks(one));
const githubReport = (one: TestReport): string => githubFindings(testChecks(one));

const gap = { policy: "p", rule: "keep", action: "deny", speaks: 0, admits: 2, isConstant: false } as const;

describe("whether all is well", () => {
  test.each([
    ["passed", report([passed]), true],
    ["skipped", report([passed, skipped]), true],
    ["failed", report([passed, failed]), false],
    ["could not be asked", report([{ ...passed, status: "error" }]), false],
    ["differs on the server", report([{ ...passed, status: "differs" }]), false],
    ["a rule without cases", report([passed], { coverage: [gap] }), true],
    ["a rule without cases, where they are required", report([passed], { coverage: [gap], requiresCases: true }), false],
  ])("%s", (_, one, isSo) => expect(isFine(one)).toBe(isSo));
});

test("as text", () => {
  const text = textReport(report([passed, failed, skipped, { ...passed, notAsked: "of its name" }], { coverage: [gap] }), {
    color: false,
  });
  expect(text.split("\n")).toEqual([
    "a.test.yaml",
    "  ✓ is kept  1.3 ms",
    "  ✗ is <not> kept  1.3 ms  (3:5)",
    "      | asked  x & y",
    "      | got    allowed",
    "  - later  (3:5)",
    "  ✓ is kept  1.3 ms",
    "      | not asked on the server: of its name",
    "",
    "RULE    DENIES OR WARNS  ADMITS",
    "p keep  0                2       no case in which it denies",
    "",
    "4 cases: 2 passed, 1 failed, 1 skipped (1 not asked on the server); 0 of 1 rules have cases of both kinds (1.9 s)",
  ]);
});

test("as JUnit XML", () => {
  const xml = junitReport(report([passed, failed, skipped], { coverage: [gap], requiresCases: true }));
  expect(xml).toContain('<testsuites name="holdfast test" tests="4" failures="2" time="1.9000">');
  expect(xml).toContain('<testsuite name="a.test.yaml" tests="3" failures="1" skipped="1"');
  expect(xml).toContain(
    '<failure message="is &lt;not&gt; kept">a.test.yaml:3:5\nis &lt;not&gt; kept\nasked  x &amp; y\ngot    allowed</failure>',
  );
  expect(xml).toContain('<testcase name="is &lt;not&gt; kept"');
  expect(xml).toContain("<skipped/>");
  expect(xml).toContain('<testcase name="p keep" classname="coverage">');
});

test("as JSON", () => {
  expect(reportData(report([passed, failed]))).toMatchObject({
    isFine: false,
    cases: [
      { file: "a.test.yaml", line: 3, column: 5, name: "is kept", status: "passed" },
      { status: "failed", details: ["asked  x & y", "got    allowed"] },
    ],
  });
});

test("as annotations of GitHub", () => {
  expect(githubReport(report([passed, failed], { coverage: [gap], requiresCases: true })).split("\n")).toEqual([
    "::error file=a.test.yaml,line=3,col=5,title=holdfast test%3A case-failed::is <not> kept%0Aasked  x & y%0Agot    allowed",
    "::error title=holdfast test%3A no-case::p keep: no case in which it denies",
    "holdfast test: 1 passed, 1 failed",
  ]);
});

describe("text from a cluster or a stranger's file does no harm", () => {
  test("no line begins a command, and nothing steers the terminal", () => {
    const lines = textReport(report([hostile]), { color: false }).split("\n");
    expect(lines.filter((line) => line.trimStart().startsWith("::"))).toEqual([]);
    expect(lines.join("\n")).not.toMatch(/[\p{Cc}\p{Cf}](?<!\n)/u);
  });

  test("nothing ends the XML early or makes it ill-formed", () => {
    const xml = junitReport(report([hostile]));
    expect(xml).not.toMatch(/[\p{Cc}\p{Cf}](?<!\n)/u);
    expect(xml).toContain("]]&gt;");
  });

  test("an annotation stays one line with one place", () => {
    const [line = "", ...others] = githubReport(report([hostile])).split("\n");
    expect(others.length).toBe(1);
    expect(line).toMatch(/^::error file=b%2Cc%3Ad\.test\.yaml,line=3,col=5,title=holdfast test%3A case-error::/);
    expect(line).toContain("%250A::set-env");
  });
});

test("coverage counts what a rule concerned, and what it said", () => {
  const rule = { policy: "p", rule: "keep" };
  const finding = { ...rule, action: "deny", message: "" } as const;
  const request = { operation: "delete", object: { apiVersion: "v1", kind: "Pod" } } as const;
  const review = (answer: readonly (typeof finding)[], concerned: readonly (typeof rule)[]) => {
    return { policies: ["p"], request, answer, concerned };
  };
  const span = { file: "p.ts", start: 0, end: 0 };
  const when = { kind: "identifier", name: "x", span } as const;
  const always = { kind: "literal", value: true, span } as const;
  const policy = {
    name: "p",
    rules: [{ name: "keep", action: "deny", when } as const, { name: "tell", action: "warn", when: always } as const],
  };
  const reviews = [review([finding], [rule]), review([], [rule]), review([], [rule]), review([], [])];
  expect(coverageOf([policy], [{ ...passed, reviews }])).toEqual([
    { ...rule, action: "deny", speaks: 1, admits: 2, isConstant: false },
    { policy: "p", rule: "tell", action: "warn", speaks: 0, admits: 0, isConstant: true },
  ]);
});
