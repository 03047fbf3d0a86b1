import type { UsageStep } from "./plan/step.ts";
import type { Usage } from "./usage.ts";

/** Told of what was written, for events and metrics; must not throw. */
export interface UsageReports {
  stepped(usage: Usage, step: Exclude<UsageStep, { kind: "rest" }>): void;
}

export const noReports: UsageReports = { stepped: () => undefined };

/** Tells all of them. */
export function allReports(...all: readonly UsageReports[]): UsageReports {
  return { stepped: (usage, step) => all.forEach((reports) => reports.stepped(usage, step)) };
}
