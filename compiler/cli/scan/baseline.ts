import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { HelpfulError, errorMessage } from "../../api/helpful-error.ts";
import { parseJsonObject } from "../../api/json.ts";
import type { ScanFinding } from "./findings.ts";
import type { ScanCommand } from "./scan-command.ts";

/** Findings beside those that were known before. */
export interface Compared {
  readonly fresh: readonly ScanFinding[];
  /** Ids of those that are in the baseline, too. */
  readonly known: ReadonlySet<string>;
  /** Ids of the baseline that nothing has any more. */
  readonly gone: readonly string[];
}

/**
 * What is new. Where a part of the cluster was scanned, or could not be read, the rest is not gone: `isWhole` says
 * whether all was looked at.
 */
export function compareWith(baseline: ReadonlySet<string>, findings: readonly ScanFinding[], isWhole: boolean): Compared {
  const found = new Set(findings.map(({ id }) => id));
  return {
    fresh: findings.filter(({ id }) => !baseline.has(id)),
    known: new Set([...found].filter((id) => baseline.has(id))),
    gone: isWhole ? [...baseline].filter((id) => !found.has(id)) : [],
  };
}

/** The ids of `--baseline`; none where it is not given. */
export function readBaseline({ baseline }: Pick<ScanCommand, "baseline">, workingDirectory: string): ReadonlySet<string> {
  if (baseline === undefined) return new Set();
  const ids = parseJsonObject(textOf(baseline, workingDirectory))?.["findings"];
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === "string"))
    throw new HelpfulError(`${baseline} is no baseline`, "write one: holdfast scan --write-baseline <file>");
  return new Set(ids);
}

function textOf(path: string, workingDirectory: string): string {
  try {
    return readFileSync(resolve(workingDirectory, path), "utf8");
  } catch (error) {
    throw new HelpfulError(`cannot read ${path}: ${errorMessage(error)}`, "write one: holdfast scan --write-baseline <file>");
  }
}

/** Sorted, so that a diff of it reads well. */
export function writeBaseline(path: string, findings: readonly ScanFinding[], workingDirectory: string): void {
  const ids = [...new Set(findings.map(({ id }) => id))].toSorted();
  try {
    writeFileSync(resolve(workingDirectory, path), `${JSON.stringify({ schemaVersion: 1, findings: ids }, undefined, 2)}\n`);
  } catch (error) {
    throw new HelpfulError(`cannot write ${path}: ${errorMessage(error)}`, "name a file in a directory that is there");
  }
}
