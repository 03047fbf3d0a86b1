import { resourceText } from "../kubernetes/resource.ts";
import type { GroupResource } from "../../compiler/api/resource.ts";
import { failureReasons } from "../kubernetes/reflector/failure.ts";
import type { Telemetry } from "../kubernetes/reflector/telemetry.ts";
import type { Log } from "../telemetry/log.ts";
import type { MetricsRegistry } from "../telemetry/registry.ts";

/** What informers report, as metrics and lines of the log. `resources`: everything that is watched. */
export function reflectorTelemetry(log: Log, registry: MetricsRegistry, resources: readonly GroupResource[]): Telemetry {
  const names = [...new Set(resources.map(resourceText))];
  const lists = registry.counter({
    name: "holdfast_informer_lists_total",
    help: "Lists of everything of a resource, by what came of them.",
    labels: { resource: names, result: ["listed", ...failureReasons] },
  });
  const watches = registry.counter({
    name: "holdfast_informer_watches_total",
    help: "Watches by how they ended; expired is as it was meant to.",
    labels: { resource: names, end: ["expired", ...failureReasons] },
  });
  const listeners = registry.counter({
    name: "holdfast_informer_listener_failures_total",
    help: "Changes that somebody was told of and failed at.",
    labels: { resource: names },
  });
  return {
    log,
    metrics: {
      onListed: (resource) => lists({ resource: resourceText(resource), result: "listed" }),
      onListFailed: (resource, reason) => lists({ resource: resourceText(resource), result: reason }),
      onWatchEnded: (resource, reason) => watches({ resource: resourceText(resource), end: reason }),
      onListenerFailed: (resource) => listeners({ resource: resourceText(resource) }),
    },
  };
}
