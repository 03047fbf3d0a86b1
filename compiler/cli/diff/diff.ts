import { type ProtectionChange, compareProtections, losesProtection } from "../../diff/compare.ts";
import { policyOf, protectionsOf } from "../../diff/protections-of.ts";
import { visible } from "../../diagnostics/format.ts";
import type { DiffCommand } from "./diff-command.ts";
import { type ExitCode, exitCodes } from "../output/exit-code.ts";
import { readManifests } from "../arguments/read-manifests.ts";
import { fenced, markdownText } from "../output/markdown.ts";
import { jsonText } from "../output/json-text.ts";
import type { Terminal } from "../output/terminal.ts";

/**
 * `holdfast diff`: which protection is lost or gained between two states of the generated files.
 * Reads them, and writes nothing.
 */
export function runDiff({ before, after, format }: DiffCommand, terminal: Terminal): ExitCode {
  const [old, now] = [before, after].map((directory) => protectionsOf(readManifests(directory, terminal.workingDirectory)));
  const changes = compareProtections(old ?? [], now ?? []);
  if (format === "json") terminal.print(jsonText({ changes: changes.map(changeData) }));
  else terminal.print(format === "markdown" ? markdownOf(changes) : textOf(changes).map(visible).join("\n"));
  return losesProtection(changes) ? exitCodes.findings : exitCodes.fine;
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
  const rules = Map.groupBy(changes, ({ what }) => what);
  const counted = ([what, own]: readonly [string, readonly ProtectionChange[]]): string =>
    `${new Set(own.map(({ protection: { policy, rule } }) => JSON.stringify([policy, rule]))).size} ${what}`;
  const whole = losesProtection(changes) ? "Weaker" : rules.has("gained") || rules.has("tightened") ? "Stronger" : "The same";
  return `${whole}; rules: ${[...rules].map(counted).join(", ")}`;
}

/** For programs. */
export function changeData({ what, protection, now, policy: newName }: ProtectionChange): object {
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
  if (changes.length === 0) return ["no protection is lost, and none gained"];
  const groups = Map.groupBy(changes, groupOf);
  const lines = [...groups.values()].map(describeGroup);
  const isRelaxed = changes.some(({ what }) => what === "lost" || what === "relaxed" || what === "changed");
  return isRelaxed ? [...lines, "", backlog] : lines;
}

/**
 * kubernetes: the garbage collector and the namespace controller try again, with growing
 * pauses (measured).
 */
const backlog =
  "Deletes that are denied today and tried again (by the garbage collector, the namespace controller, GitOps) go through within minutes of applying this. " +
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

const longest = "TIGHTENED".length;

const past = { denies: "denied", "warns of": "warned of", records: "recorded" } as const;
