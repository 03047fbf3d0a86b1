import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

export interface SourceFile {
  /** From the root of the repository, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
}

/** Every TypeScript file of a folder of the house. */
export function sourceFiles(folder: string): readonly SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.includes("node_modules"))
    .map((name) => {
      const text = readFileSync(join(root, folder, name), "utf8");
      return { path: `${folder}/${name.split(sep).join("/")}`, text, lines: text.split("\n").length - 1 };
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** What a file imports: paths from the root for its own modules, names for packages. */
export function importsOf(file: SourceFile): readonly string[] {
  return specifiersOf(file, /^(?:import|export)\b[^;"]*?\bfrom\s+"([^"\n]+)";?$/gm);
}

/** The same without what TypeScript alone imports: types. */
export function valueImportsOf(file: SourceFile): readonly string[] {
  return specifiersOf(file, /^(?:import|export)\b(?! type\b)(?! \{ type [^,}]+ \})[^;"]*?\bfrom\s+"([^"\n]+)";?$/gm);
}

function specifiersOf(file: SourceFile, statement: RegExp): readonly string[] {
  const code = withoutTemplates(file.text);
  const calls = code.matchAll(/(?:^import\s+|\bimport\()"([^"\n]+)"/gm);
  const specifiers = [...code.matchAll(statement), ...calls].map((match) => match[1] ?? "");
  return specifiers.map((specifier) => {
    if (!specifier.startsWith(".")) return specifier;
    return relative(root, resolve(root, dirname(file.path), specifier))
      .split(sep)
      .join("/");
  });
}

/** Tests hold programs as text; what those import is no import of the test. */
function withoutTemplates(text: string): string {
  return text.replaceAll(/`(?:[^`\\]|\\[\s\S])*`/g, "``").replaceAll(/^ *(\*|\/\*|\/\/).*$/gm, "");
}
