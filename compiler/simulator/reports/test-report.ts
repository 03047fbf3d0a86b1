import { type CaseResult, isFinding } from "./case-result.ts";
import { type RuleCoverage, isCovered } from "./coverage.ts";

/** Everything that one run of the tests has to tell. */
export interface TestReport {
  readonly results: readonly CaseResult[];
  readonly coverage: readonly RuleCoverage[];
  /** Whether rules without both kinds of cases are findings. */
  readonly requiresCases: boolean;
  readonly milliseconds: number;
}

/** The rules that make the run fail, for want of cases. */
export function uncovered({ coverage, requiresCases }: TestReport): readonly RuleCoverage[] {
  return requiresCases ? coverage.filter((rule) => !isCovered(rule)) : [];
}

/** `9 passed, 1 failed` */
export function countResults({ results }: TestReport): string {
  const counts = ["passed", "failed", "error", "bug", "differs", "skipped"].map((status) => {
    return { status, number: results.filter((result) => result.status === status).length };
  });
  const words: Readonly<Record<string, string>> = {
    error: "could not be asked",
    bug: "bugs of Holdfast",
    differs: "different on the server",
  };
  const unasked = results.filter(({ notAsked }) => notAsked !== undefined).length;
  const remark = unasked === 0 ? "" : ` (${unasked} not asked on the server)`;
  const counted = counts
    .filter(({ status, number }) => status === "passed" || number > 0)
    .map(({ status, number }) => `${number} ${words[status] ?? status}`)
    .join(", ");
  return `${counted}${remark}`;
}

export function isFine(report: TestReport): boolean {
  return report.results.every((result) => !isFinding(result)) && uncovered(report).length === 0;
}

/** Which cases a rule lacks: `no case in which it denies`. */
export function describeGap({ action, speaks, admits, isConstant }: RuleCoverage): string {
  const spoken = `no case in which it ${action === "deny" ? "denies" : "warns"}`;
  const admitted = "no case in which it admits";
  return [...(speaks === 0 ? [spoken] : []), ...(admits === 0 && !isConstant ? [admitted] : [])].join(", ");
}

/** For programs: every case with what was asked, what came out and what a failure says. */
export function reportData(report: TestReport): object {
  const { results, coverage, milliseconds } = report;
  const cases = results.map(({ file, position, name, status, details, notAsked, milliseconds: time, reviews }) => ({
    file,
    line: position?.line,
    column: position?.column,
    name,
    status,
    details: details.length === 0 ? undefined : details,
    notAsked,
    milliseconds: time,
    reviews: reviews.map(({ policies, request, answer }) => ({ policies, request, answer })),
  }));
  return { isFine: isFine(report), milliseconds, cases, coverage };
}
