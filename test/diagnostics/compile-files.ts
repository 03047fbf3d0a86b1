import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Compilation, type CompileOptions, compile } from "../../compiler/compile.ts";
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
