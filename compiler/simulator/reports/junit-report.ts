import { visible } from "../../diagnostics/format.ts";
import { type CaseResult, isFinding } from "./case-result.ts";
import { type TestReport, describeGap, uncovered } from "./test-report.ts";

/** JUnit XML, as CI systems read it: one suite for each file, and one for rules that want cases. */
export function junitReport(report: TestReport): string {
  const byFile = [...Map.groupBy(report.results, ({ file }) => file)];
  const missing = uncovered(report);
  const count = report.results.filter(isFinding).length + missing.length;
  const suites = byFile.map(([file, results]) => suiteOf(file, results));
  const gaps = missing.map((rule) =>
    failedCase({ name: `${rule.policy} ${rule.rule}`, className: "coverage" }, describeGap(rule)),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="holdfast test" tests="${report.results.length + missing.length}" failures="${count}" time="${seconds(report)}">`,
    ...suites,
    ...(gaps.length === 0
      ? []
      : [`  <testsuite name="coverage" tests="${gaps.length}" failures="${gaps.length}">`, ...gaps, "  </testsuite>"]),
    "</testsuites>",
  ].join("\n");
}

function suiteOf(file: string, results: readonly CaseResult[]): string {
  const count = (is: (result: CaseResult) => boolean): number => results.filter(is).length;
  const skipped = count(({ status }) => status === "skipped");
  const time = results.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const counts = `tests="${results.length}" failures="${count(isFinding)}" skipped="${skipped}"`;
  const head = `  <testsuite name="${escaped(file)}" ${counts} time="${seconds({ milliseconds: time })}">`;
  return [head, ...results.map(caseOf), "  </testsuite>"].join("\n");
}

function caseOf(result: CaseResult): string {
  const { name, file, status, details } = result;
  if (isFinding(result)) return failedCase({ name, className: file, result }, details.join("\n"));
  const head = `    <testcase name="${escaped(name)}" classname="${escaped(file)}" time="${seconds(result)}"`;
  return status === "skipped" ? `${head}><skipped/></testcase>` : `${head}/>`;
}

interface Named {
  readonly name: string;
  readonly className: string;
  readonly result?: CaseResult;
}

function failedCase({ name, className, result }: Named, details: string): string {
  const time = result === undefined ? "" : ` time="${seconds(result)}"`;
  const place = result?.position === undefined ? "" : `${result.file}:${result.position.line}:${result.position.column}\n`;
  const [first = ""] = details.split("\n");
  return [
    `    <testcase name="${escaped(name)}" classname="${escaped(className)}"${time}>`,
    `      <failure message="${escaped(first)}">${escaped(place)}${escaped(details)}</failure>`,
    "    </testcase>",
  ].join("\n");
}

function seconds({ milliseconds }: { readonly milliseconds: number }): string {
  return (milliseconds / 1000).toFixed(4);
}

/** XML has no way to write most control characters, so they are spelled out first; line breaks of our own stay. */
function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text
    .split("\n")
    .map((line) => visible(line).replaceAll(/[&<>"\uFFFE\uFFFF]/g, (character) => names[character] ?? "?"))
    .join("\n");
}
