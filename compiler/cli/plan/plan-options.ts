import type { Flags } from "../arguments/flags.ts";
import { type ObjectsOptions, objectsOptions } from "../objects/objects-options.ts";

export const planFormats = ["text", "json", "markdown", "html", "mermaid"] as const;
export type PlanFormat = (typeof planFormats)[number];

/** What both plans know. */
export interface CommonPlanOptions extends ObjectsOptions {
  readonly namespace: string;
  readonly user: string | undefined;
  readonly groups: readonly string[];
  readonly format: PlanFormat;
}

export function commonPlanOptions(flags: Flags): CommonPlanOptions {
  return {
    ...objectsOptions(flags),
    namespace: flags.value("namespace") ?? "default",
    user: flags.value("as"),
    groups: flags.values("groups").flatMap((groups) => groups.split(",")),
    format: flags.oneOf("format", planFormats) ?? "text",
  };
}
