import { Project, type SourceFile, type Type } from "ts-morph";
import { compilerOptions } from "../../../compiler/source/empty-project.ts";
import { ownModules } from "../../../compiler/source/own-modules.ts";

/** What `holdfast/kinds` exports, by name, as TypeScript sees it. */
export function exportedKinds(): ReadonlyMap<string, Type> {
  return typesIn(newProject().addSourceFileAtPath(ownModules["holdfast/kinds"]));
}

/** The types of a module with this text. */
export function typesInText(text: string): ReadonlyMap<string, Type> {
  return typesIn(newProject().createSourceFile("/kinds-under-test.ts", text));
}

function newProject(): Project {
  return new Project({ compilerOptions: compilerOptions(), skipAddingFilesFromTsConfig: true });
}

function typesIn(file: SourceFile): ReadonlyMap<string, Type> {
  const types = new Map<string, Type>();
  for (const [name, declarations] of file.getExportedDeclarations()) {
    const [first] = declarations;
    if (first !== undefined) types.set(name, first.getType());
  }
  return types;
}
