import { scanCluster } from "../../cluster/scan/scan-cluster.ts";
import { type ExitCode, exitCodes } from "../output/exit-code.ts";
import { fenced, markdownText } from "../output/markdown.ts";
import { type Shown, writeOutputs } from "../output/outputs.ts";
import { readPlace } from "../arguments/read-manifests.ts";
import type { Terminal } from "../output/terminal.ts";
import { gapsOf, sourceOf, viewQuery } from "../objects/objects-source.ts";
import { compareWith, readBaseline, writeBaseline } from "./baseline.ts";
import { findingsOf } from "./findings.ts";
import { htmlScan } from "./html-scan.ts";
import { jsonScan } from "./json-scan.ts";
import { policyReports } from "./policy-reports.ts";
import { openPathsIn } from "./policy-paths.ts";
import type { ScanCommand, ScanFormat } from "./scan-command.ts";
import { scanChecks } from "./scan-checks.ts";
import { type ShownScan, problemsIn, scanView } from "./scan-view.ts";
import { textScan } from "./text-scan.ts";

/** `holdfast scan`: what holds data or keeps others alive, and what keeps it. Reads; changes nothing. */
export async function runScan(command: ScanCommand, terminal: Terminal): Promise<ExitCode> {
  const { namespace, failOn, generated, writtenBaseline } = command;
  const { workingDirectory } = terminal;
  const baseline = readBaseline(command, workingDirectory);
  const input = await readPlace([...command.objects, ...generated], terminal);
  const source = await sourceOf(command, terminal, input);
  try {
    const now = new Date();
    const { policies, onProgress } = viewQuery({ generated }, terminal, input);
    const found = await scanCluster(source.client, { namespace, policies, now, ...(onProgress && { onProgress }) });
    const scan = { ...found, gaps: [...found.gaps, ...gapsOf(source, command)] };
    const findings = findingsOf(scan);
    const compared = compareWith(baseline, findings, namespace === undefined && found.gaps.length === 0);
    const isKnown = writtenBaseline !== undefined;
    const isFine = isKnown || !compared.fresh.some(({ kind }) => failOn.includes(kind));
    await writeScan({ scan, compared, paths: openPathsIn(generated, workingDirectory), now }, { command, terminal, isFine });
    if (isKnown) writeBaseline(writtenBaseline, findings, workingDirectory);
    return isFine ? exitCodes.fine : exitCodes.findings;
  } finally {
    await source.close();
  }
}

interface Writing {
  readonly command: ScanCommand;
  readonly terminal: Terminal;
  readonly isFine: boolean;
}

async function writeScan(scan: ShownScan, { command, terminal, isFine }: Writing): Promise<void> {
  const forms = {
    data: () => jsonScan(scan),
    checks: () => scanChecks(scan, command),
    markdown: () => markdownScan(scan),
  };
  const write: Shown<ScanFormat>["write"] = (format, { isQuiet }) => {
    if (format === "html") return htmlScan(scanView(scan));
    if (format === "policyreport" || format === "openreports") return policyReports(scan, format);
    return textScan(isQuiet ? problemsIn(scanView(scan)) : scanView(scan));
  };
  await writeOutputs(command, { isFine, forms, write }, terminal);
}

/** For the comment of a pull request, or a page of CI: the lists are folded. */
function markdownScan(scan: ShownScan): string {
  const [headline = "", ...lists] = textScan(scanView(scan)).split("\n\n");
  const folded = `<details><summary>What was found</summary>\n\n${fenced(lists.join("\n\n"))}\n\n</details>`;
  return [`**${markdownText(headline)}**`, ...(lists.length === 0 ? [] : [folded])].join("\n\n");
}
