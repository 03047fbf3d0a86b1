/**
 * The package `holdfast/compiler`: the compiler as a library. Policies import `holdfast` instead, and never load this.
 */
export { compile } from "./compile.ts";
export type { Compilation, CompiledPolicy, CompiledRule, CompileOptions } from "./compile.ts";
export type { CompiledAdmissionPolicy, CompiledExpression, CompiledValidation } from "./report/compiled-admission-policy.ts";
export type { Diagnostic } from "./diagnostics/diagnostic.ts";
