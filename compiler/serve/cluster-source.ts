import { ApiRejected, type ApiServer } from "../../runtime-fallback/kubernetes/api-server.ts";
import { ClusterError } from "../../runtime-fallback/kubernetes/cluster-error.ts";
import type { ClusterContext } from "../../runtime-fallback/kubernetes/open-context.ts";
import type { ObjectSource } from "./object-source.ts";

/** A cluster that is up should say so within this time. */
const firstAnswerMs = 10_000;

/** A cluster as the user of a kubeconfig sees it. Rejects with a `ClusterError`. */
export async function clusterSource(context: ClusterContext): Promise<ObjectSource> {
  const server = context.open();
  try {
    await requireAnswer(server);
  } catch (error) {
    await server.close();
    throw error;
  }
  return { server, memory: "informers", hasAuthorizer: true, missing: () => [], about: server.url, stored: [] };
}

async function requireAnswer(server: ApiServer): Promise<void> {
  const answer = await server.request({ method: "GET", path: "/api", timeoutMs: firstAnswerMs });
  if (answer.status === 200) return;
  throw new ClusterError(
    `${server.url}: ${new ApiRejected("GET /api", answer).message}`,
    "use a context whose user may read the cluster",
  );
}
