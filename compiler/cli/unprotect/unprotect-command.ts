import { HelpfulError } from "../../api/helpful-error.ts";
import type { PropagationPolicy } from "../../cluster/deletion/propagation.ts";
import type { TargetQuery } from "../../cluster/plan/targets.ts";
import type { FlagDefinitions, Flags } from "../arguments/flags.ts";
import {
  type ObjectsOptions,
  cascadeFlag,
  objectsFlags,
  objectsOptions,
  readPropagationPolicy,
} from "../objects/objects-options.ts";
import { readTarget } from "../plan/plan-command.ts";

/** `holdfast unprotect configmap/settings -n shop --reason "moved to the new cluster" --for 2h` */
export interface UnprotectCommand extends ObjectsOptions {
  readonly kind: "unprotect";
  readonly targets: readonly TargetQuery[];
  readonly namespace: string;
  readonly propagationPolicy: PropagationPolicy;
  /** Undefined: it is undone. */
  readonly reason: string | undefined;
  /** Undefined: without end. */
  readonly milliseconds: number | undefined;
  /** Without it nothing is changed. */
  readonly isApplied: boolean;
}

const example = 'holdfast unprotect configmap/settings -n shop --reason "moved to the new cluster" --for 2h';

export const unprotectFlags: FlagDefinitions = {
  namespace: { short: "n", value: { needs: "the name of a Namespace", example }, once: "one Namespace at a time" },
  ...cascadeFlag(example),
  reason: { value: { needs: "why, in quotes", example }, once: "one reason is written" },
  for: { value: { needs: "how long: 30m, 2h, 1d", example }, once: "one time is written" },
  apply: {},
  undo: {},
  ...objectsFlags(example),
};

export function parseUnprotect(words: readonly string[], flags: Flags): UnprotectCommand {
  const targets = words.map((word) => readTarget(word, example));
  if (targets.length === 0 || targets.some(({ name }) => name === undefined))
    throw new HelpfulError("`holdfast unprotect` needs the name of an object", `for example: ${example}`);
  const [reason, duration] = [flags.value("reason"), flags.value("for")];
  const isUndone = flags.has("undo");
  if (isUndone && (reason !== undefined || duration !== undefined))
    throw new HelpfulError("`--undo` takes neither `--reason` nor `--for`", "write `--undo` with the name of the object alone");
  if (!isUndone && (reason === undefined || reason.trim() === ""))
    throw new HelpfulError("`--reason` is missing", `whoever finds the object open wants to know why: ${example}`);
  if (flags.has("apply") && (flags.has("objects") || flags.has("generated")))
    throw new HelpfulError(
      "`--apply` changes a cluster, by the policies of that cluster",
      "leave `--objects` and `--generated` out, or `--apply`",
    );
  return {
    kind: "unprotect",
    targets,
    namespace: flags.value("namespace") ?? "default",
    propagationPolicy: readPropagationPolicy(flags),
    reason: isUndone ? undefined : reason,
    milliseconds: duration === undefined ? undefined : readDuration(duration),
    isApplied: flags.has("apply"),
    ...objectsOptions(flags),
  };
}

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function readDuration(text: string): number {
  const [, number, unit = ""] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? [];
  if (number !== undefined) return Number(number) * (units[unit] ?? 0);
  throw new HelpfulError(`\`--for ${text}\` is no duration`, "write minutes, hours or days: 30m, 2h, 1d");
}
