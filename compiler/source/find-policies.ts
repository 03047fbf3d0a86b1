// in: LoadedProject; out: PolicySource[] (default exports, still TypeScript); next: lower/index.ts
import { basename } from "node:path";
import { type Expression, Node, type SourceFile } from "ts-morph";
import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import { startOfFile, type Span } from "../diagnostics/span.ts";
import { importedFiles, moduleName, takesValues, withImports } from "./imports.ts";
import type { LoadedProject } from "./project.ts";
import { nodeSpan } from "./texts.ts";

/** A file with policies: what it exports by default, not yet looked into. */
export interface PolicySource {
  readonly file: SourceFile;
  /** As the user would type it. */
  readonly path: string;
  /** File name without `.ts`: the name of the YAML file. */
  readonly stem: string;
  readonly defaultExport: Expression;
}

/**
 * Files without a default export are modules. One that declares policies and that no other file imports is a mistake,
 * and so is each where none of all files has a policy.
 */
export function findPolicies(
  project: LoadedProject,
  bag: DiagnosticBag,
  { installation }: { readonly installation?: string } = {},
): readonly PolicySource[] {
  const imported = new Set(withImports(project.files).flatMap(importedFiles));
  for (const cycle of findCycle(project.files)) {
    bag.report("cyclic-import", importSpan(cycle, project.display(cycle[0])), {
      path: cycle.map(project.display).join("` -> `"),
    });
  }
  const isEmpty = project.files.every((file) => file.getDefaultExportSymbol() === undefined);
  const isModule = (file: SourceFile): boolean => imported.has(file) || !(isEmpty || declaresPolicies(file));
  const sources = project.files.flatMap((file) => findPolicy(project, file, { isModule: isModule(file), bag }));
  const shared = installation === undefined ? [] : [[sharedStem(installation), "the guards that policies share"] as const];
  reportSharedStems(sources, [["kustomization", "the list of all files"], ...shared], bag);
  return sources;
}

/** Of the file with the guards that several policies share: `acme-guards`. */
export const sharedStem = (installation: string): string => `${installation}-guards`;

function findPolicy(
  project: LoadedProject,
  file: SourceFile,
  { isModule, bag }: { readonly isModule: boolean; readonly bag: DiagnosticBag },
): readonly PolicySource[] {
  const path = project.display(file);
  const assignment = file.getExportAssignment((candidate) => !candidate.isExportEquals());
  if (assignment !== undefined) {
    const stem = basename(path, ".ts");
    return [{ file, path, stem, defaultExport: assignment.getExpression() }];
  }
  const other = file.getDefaultExportSymbol()?.getDeclarations()[0];
  if (other !== undefined && Node.isNode(other))
    bag.report("not-a-policy", nodeSpan(other, path), { found: "this default export" });
  else if (!isModule) bag.report("no-default-export", startOfFile(path), { path });
  return [];
}

/** Whether it takes from the language what policies are declared with. */
function declaresPolicies(file: SourceFile): boolean {
  const own = file.getImportDeclarations().filter((one) => moduleName(one) === "holdfast" && takesValues(one));
  const isDeclaring = (name: string): boolean => name === "deletionPolicy" || name === "fallback";
  return own.some(
    (one) => one.getNamespaceImport() !== undefined || one.getNamedImports().some((named) => isDeclaring(named.getName())),
  );
}

/** On macOS and Windows `Ack.yaml` and `ack.yaml` are one file. */
function reportSharedStems(
  sources: readonly PolicySource[],
  taken: readonly (readonly [stem: string, by: string])[],
  bag: DiagnosticBag,
): void {
  const first = new Map(taken);
  for (const { stem, path } of sources) {
    const name = stem.toLowerCase();
    const other = first.get(name);
    if (other === undefined) first.set(name, path);
    else bag.report("same-file-name", startOfFile(path), { name: `${stem}.yaml`, other });
  }
}

type Cycle = readonly [SourceFile, ...SourceFile[]];

/** Each cycle of imports below `files` once, from its first file back to it. */
function findCycle(files: readonly SourceFile[]): readonly Cycle[] {
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
function importSpan([file, next]: Cycle, shown: string): Span {
  const declarations = [...file.getImportDeclarations(), ...file.getExportDeclarations()];
  const found = declarations.find((declaration) => declaration.getModuleSpecifierSourceFile() === next);
  const specifier = found?.getModuleSpecifier();
  return specifier === undefined ? startOfFile(shown) : nodeSpan(specifier, shown);
}
