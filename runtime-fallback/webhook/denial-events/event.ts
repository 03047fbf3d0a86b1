import { type ApiRequest, mergePatch } from "../../kubernetes/api-server.ts";
import { collectionPath, objectPath } from "../../kubernetes/resource.ts";
import { withoutSecrets } from "../../telemetry/fields.ts";
import { boundedBytes } from "../../escape-text.ts";
import type { Regarding } from "./regarding.ts";

/**
 * What became of a denial: an Event was written; the last one about it is not old enough; too many in a short
 * time; too many on their way; its namespace is being deleted or gone; nothing that an Event can be about; the API
 * server denied, or did not answer.
 */
export type EventOutcome = "written" | "repeated" | "limited" | "busy" | "closing" | "unfit" | "denied" | "lost";

/** Every one of them. */
export const eventOutcomes: readonly EventOutcome[] = Object.keys({
  written: true,
  repeated: true,
  limited: true,
  busy: true,
  closing: true,
  unfit: true,
  denied: true,
  lost: true,
} satisfies Readonly<Record<EventOutcome, true>>) as EventOutcome[];

/** What an Event says. */
export interface Said {
  readonly regarding: Regarding;
  readonly reason: string;
  readonly action: string;
  readonly note: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const events = { group: "events.k8s.io", version: "v1", resource: "events" } as const;

/** Limits of the API server: pkg/apis/core/validation/events.go. */
const maxNoteBytes = 1_024;
const maxReasonCharacters = 128;
const maxInstanceCharacters = 128;

/** More than enough for a note; what is looked through for secrets. */
const maxSearchedCharacters = 16_384;

/** Events about what is in no namespace are in this one: the API server takes them nowhere else. */
export function namespaceOf({ namespace = "default" }: Regarding): string {
  return namespace;
}

/** `appcat managed` denies as `DeniedByAppcatManaged`. */
export function eventReason(rule: string): string {
  const words = rule.split(/[^A-Za-z0-9]+/).map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`);
  return `DeniedBy${words.join("")}`.slice(0, maxReasonCharacters);
}

/** The message of a denial. Whoever may read Events may not have been who asked: what looks like a secret is hidden. */
export function noteOf(message: string): string {
  const note = boundedBytes(withoutSecrets(message.slice(0, maxSearchedCharacters)), maxNoteBytes);
  return note === "" ? "the rule gave no reason" : note;
}

/** Makes the Event. */
export function createEvent({ regarding, at, reason, action, note }: Said, instance: string): ApiRequest {
  const namespace = namespaceOf(regarding);
  const body = {
    apiVersion: "events.k8s.io/v1",
    kind: "Event",
    metadata: { generateName: "denial-", namespace },
    eventTime: microTime(at),
    reportingController: "holdfast.dev/webhook",
    reportingInstance: instance.slice(0, maxInstanceCharacters),
    type: "Warning",
    reason,
    action,
    note,
    regarding,
  };
  return { method: "POST", path: collectionPath(events, namespace), body };
}

/** Says of one that was written before how often it has happened by now. Nothing else of an Event may change. */
export function countEvent(
  { regarding, at }: Said,
  { name, count }: { readonly name: string; readonly count: number },
): ApiRequest {
  return {
    method: "PATCH",
    path: objectPath(events, { namespace: namespaceOf(regarding), name }),
    contentType: mergePatch,
    body: { series: { count, lastObservedTime: microTime(at) } },
  };
}

function microTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, -1)}000Z`;
}
