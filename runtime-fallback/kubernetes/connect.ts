import { type Clock, systemClock } from "../clock.ts";
import { type Access, cachedCredentials, type Credentials } from "./access/credentials.ts";
import type { KubeconfigQuery } from "./access/kubeconfig.ts";
import { type ApiServer, ConnectError } from "./api-server.ts";
import { openHttpApiServer } from "./http/http-api-server.ts";
import { readFile } from "node:fs/promises";
import { isIPv6 } from "node:net";
import { join } from "node:path";

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

/** Where the kubelet mounts the token of the pod's service account. */
const serviceAccountDirectory = "/var/run/secrets/kubernetes.io/serviceaccount";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * As a pod. Two files and two variables need no client library, whose import takes half a second and 50 MB and
 * more of memory, in every replica.
 */
function serviceAccountAccess(environment: Environment, directory: string): Access {
  const host = environment["KUBERNETES_SERVICE_HOST"];
  const port = environment["KUBERNETES_SERVICE_PORT"];
  if (host === undefined || host === "" || port === undefined || port === "")
    throw new ConnectError("this is no pod: KUBERNETES_SERVICE_HOST and _PORT are not set", "name a kubeconfig instead");
  const url = `https://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  if (!URL.canParse(url)) throw new ConnectError(`${url} is no URL`, "fix KUBERNETES_SERVICE_HOST and _PORT");
  const read = () => readFiles(directory);
  return { url, reader: { read, readAnew: read } };
}

/** The kubelet replaces both files as they are renewed, so they are read again and again. */
async function readFiles(directory: string): Promise<Credentials> {
  const [token, ca] = await Promise.all(["token", "ca.crt"].map((name) => readFile(join(directory, name), "utf8")));
  return { headers: { authorization: `Bearer ${token?.trim()}` }, tls: { ca } };
}
