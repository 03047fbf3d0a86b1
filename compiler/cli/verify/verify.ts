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
} from "../../verify/index.ts";
import { type ExitCode } from "../exit-code.ts";
import { readManifestPaths } from "../arguments/read-manifests.ts";
import type { Terminal } from "../output/terminal.ts";
import { HelpfulError } from "../../api/helpful-error.ts";
import type { VerifyCommand } from "./verify-command.ts";
import { type EndpointReport, codeOf, printVerification } from "./verify-report.ts";

/** `holdfast verify`: which compiled policies are in force in a cluster. Reads, and tries deletes in dry runs; changes nothing. */
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
