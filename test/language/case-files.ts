import { join } from "node:path";
import type { Policy } from "holdfast";
import { type Compilation, type CompileOptions, compile, compileNext } from "../../compiler/compile.ts";
import { importTypeScript } from "../../compiler/simulator/bundle/bundle.ts";
import { checkText } from "../../compiler/manifest/schema/check-file.ts";
import type { Diagnostic } from "../../compiler/diagnostics/diagnostic.ts";
import type { PolicyIr } from "../../compiler/ir/policy.ts";
import { openDirectory, removeDirectory } from "../fixtures/open-directory.ts";
import { usingHoldfast, writeTree } from "../fixtures/tree.ts";
import type { Family, LanguageCase } from "./language-case.ts";

/** A case that compiled: the same source as YAML and as a TypeScript module. */
export interface CompiledCase {
  readonly name: string;
  readonly yaml: string;
  readonly ir: PolicyIr;
  readonly policy: Policy;
}

/** A directory in which policies are compiled and imported; it sees this checkout as the package "holdfast". */
export class CaseFiles {
  readonly directory = openDirectory(usingHoldfast);

  write(path: string, text: string): void {
    writeTree(this.directory, { [path]: text });
  }

  compile(paths: readonly string[], kube?: number, options: Pick<CompileOptions, "installation"> = {}): Compilation {
    return compile({ ...this.#optionsFor(paths, kube), ...options });
  }

  /** In half the time. What is evaluated in TypeScript has to be so before the next call, of whatever file. */
  compileNext(paths: readonly string[], kube?: number): Compilation {
    return compileNext(this.#optionsFor(paths, kube));
  }

  #optionsFor(paths: readonly string[], kube: number | undefined): CompileOptions {
    return { paths, workingDirectory: this.directory, ...(kube === undefined ? {} : { kube }) };
  }

  async importPolicy(path: string): Promise<Policy> {
    return ((await importTypeScript(join(this.directory, path))) as { readonly default: Policy }).default;
  }

  remove(): void {
    removeDirectory(this.directory);
  }
}

type CompiledFamily = ReadonlyMap<LanguageCase, CompiledCase>;

/**
 * Compiles all cases of a family in one run, since most of a run is TypeScript's start. They have to be evaluated before
 * the next compilation of this kind.
 */
export async function compileFamily(family: Family, prefix: string): Promise<CompiledFamily> {
  const named = casesOf({ [prefix]: family });
  return byCase(await compileNamed(named, (files, paths) => requireReadBack(files.compileNext(paths, family.kube))));
}

/** By prefix. Those for one version of Kubernetes in one run. */
export async function compileFamilies(families: Readonly<Record<string, Family>>): Promise<ReadonlyMap<string, CompiledFamily>> {
  const byKube = [...Map.groupBy(casesOf(families), ({ family }) => family.kube)];
  const compiled = byKube.map(([kube, named]) => compileNamed(named, (files, paths) => files.compile(paths, kube)));
  const byPrefix = Map.groupBy((await Promise.all(compiled)).flat(), ({ prefix }) => prefix);
  return new Map([...byPrefix].map(([prefix, own]) => [prefix, byCase(own)]));
}

function casesOf(families: Readonly<Record<string, Family>>): readonly Named[] {
  return Object.entries(families).flatMap(([prefix, family]) =>
    family.cases.map((one, at) => ({ prefix, family, one, name: `${prefix}-${at}` })),
  );
}

/** The command does not look again: readers of YAML get back what was meant. */
function requireReadBack(compilation: Compilation): Compilation {
  for (const { name, text, objects } of compilation.files) if (objects !== undefined) checkText(name, text, objects);
  return compilation;
}

const byCase = (compiled: readonly Done[]): CompiledFamily => new Map(compiled.map(({ one, compiled: done }) => [one, done]));

interface Named {
  readonly prefix: string;
  readonly family: Family;
  readonly one: LanguageCase;
  readonly name: string;
}

type Done = Named & { readonly compiled: CompiledCase };

type Compile = (files: CaseFiles, paths: readonly string[]) => Compilation;

async function compileNamed(named: readonly Named[], compileAll: Compile): Promise<readonly Done[]> {
  const files = new CaseFiles();
  try {
    for (const { family, one, name } of named) writeCase(files, family, one, name);
    const compilation = compileAll(
      files,
      named.map(({ name }) => `${name}.ts`),
    );
    requireClean(compilation.diagnostics, named);
    const imported = named.map(async (each) => {
      const { name } = each;
      return { ...each, compiled: { name, ...partsOf(compilation, name), policy: await files.importPolicy(`${name}.ts`) } };
    });
    return await Promise.all(imported);
  } finally {
    files.remove();
  }
}

function writeCase(files: CaseFiles, family: Family, one: LanguageCase, name: string): void {
  files.write(`${name}.ts`, unguarded(sourceOf(family, one, name)));
  for (const [module, text] of Object.entries(one.modules ?? {})) files.write(module, text);
}

const reason = `{ off: "the rule alone is asked" }`;

/** A server answers slower with every policy that it has. */
const withoutGuards = `guards: { release: ${reason}, owners: ${reason}, namespaces: ${reason}, definitions: ${reason}, evictions: ${reason} },`;

/** The same policy without guards. */
export const unguarded = (source: string): string => source.replace("\n  rules: {", `\n  ${withoutGuards}\n  rules: {`);

/** `Thing`, the type of the objects. */
export function interfaceOf(type: string): string {
  return `interface Thing extends KubernetesObject { ${type} }`;
}

/** The whole policy file around a rule; `Thing` may come from a module beside it. */
export function sourceOf(
  { type, typeModule, operation, action }: Pick<Family, "type" | "operation" | "action"> & { readonly typeModule?: string },
  { rule, message, before }: Pick<LanguageCase, "rule" | "message" | "before">,
  name: string,
): string {
  const isTyped = type !== undefined || typeModule !== undefined;
  return `import { type AccountAuthorizer, type Annotations, type Authorizer, type Double, type Int32, type Int64, type KubernetesObject, type Labels, type OnCreate, type OnCreateOrUpdate, type OnDelete, type OnUpdate, type Stored, ascii, cidr, deletionPolicy, duration, ip, matchesLabels, number, plainName, quantity, record, same, show, sorted, timestamp, withinIterationLimit } from "holdfast";
${type === undefined ? "" : interfaceOf(type)}
${typeModule === undefined ? "" : `import type { Thing } from "${typeModule}";`}
${before ?? ""}
export default deletionPolicy${isTyped ? "<Thing>" : ""}({
  name: "${name}",
  match: [{ group: "language.example.com", ${isTyped ? `version: "v1", ` : ""}resource: "things" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    rule: {
      ${operation === undefined ? "" : `operation: "${operation}",`}
      ${action === "warn" ? "warnWhen" : "denyWhen"}: ${rule},
      message: ${message ?? `"no"`},
    },
  },
});
`;
}

function requireClean(diagnostics: readonly Diagnostic[], named: readonly { one: LanguageCase; name: string }[]): void {
  if (diagnostics.length === 0) return;
  const lines = diagnostics.map(({ span, code, message }) => {
    const found = named.find(({ name }) => span.file === `${name}.ts`);
    return `${found?.one.title ?? span.file}: ${code}: ${message}\n    ${found?.one.rule ?? ""}`;
  });
  throw new Error(`denied by the compiler:\n  ${lines.join("\n  ")}`);
}

export function partsOf({ files, ir }: Compilation, name: string): { readonly yaml: string; readonly ir: PolicyIr } {
  const yaml = files.find((file) => file.name === `${name}.yaml`)?.text;
  const policy = ir.find((one) => one.name === name);
  if (yaml === undefined || policy === undefined) throw new Error(`${name} compiled to nothing`);
  return { yaml, ir: policy };
}
