import { styleText } from "node:util";
import { visible } from "../../diagnostics/format.ts";
import { type CaseResult, isFinding } from "./case-result.ts";
import { type RuleCoverage, isCovered } from "./coverage.ts";
import { type TestReport, countResults, describeGap, uncovered } from "./test-report.ts";

type Style = Parameters<typeof styleText>[0];

interface TextOptions {
  readonly color: boolean;
  /** Whether what is in order is left out. */
  readonly isQuiet?: boolean;
}

/**
 * For people. Text from policies and objects never starts a line, where terminals and CI systems look for commands.
 *
 *     policies/keep-labelled.test.yaml
 *       ✓ a ConfigMap without the label  0.4 ms
 *       ✗ a labelled ConfigMap  0.3 ms  (12:5)
 *           asked     DELETE of ConfigMap shop/settings as alice
 *           expected  denied by rule keep
 *           got       allowed
 *
 *     RULE                DENIES OR WARNS  ADMITS
 *     keep-labelled keep  0                1       no case in which it denies
 *
 *     2 cases: 1 passed, 1 failed; 0 of 1 rules have cases of both kinds (0.9 s)
 */
export function textReport(report: TestReport, { color, isQuiet = false }: TextOptions): string {
  const paint = (style: Style, text: string): string => (color ? styleText(style, text, { validateStream: false }) : text);
  const results = isQuiet ? report.results.filter(isFinding) : report.results;
  const byFile = Map.groupBy(results, ({ file }) => file);
  const files = [...byFile].map(([file, results]) =>
    [visible(file), ...results.flatMap((one) => caseLines(one, paint))].join("\n"),
  );
  const rules = isQuiet ? uncovered(report) : report.coverage;
  const coverage = rules.length === 0 ? [] : [coverageTable(rules)];
  return [...files, ...coverage, summaryOf(report)].join("\n\n");
}

type Paint = (style: Style, text: string) => string;

const marks = {
  passed: ["green", "✓"],
  failed: ["red", "✗"],
  error: ["red", "✗"],
  bug: ["red", "✗"],
  differs: ["red", "≠"],
  skipped: ["yellow", "-"],
} as const;

function caseLines(result: CaseResult, paint: Paint): readonly string[] {
  const { name, status, milliseconds, position, details, notAsked } = result;
  const [style, mark] = marks[status];
  const place = status === "passed" || position === undefined ? "" : `  (${position.line}:${position.column})`;
  const time = status === "skipped" ? "" : `  ${paint("dim", duration(milliseconds))}`;
  const title = `  ${paint(style, mark)} ${visible(name)}${time}${place}`;
  const remark = notAsked === undefined ? [] : [`not asked on the server: ${notAsked}`];
  return [title, ...[...details, ...remark].map((line) => `      | ${visible(line)}`)];
}

function coverageTable(coverage: readonly RuleCoverage[]): string {
  const rows = coverage.map((rule) => {
    return [`${rule.policy} ${rule.rule}`, String(rule.speaks), String(rule.admits), isCovered(rule) ? "" : describeGap(rule)];
  });
  const cells = [["RULE", "DENIES OR WARNS", "ADMITS", ""], ...rows].map((row) => row.map(visible));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function summaryOf(report: TestReport): string {
  const { results, coverage, milliseconds } = report;
  const cases = `${results.length} ${results.length === 1 ? "case" : "cases"}: ${countResults(report)}`;
  const covered = coverage.filter(isCovered).length;
  const rules = coverage.length === 0 ? "" : `; ${covered} of ${coverage.length} rules have cases of both kinds`;
  return `${cases}${rules} (${duration(milliseconds)})`;
}

/** `0.4 ms`, `12 ms`, `1.9 s` */
function duration(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return milliseconds >= 10 ? `${Math.round(milliseconds)} ms` : `${milliseconds.toFixed(1)} ms`;
}
