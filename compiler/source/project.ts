// in: paths; out: Project (files, their text, TypeScript's own findings); next: source/find-policies.ts
import { basename } from "node:path";
import { type Project, type SourceFile, ts } from "ts-morph";
import { onceFor } from "../ir/once-for.ts";
import { decidesFromInput, needs } from "../diagnostics/answered-by.ts";
import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import { unlessExhausted } from "../diagnostics/exhausted.ts";
import { type Span, startOfFile } from "../diagnostics/span.ts";
import { reportNesting, checkNesting, reportUnparsable } from "./nesting.ts";
import { type Checkout, checkoutOf } from "./checkout.ts";
import { displayPath, findPolicyFiles } from "./policy-files.ts";
import { type OwnSources, loadOwnSources } from "./own-sources.ts";
import { readSource } from "./read-source.ts";
import type { Reads } from "./reads.ts";
import { nodeSpan } from "./texts.ts";
import { importedPaths, isJson, withImports } from "./imports.ts";
import { compilerOptions, emptiedProject, newProject } from "./empty-project.ts";
import { limitKinds } from "./imported-kinds.ts";

/** The author's files, analysed but never run. */
export interface LoadedProject {
  /** The files that were asked for. Modules they import are analysed, too, but hold no policies. */
  readonly files: readonly SourceFile[];
  /** Those and the ones that are kept, as the user would type them. */
  readonly order: readonly string[];
  /** What was read, by path as the user would type it: also of files that TypeScript could not parse. */
  readonly texts: ReadonlyMap<string, string>;
  readonly display: (file: SourceFile) => string;
  readonly ownSources: OwnSources;
}

interface LoadOptions {
  readonly paths: readonly string[];
  readonly workingDirectory: string;
  readonly static?: object;
  /** What does not change is parsed once for a process; the project before, and what was made of its types, is lost. */
  readonly forgetsLast?: boolean;
  /** Files that are not compiled again, by absolute path: read where another file imports them. */
  readonly kept?: ReadonlyMap<string, unknown>;
  /** Learns what is asked of the file system, which with `forgetsLast` is not all. */
  readonly reads?: Reads;
}

/** Loads the files with the compiler's own strict options and reports what TypeScript has to say about them. */
export function loadProject(options: LoadOptions, bag: DiagnosticBag): LoadedProject {
  const { workingDirectory, forgetsLast = false, reads } = options;
  const project = forgetsLast ? emptiedProject() : newProject(reads);
  const paths = findPolicyFiles(options.paths, workingDirectory, bag);
  reads?.found(paths);
  if (forgetsLast) reads?.lose();
  const order = paths.map((path) => displayPath(path, workingDirectory));
  const anew = paths.filter((path) => options.kept?.has(path) !== true);
  const checkout = checkoutOf(options.paths, workingDirectory, reads);
  const { files, texts, areWhole } = parseFiles(project, anew, { workingDirectory, bag, reads, checkout });
  limitKinds(project, texts.values());
  const ownSources = loadOwnSources(project, { withProtection: options.static !== undefined });
  // Every expression says where it is from.
  const display = onceFor((file: SourceFile) => displayPath(file.getFilePath(), workingDirectory));
  if (!areWhole || readsOutside(project, { workingDirectory, bag, checkout }))
    return { files: [], order, texts, display, ownSources };
  const modules = withImports(files).filter((file) => !isJson(file.getFilePath()));
  for (const file of modules) reportTypeScript(project, { file, shown: display(file) }, bag);
  return { files, order, texts, display, ownSources };
}

/** What TypeScript has read by itself: declarations, and what `import("...")` and `/// <reference>` name. */
function readsOutside(project: Project, { workingDirectory, bag, checkout }: Omit<Reading, "reads">): boolean {
  const program = project.getProgram().compilerObject;
  const read = program.getSourceFiles().filter((file) => !program.isSourceFileDefaultLibrary(file));
  const outside = read.filter(({ fileName }) => checkout.isOutside(fileName));
  for (const { fileName } of outside) reportOutside(startOfFile(displayPath(fileName, workingDirectory)), fileName, bag);
  return outside.length > 0;
}

