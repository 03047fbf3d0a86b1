import { join } from "node:path";
import type { CompiledOutput } from "../../compilation.ts";
import type { CompiledPolicy } from "../../compile.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { visible, formatDiagnostic } from "../../diagnostics/format.ts";
import type { Comparison } from "../../manifest/output.ts";
import { detailTables } from "./details.ts";
import type { OutputPlace } from "./places.ts";
import { type ExitCode, exitCodes } from "./exit-code.ts";
import type { Terminal } from "./terminal.ts";

/**
 * What was compiled, a line for each policy, what is open, and what became of the output directory:
 *
 *     POLICY  RULES  ANSWERED BY  OPEN        FILE
 *     ack     2      API server   namespaces  generated/ack.yaml
 *
 *     1 policy, 2 rules; generated: 2 files written, 0 unchanged, 0 removed
 */
export function summarize(compilation: CompiledOutput, places: readonly OutputPlace[], shown: ShownPlace): string {
  const { policies } = compilation;
  const warnings = warningLines(policies);
  if (shown.isQuiet === true) return warnings.join("\n");
  const total = totalOf(compilation, places);
  const notes = [...warnings, ...notesOf(compilation, places).map((note) => `note: ${visible(note)}`)];
  const isRepeated = shown.isRepeated === true;
  const short = isRepeated ? [] : lineTables(policies, shown.out);
  const tables = shown.isVerbose ? detailTables(policies, shown.out) : short;
  const ends = [total, ...(isRepeated ? [] : nextSteps(places, shown))];
  return [...tables.map(formatTable), ...(notes.length === 0 ? [] : [notes.join("\n")]), ends.join("\n")].join("\n\n");
}

/** `1 policy, 2 rules; generated: 2 files written, 0 unchanged, 0 removed` */
export function totalOf({ policies, warnings }: CompiledOutput, places: readonly OutputPlace[]): string {
  const rules = policies.reduce((sum, policy) => sum + policy.rules.length, 0);
  const outcomes = places.map(({ name, comparison }) => `${visible(name)}: ${outcomeOf(comparison)}`);
  const counts = [count(policies.length, "policy"), count(rules, "rule")];
  return [[...counts, ...countOf(warningsOf(policies).length + warnings.length)].join(", "), ...outcomes].join("; ");
}

/** Where the YAML goes, and whether each rule and guard is shown. */
export interface ShownPlace {
  readonly out: string | undefined;
  readonly isVerbose: boolean;
  /** With `--watch`: what is open, and what has become of the files. */
  readonly isRepeated?: boolean;
  /** With `--quiet`: what is open, and nothing else. */
  readonly isQuiet?: boolean;
}

const heads = ["POLICY", "RULES", "ANSWERED BY", "OPEN", "FILE"] as const;

type Rows = readonly (readonly string[])[];

function lineTables(policies: readonly CompiledPolicy[], out: string | undefined): readonly Rows[] {
  return policies.length === 0 ? [] : [withoutEmpty([heads, ...policies.map((policy) => lineOf(policy, out))])];
}

function lineOf({ name, rules, guards, file }: CompiledPolicy, out: string | undefined): readonly string[] {
  const by = [
    ...(rules.some(({ native }) => native !== undefined) ? ["API server"] : []),
    ...(rules.some(({ webhook }) => webhook !== undefined) ? ["webhook"] : []),
  ];
  const open = guards.filter(({ state }) => state === "open").map((guard) => guard.name);
  return [name, String(rules.length), by.join(", "), open.join(", "), out === undefined ? "-" : join(out, file)];
}

/** Columns that have something to say. */
function withoutEmpty(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const isUsed = heads.map((_, column) => rows.slice(1).some((row) => row[column] !== ""));
  return rows.map((row) => row.filter((_, column) => isUsed[column]));
}

/** How many files are to be there. */
const planned = ({ same, missing, different }: Comparison): number => same.length + missing.length + different.length;

/** After the first time, and after each change. */
function nextSteps(places: readonly OutputPlace[], { out, isVerbose }: ShownPlace): readonly string[] {
  const isChanged = places.some(
    ({ comparison: { missing, different, stale } }) => missing.length + different.length + stale.length > 0,
  );
  const more = isVerbose ? [] : ["`--verbose` shows every rule and guard, `--show <policy>` the YAML beside its rules"];
  if (!isChanged || out === undefined) return [];
  const fallback = places.find(({ isOptional, comparison }) => isOptional === true && planned(comparison) > 0);
  if (fallback !== undefined)
    return [
      `next: commit ${visible(out)}, and apply it: \`kubectl apply --server-side -k ${visible(fallback.name)}\`, and once the webhook ` +
        `is ready \`kubectl apply -k ${visible(out)}\`. See docs/operate/install-webhook.md`,
      ...more,
    ];
  return [`next: commit ${visible(out)}, and apply it (\`kubectl apply -k ${visible(out)}\`, or GitOps)`, ...more];
}

