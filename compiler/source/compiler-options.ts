import { type CompilerOptions, ModuleKind, ModuleResolutionKind, ScriptTarget } from "ts-morph";
import { ownModules } from "./own-modules.ts";

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
