import { setTimeout as pause } from "node:timers/promises";
import { openApiClient } from "../../cluster/api-client.ts";
import { ClusterError } from "../../cluster/cluster-error.ts";
import { type ClusterAccess, currentContext, kubeconfigFiles, readKubeconfig } from "../../cluster/kubeconfig.ts";
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
import { UsageError } from "../arguments/usage-error.ts";
import type { VerifyCommand } from "./verify-command.ts";
import { type EndpointReport, codeOf, printVerification } from "./verify-report.ts";

/** `holdfast verify`: which compiled policies are in force in a cluster. Reads, and tries deletes in dry runs; changes nothing. */
export async function runVerify(command: VerifyCommand, terminal: Terminal): Promise<ExitCode> {
  const wanted = wantedPolicies(readManifestPaths(command.paths, terminal.workingDirectory));
  if (wanted.length === 0)
    throw new UsageError(
      `there is no ValidatingAdmissionPolicy in ${command.paths.join(", ")}`,
      "name the directory that `holdfast compile` writes, or files of it",
    );
  const access = accessOf(command, terminal);
  const urls = command.endpoints.length === 0 ? [access.url] : command.endpoints;
  const reports = await Promise.all(urls.map((url) => askEndpoint({ ...access, url }, wanted, command.waitSeconds * 1_000)));
  printVerification({ reports, policies: wanted.length, others: await findOthers(access, reports) }, command.format, terminal);
  return codeOf(reports);
}

function accessOf({ kubeconfig, context }: VerifyCommand, terminal: Terminal): ClusterAccess {
  const files = kubeconfigFiles(kubeconfig, terminal.kubeconfig);
  return readKubeconfig(files, context ?? currentContext(files));
}

/** One server that does not answer says nothing of the others. */
async function askEndpoint(access: ClusterAccess, wanted: readonly WantedPolicy[], waitMs: number): Promise<EndpointReport> {
  const client = openApiClient(access);
  try {
    return {
      url: access.url,
      findings: await verifyEndpoint(wanted, new AskingClient(client), { waitMs, pause }),
      failure: undefined,
    };
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    return { url: access.url, findings: [], failure: error };
  } finally {
    client.close();
  }
}

/** Undefined where no server answers. */
async function findOthers(access: ClusterAccess, reports: readonly EndpointReport[]): Promise<OtherServers | undefined> {
  const answering = reports.find(({ failure }) => failure === undefined);
  if (answering === undefined) return undefined;
  const client = openApiClient({ ...access, url: answering.url });
  try {
    return await otherServers(
      new AskingClient(client),
      reports.map(({ url }) => url),
    );
  } finally {
    client.close();
  }
}
