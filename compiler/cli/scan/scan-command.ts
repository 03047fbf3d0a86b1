import { HelpfulError } from "../../api/helpful-error.ts";
import type { FlagDefinitions, Flags } from "../arguments/flags.ts";
import { type ObjectsOptions, objectsFlags, objectsOptions } from "../objects/objects-options.ts";

/** What a run may fail for. */
export const findingKinds = ["unprotected", "unknown", "misspelled", "leftover"] as const;

export type FindingKind = (typeof findingKinds)[number];

const formats = ["text", "json", "markdown", "html", "policyreport", "openreports"] as const;

/** `holdfast scan -n shop` */
export interface ScanCommand extends ObjectsOptions {
  readonly kind: "scan";
  /** Undefined: all. */
  readonly namespace: string | undefined;
  readonly format: (typeof formats)[number];
  readonly failOn: readonly FindingKind[];
  /** What is known: no reason to fail. */
  readonly baseline: string | undefined;
  readonly writtenBaseline: string | undefined;
}

const example = "holdfast scan -n shop";

export const scanFlags: FlagDefinitions = {
  namespace: { short: "n", value: { needs: "the name of a Namespace", example }, once: "leave it out for all Namespaces" },
  "all-namespaces": { short: "A" },
  ...objectsFlags("holdfast scan"),
  format: {
    value: { needs: "text, json, markdown, html, policyreport or openreports", example: "holdfast scan --format json" },
    once: "write one of them",
  },
  "fail-on": {
    value: { needs: "findings to fail for", example: "holdfast scan --fail-on unprotected,leftover" },
    once: "write all of them in one: --fail-on unprotected,leftover",
  },
  baseline: {
    value: { needs: "a file that --write-baseline wrote", example: "holdfast scan --baseline known.json" },
    once: "what is known is in one file",
  },
  "write-baseline": {
    value: { needs: "a file", example: "holdfast scan --write-baseline known.json" },
    once: "what is known is in one file",
  },
};

export function parseScan(words: readonly string[], flags: Flags): ScanCommand {
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
    format: flags.oneOf("format", formats) ?? "text",
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
