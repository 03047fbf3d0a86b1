import type { RequestServer } from "../kubernetes/api-server.ts";
import { collectionPath, type ObjectKey, type ResourceId, apiVersionOf } from "../kubernetes/resource.ts";
import { errorText, type WriteLog } from "../controller/log.ts";
import { printable } from "../escape-text.ts";
import type { Clock } from "../clock.ts";
import { type Usage, usageText } from "./usage.ts";
import type { UsageStep } from "./plan/step.ts";

/** Told of what was written, for events and metrics; must not throw. */
export interface UsageReports {
  stepped(usage: Usage, step: Exclude<UsageStep, { kind: "rest" }>): void;
}

export const noReports: UsageReports = { stepped: () => undefined };

/** Tells all of them. */
export function allReports(...all: readonly UsageReports[]): UsageReports {
  return { stepped: (usage, step) => all.forEach((reports) => reports.stepped(usage, step)) };
}

export interface UsageEventsOptions {
  readonly api: RequestServer;
  readonly clock: Clock;
  readonly log: WriteLog;
  /** Of this process: its pod. */
  readonly instance: string;
  readonly counted?: (outcome: "written" | "denied" | "lost") => void;
}

/** events.k8s.io: a note has at most 1,024 bytes; three of them are the longest character that `printable` leaves. */
const maxNote = 300;

/** What an event says, and of what. */
interface Saying {
  readonly type: "Normal" | "Warning";
  readonly action: "Protect" | "Delete";
  readonly reason: string;
  readonly message: string;
  readonly regarding: { readonly resource: ResourceId; readonly kind: string; readonly key: ObjectKey; readonly uid: string };
}

/**
 * An event for each thing that a Usage says of itself, and for a delete that somebody has asked for. An event that
 * cannot be written is a line of the log, and nothing else.
 */
export function usageEvents({ api, clock, log, instance, counted = () => undefined }: UsageEventsOptions): UsageReports {
  return {
    stepped: (usage, step) => {
      const saying = sayingOf(usage, step);
      if (saying === undefined) return;
      const namespace = namespaceOf(saying.regarding.key);
      const path = collectionPath({ group: "events.k8s.io", version: "v1", resource: "events" }, namespace);
      const body = eventOf(saying, { instance, now: clock.now() });
      api.request({ method: "POST", path, body }).then(
        ({ status }) => {
          counted(status < 300 ? "written" : "denied");
          if (status >= 300) log("warn", "usage: an event was denied", { usage: printable(usageText(usage)), status });
        },
        (error: unknown) => {
          counted("lost");
          log("warn", "usage: an event was lost", { error: errorText(error) });
        },
      );
    },
  };
}

function sayingOf({ resource, key, uid, object }: Usage, step: Exclude<UsageStep, { kind: "rest" }>): Saying | undefined {
  if (step.notice !== undefined) {
    return { ...step.notice, type: step.kind === "delete" ? "Normal" : "Warning", action: "Delete" };
  }
  if (step.kind !== "patch" || step.ready === undefined) return undefined;
  const regarding = { resource, kind: String(object["kind"]), key, uid };
  return { ...step.ready, type: step.ready.status === "True" ? "Normal" : "Warning", action: "Protect", regarding };
}

/** Events about what is in no namespace are in this one. */
function namespaceOf({ namespace = "default" }: ObjectKey): string {
  return namespace;
}

function eventOf(
  { type, action, reason, message, regarding: { resource, kind, key, uid } }: Saying,
  { instance, now }: { readonly instance: string; readonly now: number },
): object {
  const { group, version } = resource;
  return {
    apiVersion: "events.k8s.io/v1",
    kind: "Event",
    metadata: { generateName: "usage-", namespace: namespaceOf(key) },
    eventTime: `${new Date(now).toISOString().slice(0, -1)}000Z`,
    reportingController: "holdfast.dev/usages",
    reportingInstance: instance.slice(0, 128),
    type,
    action,
    reason,
    note: printable(message, maxNote),
    regarding: { apiVersion: apiVersionOf({ group, version }), kind, ...key, uid },
  };
}
