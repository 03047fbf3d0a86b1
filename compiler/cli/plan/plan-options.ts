import { HelpfulError } from "../../api/helpful-error.ts";
import type { Flags } from "../arguments/flags.ts";
import { flagOneOf } from "../test/test-command.ts";

const formats = ["text", "json", "markdown", "mermaid"] as const;
export type PlanFormat = (typeof formats)[number];

/** Where objects and policies are. */
export interface SourceOptions {
  /** Manifests in place of a cluster. */
  readonly objects: readonly string[];
  /** Generated files whose policies count, in place of those of the cluster. */
  readonly generated: readonly string[];
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  /** Requests a second; undefined: as kubectl limits itself. */
  readonly qps: number | undefined;
}

/** What both plans know, besides. */
export interface CommonPlanOptions extends SourceOptions {
  readonly namespace: string;
  readonly user: string | undefined;
  readonly groups: readonly string[];
  readonly format: PlanFormat;
}

export function commonPlanOptions(flags: Flags): CommonPlanOptions {
  return {
    ...sourceOptions(flags),
    namespace: flags.value("namespace") ?? "default",
    user: flags.value("as"),
    groups: flags.values("groups").flatMap((groups) => groups.split(",")),
    format: flagOneOf(flags, "format", formats) ?? "text",
  };
}

export function sourceOptions(flags: Flags): SourceOptions {
  return {
    objects: flags.values("objects"),
    generated: flags.values("generated"),
    kubeconfig: flags.value("kubeconfig"),
    context: flags.value("context"),
    qps: readQps(flags.value("qps")),
  };
}

function readQps(text: string | undefined): number | undefined {
  const qps = text === undefined ? undefined : Number(text);
  if (qps === undefined || (Number.isFinite(qps) && qps > 0)) return qps;
  throw new HelpfulError(`\`--qps ${text ?? ""}\` is no number above 0`, "write how many requests a second are sent: --qps 20");
}
