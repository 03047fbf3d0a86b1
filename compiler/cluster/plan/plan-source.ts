import { setTimeout as sleep } from "node:timers/promises";
import type { RequestServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { openContext } from "../../../runtime-fallback/kubernetes/open-context.ts";
import { manifestSource as sourceOfManifests } from "../../serve/object-source.ts";
import { AskingClient } from "../verify/index.ts";

/** Where objects are read from: a cluster, or manifests. */
export interface PlanSource {
  /** It cannot create, change or delete anything. */
  readonly client: AskingClient;
  /** Plurals of manifests that nothing defines: `databases.example.org`. */
  readonly guessed: readonly string[];
  close(): Promise<void>;
}

export interface ClusterAddress {
  /** A file; undefined: as `kubectl` finds it, in KUBECONFIG or the home directory. */
  readonly kubeconfig?: string | undefined;
  /** Undefined: the current one. */
  readonly context?: string | undefined;
  /** Requests a second; as `kubectl` limits itself, unless given. */
  readonly qps?: number | undefined;
  /** What KUBECONFIG says. */
  readonly named?: string | undefined;
}

/** As kubectl limits itself. */
const defaultQps = 50;

/** A cluster as the user of a kubeconfig sees it. Rejects with a `ClusterError` where the kubeconfig says nothing usable. */
export async function clusterSource(address: ClusterAddress): Promise<PlanSource> {
  const { kubeconfig, context, qps = defaultQps, named = process.env["KUBECONFIG"] } = address;
  const server = (await openContext({ kubeconfig, context, named })).open();
  return { client: new AskingClient(atRate(server, { qps })), guessed: [], close: () => server.close() };
}

export interface ManifestPlace {
  /** Files and directories. */
  readonly paths: readonly string[];
  readonly workingDirectory: string;
  /** What the path `-` stands for. */
  readonly input?: string | undefined;
}

/** Manifests in place of a cluster, or a dump of one. Throws a `HelpfulError` where they cannot be read. */
export function manifestSource({ paths, workingDirectory, input }: ManifestPlace): PlanSource {
  const none = { defined: [], asked: [], matched: [] };
  const { server, guessed } = sourceOfManifests({ paths, workingDirectory, input, ...none, guessesKinds: true });
  return { client: new AskingClient(server), guessed, close: () => server.close() };
}

/** kubectl sends 300 at once, and 50 a second. */
const atOnceSeconds = 6;

interface Rate {
  /** Requests a second, on average: six times as many may go at once after some seconds without any. */
  readonly qps: number;
  readonly now?: () => number;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

/** The same server, asked no more often than that: each request has its turn. */
export function atRate(server: RequestServer, { qps, now = () => performance.now(), wait = sleep }: Rate): RequestServer {
  const apart = 1000 / qps;
  let nextAt = Number.NEGATIVE_INFINITY;
  const turn = async (): Promise<void> => {
    const at = Math.max(nextAt, now() - atOnceSeconds * 1000);
    nextAt = at + apart;
    const early = nextAt - now();
    if (early > 0) await wait(early);
  };
  return {
    url: server.url,
    request: async (request) => {
      await turn();
      return server.request(request);
    },
    close: () => server.close(),
  };
}
