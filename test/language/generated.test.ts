import fc from "fast-check";
import { expect, test } from "vitest";
import { CaseFiles, type CompiledCase, partsOf, sourceOf } from "./case-files.ts";
import { generatedRequest } from "./generated-objects.ts";
import { generatedBefore, generatedRule, generatedType } from "./generated-rules.ts";
import type { Request } from "./language-case.ts";
import { sayInCel } from "./local-cel.ts";
import { inputOf } from "./requests.ts";
import { sayInTypeScript } from "./typescript.ts";

const seed = Number(process.env["SEED"] ?? Date.now() % 2 ** 31);
const rules = Number(process.env["RULES"] ?? 250);
/** Each rule meets as many objects, all of them its own. */
const objectsPerRule = 10;

test(`generated rules on generated objects: ${rules} x ${objectsPerRule}, seed ${seed}`, { timeout: 60_000 + rules * 500 }, async () => {
  const sources = fc.sample(generatedRule, { seed, numRuns: rules });
  const compiled = await compileAll(sources);
  const requests = fc.sample(generatedRequest, { seed, numRuns: rules * objectsPerRule });
  const verdicts = compiled.flatMap(({ one, rule, at }) =>
    requests.slice(at * objectsPerRule, (at + 1) * objectsPerRule).map((request) => verdictOf(one, rule, request)),
  );
  const differences = verdicts.filter(({ typescript, cel }) => typescript !== cel);
  const shortest = differences.toSorted((a, b) => a.rule.length - b.rule.length).slice(0, 3);
  expect(shortest, `${differences.length} differences`).toEqual([]);
  const denied = verdicts.filter(({ cel }) => cel !== undefined).length / verdicts.length;
  console.log(`${compiled.length} of ${rules} rules compiled, ${verdicts.length} verdicts, ${Math.round(denied * 100)} % denied`);
  expect(denied).toBeGreaterThan(0.25);
  expect(denied).toBeLessThan(0.75);
  expect(compiled.length).toBeGreaterThan(rules * 0.8);
});

interface Compiled {
  readonly one: CompiledCase;
  readonly rule: string;
  readonly at: number;
}

/** Rules that TypeScript or the compiler refuses are left out, whatever it says of the others. */
async function compileAll(sources: readonly string[]): Promise<readonly Compiled[]> {
  const files = new CaseFiles();
  try {
    const named = sources.map((rule, at) => ({ rule, at, name: `generated-${at}` }));
    for (const { rule, name } of named) files.write(`${name}.ts`, sourceOf(family, { title: name, rule, before: generatedBefore, message, denies: [] }, name));
    let accepted = named;
    for (;;) {
      const compilation = files.compile(...accepted.map(({ name }) => `${name}.ts`));
      if (compilation.diagnostics.length === 0) {
        const parts = accepted.map(async ({ rule, at, name }) => ({ rule, at, one: { name, ...partsOf(compilation, name), policy: await files.importPolicy(`${name}.ts`) } }));
        return await Promise.all(parts);
      }
      report(compilation.diagnostics.map(({ code }) => code));
      const wrong = new Set(compilation.diagnostics.map(({ span }) => span.file));
      accepted = accepted.filter(({ name }) => !wrong.has(`${name}.ts`));
    }
  } finally {
    files.remove();
  }
}

const family = { title: "generated", type: generatedType, requests: {}, cases: [] };
const message = "({ oldObject }) => `${oldObject.kind} says ${show(oldObject.spec?.name ?? \"\")}`";

function report(codes: readonly string[]): void {
  const counts = [...Map.groupBy(codes, (code) => code)].map(([code, all]) => `${all.length} ${code}`);
  if (process.env["VERBOSE"] !== undefined) console.log(`refused: ${counts.join(", ")}`);
}

function verdictOf(one: CompiledCase, rule: string, request: Request): { readonly rule: string; readonly request: string; readonly typescript: string | undefined; readonly cel: string | undefined } {
  const input = inputOf(request, "generated");
  return { rule, request: JSON.stringify(request), typescript: sayInTypeScript(one, input), cel: sayInCel(one.yaml, input) };
}
