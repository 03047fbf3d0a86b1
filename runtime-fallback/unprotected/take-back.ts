import { annotationNames } from "../../compiler/api/names.ts";
import type { MarkChange } from "../../compiler/api/unprotection.ts";
import type { Clock } from "../clock.ts";
import { answerProblem, isOvertaken } from "../controller/answer-problem.ts";
import type { ApiServer, RequestServer } from "../kubernetes/api-server.ts";
import type { ServedResource } from "../kubernetes/discovery/served-resource.ts";
import { get } from "../kubernetes/get.ts";
import { patchMarks } from "../kubernetes/patch-marks.ts";
import { keyText, type ObjectKey, resourceText } from "../kubernetes/resource.ts";
import { isTerminating, type StoredObject } from "../kubernetes/stored-object.ts";
import { recordEnd, type TakingBack, takingBack } from "./record.ts";

/**
 * What became of a record whose time is over. `nothing`: all was as the record says that it was before, and only the
 * record went. The object may be open anyway.
 */
export const takeBackOutcomes = ["taken-back", "nothing", "partly", "left", "denied"] as const;

export type TakeBackOutcome = (typeof takeBackOutcomes)[number];

/** Told of each; must not throw. */
export interface TakeBackReports {
  ended(outcome: TakeBackOutcome, told: TakeBackTold): void;
}

export interface TakeBackTold extends TakingBack {
  readonly resource: ServedResource;
  readonly object: StoredObject;
  /** Of the denial. */
  readonly problem?: string;
}

export interface TakeBackOptions {
  /** For reads. */
  readonly server: ApiServer;
  /** For writes: only as long as we lead. */
  readonly writer: RequestServer;
  readonly resource: ServedResource;
  /** What a protected object has, and has not where `value` is undefined. */
  readonly ofProtected: readonly MarkChange[];
  readonly clock: Clock;
  readonly reports: TakeBackReports;
}

/** Its time is not over yet, for so long. */
export interface TooEarly {
  readonly leftMs: number;
}

/**
 * Takes an object back under its protection, as its own record says, once the time is over by the clock of this process
 * and by that of the API server. Nothing but labels and annotations of this object is changed, and only as it was read.
 * Rejects where that is denied.
 */
export async function takeBack(
  options: TakeBackOptions,
  key: ObjectKey,
  signal: AbortSignal,
): Promise<TakeBackOutcome | TooEarly | "none"> {
  const { server, writer, resource, ofProtected, clock, reports } = options;
  let now = clock.now();
  const onDate = (date: number): void => void (now = Math.min(now, date));
  const object = await get(server, resource, key, { signal, metadataOnly: true, onDate });
  // What is being deleted needs no protection any more.
  if (object === undefined || isTerminating(object)) return "none";
  const end = recordEnd(object);
  if (end?.kind !== "at") return "none";
  if (end.end > now) return { leftMs: end.end - now };
  const taking = takingBack(object, ofProtected);
  const ended = (outcome: TakeBackOutcome, problem?: string): TakeBackOutcome => {
    reports.ended(outcome, { ...taking, resource, object, ...(problem !== undefined && { problem }) });
    return outcome;
  };
  if (taking.changes.length === 0) return ended("left");
  const { request, answer } = await patchMarks(writer, resource, object, taking.changes);
  if (answer.status < 300) return ended(outcomeOf(taking));
  // Whoever wrote meanwhile has an event that says so.
  if (isOvertaken(answer)) return "none";
  const problem = answerProblem(request, answer, { what: `${resourceText(resource)} ${keyText(key)}` });
  ended("denied", problem.message);
  throw problem;
}

function outcomeOf({ changes, left }: TakingBack): TakeBackOutcome {
  if (left.length > 0) return "partly";
  return changes.some(({ key }) => key !== annotationNames.unprotected) ? "taken-back" : "nothing";
}
