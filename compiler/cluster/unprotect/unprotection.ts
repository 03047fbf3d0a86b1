import { ApiRejected, type RequestServer, mergePatch } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { objectPath } from "../../../runtime-fallback/kubernetes/resource.ts";
import { HelpfulError } from "../../api/helpful-error.ts";
import { resourceName } from "../../api/resource.ts";
import type { ClusterObject } from "../deletion/cluster-object.ts";
import { fieldsOf, parseJsonObject, textAt } from "../../api/json.ts";
import type { StoredObject } from "../../../runtime-fallback/kubernetes/stored-object.ts";
import type { Opening } from "./find-openings.ts";
import { type MarkChange, isKey } from "./named-openings.ts";

/** What `holdfast unprotect` has changed, why, and until when. */
export const unprotected = "holdfast.dev/unprotected";

/** What opens an object is a mark or two. */
const mostChanges = 20;

/**
 * What `holdfast unprotect` writes on an object beside what opens it, as JSON in `holdfast.dev/unprotected`: why, until
 * when, and how it was before. Whoever may update the object may write it: it opens nothing, and it is shown before it is
 * believed.
 */
export interface Unprotection {
  readonly reason: string;
  /** RFC 3339; undefined: nobody said. */
  readonly until: string | undefined;
  /** What undoes it. */
  readonly before: readonly MarkChange[];
}

/** The changes of an opening, and the record of them. */
export function recordedChanges(
  { object, changes }: Opening,
  given: Pick<Unprotection, "reason" | "until">,
): readonly MarkChange[] {
  const earlier = unprotectionOf(object.stored)?.before ?? [];
  const isRecorded = ({ field, key }: MarkChange): boolean => earlier.some((one) => one.field === field && one.key === key);
  const now = changes.map(({ field, key }) => ({ field, key, value: textAt(object.stored.metadata[field], key) }));
  // What was there before the first time is what an undo brings back.
  const before = [...earlier, ...now.filter((one) => !isRecorded(one))];
  const record = {
    reason: given.reason,
    ...(given.until !== undefined && { until: given.until }),
    before: before.map(({ field, key, value }) => ({ field, key, ...(value !== undefined && { value }) })),
  };
  return [...changes, { field: "annotations", key: unprotected, value: JSON.stringify(record) }];
}

/** What was written; undefined: nothing, or nothing that can be read. */
export function unprotectionOf({ metadata }: StoredObject): Unprotection | undefined {
  return readUnprotection(textAt(metadata["annotations"], unprotected) ?? "");
}

export function readUnprotection(text: string): Unprotection | undefined {
  const record = parseJsonObject(text);
  if (record === undefined || !Array.isArray(record["before"]) || record["before"].length > mostChanges) return undefined;
  const before = record["before"].map(markChangeOf);
  if (before.some((change) => change === undefined)) return undefined;
  return {
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

/** The record goes with what it says. */
export function withoutRecord(changes: readonly MarkChange[]): readonly MarkChange[] {
  return [...changes, { field: "annotations", key: unprotected, value: undefined }];
}

/**
 * Changes labels and annotations of one object, as it was when it was read: where it has changed since, nothing happens.
 * Throws a `HelpfulError` where the API server denies it.
 */
export async function changeMarks(server: RequestServer, object: ClusterObject, changes: readonly MarkChange[]): Promise<void> {
  const { of, name, namespace, uid, stored } = object;
  const path = objectPath(of, { name, ...(namespace !== undefined && { namespace }) });
  const marks = (field: MarkChange["field"]): object =>
    Object.fromEntries(changes.filter((one) => one.field === field).map(({ key, value }) => [key, value ?? null]));
  const { resourceVersion } = stored.metadata;
  const metadata = { uid, resourceVersion, annotations: marks("annotations"), labels: marks("labels") };
  const answer = await server.request({ method: "PATCH", path, contentType: mergePatch, body: { metadata } });
  if (answer.status < 300) return;
  const what = `${resourceName(of)}/${name}${namespace === undefined ? "" : ` -n ${namespace}`}`;
  throw new HelpfulError(
    new ApiRejected(`the change of ${what}`, answer).message,
    answer.status === 409 ? "it has changed meanwhile: run the command again" : "use a context whose user may update it",
  );
}
