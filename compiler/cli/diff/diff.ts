import { type ProtectionChange, compareProtections, losesProtection } from "../../diff/compare.ts";
import { protectionsOf } from "../../diff/protections-of.ts";
import { describeChanges } from "../../diff/text.ts";
import { visible } from "../../diagnostics/format.ts";
import type { DiffCommand } from "./diff-command.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import { readManifests } from "../arguments/read-manifests.ts";
import type { Terminal } from "../output/terminal.ts";

/** `holdfast diff`: which protection is lost or gained between two states of the generated files. Reads them, and writes nothing. */
export function runDiff({ before, after, format }: DiffCommand, terminal: Terminal): ExitCode {
  const [old, now] = [before, after].map((directory) => protectionsOf(readManifests(directory, terminal.workingDirectory)));
  const changes = compareProtections(old ?? [], now ?? []);
  if (format === "json") terminal.print(JSON.stringify({ changes: changes.map(asData) }, undefined, 2));
  else for (const line of describeChanges(changes)) terminal.print(visible(line));
  return losesProtection(changes) ? exitCodes.findings : exitCodes.fine;
}

function asData({ what, protection, now }: ProtectionChange): object {
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
