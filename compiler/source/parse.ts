import { type Project, type SourceFile, ts, type ExportDeclaration, type ImportDeclaration } from "ts-morph";
import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import { unlessExhausted } from "../diagnostics/exhausted.ts";
import { compilerOptions } from "./compiler-options.ts";
import { checkNesting, reportUnparsable } from "./nesting.ts";
import { displayPath } from "./policy-files.ts";
import { readSource } from "./read-source.ts";

interface Reading {
  readonly workingDirectory: string;
  readonly bag: DiagnosticBag;
}

/** The files of `paths`; `areWhole` is false where one of them, or of what they import, cannot be analysed. */
export interface ParsedFiles {
  readonly files: readonly SourceFile[];
  readonly texts: ReadonlyMap<string, string>;
  readonly areWhole: boolean;
}

/** Reads and parses the files and, before TypeScript does it by itself, all modules that they import. */
export function parseFiles(project: Project, paths: readonly string[], reading: Reading): ParsedFiles {
  const texts = new Map<string, string>();
  const waiting = new Set(paths);
  const files: SourceFile[] = [];
  let areWhole = true;
  for (const path of waiting) {
    const shown = displayPath(path, reading.workingDirectory);
    const source = readSource(path, shown, reading.bag);
    if (source === undefined) continue;
    texts.set(shown, source.text);
    const file = source.isWhole ? parse(project, { path, shown, text: source.text }, reading.bag) : undefined;
    if (file === undefined) areWhole = false;
    else if (paths.includes(path)) files.push(file);
    for (const imported of file === undefined ? [] : importedPaths(project, file)) waiting.add(imported);
  }
  return { files, texts, areWhole };
}

/** Undefined after a diagnostic. */
function parse(
  project: Project,
  { path, shown, text }: { readonly path: string; readonly shown: string; readonly text: string },
  bag: DiagnosticBag,
): SourceFile | undefined {
  return unlessExhausted(
    () => {
      const file = project.addSourceFileAtPath(path);
      return checkNesting(file.compilerNode, shown, bag) ? file : undefined;
    },
    () => {
      reportUnparsable(text, shown, bag);
      return undefined;
    },
  );
}

/** The author's own modules that `file` names, as TypeScript will find them. */
function importedPaths(project: Project, file: SourceFile): readonly string[] {
  const host = project.getModuleResolutionHost();
  return [...file.getImportDeclarations(), ...file.getExportDeclarations()].flatMap((declaration) => {
    const name = relativeModuleName(declaration);
    if (name === undefined) return [];
    const found = ts.resolveModuleName(name, file.getFilePath(), compilerOptions(), host).resolvedModule;
    return found !== undefined && isSource(found.resolvedFileName) ? [found.resolvedFileName] : [];
  });
}

function isSource(path: string): boolean {
  return /\.[cm]?tsx?$/.test(path) && !/\.d\.[cm]?ts$/.test(path);
}

/** `./marks.ts` of an import or export; undefined for packages, and where something else stands in that place. */
export function relativeModuleName({ compilerNode }: ImportDeclaration | ExportDeclaration): string | undefined {
  const { moduleSpecifier } = compilerNode;
  const name = moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : "";
  return /^\.\.?\//.test(name) ? name : undefined;
}
