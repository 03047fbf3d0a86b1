import { lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";

/** The test files below some paths, absolute and sorted. */
export interface TestFiles {
  /** `*.test.yaml`, `*.test.yml`: suites, read and never run. */
  readonly suites: readonly string[];
  /** `*.test.ts` and its like: programs for vitest. */
  readonly programs: readonly string[];
  readonly problems: readonly PathProblem[];
}

export interface PathProblem {
  readonly path: string;
  readonly reason: string;
}

const suiteName = /\.test\.ya?ml$/;
const programName = /\.test\.[cm]?[jt]sx?$/;

/** A directory stands for all below it, but for `node_modules` and what is hidden. */
export function findTestFiles(paths: readonly string[], workingDirectory: string): TestFiles {
  const problems: PathProblem[] = [];
  const found = paths.flatMap((path) => {
    try {
      return filesOf(resolve(workingDirectory, path));
    } catch (error) {
      problems.push({ path, reason: reasonOf(error) });
      return [];
    }
  });
  const files = [...new Set(found)].toSorted();
  const strange = paths.filter((path) => isStrange(resolve(workingDirectory, path), files));
  return {
    suites: files.filter((file) => suiteName.test(file)),
    programs: files.filter((file) => programName.test(file)),
    problems: [...problems, ...strange.map((path) => ({ path, reason: "it is named like no test (*.test.yaml, *.test.ts)" }))],
  };
}

/** As the user would type it. */
export function shownPath(file: string, workingDirectory: string): string {
  return relative(workingDirectory, file).split(sep).join("/");
}

function filesOf(path: string): readonly string[] {
  return statSync(path).isDirectory() ? filesBelow(path, [realpathSync(path)]) : [path];
}

/** `above`: the real directories on the way here, which a link may lead back to. */
function filesBelow(directory: string, above: readonly string[]): readonly string[] {
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || name === "node_modules" || name.startsWith(".")) return [];
    if (!found.isDirectory()) return isTest(path) ? [path] : [];
    const real = realpathSync(path);
    return above.includes(real) ? [] : filesBelow(path, [...above, real]);
  });
}

function isTest(path: string): boolean {
  return suiteName.test(basename(path)) || programName.test(basename(path));
}

/** A file that was named itself, and that nobody would read. */
function isStrange(path: string, found: readonly string[]): boolean {
  return found.includes(path) && !isTest(path);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isMissing = "code" in error && error.code === "ENOENT";
  const isLink = isMissing && "path" in error && lstatSync(String(error.path), { throwIfNoEntry: false }) !== undefined;
  if (isLink) return "the link leads nowhere";
  return isMissing ? "there is nothing of this name" : error.message;
}
