import { HelpfulError } from "../../api/helpful-error.ts";
import { type OutputOptions, outputOptions } from "../arguments/format-flag.ts";
import type { Flags } from "../arguments/flags.ts";
import { type ObjectsOptions, objectsOptions } from "../objects/objects-options.ts";

export const planFormats = ["text", "json", "yaml", "junit", "sarif", "github", "markdown", "html", "mermaid"] as const;
export type PlanFormat = (typeof planFormats)[number];

/** What both plans know. */
export interface CommonPlanOptions extends ObjectsOptions, OutputOptions<PlanFormat> {
  readonly namespace: string;
  readonly user: string | undefined;
  readonly groups: readonly string[];
}

export function commonPlanOptions(flags: Flags): CommonPlanOptions {
  return {
    ...objectsOptions(flags),
    namespace: flags.value("namespace") ?? "default",
    user: flags.value("as"),
    groups: flags.values("groups").flatMap((groups) => groups.split(",")),
    ...outputOptions(flags, planFormats),
  };
}

/** `app=web,tier=db` */
export function readLabels(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(",").map((part) => /^([^=!,\s]+)==?([^=!,\s]*)$/.exec(part));
  if (pairs.some((pair) => pair === null))
    throw new HelpfulError(
      `\`-l ${text}\` is no list of labels`,
      "write key=value, and more of them behind commas: -l app=web,tier=db",
    );
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? "", pair?.[2] ?? ""]));
}
