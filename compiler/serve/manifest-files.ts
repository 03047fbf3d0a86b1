import { errorMessage } from "../api/helpful-error.ts";
import { isUtf8 } from "node:buffer";
import { type Stats, readFileSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { ManifestProblem } from "./written-objects.ts";

/** A file as its directory is named on the command line. */
export interface ManifestFile {
  readonly shown: string;
  readonly text: string;
}

/** What `-` stands for, as people are told of it. */
export const standardInput = "standard input";

/**
 * Every YAML and JSON file of these files and directories, and of all below them, as it is at this moment.
 * Texts and not time stamps tell whether something has changed: two writes may share one stamp, and
 * nothing is to be let through by that. With `input` that is what the path `-` stands for.
 */
export function readManifestFiles(paths: readonly string[], workingDirectory: string, input?: string): readonly ManifestFile[] {
  const isInput = (path: string): boolean => path === "-" && input !== undefined;
  const names = paths.filter((path) => !isInput(path)).flatMap((path) => filesBelow(path, workingDirectory));
  const files = [...new Set(names)].map((shown) => ({ shown, text: readText(resolve(workingDirectory, shown), shown) }));
  return input !== undefined && paths.includes("-") ? [...files, { shown: standardInput, text: input }] : files;
}

/** Hidden files and directories are left out: those of editors, of git, and the links of mounted ConfigMaps. */
function filesBelow(shown: string, workingDirectory: string): readonly string[] {
  const path = resolve(workingDirectory, shown);
  if (!statOf(path, shown).isDirectory()) return [shown];
  const entries = attempt(shown, () => readdirSync(path, { withFileTypes: true }));
  return entries
    .filter(({ name }) => !name.startsWith("."))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const below = join(shown, entry.name);
      if (entry.isDirectory()) return filesBelow(below, workingDirectory);
      return /\.(ya?ml|json)$/.test(entry.name) ? [below] : [];
    });
}

function readText(path: string, shown: string): string {
  // A pipe or a device would be waited for, perhaps forever.
  if (!statOf(path, shown).isFile()) throw new ManifestProblem(shown, "this is no regular file", "give a file or a directory");
  const bytes = attempt(shown, () => readFileSync(path));
  if (isUtf8(bytes)) return bytes.toString("utf8");
  throw new ManifestProblem(shown, "this is not UTF-8 text", "save it as UTF-8");
}

function statOf(path: string, shown: string): Stats {
  return attempt(shown, () => statSync(path));
}

function attempt<T>(shown: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const reason = errorMessage(error);
    const problem = code === "ENOENT" ? "there is no such file or directory" : `cannot be read: ${reason}`;
    throw new ManifestProblem(shown, problem, "name a directory of manifests, or a file with some");
  }
}
