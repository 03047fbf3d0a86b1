import { type SourceFile, valueImportsOf } from "./source-files.ts";

/** Files that import each other in a cycle when the program runs; each is a list that ends where it begins. */
export function importCycles(files: readonly SourceFile[]): readonly (readonly string[])[] {
  const imports = new Map(files.map((file) => [file.path, valueImportsOf(file)]));
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (path: string, above: readonly string[]): void => {
    const start = above.indexOf(path);
    if (start !== -1) cycles.push([...above.slice(start), path]);
    if (start !== -1 || done.has(path)) return;
    for (const imported of imports.get(path) ?? []) visit(imported, [...above, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  return cycles;
}
