import type { Compilation } from "../../compiler/compile.ts";
import { CaseFiles, sourceOf, unguarded } from "../language/case-files.ts";
import type { Family } from "../language/language-case.ts";

export interface CompiledFamily {
  readonly prefix: string;
  readonly family: Family;
  /** Of this family and others. */
  readonly compilation: Compilation;
  /** Of each case. */
  readonly yaml: readonly string[];
}

/**
 * Families for one version of Kubernetes are compiled together: half of a compilation is TypeScript's start. Five sixths
 * of all expressions are those of guards and of the override, which ask what the rule asks: unless told, every fourth
 * rule has them.
 */
export function compiledFamilies(
  families: Readonly<Record<string, Family>>,
  { areAllWhole }: { readonly areAllWhole: boolean },
): readonly CompiledFamily[] {
  const byKube = [...Map.groupBy(Object.entries(families), ([, { kube }]) => kube).values()];
  const isWhole = (at: number): boolean => areAllWhole || at % 4 === 0;
  return byKube.flatMap((named) => compiledTogether(named, isWhole));
}

type Named = readonly [prefix: string, family: Family];

function compiledTogether(named: readonly Named[], isWhole: (at: number) => boolean): readonly CompiledFamily[] {
  const files = new CaseFiles();
  try {
    for (const [prefix, family] of named) writeCases(files, { prefix, family }, isWhole);
    const paths = named.flatMap(([prefix, { cases }]) => cases.map((_, at) => `${prefix}-${at}.ts`));
    const compilation = files.compile(paths, named[0]?.[1].kube);
    const [wrong] = compilation.diagnostics;
    if (wrong !== undefined) throw new Error(`${wrong.span.file}: ${wrong.code}: ${wrong.message}`);
    const texts = new Map(compilation.files.map(({ name, text }) => [name, text]));
    return named.map(([prefix, family]) => {
      const yaml = family.cases.map((_, at) => texts.get(`${prefix}-${at}.yaml`) ?? "");
      return { prefix, family, compilation, yaml };
    });
  } finally {
    files.remove();
  }
}

type Whose = Pick<CompiledFamily, "prefix" | "family">;

/** Modules of two families that have one name hold the same. */
function writeCases(files: CaseFiles, { prefix, family }: Whose, isWhole: (at: number) => boolean): void {
  for (const [at, one] of family.cases.entries()) {
    const source = sourceOf(family, one, `${prefix}-${at}`);
    const whole = source.replace(/\n {2}overrides: \{ none: .*/, "");
    files.write(`${prefix}-${at}.ts`, isWhole(at) ? whole : unguarded(source));
    for (const [module, text] of Object.entries(one.modules ?? {})) files.write(module, text);
  }
}
