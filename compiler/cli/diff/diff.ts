import { type ProtectionChange, compareProtections, losesProtection } from "../../diff/compare.ts";
import { protectionsOf } from "../../diff/protections-of.ts";
import { visible } from "../../diagnostics/format.ts";
import type { DiffCommand } from "./diff-command.ts";
import { type ExitCode, exitCodes } from "../output/exit-code.ts";
import { readManifests } from "../arguments/read-manifests.ts";
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
  else for (const line of describeChanges(changes)) terminal.print(visible(line));
  return losesProtection(changes) ? exitCodes.findings : exitCodes.fine;
}

/** For programs. */
export function changeData({ what, protection, now }: ProtectionChange): object {
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
  const groups = Map.groupBy(changes, ({ what, now, protection: { policy, rule, operation, strength, where } }) =>
    JSON.stringify([what, policy, rule, operation, strength, where, now]),
  );
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

function describeGroup(changes: readonly ProtectionChange[]): string {
  const [{ what, now, protection }] = changes as readonly [ProtectionChange];
  const { policy, rule, operation, strength, where } = protection;
  const who = `rule ${rule} of ${policy}`;
  const about = `${operation} of ${changes.map(({ protection: { kind } }) => kind).join(", ")}${where}`;
  const sentences = {
    lost: `${who} no longer ${strength} ${about}`,
    relaxed: `${who} ${now ?? ""} ${about}, and ${past[strength]} it before`,
    changed: `${who} decides otherwise about ${about}`,
    tightened: `${who} ${now ?? ""} ${about}, and ${past[strength]} it before`,
    gained: `${who} ${strength} ${about}`,
  } as const;
  return `${what.toUpperCase().padEnd(longest)}  ${sentences[what]}`;
}

const longest = "TIGHTENED".length;

const past = { denies: "denied", "warns of": "warned of", records: "recorded" } as const;
