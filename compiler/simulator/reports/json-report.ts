import { type TestReport, isFine } from "./test-report.ts";

/** For programs: every case with what was asked, what came out and what a failure says. */
export function jsonReport(report: TestReport): string {
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
  return JSON.stringify({ isFine: isFine(report), milliseconds, cases, coverage }, undefined, 2);
}
