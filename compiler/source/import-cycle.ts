import type { SourceFile } from "ts-morph";
import { type Span, startOfFile } from "../diagnostics/span.ts";
import { importedFiles } from "./project.ts";
import { nodeSpan } from "./span.ts";

type Cycle = readonly [SourceFile, ...SourceFile[]];

/** Each cycle of imports below `files` once, from its first file back to it. */
export function findCycle(files: readonly SourceFile[]): readonly Cycle[] {
  const done = new Set<SourceFile>();
  return files.flatMap((file) => follow(file, [], done));
}

function follow(file: SourceFile, path: readonly SourceFile[], done: Set<SourceFile>): readonly Cycle[] {
  const start = path.indexOf(file);
  if (start !== -1) return [[file, ...path.slice(start + 1), file]];
  if (done.has(file)) return [];
  const cycles = importedFiles(file).flatMap((imported) => follow(imported, [...path, file], done));
  done.add(file);
  return cycles;
}

/** The import with which the cycle begins. */
export function importSpan([file, next]: Cycle, shown: string): Span {
  const declarations = [...file.getImportDeclarations(), ...file.getExportDeclarations()];
  const found = declarations.find((declaration) => declaration.getModuleSpecifierSourceFile() === next);
  const specifier = found?.getModuleSpecifier();
  return specifier === undefined ? startOfFile(shown) : nodeSpan(specifier, shown);
}
