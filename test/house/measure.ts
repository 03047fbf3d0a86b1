import { dirname } from "node:path";
import { importCycles } from "./import-cycles.ts";
import { importTable, isIn } from "./import-table.ts";
import { type SourceFile, importsOf, sourceFiles } from "./source-files.ts";
import { isRow } from "./tables.ts";
import { testLines } from "./test-lines.ts";

/** What is measured of the layout: each number with its unit in words. */
export interface Measured {
  readonly what: string;
  readonly is: number;
  /** The same where it says more than the number. */
  readonly shown: string;
}

/** The stages of the pipeline, in their order (docs/internals/architecture.md). */
export const stages = ["source", "lower", "split", "guard", "plan", "check", "manifest", "report"];

export function measureHouse(): readonly Measured[] {
  const source = ["compiler", "runtime-fallback"].flatMap(sourceFiles);
  const tests = sourceFiles("test");
  const one = withOneImporter(source);
  const loose = one.filter((path) => !isRow(path));
  const small = source.filter(({ lines }) => lines <= 30);
  const names = severalTimes(source);
  const types = [...names].filter(([, { isType }]) => isType);
  const full = fullestFolder(source);
  const inTests = testLines(tests);
  const wide = [...source, ...tests].flatMap(({ text }) => text.split("\n"));
  const rows = importTable();
  return [
    count("source files", source.length),
    count("lines of source", linesOf(source)),
    count("files with exactly one importer, %", percent(one.length, source.length), shownOf(one.length, source)),
    count(
      "files with one importer that are no rows of a table, %",
      percent(loose.length, source.length),
      shownOf(loose.length, source),
    ),
    count("files of 30 lines or fewer", small.length),
    count("files of more than 350 lines", [...source, ...tests].filter(({ lines }) => lines > 350).length),
    count("entries in the fullest folder", full.entries, `${full.entries} (${full.folder})`),
    count("rows in the table of imports", rows.length),
    count(
      "exceptions in it for single files",
      rows.flatMap(({ imports }) => imports).filter((name) => /[^*]\.ts$/.test(name)).length,
    ),
    count("files in import cycles", new Set(importCycles(source).flat()).size),
    count("imports from runtime-fallback/ into compiler/ beside the leaf", intoCompiler(source).length),
    count("exported types with several definitions", types.length, `${types.length}${listed(types.map(([name]) => name))}`),
    count("exported names with several definitions", names.size),
    count("imports from a stage into a later one", climbs(source).length, `${climbs(source).length}${listed(climbs(source))}`),
    count("lines of compile.ts", source.find(({ path }) => path === "compiler/compile.ts")?.lines ?? 0),
    count("lines of tests", inTests.tests),
    count("lines of case data in test/", inTests.cases),
    count("lines of support in test/", inTests.support),
    count(
      "lines of support and data in test/",
      inTests.support + inTests.cases,
      `${inTests.support + inTests.cases} of ${linesOf(tests)}`,
    ),
    count("lines in test/ that are not TypeScript", inTests.otherLanguages),
    count("lines over 120 columns, %", percent(wide.filter((line) => line.length > 120).length, wide.length)),
  ];
}

const count = (what: string, is: number, shown = String(is)): Measured => ({ what, is, shown });
const linesOf = (files: readonly SourceFile[]): number => files.reduce((sum, { lines }) => sum + lines, 0);
const percent = (part: number, whole: number): number => Math.round((part / whole) * 1000) / 10;
const shownOf = (part: number, files: readonly SourceFile[]): string => `${part} (${percent(part, files.length)} %)`;
const listed = (names: readonly string[]): string =>
  names.length === 0 ? "" : ` (${names.slice(0, 8).join(", ")}${names.length > 8 ? ", ..." : ""})`;

/** Without tests: those import what they test. */
export function withOneImporter(files: readonly SourceFile[]): readonly string[] {
  const importers = new Map<string, Set<string>>();
  for (const file of files) {
    for (const imported of importsOf(file)) importers.set(imported, (importers.get(imported) ?? new Set()).add(file.path));
  }
  return files.map(({ path }) => path).filter((path) => importers.get(path)?.size === 1);
}

interface Definitions {
  readonly files: readonly string[];
  readonly isType: boolean;
}

/** Names that are exported by several files; re-exports are none. */
export function severalTimes(files: readonly SourceFile[]): ReadonlyMap<string, Definitions> {
  const found = new Map<string, Definitions>();
  for (const { path, text } of files) {
    for (const [, kind = "", name = ""] of text.matchAll(
      /^export (?:abstract |async )?(interface|type|class|const|function\*?|enum) (\w+)/gm,
    )) {
      const before = found.get(name) ?? { files: [], isType: false };
      found.set(name, { files: [...before.files, path], isType: before.isType || ["interface", "type", "class"].includes(kind) });
    }
  }
  return new Map([...found].filter(([, { files: several }]) => new Set(several).size > 1));
}

/** By folder, how many files and folders stand in it. */
export function entriesOf(files: readonly SourceFile[]): ReadonlyMap<string, number> {
  const entries = new Map<string, Set<string>>();
  for (const { path } of files) {
    for (let entry = path; entry.includes("/"); entry = dirname(entry)) {
      entries.set(dirname(entry), (entries.get(dirname(entry)) ?? new Set()).add(entry));
    }
  }
  return new Map([...entries].map(([folder, inside]) => [folder, inside.size]));
}

function fullestFolder(files: readonly SourceFile[]): { readonly folder: string; readonly entries: number } {
  const [folder = "", entries = 0] = [...entriesOf(files)].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return { folder, entries };
}

function intoCompiler(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ path }) => path.startsWith("runtime-fallback/"))
    .flatMap(importsOf)
    .filter((imported) => imported.startsWith("compiler/") && !imported.startsWith("compiler/api/"));
}

function climbs(files: readonly SourceFile[]): readonly string[] {
  const stageOf = (path: string): number => stages.findIndex((stage) => isIn(path, `compiler/${stage}`));
  return files.flatMap((file) => {
    const own = stageOf(file.path);
    if (own === -1) return [];
    return importsOf(file)
      .filter((imported) => stageOf(imported) > own)
      .map((imported) => `${file.path} -> ${imported}`);
  });
}