/**
 * Ways around a rule that nothing closes, although the policy asks for a guard that would; rules that nobody can get
 * past; and guards that deny more than the rules mean.
 */
export function warningsOf(policies: readonly CompiledPolicy[]): readonly PolicyWarning[] {
  return policies.flatMap(({ name, source, guards, deadEnd, everyObject }) => [
    ...guards
      .filter(({ state }) => state === "open")
      .map((guard) => ({ source, rule: "open-guard" as const, text: `${name}: the guard ${guard.name} is open: ${guard.text}` })),
    ...(deadEnd === undefined ? [] : [{ source, rule: "dead-end" as const, text: `${name}: ${deadEnd}` }]),
    ...(everyObject === undefined ? [] : [{ source, rule: "every-object" as const, text: `${name}: ${everyObject}` }]),
  ]);
}

interface PolicyWarning {
  readonly source: string;
  readonly rule: "open-guard" | "dead-end" | "every-object";
  readonly text: string;
}

const warningLines = (policies: readonly CompiledPolicy[]): readonly string[] =>
  warningsOf(policies).map(({ text }) => `warning: ${visible(text)}`);

function notesOf(compilation: CompiledOutput, places: readonly OutputPlace[]): readonly string[] {
  return [...sharedGuardNotes(compilation), ...fallbackNotes(compilation, places)];
}

/** `--installation acme`: the report names each guard with its policy, and they stand in a file of their own. */
function sharedGuardNotes({ files, policies }: CompiledOutput): readonly string[] {
  const ofPolicies = new Set(policies.map(({ file }) => file));
  const shared = files.filter(({ name }) => name.endsWith("-guards.yaml") && !ofPolicies.has(name));
  return shared.map(({ name }) => `guards that policies share are in ${name}: apply it together with the files of the policies`);
}

/** What is in the files of the fallback, and where there is no place for them. */
function fallbackNotes({ fallback }: CompiledOutput, places: readonly OutputPlace[]): readonly string[] {
  if (fallback === undefined) return [];
  const isPlaced = fallback.files.length === 0 || places.some(({ isOptional }) => isOptional === true);
  return isPlaced ? fallback.notes : ["the fallback is not written: give --out, too, and it goes into a directory below that"];
}

function outcomeOf({ missing, different, same, stale }: Comparison): string {
  return `${count(missing.length + different.length, "file")} written, ${same.length} unchanged, ${stale.length} removed`;
}

/** `1 rule`, `2 rules`, `2 policies`. */
export function count(number: number, noun: string): string {
  const plural = noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${number} ${number === 1 ? noun : plural}`;
}

/** Columns as wide as their widest cell; nothing in them can steer a terminal. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(visible));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  return lines.map((line) => line.trimEnd()).join("\n");
}

/** More would scroll the first ones away, and those are the ones to start with. */
const maxDiagnostics = 50;

/** What is wrong with the policies, in order; `outcome` ends the last line: `; nothing written`. */
export function reportDiagnostics(compilation: CompiledOutput, terminal: Terminal, outcome: string): ExitCode {
  const { diagnostics, warnings } = compilation;
  reportEach(diagnostics, compilation, terminal);
  reportWarnings(compilation, terminal);
  const hidden = diagnostics.length - maxDiagnostics;
  const rest = hidden > 0 ? `, the first ${maxDiagnostics} of them above` : "";
  terminal.report(
    `${count(diagnostics.length, "error")}${rest}${countOf(warnings.length)
      .map((one) => `, ${one}`)
      .join("")}${outcome}`,
  );
  return exitCodes.usage;
}

/** What does not keep the policies from compiling, and says at once where a rule does less than it seems. */
export function reportWarnings(compilation: CompiledOutput, terminal: Terminal): void {
  reportEach(compilation.warnings, compilation, terminal);
}

/** All of it without colours, for a file. */
export function diagnosticText({ diagnostics, warnings, sources }: CompiledOutput): string {
  const all = [...diagnostics, ...warnings];
  return all.map((one) => formatDiagnostic(one, sources.get(one.span.file), { color: false })).join("\n\n");
}

function reportEach(diagnostics: readonly Diagnostic[], { sources }: CompiledOutput, terminal: Terminal): void {
  for (const diagnostic of diagnostics.slice(0, maxDiagnostics)) {
    terminal.report(`${formatDiagnostic(diagnostic, sources.get(diagnostic.span.file), { color: terminal.color })}\n`);
  }
}

function countOf(warnings: number): readonly string[] {
  return warnings === 0 ? [] : [count(warnings, "warning")];
}
