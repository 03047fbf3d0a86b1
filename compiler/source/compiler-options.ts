import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type CompilerOptions, ModuleKind, ModuleResolutionKind, ScriptTarget } from "ts-morph";

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
    paths: { holdfast: [languageModule()] },
  };
}

/** The rule language of this very compiler, so that its types always fit, installed beside the policies or not. */
export function languageModule(): string {
  const source = fileURLToPath(new URL("../dsl/index.ts", import.meta.url));
  return existsSync(source) ? source : fileURLToPath(new URL("../dsl/index.d.ts", import.meta.url));
}
