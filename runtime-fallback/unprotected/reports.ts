import { createHash } from "node:crypto";
import { textAt } from "../../compiler/api/json.ts";
import { annotationNames } from "../../compiler/api/names.ts";
import type { MarkChange } from "../../compiler/api/unprotection.ts";
import { type Clock, tokenBucket } from "../clock.ts";
import type { WriteLog } from "../controller/log.ts";
import type { Saying } from "../controller/write-event.ts";
import { printable } from "../escape-text.ts";
import { keepNewest } from "../keep-newest.ts";
import { keyText, resourceText } from "../kubernetes/resource.ts";
import { keyOf, type StoredObject } from "../kubernetes/stored-object.ts";
import type { TakeBackOutcome, TakeBackReports, TakeBackTold } from "./take-back.ts";

export interface TakeBackReportsOptions {
  readonly clock: Clock;
  readonly log: WriteLog;
  readonly write: (saying: Saying) => void;
  readonly counted: (outcome: TakeBackOutcome) => void;
}

/** Whoever may update objects makes as many records as they like: what is beyond that is counted alone. */
const limits = { perSecond: 1, burst: 20 };
/** A Namespace is somebody's: nobody silences others. */
const mostNamespaces = 1_000;
const mostLeft = 10_000;

/** A line of the log and an event for each, within limits; of what is left to people, once for each record. */
export function takeBackReports({ clock, log, write, counted }: TakeBackReportsOptions): TakeBackReports {
  const byNamespace = new Map<string, () => boolean>();
  const isLeft = createLeftRecords();
  const mayTell = ({ metadata: { namespace = "" } }: StoredObject): boolean => {
    const bucket = byNamespace.get(namespace) ?? tokenBucket(limits, clock);
    keepNewest(byNamespace, namespace, bucket, mostNamespaces);
    return bucket();
  };
  return {
    ended: (outcome, told) => {
      counted(outcome);
      const { resource, object } = told;
      if ((outcome === "left" && isLeft.has(object)) || !mayTell(object)) return;
      if (outcome === "left") isLeft.add(object);
      const message = messageOf(outcome, told);
      const regarding = { resource, kind: resource.kind, key: keyOf(object), uid: object.metadata.uid };
      const isDone = outcome === "taken-back";
      write({ type: isDone ? "Normal" : "Warning", action: "Protect", reason: reasons[outcome], message, regarding });
      const fields = { object: printable(keyText(keyOf(object))), resource: resourceText(resource), message };
      // A denial is logged as every failure is.
      if (outcome !== "denied") log(isDone ? "info" : "warn", "the time of `holdfast unprotect` is over", fields);
    },
  };
}

/** Records that are left to people, of which was told; by UID. */
function createLeftRecords(): { has(object: StoredObject): boolean; add(object: StoredObject): void } {
  const records = new Map<string, string>();
  // A record may have the length of all annotations.
  const recordOf = ({ metadata }: StoredObject): string =>
    createHash("sha256")
      .update(textAt(metadata["annotations"], annotationNames.unprotected) ?? "")
      .digest("base64");
  return {
    has: (object) => records.get(object.metadata.uid) === recordOf(object),
    add: (object) => keepNewest(records, object.metadata.uid, recordOf(object), mostLeft),
  };
}

const reasons: Readonly<Record<TakeBackOutcome, string>> = {
  "taken-back": "TakenBack",
  nothing: "NothingTakenBack",
  partly: "PartlyTakenBack",
  left: "NotTakenBack",
  denied: "TakeBackDenied",
};

function messageOf(outcome: TakeBackOutcome, { changes, left, reason, problem = "" }: TakeBackTold): string {
  const because = `it was opened for: ${printable(reason, 60)}`;
  const rest = `left, since the declaration does not say that it protects: ${textOf(left)}; look at it with holdfast unprotect --undo`;
  if (outcome === "denied") return `the object stays open: ${printable(problem, 200)}`;
  if (outcome === "left") return `${because}; ${rest}`;
  if (outcome === "nothing") return `nothing was left to take back, only the record went: the object may be open; ${because}`;
  return `protected again (${textOf(changes)}); ${because}${outcome === "partly" ? `; ${rest}` : ""}`;
}

/** `annotation holdfast.dev/release removed, label keep=true` */
function textOf(changes: readonly MarkChange[]): string {
  const written = changes.map(({ field, key, value }) => {
    const mark = `${field === "labels" ? "label" : "annotation"} ${key}`;
    return value === undefined ? `${mark} removed` : `${mark}=${printable(value, 60)}`;
  });
  return written.join(", ");
}
