import { readdirSync, statSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import { startOfFile } from "../diagnostics/span.ts";

/** The TypeScript files that `paths` name, absolute and sorted; a directory stands for all below it. */
export function findPolicyFiles(paths: readonly string[], workingDirectory: string, bag: DiagnosticBag): readonly string[] {
  const found = paths.flatMap((path) => filesOf(resolve(workingDirectory, path), workingDirectory, bag));
  return [...new Set(found)].toSorted();
}

/** A path as the user would type it. */
export function displayPath(file: string, workingDirectory: string): string {
  return (relative(workingDirectory, file) || ".").split(sep).join("/");
}

function filesOf(path: string, workingDirectory: string, bag: DiagnosticBag): readonly string[] {
  const shown = displayPath(path, workingDirectory);
  try {
    if (!statSync(path).isDirectory()) return singleFile(path, shown, bag);
    const files = typeScriptFilesBelow(path);
    if (files.length === 0) bag.report("no-policy-files", startOfFile(shown), { path: shown });
    return files;
  } catch (error) {
    reportUnreadable(error, shown, bag);
    return [];
  }
}

function singleFile(path: string, shown: string, bag: DiagnosticBag): readonly string[] {
  if (isTypeScript(basename(path))) return [path];
  bag.report("not-typescript", startOfFile(shown), { path: shown });
  return [];
}

function typeScriptFilesBelow(directory: string): readonly string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : typeScriptFilesBelow(path);
    return entry.isFile() && isTypeScript(entry.name) ? [path] : [];
  });
}

function isTypeScript(name: string): boolean {
  return name.endsWith(".ts") && !name.endsWith(".d.ts") && !name.endsWith(".test.ts");
}

function reportUnreadable(error: unknown, shown: string, bag: DiagnosticBag): void {
  const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
  if (reason === "ENOENT") bag.report("no-such-path", startOfFile(shown), { path: shown });
  else bag.report("unreadable-path", startOfFile(shown), { path: shown, reason });
}
