import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./source-files.ts";

/** One row of the table in docs/internals/architecture.md: the files of a folder, and what they may import. */
export interface ImportRow {
  /** `compiler/ir`, or `compiler/*.ts`: the files of the folder itself. */
  readonly folder: string;
  /** Folders, spelled as in `folder`. */
  readonly imports: readonly string[];
  readonly libraries: readonly string[];
}

/** Throws where the table names a folder that has no row, or that several have. */
export function importTable(): readonly ImportRow[] {
  const text = readFileSync(join(root, "docs/internals/architecture.md"), "utf8");
  const section = text.slice(text.indexOf("## Who may import whom"), text.indexOf("## Reading order"));
  const rows = [...section.matchAll(/^\| `([^`]+)` \|[^|]*\|([^|]*)\|([^|]*)\|$/gm)];
  const folders = rows.map(([, folder = ""]) => folder);
  return rows.map(([, folder = "", imports = "", libraries = ""]) => ({
    folder,
    imports: namesIn(imports).map((name) => folderOf(name, [...folders, "test"])),
    libraries: namesIn(libraries),
  }));
}

/** The row that a file belongs to: the one with the longest folder. */
export function rowOf(path: string, rows: readonly ImportRow[]): ImportRow | undefined {
  return rows.filter(({ folder }) => isIn(path, folder)).toSorted((a, b) => b.folder.length - a.folder.length)[0];
}

export function isIn(path: string, folder: string): boolean {
  if (!folder.endsWith("/*.ts")) return path === folder || path.startsWith(`${folder}/`);
  const start = folder.slice(0, -"*.ts".length);
  return path.startsWith(start) && !path.slice(start.length).includes("/");
}

function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
}

function folderOf(name: string, folders: readonly string[]): string {
  const meant = folders.filter(
    (folder) => folder === name || folder === `compiler/${name}` || folder === `runtime-fallback/${name}`,
  );
  const [only] = meant;
  if (only === undefined || meant.length > 1)
    throw new Error(`docs/internals/architecture.md: \`${name}\` means ${meant.length} folders`);
  return only;
}
