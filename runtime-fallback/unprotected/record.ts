import { textAt } from "../../compiler/api/json.ts";
import { annotationNames } from "../../compiler/api/names.ts";
import { type MarkChange, endOf, readUnprotection, unprotectionOf, withoutRecord } from "../../compiler/api/unprotection.ts";
import type { StoredObject } from "../kubernetes/stored-object.ts";

/** When what a record says is to be taken back. */
export type RecordEnd =
  | { readonly kind: "at"; readonly end: number }
  | { readonly kind: "endless" }
  /** Nobody follows it. */
  | { readonly kind: "void"; readonly why: string };

const endless: RecordEnd = { kind: "endless" };
const unreadable: RecordEnd = { kind: "void", why: "it is no record of `holdfast unprotect`" };
const unnamed: RecordEnd = { kind: "void", why: "it does not name the UID of this object" };
const timeless: RecordEnd = { kind: "void", why: "what it says of its end is no time" };

/** Of the record that the object carries; undefined where it carries none. Whoever may update the object may have written it. */
export function recordEnd({ metadata }: StoredObject): RecordEnd | undefined {
  const text = textAt(metadata["annotations"], annotationNames.unprotected);
  if (text === undefined) return undefined;
  const record = readUnprotection(text);
  if (record === undefined) return unreadable;
  // A controller that copies annotations, as that of Deployments does, has opened nothing.
  if (record.uid !== metadata.uid) return unnamed;
  if (record.until === undefined) return endless;
  const end = endOf(record.until);
  return end === undefined ? timeless : { kind: "at", end };
}

export interface TakingBack {
  readonly reason: string;
  /** With the record, where it says nothing else. */
  readonly changes: readonly MarkChange[];
  /** What the record says as well, and a protected object need not have: this is left to people. */
  readonly left: readonly MarkChange[];
}

/**
 * What of its record is done to the object: changes after which it has what a protected object has, as the declaration
 * says, and no others.
 */
export function takingBack(object: StoredObject, ofProtected: readonly MarkChange[]): TakingBack {
  const { before = [], reason = "" } = unprotectionOf(object) ?? {};
  const pending = before.filter(({ field, key, value }) => textAt(object.metadata[field], key) !== value);
  const isProtecting = ({ field, key, value }: MarkChange): boolean =>
    ofProtected.some((one) => one.field === field && one.key === key && one.value === value);
  const changes = pending.filter(isProtecting);
  const left = pending.filter((change) => !isProtecting(change));
  return { reason, changes: left.length === 0 ? withoutRecord(changes) : changes, left };
}
