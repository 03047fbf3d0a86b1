import { readFileSync } from "node:fs";
import {
  type CompilerOptions,
  type FileSystemHost,
  ModuleKind,
  ModuleResolutionKind,
  Project,
  ScriptTarget,
  type SourceFile,
} from "ts-morph";
import { ownFile } from "../api/own-package.ts";
import { isOwnSource, ownModules } from "./own-modules.ts";
import { type Reads, isDirectory, isFile } from "./reads.ts";

let last: Project | undefined;

/**
 * A project without a file of the author's, which the next call takes again. The declarations of TypeScript and the
 * sources of this compiler are parsed once for each process, which is a third of what it takes to compile one policy;
 * what was read before is forgotten, since files may have changed, and with it the types of policies.
 */
export function emptiedProject(): Project {
  const before = last;
  last = undefined;
  const project = before !== undefined && isEmptied(before) ? before : newProject();
  last = project;
  return project;
}

/** A project without a file of the author's. `reads` learns what TypeScript asks the file system. */
export function newProject(reads?: Reads): Project {
  const project = new Project({ compilerOptions: compilerOptions(), skipAddingFilesFromTsConfig: true });
  if (reads !== undefined) recordReads(project.getFileSystem(), reads);
  declareArrayTypes(project);
  return project;
}

/** The library's own file system has no other way in. */
function recordReads(host: FileSystemHost, reads: Reads): void {
  const { readFileSync: readText, realpathSync: resolveLinks, readDirSync: readEntries } = host;
  host.fileExistsSync = (path) => recorded(isFile(path), (found) => reads.file(path, found));
  host.directoryExistsSync = (path) => recorded(isDirectory(path), (found) => reads.directory(path, found));
  host.realpathSync = (path) => recorded(resolveLinks.call(host, path), (target) => reads.link(path, target));
  host.readFileSync = (path, encoding) => {
    try {
      return recorded(readFileSync(path), (bytes) => reads.text(path, bytes)).toString("utf8");
    } catch {
      reads.text(path, undefined);
      return readText.call(host, path, encoding);
    }
  };
  host.readDirSync = (path) => {
    reads.lose();
    return readEntries.call(host, path);
  };
}

function recorded<Answer>(answer: Answer, record: (answer: Answer) => void): Answer {
  record(answer);
  return answer;
}

/** False where that cannot be told: the files of the compilation before were beyond TypeScript. */
function isEmptied(project: Project): boolean {
  try {
    const program = project.getProgram().compilerObject;
    const ofTypeScript = program.getSourceFiles().filter((file) => program.isSourceFileDefaultLibrary(file));
    const kept = new Set(ofTypeScript.map(({ fileName }) => fileName));
    const read = program.getSourceFiles().flatMap(({ fileName }) => project.getSourceFile(fileName) ?? []);
    for (const file of new Set([...read, ...project.getSourceFiles()]))
      if (!kept.has(file.compilerNode.fileName) && !isOfCompiler(file)) project.removeSourceFile(file);
    return true;
  } catch {
    return false;
  }
}

/** But for the index of kinds, which has those alone that the policies before have named. */
function isOfCompiler(file: SourceFile): boolean {
  const path = file.getFilePath();
  return path === arrayTypesPath || (isOwnSource(path) && path !== ownModules["holdfast/kinds"]);
}

/**
 * The options that rules are analysed with, whatever the user's tsconfig says: types are believed by the compiler, so
 * they must be as strict for everyone.
 */
export function compilerOptions(): CompilerOptions {
  return {
    target: ScriptTarget.ES2022,
    lib: ["lib.es2024.d.ts"],
    module: ModuleKind.ESNext,
    moduleResolution: ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
    resolveJsonModule: true,
    strict: true,
    isolatedModules: true,
    skipLibCheck: true,
    paths: Object.fromEntries(Object.entries(ownModules).map(([name, path]) => [name, [path]])),
  };
}

/**
 * TypeScript's own `Array.isArray` makes `any[]` of a read-only list in a union (`string | readonly string[]`), and of
 * what is `any` it checks nothing: neither that the first element of an empty list is absent, nor its type. The view
 * that rules see is read-only throughout, so the compiler reads rules with a declaration that keeps the type of the
 * elements.
 */
function declareArrayTypes(project: Project): void {
  project.createSourceFile(arrayTypesPath, arrayTypes);
}

/** There is no such file. Its directory makes it a part of the module that policies import as `holdfast`. */
const arrayTypesPath = ownFile("compiler/language/array-types.d.ts");

const arrayTypes = `interface ArrayConstructor {
  isArray(value: unknown): value is readonly unknown[];
}
`;
