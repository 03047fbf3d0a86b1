import { type Clock, systemClock } from "../clock.ts";
import { type Access, cachedCredentials } from "./access/credentials.ts";
import type { KubeconfigQuery } from "./access/kubeconfig.ts";
import { serviceAccountAccess, serviceAccountDirectory } from "./access/service-account.ts";
import type { ApiServer } from "./api-server.ts";
import { ConnectError } from "./cluster-error.ts";
import { openHttpApiServer } from "./http/http-api-server.ts";

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
  const { url, reader, proxy } = await findAccess(options);
  const credentials = cachedCredentials(reader, clock);
  return openHttpApiServer({ url, credentials, clock, proxy, ...(userAgent !== undefined && { userAgent }) });
}

async function findAccess(options: ConnectOptions): Promise<Access> {
  const { kubeconfig, context, environment = process.env } = options;
  const isPod = (environment["KUBERNETES_SERVICE_HOST"] ?? "") !== "";
  const inCluster = options.inCluster ?? (kubeconfig === undefined && context === undefined && isPod);
  if (inCluster) return serviceAccountAccess(environment, options.serviceAccount ?? serviceAccountDirectory);
  return fromKubeconfig({ kubeconfig, context, environment });
}

/** In the image there is none of it (.ci/image/bundle-processes.ts): a pod reads the token of its service account. */
async function fromKubeconfig(query: KubeconfigQuery): Promise<Access> {
  try {
    const { kubeconfigAccess } = await import("./access/kubeconfig.ts");
    return await kubeconfigAccess(query);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
    throw new ConnectError(
      "this build cannot read a kubeconfig",
      "leave out --kubeconfig and --context, and run it in a pod whose service account token is mounted",
    );
  }
}
