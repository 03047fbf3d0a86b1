import { scanCluster } from "../../cluster/scan/scan-cluster.ts";
import { AskingClient } from "../../cluster/verify/index.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import type { Terminal } from "../output/terminal.ts";
import { newest, policiesIn, serverOf, whatManifestsHide } from "../plan/plan.ts";
import { compareWith, readBaseline, writeBaseline } from "./baseline.ts";
import { findingsOf } from "./findings.ts";
import { jsonScan } from "./json-scan.ts";
import { policyReports } from "./policy-reports.ts";
import { openPathsIn } from "./policy-paths.ts";
import type { ScanCommand } from "./scan-command.ts";
import { type ShownScan, textScan } from "./text-scan.ts";

/** `holdfast scan`: what holds data or keeps others alive, and what keeps it. Reads; changes nothing. */
export async function runScan(command: ScanCommand, terminal: Terminal): Promise<ExitCode> {
  const { namespace, generated, failOn, writtenBaseline } = command;
  const { workingDirectory } = terminal;
  const baseline = readBaseline(command, workingDirectory);
  const server = await serverOf(command, terminal);
  try {
    const now = new Date();
    const policies = generated.length === 0 ? undefined : policiesIn(generated, terminal);
    const found = await scanCluster(new AskingClient(server), { namespace, policies, kube: newest, now });
    const scan = { ...found, gaps: [...found.gaps, ...whatManifestsHide(command)] };
    const findings = findingsOf(scan);
    const compared = compareWith(baseline, findings, namespace === undefined && found.gaps.length === 0);
    terminal.print(shown({ scan, compared, paths: openPathsIn(generated, workingDirectory), now }, command));
    if (writtenBaseline !== undefined) {
      writeBaseline(writtenBaseline, findings, workingDirectory);
      return exitCodes.fine;
    }
    return compared.fresh.some(({ kind }) => failOn.includes(kind)) ? exitCodes.findings : exitCodes.fine;
  } finally {
    await server.close();
  }
}

function shown(scan: ShownScan, { format }: ScanCommand): string {
  if (format === "json") return JSON.stringify(jsonScan(scan), undefined, 2);
  return format === "text" ? textScan(scan) : policyReports(scan, format);
}
