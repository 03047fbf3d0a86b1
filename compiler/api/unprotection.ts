import { parseJsonObject, fieldsOf, textAt } from "./json.ts";
import { annotationNames } from "./names.ts";

/** A label or annotation to set, or to remove where `value` is undefined. */
export interface MarkChange {
  readonly field: "annotations" | "labels";
  readonly key: string;
  readonly value: string | undefined;
}

/** As the API server takes keys: `example.com/keep`; nothing that a command line takes for a flag. */
export const isKey = (text: string): boolean =>
  /^(?:[a-z0-9][a-z0-9.-]{0,252}\/)?[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?$/.test(text);

/** Of a record: what opens an object is a mark or two. A longer record is none. */
export const mostChanges = 20;

/**
 * What `holdfast unprotect` writes on an object beside what opens it, as JSON in `holdfast.dev/unprotected`: why, until
 * when, and how it was before. Whoever may update the object may write it: it opens nothing, and it is shown, or compared
 * with what a protected object has, before it is believed.
 */
export interface Unprotection {
  /** Of the object that was opened; undefined: nobody said. A copy on another object is void. */
  readonly uid: string | undefined;
  readonly reason: string;
  /** RFC 3339; undefined: nobody said. */
  readonly until: string | undefined;
  /** What undoes it. */
  readonly before: readonly MarkChange[];
}

/** What was written; undefined: nothing, or nothing that can be read. */
export function unprotectionOf({ metadata }: { readonly metadata: object }): Unprotection | undefined {
  return readUnprotection(textAt(fieldsOf(metadata)["annotations"], annotationNames.unprotected) ?? "");
}

export function readUnprotection(text: string): Unprotection | undefined {
  const record = parseJsonObject(text);
  if (record === undefined || !Array.isArray(record["before"]) || record["before"].length > mostChanges) return undefined;
  const before = record["before"].map(markChangeOf);
  if (before.some((change) => change === undefined)) return undefined;
  // One that says something of its end, and no text, is not one without an end.
  if (record["until"] !== undefined && typeof record["until"] !== "string") return undefined;
  return {
    uid: textAt(record, "uid"),
    reason: textAt(record, "reason") ?? "",
    until: textAt(record, "until"),
    before: before.filter((change) => change !== undefined),
  };
}

function markChangeOf(value: unknown): MarkChange | undefined {
  const { field, key, value: text } = fieldsOf(value);
  if ((field !== "annotations" && field !== "labels") || typeof key !== "string" || !isKey(key)) return undefined;
  if (text !== undefined && typeof text !== "string") return undefined;
  return { field, key, value: text };
}

/**
 * In milliseconds since 1970; undefined where the text is no time as `holdfast unprotect` writes it, in UTC and whole
 * seconds, or none since 1970.
 */
export function endOf(until: string): number | undefined {
  const end = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(until) ? Date.parse(until) : Number.NaN;
  // A 30th of February would be a day in March.
  return end >= 0 && new Date(end).toISOString() === until.replace("Z", ".000Z") ? end : undefined;
}

/** The record goes with what it says. */
export function withoutRecord(changes: readonly MarkChange[]): readonly MarkChange[] {
  return [...changes, { field: "annotations", key: annotationNames.unprotected, value: undefined }];
}

/** What opens by being there, whatever policy has these overrides: no protected object has them. */
export const ownOpenings: readonly MarkChange[] = [annotationNames.release, annotationNames.confirmation].map((key) => ({
  field: "annotations",
  key,
  value: undefined,
}));

export const isSameMark = (one: MarkChange, other: MarkChange): boolean => one.field === other.field && one.key === other.key;
