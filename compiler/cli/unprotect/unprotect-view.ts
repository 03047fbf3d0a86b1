import { resourceName } from "../../api/resource.ts";
import type { MarkChange } from "../../api/unprotection.ts";
import type { ClusterObject } from "../../cluster/deletion/cluster-object.ts";
import type { DeletionPlan } from "../../cluster/deletion/deletion-plan.ts";
import { visible } from "../../diagnostics/format.ts";
import { nameOf, referenceOf } from "../objects/object-names.ts";
import { htmlPage } from "../output/html/page.ts";
import { yamlText } from "../output/findings/format-findings.ts";
import { jsonText } from "../output/json-text.ts";
import { fenced, markdownText } from "../output/markdown.ts";
import { count } from "../output/summary.ts";
import { quoteArguments } from "../output/terminal.ts";
import type { UnprotectFormat } from "./unprotect-command.ts";

/** What is to be done to one object. */
export interface Step {
  readonly object: ClusterObject;
  readonly changes: readonly MarkChange[];
}

/** What was found, whatever the format. */
export interface FoundSteps {
  /** `This opens it`, `This undoes it` */
  readonly title: string;
  /** Objects that policies keep now, with what they say. */
  readonly kept: DeletionPlan["denied"];
  readonly steps: readonly Step[];
  /** When that ends; undefined: never. */
  readonly until: string | undefined;
  /** Whether everything that was asked for is done by these steps. */
  readonly isWhole: boolean;
  readonly notes: readonly string[];
  readonly gaps: readonly string[];
}

/** `changed`: how many of the objects have been written; undefined: nobody asked for that. */
export function formatSteps(found: FoundSteps, changed: number | undefined, format: Exclude<UnprotectFormat, "text">): string {
  if (format === "json") return jsonText(jsonSteps(found, changed));
  if (format === "yaml") return yamlText(jsonSteps(found, changed));
  return format === "html" ? htmlSteps(found, changed) : markdownSteps(found, changed);
}

function jsonSteps({ kept, steps, until, isWhole, notes, gaps }: FoundSteps, changed: number | undefined): object {
  return {
    schemaVersion: 1,
    kept: kept.map(({ object, denials }) => ({ ...referenceOf(object), denials })),
    steps: steps.map((step) => ({ ...referenceOf(step.object), changes: step.changes, commands: commandsOf(step) })),
    ...(until !== undefined && { until }),
    isWhole,
    ...(changed !== undefined && { changed }),
    notes,
    gaps,
  };
}

interface Section {
  readonly title: string;
  readonly lines: readonly string[];
  /** Lines to be copied. */
  readonly areCommands?: true;
}

function sectionsOf({ title, kept, steps, until, notes, gaps }: FoundSteps): readonly Section[] {
  const sections: readonly Section[] = [
    ...kept.map(({ object, denials }) => ({
      title: `${nameOf(object)} is kept`,
      lines: denials.map(({ policy, message }) => visible(`${policy}: ${message}`)),
    })),
    {
      title: until === undefined ? title : `${title}, until ${until}`,
      lines: steps.flatMap(commandsOf).map(visible),
      areCommands: true,
    },
    { title: "Besides", lines: notes.map(visible) },
    { title: "Not known", lines: gaps.map(visible) },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

function headlineOf({ kept, steps, isWhole }: FoundSteps, changed: number | undefined): string {
  const found = steps.length === 0 ? (isWhole ? "No policy denies it" : "Nothing was found") : count(steps.length, "object");
  const is = steps.length === 0 ? "" : isWhole ? " to be changed" : " to be changed, which is not enough";
  const of = kept.length === 0 ? "" : `; ${count(kept.length, "object")} kept by policies`;
  return `${found}${is}${of}${changed === undefined ? "" : `; ${changed} changed`}`;
}

function markdownSteps(found: FoundSteps, changed: number | undefined): string {
  const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${markdownText(line)}`).join("\n");
  const sections = sectionsOf(found).map(
    ({ title, lines, areCommands }) =>
      `${markdownText(title)}:\n\n${areCommands === true ? fenced(lines.join("\n")) : bullets(lines)}`,
  );
  return [`**${markdownText(headlineOf(found, changed))}**`, ...sections].join("\n\n");
}

function htmlSteps(found: FoundSteps, changed: number | undefined): string {
  const tone = "plain" as const;
  const row = (name: string) => ({ name, notes: [], tone, children: [] });
  return htmlPage({
    of: "holdfast unprotect",
    headline: headlineOf(found, changed),
    blocks: sectionsOf(found).map(({ title, lines }) => ({ title, tone, form: "list" as const, rows: lines.map(row) })),
    legend: {},
  });
}

/** As a person would type them; annotations and labels are two commands. */
export function commandsOf({ object, changes }: Step): readonly string[] {
  const target = targetWords(object);
  const verbs = { annotations: "annotate", labels: "label" } as const;
  return (["annotations", "labels"] as const).flatMap((field) => {
    const own = changes.filter((one) => one.field === field);
    if (own.length === 0) return [];
    const words = own.map(({ key, value }) => (value === undefined ? `${key}-` : `${key}=${value}`));
    const overwrite = own.some(({ value }) => value !== undefined) ? ["--overwrite"] : [];
    return [quoteArguments(["kubectl", verbs[field], ...target, ...words, ...overwrite]).join(" ")];
  });
}

/** `configmaps/settings -n shop` */
export function targetWords({ of, namespace, name }: ClusterObject): readonly string[] {
  return [`${resourceName(of)}/${name}`, ...(namespace === undefined ? [] : ["-n", namespace])];
}
