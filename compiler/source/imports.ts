import { type ExportDeclaration, type ImportDeclaration, Node, type Project, type SourceFile, ts } from "ts-morph";
import { isOwnModule } from "./own-modules.ts";

type FromModule = ImportDeclaration | ExportDeclaration;

/** The files and every module of the author's that they import, directly or not. */
export function withImports(files: readonly SourceFile[]): readonly SourceFile[] {
  const seen = new Set(files);
  for (const file of seen) {
    for (const imported of importedFiles(file)) seen.add(imported);
  }
  return [...seen];
}

/** What `file` takes values from: the author's files, data, and packages that ship TypeScript. */
export function importedFiles(file: SourceFile): readonly SourceFile[] {
  return fromModules(file)
    .filter(isFollowed)
    .flatMap((declaration) => declaration.getModuleSpecifierSourceFile() ?? [])
    .filter((imported) => isRead(imported.getFilePath()) && !isOwnModule(imported.getFilePath()));
}

/** A module by its path, and the text that names it in the import. */
export interface ImportedPath {
  readonly path: string;
  readonly specifier: Node;
}

/** The same as paths, before TypeScript reads them by itself. */
export function importedPaths(project: Project, file: SourceFile, options: ts.CompilerOptions): readonly ImportedPath[] {
  const host = project.getModuleResolutionHost();
  return fromModules(file)
    .filter(isFollowed)
    .flatMap((declaration) => {
      const name = moduleName(declaration) ?? "";
      const found = ts.resolveModuleName(name, file.getFilePath(), options, host).resolvedModule;
      const specifier = declaration.getModuleSpecifier();
      if (found === undefined || specifier === undefined || !isRead(found.resolvedFileName)) return [];
      return [{ path: found.resolvedFileName, specifier }];
    });
}

/** Data, as opposed to a module with statements: a value that is known. */
export function isJson(path: string): boolean {
  return path.endsWith(".json");
}

/** `holdfast`, `holdfast/kinds` and what else this package has. */
export function isOwnName(name: string): boolean {
  return /^holdfast(\/|$)/.test(name);
}

/** Whether anything but types is taken from the module. */
export function takesValues(declaration: FromModule): boolean {
  if (declaration.isTypeOnly()) return false;
  const named = Node.isImportDeclaration(declaration) ? declaration.getNamedImports() : declaration.getNamedExports();
  return named.length === 0 || named.some((one) => !one.isTypeOnly()) || hasDefault(declaration);
}

function hasDefault(declaration: FromModule): boolean {
  return Node.isImportDeclaration(declaration) && declaration.getDefaultImport() !== undefined;
}

/** Undefined, too, where something else stands in that place. */
export function moduleName({ compilerNode }: FromModule): string | undefined {
  const { moduleSpecifier } = compilerNode;
  return moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
}

/** All of the author's own files are looked at; of a package those that something but types comes from. */
function isFollowed(declaration: FromModule): boolean {
  const name = moduleName(declaration);
  if (name === undefined || isOwnName(name)) return false;
  return /^\.\.?\//.test(name) || takesValues(declaration);
}

function fromModules(file: SourceFile): readonly FromModule[] {
  return [...file.getImportDeclarations(), ...file.getExportDeclarations()];
}

/** TypeScript and data; declarations say nothing of what a name is worth. */
function isRead(path: string): boolean {
  return isJson(path) || (/\.[cm]?tsx?$/.test(path) && !/\.d\.[cm]?ts$/.test(path));
}
