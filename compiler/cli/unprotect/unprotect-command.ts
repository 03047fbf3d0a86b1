import { HelpfulError } from "../../api/helpful-error.ts";
import type { PropagationPolicy } from "../../cluster/deletion/propagation.ts";
import type { TargetQuery } from "../../cluster/plan/targets.ts";
import type { CommandDefinition } from "../arguments/command-definition.ts";
import type { FlagDefinitions, Flags } from "../arguments/flags.ts";
import { type OutputOptions, formatFlag, outputOptions } from "../arguments/format-flag.ts";
import {
  type ObjectsOptions,
  cascadeFlag,
  objectsFlags,
  objectsOptions,
  readPropagationPolicy,
} from "../objects/objects-options.ts";
import { readTarget } from "../plan/plan-command.ts";

/** `holdfast unprotect configmap/settings -n shop --reason "moved to the new cluster" --for 2h` */
export interface UnprotectCommand extends ObjectsOptions, OutputOptions<UnprotectFormat> {
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

const unprotectFormats = ["text", "json", "yaml", "markdown", "html"] as const;
export type UnprotectFormat = (typeof unprotectFormats)[number];

const unprotectFlags: FlagDefinitions = {
  reason: {
    says: "why, which is written on the object",
    value: { name: "text", needs: "why, in quotes", example },
    once: "one reason is written",
  },
  for: {
    says: "how long: `30m`, `2h` or `1d`; then the controller takes it back if `unprotected` is declared; otherwise nobody does",
    value: { name: "duration", needs: "how long: 30m, 2h, 1d", example },
    once: "one time is written",
  },
  apply: { says: "run the commands" },
  undo: { says: "take back what was written on the object" },
  namespace: {
    short: "n",
    says: "where the objects are",
    value: { name: "name", needs: "the name of a Namespace", example, default: "default" },
    once: "one Namespace at a time",
  },
  cascade: cascadeFlag(example),
  format: formatFlag(unprotectFormats, "holdfast unprotect cm/settings -n shop --reason moved"),
  ...objectsFlags(example),
};

export const unprotect: CommandDefinition<UnprotectCommand> = {
  summary: "find the commands that let a protected object be deleted",
  does: `Finds which policies keep an object and what opens them, and prints the commands; with \`--apply\` it
    runs them. An annotation on the object records the reason and the end time; \`--undo\` takes it back.`,
  usage: ["<kind>/<name>... --reason <text>", "<kind>/<name>... --undo"],
  words: [],
  flags: unprotectFlags,
  examples: [
    { line: 'holdfast unprotect cm/settings -n shop --reason "moved" --for 2h', does: "what opens it?" },
    { line: 'holdfast unprotect cm/settings -n shop --reason "moved" --apply', does: "open it" },
    { line: "holdfast unprotect cm/settings -n shop --undo --apply", does: "and close it again" },
  ],
  exitsWith1: "the delete would still be denied, or nothing can be taken back",
  page: "docs/operate/unprotect.md",
  parse: parseUnprotect,
};

function parseUnprotect(words: readonly string[], flags: Flags): UnprotectCommand {
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
    ...outputOptions(flags, unprotectFormats),
    ...objectsOptions(flags),
  };
}

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function readDuration(text: string): number {
  const [, number, unit = ""] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? [];
  if (number !== undefined) return Number(number) * (units[unit] ?? 0);
  throw new HelpfulError(`\`--for ${text}\` is no duration`, "write minutes, hours or days: 30m, 2h, 1d");
}
