import { type CaseResult, isFinding } from "../../simulator/reports/case-result.ts";
import { type TestReport, countResults, describeGap, uncovered } from "../../simulator/reports/test-report.ts";
import type { Check, Checks } from "../output/findings/finding.ts";

/** Every case, and each rule that wants cases. */
export function testChecks(report: TestReport): Checks {
  return {
    command: "holdfast test",
    headline: countResults(report),
    checks: [...report.results.map(caseCheck), ...uncovered(report).map(gapCheck)],
    milliseconds: report.milliseconds,
  };
}

function caseCheck(result: CaseResult): Check {
  const { name, file, status, details, position, milliseconds } = result;
  const check = { suite: file, name, milliseconds, isSkipped: status === "skipped" };
  if (!isFinding(result)) return check;
  const message = [name, ...details].join("\n");
  return { ...check, finding: { level: "error", rule: `case-${status}`, message, file, position } };
}

function gapCheck(rule: ReturnType<typeof uncovered>[number]): Check {
  const name = `${rule.policy} ${rule.rule}`;
  const message = `${name}: ${describeGap(rule)}`;
  return { suite: "coverage", name, finding: { level: "error", rule: "no-case", message, object: name } };
}
