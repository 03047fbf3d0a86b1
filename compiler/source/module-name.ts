import { type ExportDeclaration, type ImportDeclaration, ts } from "ts-morph";

/** `./marks.ts` of an import or export; undefined for packages, and where something else stands in that place. */
export function relativeModuleName({ compilerNode }: ImportDeclaration | ExportDeclaration): string | undefined {
  const { moduleSpecifier } = compilerNode;
  const name = moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : "";
  return /^\.\.?\//.test(name) ? name : undefined;
}
