import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { githubReport } from "../../simulator/reports/github-report.ts";
import { jsonReport, type TestReport } from "../../simulator/reports/test-report.ts";
import { junitReport } from "../../simulator/reports/junit-report.ts";
import { textReport } from "../../simulator/reports/text-report.ts";
import type { Terminal } from "../output/terminal.ts";
import type { ReportFormat, TestCommand } from "./test-command.ts";
import { HelpfulError, errorMessage } from "../../api/helpful-error.ts";

const writers: Readonly<Record<ReportFormat, (report: TestReport) => string>> = {
  text: (report) => textReport(report, { color: false }),
  junit: junitReport,
  json: jsonReport,
  github: githubReport,
};

/** The report in its format: on standard output, or in a file, and then people get the text anyway. */
export function printReport(report: TestReport, { format, report: file }: TestCommand, terminal: Terminal): void {
  const text = (): string => textReport(report, { color: terminal.color });
  if (file === undefined) {
    terminal.print(format === "text" ? text() : writers[format](report));
    return;
  }
  write(resolve(terminal.workingDirectory, file), `${writers[format](report)}\n`);
  terminal.print(text());
}

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    const reason = errorMessage(error);
    throw new HelpfulError(
      `the report cannot be written: ${reason}`,
      "name a file in a directory that exists: --report results.xml",
    );
  }
}