function reportOutside(span: Span, path: string, bag: DiagnosticBag): void {
  bag.report("outside-of-checkout", span, { path: basename(path) });
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
    const need = needOf(found);
    if (need !== undefined) bag.report("not-in-a-rule", spanOf(found, shown), { ...need, help: decidesFromInput });
    else if (name === undefined)
      bag.report("type-error", spanOf(found, shown), { text: textOf(found), number: String(found.code) });
    else bag.report("not-in-cel", spanOf(found, shown), { name });
  }
}

/** TypeScript's advice for `process`, `Buffer` and `node:fs` is to install the types of Node, which helps no rule. */
const needsTypesOfNode: ReadonlySet<number> = new Set([2580, 2591]);

/** TypeScript does not know the name, and people do. */
const unknownNames: ReadonlySet<number> = new Set([2304, 2552, 2584]);

function needOf(found: ts.Diagnostic): { readonly text: string; readonly need: string } | undefined {
  const name = unknownNames.has(found.code) ? /'([^']+)'/.exec(textOf(found))?.[1] : undefined;
  const need = name !== undefined && Object.hasOwn(needs, name) ? needs[name] : undefined;
  return name === undefined || need === undefined ? undefined : { text: name, need };
}

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

interface Reading {
  readonly workingDirectory: string;
  readonly bag: DiagnosticBag;
  readonly reads: Reads | undefined;
  readonly checkout: Checkout;
}

/** The files of `paths`; `areWhole` is false where one of them, or of what they import, cannot be analysed. */
interface ParsedFiles {
  readonly files: readonly SourceFile[];
  readonly texts: ReadonlyMap<string, string>;
  readonly areWhole: boolean;
}

/** Reads and parses the files and, before TypeScript does it by itself, all modules that they import. */
function parseFiles(project: Project, paths: readonly string[], reading: Reading): ParsedFiles {
  const texts = new Map<string, string>();
  const waiting = new Set(paths);
  const files: SourceFile[] = [];
  let areWhole = true;
  for (const path of waiting) {
    const shown = displayPath(path, reading.workingDirectory);
    if (reading.checkout.isOutside(path)) {
      if (paths.includes(path)) reportOutside(startOfFile(shown), path, reading.bag);
      areWhole = false;
      continue;
    }
    const source = readSource(path, shown, reading);
    if (source === undefined) continue;
    texts.set(shown, source.text);
    const isReadable = source.isWhole && (!isJson(path) || isWholeJson(source.text, shown, reading.bag));
    const file = isReadable ? parse(project, { path, shown, text: source.text }, reading.bag) : undefined;
    if (file === undefined) areWhole = false;
    else if (paths.includes(path)) files.push(file);
    if (file !== undefined) for (const imported of importsOf(project, file, { ...reading, shown })) waiting.add(imported);
  }
  return { files, texts, areWhole };
}

/** The modules that a file imports, by path. Those outside of the checkout are reported where they are imported. */
function importsOf(
  project: Project,
  file: SourceFile,
  { shown, bag, checkout }: Reading & { readonly shown: string },
): readonly string[] {
  const imported = importedPaths(project, file, compilerOptions());
  for (const { path, specifier } of imported) if (checkout.isOutside(path)) reportOutside(nodeSpan(specifier, shown), path, bag);
  return imported.map(({ path }) => path);
}

/** TypeScript is content with comments and with a comma too many, and nobody else who reads JSON is. */
function isWholeJson(text: string, shown: string, bag: DiagnosticBag): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    bag.report("not-json", startOfFile(shown), { path: shown, reason: String(error).replace("SyntaxError: ", "") });
    return false;
  }
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
