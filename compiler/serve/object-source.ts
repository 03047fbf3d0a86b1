import { type ApiServer, ApiRejected, ClusterError } from "../../runtime-fallback/kubernetes/api-server.ts";
import { type ClusterOptions, clusterReader } from "./cluster-objects.ts";
import { ManifestProblem } from "./written-objects.ts";
import { objectApiServer } from "./object-api-server.ts";
import type { ServedObject } from "./stored-objects.ts";
import type { ClusterContext } from "../../runtime-fallback/kubernetes/open-context.ts";

/** Where the queries of rules are answered. */
export interface ObjectSource {
  readonly server: ApiServer;
  /** Whether answers may be remembered; files can have changed since. */
  readonly memory: "informers" | "none";
  /** Whether it says who may do what. Manifests do not: nobody authorizes by them. */
  readonly hasAuthorizer: boolean;
  /** Why nobody can be answered now. */
  readonly missing: () => readonly string[];
  /** `the 3 objects of objects` */
  readonly about: string;
  /** Those that an example may be about. */
  readonly stored: readonly ServedObject[];
  /** `databases.example.org`: plurals of manifests that are guessed. */
  readonly guessed: readonly string[];
}

/** Manifests in place of a cluster. Throws a `ManifestProblem` where they cannot be read as they are now. */
export function manifestSource(options: ClusterOptions): ObjectSource {
  const read = clusterReader(options);
  const { stored, guessed } = read();
  const written = stored.filter(({ place }) => place !== "").length;
  return {
    server: objectApiServer(read),
    memory: "none",
    hasAuthorizer: false,
    missing: () => {
      try {
        read();
        return [];
      } catch (error) {
        if (error instanceof ManifestProblem) return [error.message];
        throw error;
      }
    },
    about: options.paths.length === 0 ? "a cluster that holds nothing" : aboutText(written, options.paths),
    stored,
    guessed,
  };
}

function aboutText(count: number, paths: readonly string[]): string {
  return `the ${count} ${count === 1 ? "object" : "objects"} of ${paths.join(", ")}`;
}

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
  return { server, memory: "informers", hasAuthorizer: true, missing: () => [], about: server.url, stored: [], guessed: [] };
}

async function requireAnswer(server: ApiServer): Promise<void> {
  const answer = await server.request({ method: "GET", path: "/api", timeoutMs: firstAnswerMs });
  if (answer.status === 200) return;
  throw new ClusterError(
    `${server.url}: ${new ApiRejected("GET /api", answer).message}`,
    "use a context whose user may read the cluster",
  );
}
