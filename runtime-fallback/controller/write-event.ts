import type { Clock } from "../clock.ts";
import { printable } from "../escape-text.ts";
import type { RequestServer } from "../kubernetes/api-server.ts";
import { apiVersionOf, collectionPath, keyText, type ObjectKey, type ResourceId } from "../kubernetes/resource.ts";
import { errorText, type WriteLog } from "./log.ts";

export interface EventWriterOptions {
  readonly api: RequestServer;
  readonly clock: Clock;
  readonly log: WriteLog;
  /** Of this process: its pod. */
  readonly instance: string;
  readonly counted?: (outcome: "written" | "denied" | "lost") => void;
  /** Which part of the controller speaks: `usages`; and how names of its Events begin. */
  readonly reporter: { readonly name: string; readonly prefix: string };
}

/** What an event says, and of what. */
export interface Saying {
  readonly type: "Normal" | "Warning";
  readonly action: "Protect" | "Delete";
  readonly reason: string;
  readonly message: string;
  readonly regarding: { readonly resource: ResourceId; readonly kind: string; readonly key: ObjectKey; readonly uid: string };
}

/** events.k8s.io: a note has at most 1,024 bytes; three of them are the longest character that `printable` leaves. */
const maxNote = 300;

/** Writes events. One that cannot be written is a line of the log, and nothing else. */
export function eventWriter(options: EventWriterOptions): (saying: Saying) => void {
  const { api, log, reporter, counted = () => undefined } = options;
  return (saying) => {
    const { key } = saying.regarding;
    const path = collectionPath({ group: "events.k8s.io", version: "v1", resource: "events" }, namespaceOf(key));
    api.request({ method: "POST", path, body: eventOf(saying, options) }).then(
      ({ status }) => {
        counted(status < 300 ? "written" : "denied");
        const about = printable(keyText(key));
        if (status >= 300) log("warn", `${reporter.name}: an event was denied`, { about, status });
      },
      (error: unknown) => {
        counted("lost");
        log("warn", `${reporter.name}: an event was lost`, { error: errorText(error) });
      },
    );
  };
}

/** Events about what is in no namespace are in this one. */
function namespaceOf({ namespace = "default" }: ObjectKey): string {
  return namespace;
}

function eventOf(
  { type, action, reason, message, regarding: { resource, kind, key, uid } }: Saying,
  { instance, clock, reporter }: EventWriterOptions,
): object {
  return {
    apiVersion: "events.k8s.io/v1",
    kind: "Event",
    metadata: { generateName: `${reporter.prefix}-`, namespace: namespaceOf(key) },
    eventTime: `${new Date(clock.now()).toISOString().slice(0, -1)}000Z`,
    reportingController: `holdfast.dev/${reporter.name}`,
    reportingInstance: instance.slice(0, 128),
    type,
    action,
    reason,
    note: printable(message, maxNote),
    regarding: { apiVersion: apiVersionOf(resource), kind, ...key, uid },
  };
}
