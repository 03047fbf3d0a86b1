import type { RequestOptions } from "node:https";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import type { KubeConfig } from "@kubernetes/client-node";
import { printable } from "../../escape-text.ts";
import { ConnectError } from "../api-server.ts";
import type { Access, Credentials, TlsMaterial } from "./credentials.ts";
import { ExecAuthenticator } from "./exec-authenticator.ts";
import { impersonationHeaders } from "./impersonation.ts";
import { type Kubeconfig, loadKubeconfig } from "./kubeconfig-files.ts";
import { proxyFor } from "./proxy.ts";

export interface KubeconfigQuery {
  /** A file; where kubectl looks unless told. */
  readonly kubeconfig?: string | undefined;
  /** Its current one unless told. */
  readonly context?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface KubeconfigAccess extends Access {
  readonly context: string;
  /** The program that logs the user in, where there is one. */
  readonly plugin: string | undefined;
}

/** As the user of a kubeconfig, with whatever means of authentication it names. */
export async function kubeconfigAccess(query: KubeconfigQuery): Promise<KubeconfigAccess> {
  // It costs half a second and 50 MB and more.
  const library = await import("@kubernetes/client-node");
  const load = (): Kubeconfig => withPlugin(loadKubeconfig(library, filesOf(query), query.context));
  let loaded = load();
  const { url, proxy } = placeOf(loaded.config, query.environment);
  const reader = {
    read: () => readCredentials(loaded),
    readAnew: () => {
      loaded = load();
      return readCredentials(loaded);
    },
  };
  return { url, proxy, reader, context: loaded.context, plugin: loaded.plugin?.command };
}

/** Several files of KUBECONFIG count as one, and those that are not there not at all. */
function filesOf({ kubeconfig, environment }: KubeconfigQuery): { readonly paths: readonly string[]; readonly mayLack: boolean } {
  if (kubeconfig !== undefined) return { paths: [kubeconfig], mayLack: false };
  const named = (environment["KUBECONFIG"] ?? "").split(delimiter).filter((file) => file !== "");
  return named.length > 0 ? { paths: named, mayLack: true } : { paths: [join(homedir(), ".kube", "config")], mayLack: false };
}

function withPlugin(loaded: Kubeconfig): Kubeconfig {
  if (loaded.plugin !== undefined) loaded.config.addAuthenticator(new ExecAuthenticator(loaded.plugin));
  return loaded;
}

function placeOf(config: KubeConfig, environment: KubeconfigQuery["environment"]) {
  const cluster = config.getCurrentCluster();
  const url = cluster !== null && URL.canParse(cluster.server) ? new URL(cluster.server) : undefined;
  if (cluster === null || url === undefined || !["https:", "http:"].includes(url.protocol))
    throw new ConnectError("the cluster of this context has no URL of an API server", "fix the kubeconfig");
  if (url.username !== "" || url.password !== "")
    throw new ConnectError("the URL of the cluster of this context holds a user", "write who asks under users of the kubeconfig");
  return { url: cluster.server, proxy: proxyFor(url, cluster.proxyUrl, environment) };
}

async function readCredentials({ config, impersonated }: Kubeconfig): Promise<Credentials> {
  const inNameOf = impersonated === undefined ? {} : impersonationHeaders(impersonated);
  // What `kubectl proxy` offers; the library sends nothing in clear, nor anything else.
  if (config.getCurrentCluster()?.server.startsWith("http:") && isNobody(config)) return { headers: inNameOf, tls: {} };
  const options: RequestOptions = {};
  try {
    await config.applyToHTTPSOptions(options);
  } catch (error) {
    throw unreadable(error);
  }
  const headers = Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value).trim()]);
  const basic = options.auth ? { authorization: `Basic ${Buffer.from(options.auth).toString("base64")}` } : {};
  return { headers: { ...basic, ...Object.fromEntries(headers), ...inNameOf }, tls: tlsOf(options) };
}

function isNobody(config: KubeConfig): boolean {
  const user = config.getCurrentUser();
  return [user?.token, user?.username, user?.authProvider, user?.certData, user?.certFile].every((part) => !part);
}

/** What a provider printed that is no JSON is quoted by the parser, and may be a token. */
function unreadable(error: unknown): unknown {
  if (error instanceof ConnectError) return error;
  const reason = error instanceof SyntaxError || !(error instanceof Error) ? "something is no JSON" : error.message;
  return new ConnectError(
    `the credentials of this context cannot be read: ${printable(reason)}`,
    "fix what the kubeconfig names",
  );
}

function tlsOf({ ca, cert, key, passphrase, servername, rejectUnauthorized }: RequestOptions): TlsMaterial {
  return { ca: textOf(ca), cert: textOf(cert), key: textOf(key), passphrase, servername, rejectUnauthorized };
}

function textOf(material: unknown): string | undefined {
  if (typeof material === "string") return material;
  return Buffer.isBuffer(material) ? material.toString("utf8") : undefined;
}
