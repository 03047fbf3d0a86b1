import { type Project, type SourceFile, SyntaxKind, ts } from "ts-morph";
import { importedFiles, isJson, withImports } from "./imports.ts";
import { isOwnSource } from "./own-modules.ts";
import type { LoadedProject } from "./project.ts";

/** What a policy file is made of beside itself. */
export interface Closure {
  /** Every file that TypeScript reads for it, itself too: absolute. */
  readonly files: readonly string[];
  /** What it takes values from, directly or not: absolute. */
  readonly imports: readonly string[];
}

/**
 * What each file means, as long as that is for these files alone to say; undefined where something that one file
 * declares counts for others: globals, what is added to a module, and `any` (lower/shapes/claims.ts).
 */
export function closuresOf({ files }: LoadedProject): ReadonlyMap<SourceFile, Closure> | undefined {
  const [first] = files;
  if (first === undefined) return new Map();
  const foreign = foreignFiles(first.getProject());
  if (foreign.some((file) => isForEverybody(file.compilerNode)) || withImports(files).some(hasAny)) return undefined;
  const closures = new Map(files.map((file) => [file, closureOf(file)]));
  const known = new Set([...closures.values()].flatMap((closure) => closure.files));
  return foreign.every((file) => known.has(file.getFilePath())) ? closures : undefined;
}

/** Of the program: neither TypeScript's own files nor the compiler's. */
function foreignFiles(project: Project): readonly SourceFile[] {
  const program = project.getProgram().compilerObject;
  const read = program
    .getSourceFiles()
    .filter((file) => !program.isSourceFileDefaultLibrary(file) && !isOwnSource(file.fileName));
  return read.map((file) => project.getSourceFileOrThrow(file.fileName));
}

function closureOf(file: SourceFile): Closure {
  const read = new Set([file]);
  for (const one of read)
    for (const referenced of one.getReferencedSourceFiles()) if (!isOwnSource(referenced.getFilePath())) read.add(referenced);
  const imports = withImports([file]).flatMap(importedFiles);
  return { files: pathsOf([...read]), imports: pathsOf(imports) };
}

const pathsOf = (files: readonly SourceFile[]): readonly string[] => [...new Set(files.map((file) => file.getFilePath()))];

function isForEverybody(file: ts.SourceFile): boolean {
  if (isJson(file.fileName)) return false;
  const references = [file.typeReferenceDirectives, file.libReferenceDirectives, file.referencedFiles];
  return !ts.isExternalModule(file) || references.some((all) => all.length > 0) || file.statements.some(addsToOthers);
}

/** `declare global`, `declare module "other"` */
function addsToOthers(statement: ts.Statement): boolean {
  if (!ts.isModuleDeclaration(statement)) return false;
  return ts.isStringLiteral(statement.name) || (statement.flags & ts.NodeFlags.GlobalAugmentation) !== 0;
}

function hasAny(file: SourceFile): boolean {
  return /\bany\b/.test(file.getFullText()) && file.getFirstDescendantByKind(SyntaxKind.AnyKeyword) !== undefined;
}
