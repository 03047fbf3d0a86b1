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
    help: "Full lists of a resource by result.",
    labels: { resource: names, result: ["listed", ...failureReasons] },
  });
  const watches = registry.counter({
    name: "holdfast_informer_watches_total",
    help: "Ended watches by reason. expired is the normal end.",
    labels: { resource: names, end: ["expired", ...failureReasons] },
  });
  const listeners = registry.counter({
    name: "holdfast_informer_listener_failures_total",
    help: "Changes that a listener in the process failed to handle. Anything above 0 is a bug.",
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
