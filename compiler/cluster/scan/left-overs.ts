import { annotationNames } from "../../api/names.ts";
import { fieldsOf, isJsonObject, objectsOf, valueAt } from "../../api/json.ts";
import type { ClusterObject } from "../deletion/cluster-object.ts";
import { endOf, readUnprotection } from "../../api/unprotection.ts";
import type { MarkPlace } from "./marks/known-marks.ts";
import { releaseKeys } from "./marks/policy-marks.ts";

/** Something that opens a protected object to a delete, and still lies around. */
export interface LeftOver {
  readonly object: ClusterObject;
  readonly place: MarkPlace;
  readonly key: string;
  readonly value: string;
  readonly kind: "release" | "confirmation" | "approval" | "override";
  /** What it opens, or why it opens nothing. */
  readonly opens: string;
  /** When it was written, as far as the API server has kept it. */
  readonly since: Date | undefined;
}

interface Way {
  readonly place: MarkPlace;
  readonly kind: LeftOver["kind"];
  /** Undefined: it is none. */
  readonly opens: (value: string, object: ClusterObject, now: Date) => string | undefined;
}

const protection = "its protection";

const release: Way = {
  place: "annotation",
  kind: "release",
  opens: (value, { uid }) => (value === uid ? protection : "nothing: it is of another object"),
};

const isTrue =
  (opens: string): Way["opens"] =>
  (value) =>
    value === "true" ? opens : undefined;

/** Overrides of Holdfast (language/overrides/), and of the systems whose marks policies/ has. */
const ways: Readonly<Record<string, Way>> = {
  [annotationNames.release]: release,
  "holdfast.dev/released-until": { place: "annotation", kind: "release", opens: untilThen },
  [annotationNames.confirmation]: {
    place: "annotation",
    kind: "confirmation",
    opens: (value, { name }) => (value === name ? protection : "nothing: it is not its name"),
  },
  "holdfast.dev/approved-by": {
    place: "annotation",
    kind: "approval",
    opens: (value, { uid }) =>
      value.startsWith(`${uid}/`)
        ? `${protection}, to anybody but ${value.slice(uid.length + 1)}`
        : "nothing: it is of another object",
  },
  [annotationNames.unprotected]: { place: "annotation", kind: "override", opens: whatWasOpened },
  [annotationNames.deleteWhenUnused]: {
    place: "annotation",
    kind: "override",
    opens: () => "it to a delete as soon as nothing uses it",
  },
  "usage.crossplane.io/deletion-attempt-with-policy": {
    place: "annotation",
    kind: "override",
    opens: () => "it to a delete once its Usage is gone, where that says replayDeletion",
  },
  "appcat.vshn.io/webhook-allowdeletion": { place: "label", kind: "override", opens: isTrue(protection) },
  "appcat.vshn.io/webhook-allowpvcdeletion": { place: "label", kind: "override", opens: isTrue("all claims in the Namespace") },
  "argocd.argoproj.io/deletion-approved": {
    place: "annotation",
    kind: "approval",
    opens: () => "the application to prunes and deletes that ask for a confirmation",
  },
  "confirmation.gardener.cloud/deletion": { place: "annotation", kind: "confirmation", opens: isTrue(protection) },
  "admission.cybozu.com/i-am-sure-to-delete": {
    place: "annotation",
    kind: "confirmation",
    opens: (value, { name }) => (value === name ? protection : "nothing: it is not its name"),
  },
};

/** The record opens nothing itself: it says what `holdfast unprotect` has opened. */
function whatWasOpened(value: string, _: ClusterObject, now: Date): string {
  const record = readUnprotection(value);
  if (record === undefined) return "nothing: it is no record of `holdfast unprotect`";
  const { reason, until } = record;
  return `what \`holdfast unprotect\` opened, ${timeOf(until, now)}: ${reason}`;
}

function timeOf(until: string | undefined, now: Date): string {
  if (until === undefined) return "without an end";
  const end = endOf(until);
  if (end === undefined) return `until ${until}, which is no time`;
  return end <= now.getTime() ? `until ${until}, which is over` : `until ${until}`;
}

function untilThen(value: string, { uid }: ClusterObject, now: Date): string {
  if (!value.startsWith(`${uid}/`)) return "nothing: it is of another object";
  const end = value.slice(uid.length + 1);
  const time = Date.parse(end);
  if (Number.isNaN(time)) return "nothing: it says no time";
  return time <= now.getTime() ? `nothing: it ended at ${end}` : `${protection} until ${end}`;
}

/** All that lie around, the oldest first; those whose age is not known come last. */
export function leftOvers(objects: readonly ClusterObject[], documents: readonly unknown[], now: Date): readonly LeftOver[] {
  const known = new Map<string, Way>([...releaseKeys(documents).map((key) => [key, release] as const), ...Object.entries(ways)]);
  const found = objects.flatMap((object) => [...known].flatMap(([key, way]) => leftOver(object, key, way, now) ?? []));
  const age = ({ since }: LeftOver): number => since?.getTime() ?? Number.POSITIVE_INFINITY;
  return found.toSorted((a, b) => (age(a) === age(b) ? 0 : age(a) - age(b)));
}

function leftOver(object: ClusterObject, key: string, { place, kind, opens }: Way, now: Date): LeftOver | undefined {
  const { metadata } = object.stored;
  const value = valueAt(metadata, `${place}s`, key);
  const opened = typeof value === "string" ? opens(value, object, now) : undefined;
  if (typeof value !== "string" || opened === undefined) return undefined;
  return { object, place, key, value, kind, opens: opened, since: writtenAt(metadata, place, key) };
}

/** When whoever owns the field has last written; several may own it, and the first of them has brought it. */
function writtenAt(metadata: object, place: MarkPlace, key: string): Date | undefined {
  const times = objectsOf(fieldsOf(metadata)["managedFields"])
    .filter(({ fieldsV1 }) => isJsonObject(valueAt(fieldsV1, "f:metadata", `f:${place}s`, `f:${key}`)))
    .map(({ time }) => Date.parse(String(time)))
    .filter((time) => !Number.isNaN(time));
  return times.length === 0 ? undefined : new Date(Math.min(...times));
}
