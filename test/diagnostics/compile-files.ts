import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Compilation, type CompileOptions, compile } from "../../compiler/compile.ts";
import type { Diagnostic } from "../../compiler/diagnostics/diagnostic.ts";
import { position } from "../../compiler/diagnostics/format.ts";

/** What stands under a path: a file with this text or these bytes, or something that is no file. */
export type Entry = string | Uint8Array | { readonly linkTo: string } | { readonly is: "a directory" | "a named pipe" };

export const directory: Entry = { is: "a directory" };
export const namedPipe: Entry = { is: "a named pipe" };

export type Tree = Readonly<Record<string, Entry>>;

/** Calls `use` with a directory of its own, which is gone afterwards. */
export function withDirectory<Result>(use: (path: string) => Result): Result {
  const path = mkdtempSync(join(tmpdir(), "holdfast-diagnostics-"));
  try {
    return use(path);
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

/** Compiles these files (all of them, or `paths`) in a directory of their own. */
export function compileFiles(
  tree: Tree,
  paths: readonly string[] = Object.keys(tree),
  options: Pick<CompileOptions, "kube" | "static"> = {},
): Compilation {
  return withDirectory((workingDirectory) => {
    writeTree(workingDirectory, tree);
    return compile({ paths, workingDirectory, ...options });
  });
}

/** What became of one of several files: its diagnostics, or else its YAML. */
export interface FileOutcome {
  readonly diagnostics: readonly Diagnostic[];
  readonly yaml: string | undefined;
}

/**
 * What `compile` makes of each policy file by itself, by its name. They are compiled together, since most of the time is TypeScript's
 * start: `compile` gives all or nothing, so those without diagnostics are compiled again without the others.
 */
export function compileEach(policies: Readonly<Record<string, string>>, modules: Tree = {}): ReadonlyMap<string, FileOutcome> {
  const outcomes = new Map<string, FileOutcome>();
  let left = Object.keys(policies);
  while (left.length > 0) {
    const { diagnostics, files } = compileFiles({ ...policies, ...modules }, left);
    const wrong = Map.groupBy(diagnostics, ({ span }) => span.file);
    const done = diagnostics.length === 0 ? left : left.filter((file) => wrong.has(file));
    if (done.length === 0) throw new Error(`what is wrong stands in none of the policies: ${[...wrong.keys()].join(", ")}`);
    for (const file of done) {
      const yaml = files.find(({ name }) => name === file.replace(/ts$/, "yaml"))?.text;
      outcomes.set(file, { diagnostics: wrong.get(file) ?? [], yaml });
    }
    left = left.filter((file) => !outcomes.has(file));
  }
  return outcomes;
}

export function writeTree(root: string, tree: Tree): void {
  for (const [path, entry] of Object.entries(tree)) {
    const place = join(root, path);
    mkdirSync(dirname(place), { recursive: true });
    writeEntry(place, entry);
  }
}

function writeEntry(place: string, entry: Entry): void {
  if (typeof entry === "string" || entry instanceof Uint8Array) writeFileSync(place, entry);
  else if ("linkTo" in entry) symlinkSync(entry.linkTo, place);
  else if (entry.is === "a directory") mkdirSync(place, { recursive: true });
  else execFileSync("mkfifo", [place]);
}

/** `policy.ts:3:14 not-a-boolean`, for each diagnostic. */
export function placesOf({ diagnostics, sources }: Compilation): readonly string[] {
  return diagnostics.map(({ code, span }) => {
    const { line, column } = position(sources.get(span.file) ?? "", span.start);
    return `${span.file}:${line}:${column} ${code}`;
  });
}
