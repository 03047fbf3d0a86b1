import { importsOf, type SourceFile, sourceFiles } from "../house/source-files.ts";

const door = "test/control-plane/server-suite.ts";

/** The test files with a suite that starts a control plane, by themselves or through what they import: paths from the root. */
export function testFilesWithServer(files: readonly SourceFile[] = sourceFiles("test")): readonly string[] {
  return [...usersOf(door, files)].filter((path) => path.endsWith(".test.ts")).toSorted();
}

/** Those that import it, those that import these, and so on. */
function usersOf(path: string, files: readonly SourceFile[], found: Set<string> = new Set()): ReadonlySet<string> {
  for (const file of files) {
    if (found.has(file.path) || !importsOf(file).includes(path)) continue;
    found.add(file.path);
    usersOf(file.path, files, found);
  }
  return found;
}
