import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Compilation, compile } from "../../compiler/compile.ts";
import { position } from "../../compiler/diagnostics/format.ts";

/** What stands under a path: a file with this text or these bytes, or something that is no file. */
export type Entry = string | Uint8Array | { readonly linkTo: string } | "a directory" | "a named pipe";

export type Tree = Readonly<Record<string, Entry>>;

/** Calls `use` with a directory of its own, which is gone afterwards. */
export function withDirectory<Result>(use: (directory: string) => Result): Result {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-diagnostics-"));
  try {
    return use(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Compiles these files (all of them, or `paths`) in a directory of their own. */
export function compileFiles(tree: Tree, paths: readonly string[] = Object.keys(tree)): Compilation {
  return withDirectory((workingDirectory) => {
    writeTree(workingDirectory, tree);
    return compile({ paths, workingDirectory });
  });
}

export function writeTree(directory: string, tree: Tree): void {
  for (const [path, entry] of Object.entries(tree)) {
    const place = join(directory, path);
    mkdirSync(dirname(place), { recursive: true });
    if (entry === "a directory") mkdirSync(place, { recursive: true });
    else if (entry === "a named pipe") execFileSync("mkfifo", [place]);
    else if (typeof entry === "object" && "linkTo" in entry) symlinkSync(entry.linkTo, place);
    else writeFileSync(place, entry);
  }
}

/** `policy.ts:3:14 not-a-boolean`, for each diagnostic. */
export function placesOf({ diagnostics, sources }: Compilation): readonly string[] {
  return diagnostics.map(({ code, span }) => {
    const { line, column } = position(sources.get(span.file) ?? "", span.start);
    return `${span.file}:${line}:${column} ${code}`;
  });
}
