import { ApiRejected, type RequestServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { patchMarks } from "../../../runtime-fallback/kubernetes/patch-marks.ts";
import { HelpfulError } from "../../api/helpful-error.ts";
import { textAt } from "../../api/json.ts";
import { annotationNames } from "../../api/names.ts";
import { resourceName } from "../../api/resource.ts";
import { type MarkChange, type Unprotection, unprotectionOf } from "../../api/unprotection.ts";
import type { ClusterObject } from "../deletion/cluster-object.ts";
import type { Opening } from "./find-openings.ts";

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
    uid: object.uid,
    reason: given.reason,
    ...(given.until !== undefined && { until: given.until }),
    before: before.map(({ field, key, value }) => ({ field, key, ...(value !== undefined && { value }) })),
  };
  return [...changes, { field: "annotations", key: annotationNames.unprotected, value: JSON.stringify(record) }];
}

/**
 * Changes labels and annotations of one object, as it was when it was read: where it has changed since, nothing happens.
 * Throws a `HelpfulError` where the API server denies it.
 */
export async function changeMarks(server: RequestServer, object: ClusterObject, changes: readonly MarkChange[]): Promise<void> {
  const { of, name, namespace, stored } = object;
  const { answer } = await patchMarks(server, of, stored, changes);
  if (answer.status < 300) return;
  const what = `${resourceName(of)}/${name}${namespace === undefined ? "" : ` -n ${namespace}`}`;
  throw new HelpfulError(
    new ApiRejected(`the change of ${what}`, answer).message,
    answer.status === 409 ? "it has changed meanwhile: run the command again" : "use a context whose user may update it",
  );
}
