import { setTimeout as pause } from "node:timers/promises";
import { type ApiServer, ClusterError } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { type ClusterContext, openContext } from "../../../runtime-fallback/kubernetes/open-context.ts";
import {
  AskingClient,
  type OtherServers,
  type WantedPolicy,
  otherServers,
  verifyEndpoint,
  wantedPolicies,
  type VerifyFinding,
  isProblem,
  isUnchecked,
  states,
} from "../../cluster/verify/index.ts";
import { readManifestPaths } from "../arguments/read-manifests.ts";
import { HelpfulError } from "../../api/helpful-error.ts";
import type { VerifyCommand } from "./verify-command.ts";
import { visible } from "../../diagnostics/format.ts";
import { type ExitCode, exitCodes } from "../output/exit-code.ts";
import { count, formatTable } from "../output/summary.ts";
import type { Terminal } from "../output/terminal.ts";

/**
 * `holdfast verify`: which compiled policies are in force in a cluster. Reads, and tries
 * deletes in dry runs; changes nothing.
 */
export async function runVerify(command: VerifyCommand, terminal: Terminal): Promise<ExitCode> {
  const wanted = wantedPolicies(readManifestPaths(command.paths, terminal.workingDirectory));
  if (wanted.length === 0)
    throw new HelpfulError(
      `there is no ValidatingAdmissionPolicy in ${command.paths.join(", ")}`,
      "name the directory that `holdfast compile` writes, or files of it",
    );
  const { kubeconfig, context } = command;
  const cluster = await openContext({ kubeconfig, context, named: terminal.kubeconfig });
  const urls = command.endpoints.length === 0 ? [cluster.url] : command.endpoints;
  const reports = await Promise.all(urls.map((url) => askEndpoint(cluster.open(url), wanted, command.waitSeconds * 1_000)));
  printVerification({ reports, policies: wanted.length, others: await findOthers(cluster, reports) }, command.format, terminal);
  return codeOf(reports);
}

/** One server that does not answer says nothing of the others. */
async function askEndpoint(server: ApiServer, wanted: readonly WantedPolicy[], waitMs: number): Promise<EndpointReport> {
  const { url } = server;
  try {
    return { url, findings: await verifyEndpoint(wanted, new AskingClient(server), { waitMs, pause }), failure: undefined };
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    return { url, findings: [], failure: error };
  } finally {
    await server.close();
  }
}

/** Undefined where no server answers. */
async function findOthers(cluster: ClusterContext, reports: readonly EndpointReport[]): Promise<OtherServers | undefined> {
  const answering = reports.find(({ failure }) => failure === undefined);
  if (answering === undefined) return undefined;
  const server = cluster.open(answering.url);
  try {
    return await otherServers(
      new AskingClient(server),
      reports.map(({ url }) => url),
    );
  } finally {
    await server.close();
  }
}

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
