/**
 * What became of a denial: an Event was written; the last one about it is not old enough; too many in a short time; too many on their
 * way; its namespace is being deleted or gone; nothing that an Event can be about; the API server denied, or did not answer.
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
