import { type Dirent, existsSync, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import { startOfFile } from "../diagnostics/span.ts";
import { readProblem } from "./read-source.ts";

/** The TypeScript files that `paths` name, absolute and sorted; a directory stands for all below it. */
export function findPolicyFiles(paths: readonly string[], workingDirectory: string, bag: DiagnosticBag): readonly string[] {
  const found = paths.flatMap((path) => filesOf(resolve(workingDirectory, path), { workingDirectory, bag }));
  return [...new Set(found)].toSorted();
}

interface Search {
  readonly workingDirectory: string;
  readonly bag: DiagnosticBag;
}

/** A path as the user would type it. */
export function displayPath(file: string, workingDirectory: string): string {
  return (relative(workingDirectory, file) || ".").split(sep).join("/");
}

function filesOf(path: string, search: Search): readonly string[] {
  const shown = displayPath(path, search.workingDirectory);
  try {
    const found = statSync(path);
    if (!found.isDirectory()) return singleFile(path, found.isFile(), search);
    const files = typeScriptFilesBelow(path, [realpathSync(path)], search);
    if (files.length === 0) search.bag.report("no-policy-files", startOfFile(shown), { path: shown });
    return files;
  } catch (error) {
    reportUnreadable(error, path, search);
    return [];
  }
}

/** A named pipe or a device would be waited for, perhaps forever. */
function singleFile(path: string, isFile: boolean, { workingDirectory, bag }: Search): readonly string[] {
  const shown = displayPath(path, workingDirectory);
  if (isFile && isTypeScript(basename(path))) return [path];
  if (isFile) bag.report("not-typescript", startOfFile(shown), { path: shown });
  else bag.report("unreadable-path", startOfFile(shown), { path: shown, reason: "it is no regular file" });
  return [];
}

/** `above`: the real directories on the way here, which a link may lead back to. */
function typeScriptFilesBelow(directory: string, above: readonly string[], search: Search): readonly string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    try {
      return entriesBelow(path, entry, { above, search });
    } catch (error) {
      reportUnreadable(error, path, search);
      return [];
    }
  });
}

function entriesBelow(
  path: string,
  entry: Dirent,
  { above, search }: { readonly above: readonly string[]; readonly search: Search },
): readonly string[] {
  const isPolicy = isTypeScript(entry.name);
  const isLink = entry.isSymbolicLink();
  // A policy that is left out protects nothing, so a link that leads nowhere is worth an error only where it is named
  // like one.
  if (isLink && !isPolicy && !existsSync(path)) return [];
  const found = isLink ? statSync(path) : entry;
  if (!found.isDirectory()) return isPolicy ? singleFile(path, found.isFile(), search) : [];
  const real = realpathSync(path);
  if (entry.name === "node_modules" || above.includes(real)) return [];
  return typeScriptFilesBelow(path, [...above, real], search);
}

function isTypeScript(name: string): boolean {
  return name.endsWith(".ts") && !name.endsWith(".d.ts") && !name.endsWith(".test.ts");
}

function reportUnreadable(error: unknown, path: string, { workingDirectory, bag }: Search): void {
  const shown = displayPath(path, workingDirectory);
  const reason = readProblem(error);
  const isNamed = reason === "ENOENT" && !isDangling(path);
  if (isNamed) bag.report("no-such-path", startOfFile(shown), { path: shown });
  else bag.report("unreadable-path", startOfFile(shown), { path: shown, reason });
}

/** A link is there, although what it leads to is not. */
function isDangling(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
