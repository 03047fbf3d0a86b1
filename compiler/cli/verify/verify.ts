import { setTimeout as pause } from "node:timers/promises";
import { type ApiServer, ClusterError } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { type ClusterContext, openContext } from "../../../runtime-fallback/kubernetes/open-context.ts";
import {
  AskingClient,
  type OtherServers,
  type Patience,
  type WantedPolicy,
  otherServers,
  verifyEndpoint,
  wantedPolicies,
  type VerifyFinding,
  isProblem,
  isUnchecked,
  states,
} from "../../cluster/verify/index.ts";
import type { OutputOptions } from "../arguments/format-flag.ts";
import { readDocuments, readPlace } from "../arguments/read-manifests.ts";
import { filesOfPolicies } from "../diff/diff.ts";
import { type Check, failing } from "../output/findings/finding.ts";
import { type Shown, writeOutputs } from "../output/outputs.ts";
import { HelpfulError } from "../../api/helpful-error.ts";
import type { VerifyCommand, VerifyFormat } from "./verify-command.ts";
import { visible } from "../../diagnostics/format.ts";
import { type ExitCode, exitCodes } from "../output/exit-code.ts";
import { count, formatTable } from "../output/summary.ts";
import type { Terminal } from "../output/terminal.ts";

/**
 * `holdfast verify`: which compiled policies are in force in a cluster. Reads, and tries
 * deletes in dry runs; changes nothing.
 */
export async function runVerify(command: VerifyCommand, terminal: Terminal): Promise<ExitCode> {
  const documents = readDocuments(command.paths, await readPlace(command.paths, terminal));
  const wanted = wantedPolicies(documents.map(({ value }) => value));
  if (wanted.length === 0)
    throw new HelpfulError(
      `there is no ValidatingAdmissionPolicy in ${command.paths.join(", ")}`,
      "name the directory that `holdfast compile` writes, or files of it",
    );
  const { kubeconfig, context } = command;
  const cluster = await openContext({ kubeconfig, context, named: terminal.kubeconfig });
  const urls = command.endpoints.length === 0 ? [cluster.url] : command.endpoints;
  const patience = { waitMs: command.waitSeconds * 1_000, pause, waiting: waitingReport(command, terminal) };
  const reports = await Promise.all(urls.map((url) => askEndpoint(cluster.open(url), wanted, patience)));
  const others = await findOthers(cluster, reports);
  await printVerification({ reports, policies: wanted.length, others, files: filesOfPolicies(documents) }, command, terminal);
  return codeOf(reports);
}

/** Who watches is told once for each number of policies that are waited for. */
export function waitingReport(
  { waitSeconds, isQuiet }: Pick<VerifyCommand, "waitSeconds" | "isQuiet">,
  { showsProgress, report }: Pick<Terminal, "showsProgress" | "report">,
): (policies: number) => void {
  let told = 0;
  return (policies) => {
    if (!showsProgress || isQuiet || policies === told) return;
    told = policies;
    report(`waiting for ${count(policies, "policy")}, ${waitSeconds} s at most`);
  };
}

/** One server that does not answer says nothing of the others. */
async function askEndpoint(server: ApiServer, wanted: readonly WantedPolicy[], patience: Patience): Promise<EndpointReport> {
  const { url } = server;
  try {
    return { url, findings: await verifyEndpoint(wanted, new AskingClient(server), patience), failure: undefined };
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
  /** The file of each policy, by its name. */
  readonly files: ReadonlyMap<string, string>;
}

/** A finding is worse than a server that cannot be asked, or that cannot tell: it is certain. */
export function codeOf(reports: readonly EndpointReport[]): ExitCode {
  if (reports.some(({ findings }) => findings.some(isProblem))) return exitCodes.findings;
  return reports.some(({ failure, findings }) => failure !== undefined || findings.some(isUnchecked))
    ? exitCodes.cluster
    : exitCodes.fine;
}

export async function printVerification(
  verification: Verification,
  options: OutputOptions<VerifyFormat>,
  terminal: Terminal,
): Promise<void> {
  const { reports, others } = verification;
  const rows = reports.flatMap(({ url, findings }) => findings.map((finding) => ({ endpoint: url, ...finding })));
  const sorted = rows.toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state));
  const forms = {
    data: () => ({ findings: sorted, ...failuresOf(reports), servers: others }),
    checks: () => ({
      command: "holdfast verify",
      headline: totalOf(sorted, verification),
      checks: verifyChecks(verification),
    }),
  };
  const write: Shown<VerifyFormat>["write"] = (_, { isQuiet }) => {
    const shown = isQuiet ? sorted.filter((row) => isProblem(row) || isUnchecked(row)) : sorted;
    return shown.length === 0 ? "" : describe(shown, sorted, verification);
  };
  const isFine = codeOf(reports) === exitCodes.fine;
  await writeOutputs(options, { isFine, forms, write }, terminal);
  for (const { failure } of reports)
    if (failure !== undefined) terminal.report(`error: ${visible(failure.message)}\nhelp: ${visible(failure.help)}`);
  if (options.format === "text" && !options.isQuiet) reportOthers(others, terminal);
}

/** What is in force, what is not, and which servers do not answer. */
function verifyChecks({ reports, files }: Verification): readonly Check[] {
  return reports.flatMap(({ url, findings, failure }) => [
    ...findings.map((found) => verifyCheck(url, found, files)),
    ...(failure === undefined
      ? []
      : [failing(url, { level: "error", rule: "no-answer", message: failure.message, object: url, help: failure.help })]),
  ]);
}

/** What the API server could not tell is as good as not in force: the exit code is another, and not 0. */
function verifyCheck(endpoint: string, found: VerifyFinding, files: ReadonlyMap<string, string>): Check {
  const { policy, state, why } = found;
  const check = { suite: endpoint, name: `${policy} ${state}` };
  if (state === "compared" || state === "proven") return check;
  const level = isProblem(found) || isUnchecked(found) ? "error" : "warning";
  const message = `${policy} on ${endpoint}: ${state}: ${why}`;
  return { ...check, finding: { level, rule: state.replaceAll(" ", "-"), message, file: files.get(policy), object: policy } };
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
function describe(shown: readonly Row[], rows: readonly Row[], verification: Verification): string {
  const lines = shown.map(({ state, policy, endpoint, why }) => [state.toUpperCase(), policy, endpoint, why]);
  return `${formatTable([["STATE", "POLICY", "API SERVER", "WHY"], ...lines])}\n\n${totalOf(rows, verification)}`;
}

function totalOf(rows: readonly Row[], { reports, policies }: Verification): string {
  const counts = [...Map.groupBy(rows, ({ state }) => state)].map(([state, own]) => `${own.length} ${state}`);
  const asked = reports.filter(({ failure }) => failure === undefined).length;
  return `${count(policies, "policy")} on ${count(asked, "API server")}: ${counts.join(", ")}`;
}

/** Each API server compiles policies for itself, so one that was not asked may be behind. */
function reportOthers(others: OtherServers | undefined, terminal: Terminal): void {
  if (others === undefined) return;
  if ("unknown" in others) terminal.report(`not known: how many API servers there are (${visible(others.unknown)})`);
  else if (others.urls.length > 0)
    terminal.report(`not asked by their own address: ${others.urls.map(visible).join(", ")} (--endpoint <url>, for each)`);
}
