import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { type Clock, systemClock } from "../clock.ts";
import type { ApiServer } from "./api-server.ts";
import { cachedCredentials } from "./credentials.ts";
import { openHttpApiServer } from "./http-api-server.ts";
import { kubeconfigAccess } from "./kubeconfig.ts";
import { type Access, serviceAccountAccess, serviceAccountDirectory } from "./service-account.ts";

export interface ConnectOptions {
  /** A file. Where neither this nor `inCluster` is set: the pod, if this is one, or else where kubectl looks. */
  readonly kubeconfig?: string;
  /** Of the kubeconfig; its current one unless told. */
  readonly context?: string;
  readonly inCluster?: boolean;
  /** Where the token of the service account is mounted. */
  readonly serviceAccount?: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly clock?: Clock;
  readonly userAgent?: string;
}

/** Throws a `ConnectError` where there is no way to an API server; whether it answers shows with the first request. */
export async function connect(options: ConnectOptions): Promise<ApiServer> {
  const { clock = systemClock, userAgent } = options;
  const { url, reader } = await findAccess(options);
  const credentials = cachedCredentials(reader, clock);
  return openHttpApiServer({ url, credentials, clock, ...(userAgent !== undefined && { userAgent }) });
}

async function findAccess(options: ConnectOptions): Promise<Access> {
  const { kubeconfig, context, environment = process.env } = options;
  const isPod = (environment["KUBERNETES_SERVICE_HOST"] ?? "") !== "";
  const inCluster = options.inCluster ?? (kubeconfig === undefined && context === undefined && isPod);
  if (inCluster) return serviceAccountAccess(environment, options.serviceAccount ?? serviceAccountDirectory);
  return kubeconfigAccess(kubeconfig === undefined ? defaultFiles(environment["KUBECONFIG"]) : [kubeconfig], context);
}

function defaultFiles(named: string | undefined): readonly string[] {
  const files = (named ?? "").split(delimiter).filter((file) => file !== "");
  return files.length > 0 ? files : [join(homedir(), ".kube", "config")];
}
