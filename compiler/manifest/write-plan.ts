import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { HelpfulError } from "../api/helpful-error.ts";
import type { Comparison, PlannedFile } from "./output.ts";
import { asOutputError } from "./output-directory.ts";

/** What has been done so far, each with the way back. */
interface Journal {
  readonly undo: (() => void)[];
  /** To be removed once everything is in place: the old text of replaced and removed files. */
  readonly backups: string[];
}

export const writePlan = (comparison: Comparison): void => writePlans([comparison]);

/**
 * Makes the directories hold their plans: all of them or, on any failure, what they held before (then a `HelpfulError`
 * says why). New text is written beside its place first, so that every replacement is one rename; stale files go last,
 * when no kustomization names them any more. Only a crash of the machine between two renames can leave a mixture.
 */
export function writePlans(comparisons: readonly Comparison[]): void {
  const journal: Journal = { undo: [], backups: [] };
  for (const comparison of comparisons) {
    try {
      applyPlan(comparison, journal);
    } catch (error) {
      for (const step of journal.undo.toReversed()) attempt(step);
      throw asOutputError(error, `write to ${comparison.directory}`);
    }
  }
  for (const backup of journal.backups) attempt(() => rmSync(backup, { force: true }));
}

function applyPlan({ directory, missing, different, stale }: Comparison, journal: Journal): void {
  if (missing.length + different.length > 0) makeDirectory(directory, journal);
  const added = missing.map((file) => stage(directory, file, journal));
  const changed = different.map((file) => stage(directory, file, journal));
  for (const file of added) putNew(file, journal);
  for (const file of changed) replace(file, journal);
  for (const { name } of stale) setAside(join(directory, name), journal);
}

/** One level at a time: `recursive` never returns where a file system such as /proc answers ENOENT (Node 20 to 26). */
function makeDirectory(directory: string, journal: Journal): void {
  if (existsSync(directory)) return;
  makeDirectory(dirname(directory), journal);
  mkdirSync(directory);
  journal.undo.push(() => rmdirSync(directory));
}

/** New text beside its place. */
interface StagedFile {
  readonly path: string;
  readonly target: string;
}

function stage(directory: string, file: PlannedFile, { undo }: Journal): StagedFile {
  const target = join(directory, file.name);
  const path = hiddenName(target, "new");
  undo.push(() => rmSync(path, { force: true }));
  writeFileSync(path, file.text, { flag: "wx" });
  return { path, target };
}

function putNew({ path, target }: StagedFile, { undo }: Journal): void {
  requireFree(target);
  renameSync(path, target);
  undo.push(() => rmSync(target, { force: true }));
}

function replace({ path, target }: StagedFile, { undo, backups }: Journal): void {
  const backup = hiddenName(target, "old");
  backups.push(backup);
  undo.push(() => rmSync(backup, { force: true }));
  copyFileSync(target, backup);
  undo.push(() => renameSync(backup, target));
  renameSync(path, target);
}

/** A rename would replace what somebody put there since the plan was compared. */
function requireFree(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
  throw new HelpfulError(`${path} appeared while the plan was being written`, "nothing was changed; run the same command again");
}

function setAside(path: string, { undo, backups }: Journal): void {
  const backup = hiddenName(path, "old");
  renameSync(path, backup);
  backups.push(backup);
  undo.push(() => renameSync(backup, path));
}

/** Beside its place, so that the rename stays within one file system; hidden, so that nothing applies it meanwhile. */
function hiddenName(path: string, kind: "new" | "old"): string {
  const name = path.slice(dirname(path).length + 1);
  return join(dirname(path), `.${name}.${randomBytes(4).toString("hex")}.${kind}`);
}

/** One step back that fails must not keep the others from being taken. */
function attempt(step: () => void): void {
  try {
    step();
  } catch {
    // The failure that is being reported came first.
  }
}
