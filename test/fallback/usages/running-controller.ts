import { connect } from "../../../runtime-fallback/kubernetes/connect.ts";
import type { ApiServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { discover } from "../../../runtime-fallback/kubernetes/discovery/discovery.ts";
import { systemClock } from "../../../runtime-fallback/clock.ts";
import { createWorkQueue } from "../../../runtime-fallback/controller/work-queue.ts";
import type { UsageFlags } from "../../../runtime-fallback/usages/snapshot/places.ts";
import { type RegisterReader, unobserved } from "../../../runtime-fallback/controller/reconcile-loop.ts";
import { type UsageState, createUsageController } from "../../../runtime-fallback/usages/usage-controller.ts";
import { namespaceOfUsage } from "../../../runtime-fallback/usages/usage.ts";
import { usageKinds } from "../../../compiler/api/usage-kinds.ts";
import { noReports, type UsageReports } from "../../../runtime-fallback/usages/usage-events.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";

/** As `policies/fallback/usages.ts` matches. */
export const defaultFlags: UsageFlags = {
  namespace: "holdfast-system",
  acrossNamespaces: "denied",
  protects: ({ group }) => ["", "apps"].includes(group) || group.endsWith(".crossplane.io") || group.endsWith(".upbound.io"),
};

export interface RunningController {
  readonly errors: readonly string[];
  end(): Promise<void>;
}

interface RunOptions {
  readonly flags?: UsageFlags;
  /** Stands between the controller and the API server. */
  readonly through?: (api: ApiServer) => ApiServer;
  readonly reports?: UsageReports;
  readonly observe?: RegisterReader<UsageState>;
  /** What time it is; timers go by the clock of this machine. */
  readonly now?: () => number;
}

/** The controller against a real server, as its process runs it. */
export async function runController(server: ControlPlane, options: RunOptions = {}): Promise<RunningController> {
  const { flags = defaultFlags, through = (api) => api, reports = noReports, observe = unobserved, now = Date.now } = options;
  const api = await connect({ kubeconfig: server.kubeconfig });
  const clock = { ...systemClock, now };
  const errors: string[] = [];
  const stop = new AbortController();
  const nothing = (): void => undefined;
  const controller = createUsageController({
    api: through(api),
    discovery: discover(api, { missMs: 1_000 }),
    queue: createWorkQueue({ clock, random: Math.random, backoff: { firstMs: 5, maxMs: 1_000 }, groupOf: namespaceOfUsage }),
    clock,
    random: Math.random,
    log: (level, message, fields) => void (level === "error" && errors.push(`${message} ${JSON.stringify(fields)}`)),
    metrics: { depth: nothing, retried: nothing, worked: nothing },
    telemetry: {
      log: { info: nothing, warn: nothing },
      metrics: { onListed: nothing, onListFailed: nothing, onWatchEnded: nothing, onListenerFailed: nothing },
    },
    reports,
    observe,
    flags,
    usageKinds,
  });
  const running = controller.run(stop.signal);
  await waitUntil("the controller has listed the Usages", () => Promise.resolve(controller.hasSynced()));
  return {
    errors,
    end: async () => {
      stop.abort();
      await running;
      await api.close();
    },
  };
}

/** For `through`: tells of each DELETE that the controller sends. */
export const countDeletes =
  (count: (path: string) => void) =>
  (api: ApiServer): ApiServer => ({
    ...api,
    request: (request) => {
      if (request.method === "DELETE") count(request.path);
      return api.request(request);
    },
  });
