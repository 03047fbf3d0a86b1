import { scanCluster } from "../../cluster/scan/scan-cluster.ts";
import { type ExitCode, exitCodes } from "../output/exit-code.ts";
import { fenced, markdownText } from "../output/markdown.ts";
import { jsonText } from "../output/json-text.ts";
import type { Terminal } from "../output/terminal.ts";
import { gapsOf, sourceOf, viewQuery } from "../objects/objects-source.ts";
import { compareWith, readBaseline, writeBaseline } from "./baseline.ts";
import { findingsOf } from "./findings.ts";
import { htmlScan } from "./html-scan.ts";
import { jsonScan } from "./json-scan.ts";
import { policyReports } from "./policy-reports.ts";
import { openPathsIn } from "./policy-paths.ts";
import type { ScanCommand } from "./scan-command.ts";
import { type ShownScan, scanView } from "./scan-view.ts";
import { textScan } from "./text-scan.ts";

/** `holdfast scan`: what holds data or keeps others alive, and what keeps it. Reads; changes nothing. */
export async function runScan(command: ScanCommand, terminal: Terminal): Promise<ExitCode> {
  const { namespace, failOn, generated, writtenBaseline } = command;
  const { workingDirectory } = terminal;
  const baseline = readBaseline(command, workingDirectory);
  const source = await sourceOf(command, terminal);
  try {
    const now = new Date();
    const { policies, onProgress } = viewQuery({ generated }, terminal);
    const found = await scanCluster(source.client, { namespace, policies, now, ...(onProgress && { onProgress }) });
    const scan = { ...found, gaps: [...found.gaps, ...gapsOf(source, command)] };
    const findings = findingsOf(scan);
    const compared = compareWith(baseline, findings, namespace === undefined && found.gaps.length === 0);
    terminal.print(shown({ scan, compared, paths: openPathsIn(generated, workingDirectory), now }, command));
    if (writtenBaseline !== undefined) {
      writeBaseline(writtenBaseline, findings, workingDirectory);
      return exitCodes.fine;
    }
    return compared.fresh.some(({ kind }) => failOn.includes(kind)) ? exitCodes.findings : exitCodes.fine;
  } finally {
    await source.close();
  }
}

function shown(scan: ShownScan, { format }: ScanCommand): string {
  if (format === "json") return jsonText(jsonScan(scan));
  if (format === "markdown") return markdownScan(scan);
  if (format === "html") return htmlScan(scanView(scan));
  return format === "text" ? textScan(scanView(scan)) : policyReports(scan, format);
}

/** For the comment of a pull request, or a page of CI: the lists are folded. */
function markdownScan(scan: ShownScan): string {
  const [headline = "", ...lists] = textScan(scanView(scan)).split("\n\n");
  const folded = `<details><summary>What was found</summary>\n\n${fenced(lists.join("\n\n"))}\n\n</details>`;
  return [`**${markdownText(headline)}**`, ...(lists.length === 0 ? [] : [folded])].join("\n\n");
}
