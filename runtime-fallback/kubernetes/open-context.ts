import { systemClock } from "../clock.ts";
import { cachedCredentials } from "./access/credentials.ts";
import { type KubeconfigAccess, kubeconfigAccess } from "./access/kubeconfig.ts";
import { type ApiAnswer, type ApiServer, ApiUnreachable } from "./api-server.ts";
import { openHttpApiServer } from "./http/http-api-server.ts";

export interface ContextQuery {
  /** A file; where kubectl looks unless told. */
  readonly kubeconfig?: string | undefined;
  /** The current one of the kubeconfig unless told. */
  readonly context?: string | undefined;
  /** KUBECONFIG: the files where kubectl looks. */
  readonly named: string | undefined;
}

/** One context of a kubeconfig, for a command that somebody waits for. */
export interface ClusterContext {
  readonly name: string;
  /** Of its API server. */
  readonly url: string;
  /** The API server, or another one of the same cluster. Rejects with `ApiUnreachable` where it answers 401. */
  open(url?: string): ApiServer;
}

/**
 * Reads the kubeconfig and the credentials before anything is asked: where that fails it rejects with a `ConnectError`
 * that names the file or the plugin. Somebody may have to log in meanwhile, which no deadline ends.
 */
export async function openContext({ kubeconfig, context, named }: ContextQuery): Promise<ClusterContext> {
  const environment = { ...process.env, KUBECONFIG: named };
  const access = await kubeconfigAccess({ kubeconfig, context, environment });
  const credentials = cachedCredentials(access.reader, systemClock);
  await credentials.current();
  return {
    name: access.context,
    url: access.url,
    open: (url = access.url) => knownBy(openHttpApiServer({ url, credentials, clock: systemClock, proxy: access.proxy }), access),
  };
}

function knownBy(server: ApiServer, access: KubeconfigAccess): ApiServer {
  return {
    url: server.url,
    request: async (request) => {
      const answer = await server.request(request);
      if (answer.status !== 401) return answer;
      throw notKnown(server.url, access, answer);
    },
    watch: (request) => server.watch(request),
    close: () => server.close(),
  };
}

function notKnown(url: string, { context, plugin }: KubeconfigAccess, { body }: ApiAnswer): ApiUnreachable {
  const from = plugin === undefined ? "" : `, which the plugin ${plugin} gave`;
  const said = typeof body["message"] === "string" && body["message"] !== "" ? body["message"] : "Unauthorized";
  const help =
    plugin === undefined
      ? "they may have expired: renew the token or certificate of its user in the kubeconfig, or name another context"
      : "log in anew with it, so that `kubectl get namespaces` works in this context";
  return new ApiUnreachable(`${url} does not accept the credentials of context ${context}${from}: 401 ${said}`, { help });
}
