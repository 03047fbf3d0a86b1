import { visible } from "../../diagnostics/format.ts";
import { type CaseResult, isFinding } from "./case-result.ts";
import { type TestReport, countResults, describeGap, uncovered } from "./test-report.ts";

/** Workflow commands of GitHub Actions: an annotation at the place of each finding. */
export function githubReport(report: TestReport): string {
  const failed = report.results.filter(isFinding).map(annotation);
  const gaps = uncovered(report).map(
    (rule) => `::error title=holdfast test::${data(`${rule.policy} ${rule.rule}: ${describeGap(rule)}`)}`,
  );
  return [...failed, ...gaps, `holdfast test: ${countResults(report)}`].join("\n");
}

function annotation({ file, position, name, details }: CaseResult): string {
  const place = position === undefined ? "" : `,line=${position.line},col=${position.column}`;
  const text = [name, ...details].map(visible).join("\n");
  return `::error file=${property(file)}${place},title=holdfast test::${data(text)}`;
}

/** actions/toolkit: packages/core/src/command.ts, escapeData. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(visible(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
