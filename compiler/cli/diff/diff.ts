import { type ProtectionChange, compareProtections, losesProtection } from "../../diff/compare.ts";
import { policyOf, protectionsOf } from "../../diff/protections-of.ts";
import { visible } from "../../diagnostics/format.ts";
import { fieldsOf, textAt } from "../../api/json.ts";
import type { DiffCommand, DiffFormat } from "./diff-command.ts";
import { type ExitCode, exitCodes } from "../output/exit-code.ts";
import { generatedAt } from "../arguments/manifests-at.ts";
import { type ManifestDocument, readPlace } from "../arguments/read-manifests.ts";
import type { Check } from "../output/findings/finding.ts";
import { fenced, markdownText } from "../output/markdown.ts";
import { type Shown, writeOutputs } from "../output/outputs.ts";
import type { Terminal } from "../output/terminal.ts";

/**
 * `holdfast diff`: which protection is lost or gained between two states of the generated files.
 * Reads them, and writes no file but those of `--format`.
 */
export async function runDiff(command: DiffCommand, terminal: Terminal): Promise<ExitCode> {
  const place = await readPlace([command.before, command.after], terminal);
  const [old, now] = [command.before, command.after].map((path) => generatedAt(path, place));
  const [before, after] = [old, now].map((documents) => protectionsOf((documents ?? []).map(({ value }) => value)));
  const changes = compareProtections(before ?? [], after ?? []);
  const files = filesOfPolicies([...(old ?? []), ...(now ?? [])]);
  const forms = {
    data: () => ({ changes: changes.map(changeData) }),
    checks: () => ({ command: "holdfast diff", headline: headlineOf(changes), checks: changeChecks(changes, files) }),
    markdown: () => markdownOf(changes),
  };
  const write: Shown<DiffFormat>["write"] = (_, { isQuiet }) =>
    textOf(isQuiet ? changes.filter(isWeaker) : changes)
      .map(visible)
      .join("\n");
  await writeOutputs(command, { isFine: !losesProtection(changes), forms, write }, terminal);
  return losesProtection(changes) ? exitCodes.findings : exitCodes.fine;
}

const isWeaker = (change: ProtectionChange): boolean => losesProtection([change]);

/** Each policy in the last file that has it. */
export function filesOfPolicies(documents: readonly ManifestDocument[]): ReadonlyMap<string, string> {
  return new Map(
    documents
      .filter(({ value }) => fieldsOf(value)["kind"] === "ValidatingAdmissionPolicy")
      .map(({ file, value }) => [textAt(value, "metadata", "name") ?? "", file]),
  );
}

/** One for each line that people read: what is weaker is found, the rest is in order. */
export function changeChecks(changes: readonly ProtectionChange[], files: ReadonlyMap<string, string>): readonly Check[] {
  return [...Map.groupBy(changes, groupOf).values()].map((group): Check => {
    const [{ what, protection }] = group as [ProtectionChange, ...ProtectionChange[]];
    const { policy, rule, operation } = protection;
    const check = { suite: policy, name: `${rule} ${operation} ${what}` };
    if (!losesProtection(group)) return check;
    const message = describeGroup(group).replaceAll(/  +/g, " ");
    return {
      ...check,
      finding: { level: "error", rule: `protection-${what}`, message, file: files.get(policy), object: policy },
    };
  });
}

/** Its first line says whether anything is weaker; then one line for each rule. */
function textOf(changes: readonly ProtectionChange[]): readonly string[] {
  return changes.length === 0 ? describeChanges(changes) : [headlineOf(changes), "", ...describeChanges(changes)];
}

/** For a comment of a pull request. */
function markdownOf(changes: readonly ProtectionChange[]): string {
  const [first = "", ...lines] = textOf(changes).map(visible);
  const body = lines.filter((line) => line !== "").join("\n");
  return [`**${markdownText(first)}**`, ...(body === "" ? [] : ["", fenced(body)])].join("\n");
}

/** `weaker: 2 rules lost, 1 relaxed; 3 gained` */
function headlineOf(changes: readonly ProtectionChange[]): string {
  if (changes.length === 0) return unchanged;
  const rules = Map.groupBy(changes, ({ what }) => what);
  const counted = ([what, own]: readonly [string, readonly ProtectionChange[]]): string =>
    `${new Set(own.map(({ protection: { policy, rule } }) => JSON.stringify([policy, rule]))).size} ${what}`;
  const isLess = rules.has("lost") || rules.has("relaxed");
  const isMore = rules.has("gained") || rules.has("tightened");
  const whole = isLess ? "Weaker" : rules.has("changed") ? "May be weaker" : isMore ? "Stronger" : "The same";
  return `${whole}; rules: ${[...rules].map(counted).join(", ")}`;
}

