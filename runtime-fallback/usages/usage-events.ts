import type { RequestServer } from "../api/api-server.ts";
import { collectionPath } from "../api/resource.ts";
import { errorText, type Log } from "../controller/log.ts";
import { printable } from "../visible-text.ts";
import type { Clock } from "../clock.ts";
import type { Step } from "./step.ts";
import { type Usage, usageText } from "./usage.ts";
import type { UsageReports } from "./usage-reports.ts";

export interface UsageEventsOptions {
  readonly api: RequestServer;
  readonly clock: Clock;
  readonly log: Log;
  /** Of this process: its pod. */
  readonly instance: string;
  readonly counted?: (outcome: "written" | "refused" | "lost") => void;
}

/** events.k8s.io: a note has at most 1,024 bytes; three of them are the longest character that `printable` leaves. */
const mostNote = 300;

/** An event for each thing that a Usage says of itself. An event that cannot be written is a line of the log, and nothing else. */
export function usageEvents({ api, clock, log, instance, counted = () => undefined }: UsageEventsOptions): UsageReports {
  return {
    stepped: (usage, step) => {
      if (step.kind !== "patch" || step.ready === undefined) return;
      const request = {
        method: "POST",
        path: eventsPath(usage),
        body: eventOf(usage, step, { instance, now: clock.now() }),
      } as const;
      api.request(request).then(
        ({ status }) => {
          counted(status < 300 ? "written" : "refused");
          if (status >= 300) log("warn", "usage: an event was refused", { usage: printable(usageText(usage)), status });
        },
        (error: unknown) => {
          counted("lost");
          log("warn", "usage: an event was lost", { error: errorText(error) });
        },
      );
    },
  };
}

function eventsPath(usage: Usage): string {
  return collectionPath({ group: "events.k8s.io", version: "v1", resource: "events" }, namespaceOf(usage));
}

/** Events about what is in no namespace are in this one. */
function namespaceOf({ key }: Usage): string {
  return key.namespace ?? "default";
}

function eventOf(
  usage: Usage,
  { ready }: Extract<Step, { kind: "patch" }>,
  { instance, now }: { readonly instance: string; readonly now: number },
): object {
  const { object, key, resource, uid } = usage;
  return {
    apiVersion: "events.k8s.io/v1",
    kind: "Event",
    metadata: { generateName: "usage-", namespace: namespaceOf(usage) },
    eventTime: `${new Date(now).toISOString().slice(0, -1)}000Z`,
    reportingController: "holdfast.dev/usages",
    reportingInstance: instance.slice(0, 128),
    type: ready?.status === "True" ? "Normal" : "Warning",
    action: "Protect",
    reason: ready?.reason,
    note: printable(ready?.message ?? "", mostNote),
    regarding: {
      apiVersion: `${resource.group}/${resource.version}`,
      kind: object["kind"],
      name: key.name,
      ...(key.namespace !== undefined && { namespace: key.namespace }),
      uid,
    },
  };
}
