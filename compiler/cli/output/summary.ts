import { join } from "node:path";
import type { CompiledOutput } from "../../compilation.ts";
import type { CompiledPolicy, CompiledRule } from "../../compile.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { visible, formatDiagnostic } from "../../diagnostics/format.ts";
import type { Comparison } from "../../manifest/output.ts";
import { webhookConfigurationFile, fallbackDirectory } from "../../install/settings.ts";
import type { OutputPlace } from "./places.ts";
import { type ExitCode, exitCodes } from "./exit-code.ts";
import type { Terminal } from "./terminal.ts";

/** Characters of a condition that a table has room for; `--show` has all of it. */
const longest = 80;

/**
 * How each rule that the webhook answers is divided:
 *
 *     POLICY  RULE  NATIVE  THE WEBHOOK IS ASKED WHERE                     AND MAY READ
 *     x       used  no      label keep in (true), !(oldObject.kind == ...)  pods
 */
function askedRows(policies: readonly CompiledPolicy[]): readonly (readonly string[])[] {
  const rows = policies.flatMap(({ name, rules }) => rules.flatMap((rule) => rowOf(name, rule)));
  return rows.length === 0 ? [] : [["POLICY", "RULE", "NATIVE", "THE WEBHOOK IS ASKED WHERE", "AND MAY READ"], ...rows];
}

function rowOf(policy: string, { name, native, webhook }: CompiledRule): readonly (readonly string[])[] {
  if (webhook === undefined) return [];
  const where = webhook.asked.length === 0 ? "anything that is matched" : webhook.asked.map(shortened).join(", ");
  return [[policy, name, native === undefined ? "no" : native.admissionPolicy, where, webhook.reads.join(", ")]];
}

/**
 * What authors leave to the webhook, and what that costs:
 *
 *     POLICY  RULE  LINE  CEL CANNOT SAY     BECAUSE                                WHILE THE WEBHOOK IS DOWN
 *     old     age   14    Date.now() - ...   `Date.now` needs the current time ...  each delete is denied that it is asked about
 */
function beyondRows(policies: readonly CompiledPolicy[]): readonly (readonly string[])[] {
  const rows = policies.flatMap(({ name, rules }) =>
    rules.flatMap((rule) =>
      (rule.webhook?.beyond ?? []).map(({ line, text, why }) => {
        const down = rule.webhook?.deniesWhileDown === true ? whatIsDenied(rule) : "nothing is denied";
        return [name, rule.name, String(line), shortened(text), shortened(why), down];
      }),
    ),
  );
  const heads = ["POLICY", "RULE", "LINE", "CEL CANNOT SAY", "BECAUSE", "WHILE THE WEBHOOK IS DOWN"];
  return rows.length === 0 ? [] : [heads, ...rows];
}

const whatIsDenied = ({ webhook }: CompiledRule): string =>
  webhook?.asked.length === 0 ? "all that is matched is denied" : "what it is asked about is denied";

function shortened(condition: string): string {
  const line = condition.replaceAll(/\s+/g, " ");
  return line.length <= longest ? line : `${line.slice(0, longest - 1).toWellFormed()}…`;
}

/**
 * What was compiled, where each rule runs and why, and what became of the output directory:
 *
 *     POLICY  RULES              TARGET                                     FILE
 *     ack     preventDelete      admission-policy: reads only the object    generated/ack.yaml
 *
 *     1 policy, 1 rule; generated: 2 files written, 0 unchanged, 0 removed
 */
export function summarize(compilation: CompiledOutput, places: readonly OutputPlace[], out: string | undefined): string {
  const rows = compilation.policies.flatMap((policy) => rowsOf(policy, out));
  const rules = compilation.policies.reduce((sum, policy) => sum + policy.rules.length, 0);
  const outcomes = places.map(({ name, comparison }) => `${visible(name)}: ${outcomeOf(comparison)}`);
  const warnings = warningsOf(compilation.policies);
  const counts = [count(compilation.policies.length, "policy"), count(rules, "rule")];
  const total = [[...counts, ...countOf(warnings.length + compilation.warnings.length)].join(", "), ...outcomes].join("; ");
  const guards = guardRows(compilation.policies);
  const asked = askedRows(compilation.policies);
  const beyond = beyondRows(compilation.policies);
  const tables = [
    ...(rows.length === 0 ? [] : [formatTable([["POLICY", "RULES", "TARGET", "FILE"], ...rows])]),
    ...(asked.length === 0 ? [] : [formatTable(asked)]),
    ...(beyond.length === 0 ? [] : [formatTable(beyond)]),
    ...(guards.length === 0 ? [] : [formatTable(guards)]),
  ];
  const notes = [
    ...warnings.map((warning) => `warning: ${visible(warning)}`),
    ...notesOf(compilation, places).map((note) => `note: ${visible(note)}`),
  ];
  return [...tables, ...(notes.length === 0 ? [] : [notes.join("\n")]), total].join("\n\n");
}

/**
 * Ways around a rule that nothing closes, although the policy asks for a guard that would; and
 * rules that nobody can get past.
 */
function warningsOf(policies: readonly CompiledPolicy[]): readonly string[] {
  return policies.flatMap(({ name, guards, deadEnd }) => [
    ...guards.filter(({ state }) => state === "open").map((guard) => `${name}: the guard ${guard.name} is open: ${guard.text}`),
    ...(deadEnd === undefined ? [] : [`${name}: ${deadEnd}`]),
  ]);
}

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

/** What the compiler took as marks, and which guards are on: an author should see it, and can then correct it. */
export function guardRows(policies: readonly CompiledPolicy[]): readonly (readonly string[])[] {
  const rows = policies.flatMap(({ name, guards }) => guards.map((guard) => [name, guard.name, guard.state, guard.text]));
  return rows.length === 0 ? [] : [["POLICY", "GUARD", "STATE", "OF WHAT, OR WHY"], ...rows];
}

/** `1 rule`, `2 rules`, `2 policies`. */
export function count(number: number, noun: string): string {
  const plural = noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${number} ${number === 1 ? noun : plural}`;
}

/** One row for all rules of a policy that went to the same place for the same reason. */
function rowsOf(policy: CompiledPolicy, out: string | undefined): readonly (readonly string[])[] {
  const byTarget = Map.groupBy(policy.rules, describeTarget);
  return [...byTarget].map(([target, rules]) => [
    policy.name,
    rules.map((rule) => rule.name).join(", "),
    target,
    out === undefined ? "-" : join(out, fileOf(policy, rules)),
  ]);
}

function fileOf({ file }: CompiledPolicy, [rule]: readonly CompiledRule[]): string {
  return rule?.target === "webhook" ? join(fallbackDirectory, webhookConfigurationFile) : file;
}

function describeTarget({ target, targetReason }: CompiledRule): string {
  return targetReason === "" ? target : `${target}: ${targetReason}`;
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

function reportEach(diagnostics: readonly Diagnostic[], { sources }: CompiledOutput, terminal: Terminal): void {
  for (const diagnostic of diagnostics.slice(0, maxDiagnostics)) {
    terminal.report(`${formatDiagnostic(diagnostic, sources.get(diagnostic.span.file), { color: terminal.color })}\n`);
  }
}

function countOf(warnings: number): readonly string[] {
  return warnings === 0 ? [] : [count(warnings, "warning")];
}
