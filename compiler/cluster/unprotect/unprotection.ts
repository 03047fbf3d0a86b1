import { ApiRejected, type RequestServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { patchMarks } from "../../../runtime-fallback/kubernetes/patch-marks.ts";
import { HelpfulError } from "../../api/helpful-error.ts";
import { textAt } from "../../api/json.ts";
import { annotationNames } from "../../api/names.ts";
import { resourceName } from "../../api/resource.ts";
import {
  type MarkChange,
  type Unprotection,
  isSameMark,
  mostChanges,
  ownOpenings,
  unprotectionOf,
} from "../../api/unprotection.ts";
import type { ClusterObject } from "../deletion/cluster-object.ts";
import type { Opening } from "./find-openings.ts";

/**
 * The changes of an opening, and the record of them. Throws a `HelpfulError` where they are more than a record holds.
 */
export function recordedChanges(opening: Opening, given: Pick<Unprotection, "reason" | "until">): readonly MarkChange[] {
  const { object, changes } = opening;
  const record = {
    uid: object.uid,
    reason: given.reason,
    ...(given.until !== undefined && { until: given.until }),
    before: beforeOf(opening).map(({ field, key, value }) => ({ field, key, ...(value !== undefined && { value }) })),
  };
  return [...changes, { field: "annotations", key: annotationNames.unprotected, value: JSON.stringify(record) }];
}

/**
 * What the marks are now that are changed, and what an earlier record of this object says of others: it was opened with
 * them. Whoever may update the object may have written that record. So it says nothing of what is changed now, and goes
 * first where there is too much.
 */
function beforeOf({ object, changes }: Opening): readonly MarkChange[] {
  if (changes.length > mostChanges)
    throw new HelpfulError(
      `what opens ${objectText(object)} are ${changes.length} changes, and a record takes ${mostChanges}`,
      "change its labels and annotations by hand",
    );
  const record = unprotectionOf(object.stored);
  const earlier = record?.uid === object.uid ? record.before : [];
  const now = changes.map(({ field, key }) => ({ field, key, value: textAt(object.stored.metadata[field], key) }));
  const others = earlier.filter((one) => !now.some((other) => isSameMark(one, other)));
  return [...others.slice(0, mostChanges - now.length), ...now.map(withoutIdleOpening)];
}

/** One of another object, say, has opened nothing: it need not come back. */
function withoutIdleOpening(change: MarkChange): MarkChange {
  return ownOpenings.find((one) => isSameMark(one, change)) ?? change;
}

/**
 * Changes labels and annotations of one object, as it was when it was read: where it has changed since, nothing happens.
 * Throws a `HelpfulError` where the API server denies it.
 */
export async function changeMarks(server: RequestServer, object: ClusterObject, changes: readonly MarkChange[]): Promise<void> {
  const { answer } = await patchMarks(server, object.of, object.stored, changes);
  if (answer.status < 300) return;
  throw new HelpfulError(
    new ApiRejected(`the change of ${objectText(object)}`, answer).message,
    answer.status === 409 ? "it has changed meanwhile: run the command again" : "use a context whose user may update it",
  );
}

/** `configmaps/settings -n shop` */
function objectText({ of, name, namespace }: ClusterObject): string {
  return `${resourceName(of)}/${name}${namespace === undefined ? "" : ` -n ${namespace}`}`;
}
