// in: text with CustomResourceDefinitions; out: one declaration file for each served version; next: cli/types/types.ts
import { unlessExhausted } from "../diagnostics/exhausted.ts";
import { type DeclarationFile, declareVersion } from "./declaration-file.ts";
import type { Definition, Problem } from "./definition.ts";
import { findDefinitions } from "./find-definitions.ts";
import { type ReadDocument, type DocumentText, readDocuments } from "./read-documents.ts";

export type { DeclarationFile } from "./declaration-file.ts";
export type { Problem } from "./definition.ts";
export type { DocumentText } from "./read-documents.ts";
export { readCluster } from "./read-cluster.ts";
export { readPath } from "./read-files.ts";

/** What became of the texts. With any problem, none of the files counts: all or nothing. */
export interface DeclaredTypes {
  readonly files: readonly DeclarationFile[];
  readonly problems: readonly Problem[];
  /** Objects that are no CustomResourceDefinitions, by path. */
  readonly others: ReadonlyMap<string, number>;
  /** Definitions without group and versions, by path. */
  readonly patches: ReadonlyMap<string, number>;
  /** Texts without any object, by path. */
  readonly empty: readonly string[];
}

/** TypeScript types for every served version of every CustomResourceDefinition in the texts. */
export function declareTypes(texts: readonly DocumentText[]): DeclaredTypes {
  const read = texts.map(readDocuments);
  const found = findDefinitions(read.flatMap(({ documents }) => documents));
  const declared = declareAll(found.definitions);
  const problems = [...read.flatMap((one) => one.problems), ...found.problems, ...declared.problems];
  return {
    files: declared.files,
    problems,
    others: countByPath(found.others),
    patches: countByPath(found.patches),
    empty: texts.filter(({ text }) => text.trim() === "").map(({ path }) => path),
  };
}

/** A definition that stands in two places is one, if both are the same. */
function declareAll(definitions: readonly Definition[]): Pick<DeclaredTypes, "files" | "problems"> {
  const files = new Map<string, DeclarationFile>();
  const problems: Problem[] = [];
  for (const file of definitions.flatMap(declareDefinition)) {
    if ("message" in file) problems.push(file);
    else {
      const other = files.get(file.name);
      if (other === undefined) files.set(file.name, file);
      else if (other.text !== file.text) problems.push(declaredTwice(file, other));
    }
  }
  return { files: [...files.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)), problems };
}

function declareDefinition(definition: Definition): readonly (DeclarationFile | Problem)[] {
  const served = definition.versions.filter(({ isServed }) => isServed);
  return served.map((version) =>
    unlessExhausted<DeclarationFile | Problem>(
      () => declareVersion(definition, version),
      () => ({ place: definition.place, message: `has a schema for ${version.name} that is too large or nested too deeply` }),
    ),
  );
}

function declaredTwice({ definition, version }: DeclarationFile, { definition: { place } }: DeclarationFile): Problem {
  const what = `defines ${definition.kind} ${version} of ${definition.group} otherwise than ${place.path}:${place.line}`;
  return { place: definition.place, message: `${what}; leave one of them out` };
}

function countByPath(documents: readonly ReadDocument[]): ReadonlyMap<string, number> {
  const paths = documents.map(({ place }) => place.path);
  return new Map([...Map.groupBy(paths, (path) => path)].map(([path, all]) => [path, all.length]));
}
