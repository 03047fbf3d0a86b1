import { ApiRejected, type ApiServer, ApiUnreachable } from "../../runtime-fallback/kubernetes/api-server.ts";
import { type Credentials, cachedCredentials } from "../../runtime-fallback/kubernetes/credentials.ts";
import { openHttpApiServer } from "../../runtime-fallback/kubernetes/http-api-server.ts";
import { systemClock } from "../../runtime-fallback/clock.ts";
import { ClusterError } from "../cluster/cluster-error.ts";
import type { ClusterAccess } from "../cluster/kubeconfig.ts";
import type { ObjectSource } from "./object-source.ts";

/** A cluster that is up should say so within this time. */
const firstAnswerMs = 10_000;

/** A cluster as the user of a kubeconfig sees it, `readAccess` each time anew: tokens change. Rejects with a `ClusterError`. */
export async function clusterSource(readAccess: () => ClusterAccess): Promise<ObjectSource> {
  const clock = systemClock;
  const { url } = readAccess();
  const read = async (): Promise<Credentials> => credentialsOf(readAccess());
  const server = openHttpApiServer({ url, credentials: cachedCredentials({ read, readAnew: read }, clock), clock });
  try {
    await requireAnswer(server);
  } catch (error) {
    await server.close();
    throw error;
  }
  return { server, memory: "informers", hasAuthorizer: true, missing: () => [], about: url, stored: [] };
}

function credentialsOf({ ca, cert, key, token, serverName, skipsVerification }: ClusterAccess): Credentials {
  return {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    tls: { ca, cert, key, servername: serverName, rejectUnauthorized: skipsVerification ? false : undefined },
  };
}

async function requireAnswer(server: ApiServer): Promise<void> {
  try {
    const answer = await server.request({ method: "GET", path: "/api", timeoutMs: firstAnswerMs });
    if (answer.status !== 200) throw new ApiRejected("GET /api", answer);
  } catch (error) {
    if (error instanceof ApiUnreachable) throw new ClusterError(error.message, "is the cluster up, and is this its context?");
    if (!(error instanceof ApiRejected)) throw error;
    throw new ClusterError(`${server.url}: ${error.message}`, "use a context whose user may read the cluster");
  }
}
