// in: paths; out: Project (files, their text, TypeScript's own findings); next: source/find-policies.ts
import { Project, type SourceFile, ts } from "ts-morph";
import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import { unlessExhausted } from "../diagnostics/exhausted.ts";
import { type Span, startOfFile } from "../diagnostics/span.ts";
import { compilerOptions, declareArrayTypes } from "./compiler-options.ts";
import { reportNesting } from "./nesting.ts";
import { parseFiles, relativeModuleName } from "./parse.ts";
import { displayPath, findPolicyFiles } from "./policy-files.ts";
import { type OwnSources, loadOwnSources } from "./own-sources.ts";

/** The author's files, analysed but never run. */
export interface LoadedProject {
  /** The files that were asked for. Modules they import are analysed, too, but hold no policies. */
  readonly files: readonly SourceFile[];
  /** What was read, by path as the user would type it: also of files that TypeScript could not parse. */
  readonly texts: ReadonlyMap<string, string>;
  readonly display: (file: SourceFile) => string;
  readonly ownSources: OwnSources;
}

/** Loads the files with the compiler's own strict options and reports what TypeScript has to say about them. */
export function loadProject(
  options: { readonly paths: readonly string[]; readonly workingDirectory: string; readonly static?: object },
  bag: DiagnosticBag,
): LoadedProject {
  const { workingDirectory } = options;
  const project = new Project({ compilerOptions: compilerOptions(), skipAddingFilesFromTsConfig: true });
  declareArrayTypes(project);
  const paths = findPolicyFiles(options.paths, workingDirectory, bag);
  const { files, texts, areWhole } = parseFiles(project, paths, { workingDirectory, bag });
  const ownSources = loadOwnSources(project, { withProtection: options.static !== undefined });
  const display = (file: SourceFile): string => displayPath(file.getFilePath(), workingDirectory);
  if (!areWhole) return { files: [], texts, display, ownSources };
  for (const file of withImports(files)) reportTypeScript(project, { file, shown: display(file) }, bag);
  return { files, texts, display, ownSources };
}

/** The files and every module of the author's that they import, directly or not. */
export function withImports(files: readonly SourceFile[]): readonly SourceFile[] {
  const seen = new Set(files);
  for (const file of seen) {
    for (const imported of importedFiles(file)) seen.add(imported);
  }
  return [...seen];
}

/** The author's modules that `file` imports or exports from by a relative path. */
export function importedFiles(file: SourceFile): readonly SourceFile[] {
  return [...file.getImportDeclarations(), ...file.getExportDeclarations()]
    .filter((declaration) => relativeModuleName(declaration) !== undefined)
    .flatMap((declaration) => declaration.getModuleSpecifierSourceFile() ?? [])
    .filter((imported) => !imported.isDeclarationFile() && imported.getExtension() !== ".json");
}

function reportTypeScript(
  project: Project,
  { file, shown }: { readonly file: SourceFile; readonly shown: string },
  bag: DiagnosticBag,
): void {
  const program = project.getProgram().compilerObject;
  const syntax = program.getSyntacticDiagnostics(file.compilerNode);
  for (const found of syntax) bag.report("syntax-error", spanOf(found, shown), { text: textOf(found) });
  // Types of a file that does not parse are noise.
  if (syntax.length > 0) return;
  const semantic = unlessExhausted(
    () => program.getSemanticDiagnostics(file.compilerNode),
    () => {
      reportNesting(startOfFile(shown), bag);
      return [];
    },
  );
  for (const found of semantic) {
    const name = nameOfNode(found);
    if (name === undefined) bag.report("type-error", spanOf(found, shown), { text: textOf(found), number: String(found.code) });
    else bag.report("not-in-cel", spanOf(found, shown), { name });
  }
}

/** TypeScript's advice for `process`, `Buffer` and `node:fs` is to install the types of Node, which helps no rule. */
const needsTypesOfNode: ReadonlySet<number> = new Set([2580, 2591]);

function nameOfNode(found: ts.Diagnostic): string | undefined {
  return needsTypesOfNode.has(found.code) ? /'([^']+)'/.exec(textOf(found))?.[1] : undefined;
}

function spanOf(found: ts.Diagnostic, file: string): Span {
  const start = found.start ?? 0;
  return { file, start, end: start + (found.length ?? 0) };
}

function textOf(found: ts.Diagnostic): string {
  const text = ts.flattenDiagnosticMessageText(found.messageText, " ").replaceAll(/\s+/g, " ").replace(/\.$/, "");
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
