import { type CompilerOptions, ModuleKind, ModuleResolutionKind, ScriptTarget, type Project } from "ts-morph";
import { ownModules } from "./own-modules.ts";
import { fileURLToPath } from "node:url";

/**
 * The options that rules are analysed with, whatever the user's tsconfig says: types are believed by the compiler, so
 * they must be as strict for everyone.
 */
export function compilerOptions(): CompilerOptions {
  return {
    target: ScriptTarget.ES2022,
    lib: ["lib.es2023.d.ts"],
    module: ModuleKind.ESNext,
    moduleResolution: ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noImplicitReturns: true,
    noFallthroughCasesInSwitch: true,
    allowUnreachableCode: false,
    isolatedModules: true,
    skipLibCheck: true,
    paths: Object.fromEntries(Object.entries(ownModules).map(([name, path]) => [name, [path]])),
  };
}

/**
 * TypeScript's own `Array.isArray` makes `any[]` of a read-only list in a union (`string | readonly string[]`), and of what is
 * `any` it checks nothing: neither that the first element of an empty list is absent, nor its type. The view that rules see
 * is read-only throughout, so the compiler reads rules with a declaration that keeps the type of the elements.
 */
export function declareArrayTypes(project: Project): void {
  project.createSourceFile(path, declaration);
}

/** There is no such file. Its directory makes it a part of the module that policies import as `holdfast`. */
const path = fileURLToPath(new URL("../language/array-types.d.ts", import.meta.url));

const declaration = `interface ArrayConstructor {
  isArray(value: unknown): value is readonly unknown[];
}
`;
