import type { StoredObject } from "../../../runtime-fallback/kubernetes/stored-object.ts";

interface Marks {
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A ConfigMap with the UID `u`. */
export function objectWith(marks: Marks): StoredObject {
  return { metadata: { name: "c", namespace: "shop", uid: "u", resourceVersion: "7", ...marks } };
}

/** The text of a record, of that object unless told. */
export function recordOf(record: {
  uid?: string | undefined;
  reason?: string;
  until?: string;
  before?: readonly unknown[];
}): string {
  return JSON.stringify({ uid: "u", reason: "moved", before: [], ...record });
}
