import { type EventWriterOptions, type Saying, eventWriter } from "../controller/write-event.ts";
import type { Usage } from "./usage.ts";
import type { UsageStep } from "./plan/step.ts";

/** Told of what was written, for events and metrics; must not throw. */
export interface UsageReports {
  stepped(usage: Usage, step: Exclude<UsageStep, { kind: "rest" }>): void;
}

export const noReports: UsageReports = { stepped: () => undefined };

/** Tells all of them. */
export function allReports(...all: readonly UsageReports[]): UsageReports {
  return { stepped: (usage, step) => all.forEach((reports) => reports.stepped(usage, step)) };
}

export type UsageEventsOptions = Omit<EventWriterOptions, "reporter">;

/** An event for each thing that a Usage says of itself, and for a delete that somebody has asked for. */
export function usageEvents(options: UsageEventsOptions): UsageReports {
  const write = eventWriter({ ...options, reporter: { name: "usages", prefix: "usage" } });
  return {
    stepped: (usage, step) => {
      const saying = sayingOf(usage, step);
      if (saying !== undefined) write(saying);
    },
  };
}

function sayingOf({ resource, key, uid, object }: Usage, step: Exclude<UsageStep, { kind: "rest" }>): Saying | undefined {
  if (step.notice !== undefined) {
    return { ...step.notice, type: step.kind === "delete" ? "Normal" : "Warning", action: "Delete" };
  }
  if (step.kind !== "patch" || step.ready === undefined) return undefined;
  const regarding = { resource, kind: String(object["kind"]), key, uid };
  return { ...step.ready, type: step.ready.status === "True" ? "Normal" : "Warning", action: "Protect", regarding };
}