const unchanged = "no protection is lost, and none gained";

/** For programs. */
export function changeData({ what, protection, now, allows, policy: newName }: ProtectionChange): object {
  const { policy, rule, operation, kind, strength, where } = protection;
  return {
    what,
    policy,
    rule,
    operation,
    kind,
    strength,
    ...(where !== "" && { where: where.trim() }),
    ...(now !== undefined && { now }),
    ...(allows !== undefined && { before: protection.allows, after: allows }),
    ...(newName !== undefined && { newName }),
  };
}

/**
 * What people read of a comparison: one line for each rule and what became of it, kinds together.
 *
 *     LOST     rule keep of keep-labelled no longer denies DELETE of configmaps, secrets
 *     RELAXED  rule hold of holds warns of DELETE of deployments.apps, and denied it before
 */
export function describeChanges(changes: readonly ProtectionChange[]): readonly string[] {
  if (changes.length === 0) return [unchanged];
  const groups = Map.groupBy(changes, groupOf);
  const lines = [...groups.values()].flatMap((group) => [describeGroup(group), ...conditionLines(group)]);
  const isRelaxed = changes.some(({ what }) => what === "lost" || what === "relaxed" || what === "changed");
  return isRelaxed ? [...lines, "", backlog] : lines;
}

/**
 * kubernetes: the garbage collector and the namespace controller try again, with growing
 * pauses (measured).
 */
const backlog =
  "If this allows deletes that are denied today, those that are tried again (by the garbage collector, the namespace controller, GitOps) go through within minutes of applying it. " +
  "`kubectl get namespaces --field-selector status.phase=Terminating` shows Namespaces that wait; audit logs show the rest";

/** Kinds of one rule together, and all that is renamed with its policy. */
function groupOf({ what, now, protection, policy: newName }: ProtectionChange): string {
  const { policy, rule, operation, strength, where } = protection;
  return JSON.stringify(what === "renamed" ? [what, newName] : [what, policy, rule, operation, strength, where, now]);
}

function describeGroup(changes: readonly ProtectionChange[]): string {
  const [{ what, now, protection, policy: newName = "" }] = changes as readonly [ProtectionChange];
  const { policy, rule, operation, strength, where } = protection;
  const who = `rule ${rule} of ${policy}`;
  const about = `${operation} of ${changes.map(({ protection: { kind } }) => kind).join(", ")}${where}`;
  const sentences = {
    lost: `${who} no longer ${strength} ${about}`,
    relaxed: `${who} ${now ?? ""} ${about}, and ${past[strength]} it before`,
    changed: `${who} decides otherwise about ${about}`,
    tightened: `${who} ${now ?? ""} ${about}, and ${past[strength]} it before`,
    gained: `${who} ${strength} ${about}`,
    renamed: `policy ${policyOf(protection)} is now ${newName}, and does what it did`,
  } as const;
  return `${what.toUpperCase().padEnd(longest)}  ${sentences[what]}`;
}

/**
 * Of a rule that decides otherwise the conditions of both, in CEL. Those of guards follow from them, and are longer.
 *
 *     CHANGED    rule keep of keep-labelled decides otherwise about DELETE of configmaps
 *                  before, allowed if: oldObject.metadata.?labels[?'keep'].orValue('no') == 'no' || variables.released
 *                  now, allowed if:    oldObject.metadata.?labels[?'keep'].orValue('no') != 'yes' || variables.released
 */
function conditionLines([first]: readonly ProtectionChange[]): readonly string[] {
  if (first?.allows === undefined || first.protection.rule.endsWith("Guard")) return [];
  const [before, now] = [first.protection.allows, first.allows].map((all) => all.join(" && "));
  if (before === now) return [];
  const indent = " ".repeat(longest + 4);
  return [`${indent}before, allowed if: ${before}`, `${indent}now, allowed if:    ${now}`];
}

const longest = "TIGHTENED".length;

const past = { denies: "denied", "warns of": "warned of", records: "recorded" } as const;
