import type { ClusterError } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { visible } from "../../diagnostics/format.ts";
import { type VerifyFinding, type OtherServers, isProblem, isUnchecked, states } from "../../verify/index.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import { count, formatTable } from "../output/summary.ts";
import type { Terminal } from "../output/terminal.ts";

/** What one API server says, or why it says nothing. */
export interface EndpointReport {
  readonly url: string;
  readonly findings: readonly VerifyFinding[];
  readonly failure: ClusterError | undefined;
}

export interface Verification {
  readonly reports: readonly EndpointReport[];
  /** How many policies the files hold. */
  readonly policies: number;
  /** Undefined where no server answered. */
  readonly others: OtherServers | undefined;
}

/** A finding is worse than a server that cannot be asked, or that cannot tell: it is certain. */
export function codeOf(reports: readonly EndpointReport[]): ExitCode {
  if (reports.some(({ findings }) => findings.some(isProblem))) return exitCodes.findings;
  return reports.some(({ failure, findings }) => failure !== undefined || findings.some(isUnchecked))
    ? exitCodes.cluster
    : exitCodes.fine;
}

export function printVerification(verification: Verification, format: "text" | "json", terminal: Terminal): void {
  const { reports, others } = verification;
  const rows = reports.flatMap(({ url, findings }) => findings.map((finding) => ({ endpoint: url, ...finding })));
  const sorted = rows.toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state));
  if (format === "json")
    terminal.print(JSON.stringify({ findings: sorted, ...failuresOf(reports), servers: others }, undefined, 2));
  else if (sorted.length > 0) terminal.print(describe(sorted, verification));
  for (const { failure } of reports)
    if (failure !== undefined) terminal.report(`error: ${visible(failure.message)}\nhelp: ${visible(failure.help)}`);
  if (format === "text") reportOthers(others, terminal);
}

function failuresOf(reports: readonly EndpointReport[]): object {
  return {
    failures: reports.flatMap(({ url, failure }) => (failure === undefined ? [] : [{ endpoint: url, why: failure.message }])),
  };
}

type Row = VerifyFinding & { readonly endpoint: string };

/**
 *     STATE         POLICY      API SERVER             WHY
 *     NOT ENFORCED  keep        https://10.0.0.1:6443  the delete of configmaps shop/settings would go through, ...
 *
 *     2 policies on 1 API server: 1 not enforced, 1 compared
 */
function describe(rows: readonly Row[], { reports, policies }: Verification): string {
  const lines = rows.map(({ state, policy, endpoint, why }) => [state.toUpperCase(), policy, endpoint, why]);
  const counts = [...Map.groupBy(rows, ({ state }) => state)].map(([state, own]) => `${own.length} ${state}`);
  const asked = reports.filter(({ failure }) => failure === undefined).length;
  const total = `${count(policies, "policy")} on ${count(asked, "API server")}: ${counts.join(", ")}`;
  return `${formatTable([["STATE", "POLICY", "API SERVER", "WHY"], ...lines])}\n\n${total}`;
}

/** Each API server compiles policies for itself, so one that was not asked may be behind. */
function reportOthers(others: OtherServers | undefined, terminal: Terminal): void {
  if (others === undefined) return;
  if ("unknown" in others) terminal.report(`not known: how many API servers there are (${visible(others.unknown)})`);
  else if (others.urls.length > 0)
    terminal.report(`not asked by their own address: ${others.urls.map(visible).join(", ")} (--endpoint <url>, for each)`);
}
