import { HelpfulError } from "../../api/helpful-error.ts";
import type { CommandDefinition } from "../arguments/command-definition.ts";
import type { FlagDefinitions, Flags } from "../arguments/flags.ts";
import { type OutputOptions, outputFlags, outputOptions } from "../arguments/format-flag.ts";
import { type ObjectsOptions, objectsFlags, objectsOptions } from "../objects/objects-options.ts";

/** What a run may fail for. */
export const findingKinds = ["unprotected", "unknown", "misspelled", "leftover"] as const;

export type FindingKind = (typeof findingKinds)[number];

const formats = ["text", "json", "yaml", "junit", "sarif", "github", "markdown", "html", "policyreport", "openreports"] as const;

export type ScanFormat = (typeof formats)[number];

/** `holdfast scan -n shop` */
export interface ScanCommand extends ObjectsOptions, OutputOptions<ScanFormat> {
  readonly kind: "scan";
  /** Undefined: all. */
  readonly namespace: string | undefined;
  readonly failOn: readonly FindingKind[];
  /** What is known: no reason to fail. */
  readonly baseline: string | undefined;
  readonly writtenBaseline: string | undefined;
}

const example = "holdfast scan -n shop";

const scanFlags: FlagDefinitions = {
  namespace: {
    short: "n",
    says: "only this Namespace",
    value: { name: "name", needs: "the name of a Namespace", example, default: "all of them" },
    once: "leave it out for all Namespaces",
  },
  "all-namespaces": { short: "A", says: "all Namespaces (the default)" },
  ...outputFlags(formats, "holdfast scan"),
  "fail-on": {
    says: "findings that make the exit code 1",
    value: {
      name: "findings",
      needs: "findings to fail for",
      example: "holdfast scan --fail-on unprotected,leftover",
      someOf: [...findingKinds, "none"],
      default: "unprotected,misspelled",
    },
    once: "write all of them in one: --fail-on unprotected,leftover",
  },
  baseline: {
    says: "known findings; they do not make the scan fail",
    value: {
      name: "file",
      needs: "a file that --write-baseline wrote",
      example: "holdfast scan --baseline known.json",
      paths: "files",
    },
    once: "what is known is in one file",
  },
  "write-baseline": {
    says: "write all current findings to this file, for `--baseline`",
    value: { name: "file", needs: "a file", example: "holdfast scan --write-baseline known.json", paths: "files" },
    once: "what is known is in one file",
  },
  ...objectsFlags("holdfast scan"),
};

export const scan: CommandDefinition<ScanCommand> = {
  summary: "show what holds data in a cluster and is not protected",
  does: `Says what holds data or keeps others alive, and whether a policy keeps it; which marks are
    misspelled, and which releases still lie around; of a cluster or of manifests. It changes nothing.`,
  usage: [""],
  words: [],
  flags: scanFlags,
  examples: [
    { line: "holdfast scan", does: "what is not protected, and should be?" },
    { line: "holdfast scan -n shop --format html > scan.html", does: "one Namespace, as a page" },
    { line: "holdfast scan --write-baseline known.json", does: "record all current findings as known" },
    { line: "holdfast scan --baseline known.json", does: "in CI: fail for what is new" },
    { line: "kubectl get all,pvc -A -o yaml | holdfast scan --objects -", does: "scan objects from standard input" },
    { line: "holdfast scan --objects dump/ --generated generated", does: "of manifests, without a cluster" },
  ],
  exitsWith1: "something is not protected, or misspelled (see `--fail-on`)",
  page: "docs/operate/scan.md",
  parse: parseScan,
};

function parseScan(words: readonly string[], flags: Flags): ScanCommand {
  if (words.length > 0)
    throw new HelpfulError(
      `\`holdfast scan\` looks at everything; it takes no \`${words[0] ?? ""}\``,
      `name a Namespace: ${example}`,
    );
  const namespace = flags.value("namespace");
  if (namespace !== undefined && flags.has("all-namespaces"))
    throw new HelpfulError("`-n` and `-A` contradict each other", "leave one of them out");
  return {
    kind: "scan",
    namespace,
    ...objectsOptions(flags),
    ...outputOptions(flags, formats),
    failOn: readFailOn(flags.value("fail-on")),
    baseline: flags.value("baseline"),
    writtenBaseline: flags.value("write-baseline"),
  };
}

function readFailOn(text: string | undefined): readonly FindingKind[] {
  if (text === undefined) return ["unprotected", "misspelled"];
  const names = text.split(",");
  const unknown = names.find((name) => name !== "none" && !findingKinds.some((kind) => kind === name));
  if (unknown !== undefined || (names.includes("none") && names.length > 1))
    throw new HelpfulError(
      `\`--fail-on ${text}\` names no findings`,
      `write none, or some of ${findingKinds.join(", ")}: --fail-on unprotected,misspelled`,
    );
  return findingKinds.filter((kind) => names.includes(kind));
}
