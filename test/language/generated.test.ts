import fc from "fast-check";
import { expect, test } from "vitest";
import type { CompiledCase } from "./case-files.ts";
import { compileAll } from "./generated-cases.ts";
import { generatedRequest } from "./generated-objects.ts";
import { seed } from "./seed.ts";
import { generatedRule } from "./generated-rules.ts";
import type { Request } from "./language-case.ts";
import { sayInCel } from "./local-cel.ts";
import { inputOf } from "./requests.ts";
import { sayInTypeScript } from "./typescript.ts";

const rules = Number(process.env["RULES"] ?? 250);
/** Each rule meets as many objects, all of them its own. */
const objectsPerRule = 10;

test(
  `generated rules on generated objects: ${rules} x ${objectsPerRule}, seed ${seed}`,
  { timeout: 60_000 + rules * 500 },
  async () => {
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
    console.log(
      `${compiled.length} of ${rules} rules compiled, ${verdicts.length} verdicts, ${Math.round(denied * 100)} % denied`,
    );
    expect(denied).toBeGreaterThan(0.25);
    expect(denied).toBeLessThan(0.75);
    expect(compiled.length).toBeGreaterThan(rules * 0.8);
  },
);

function verdictOf(
  one: CompiledCase,
  rule: string,
  request: Request,
): {
  readonly rule: string;
  readonly request: string;
  readonly typescript: string | undefined;
  readonly cel: string | undefined;
} {
  const input = inputOf(request, "generated");
  return { rule, request: JSON.stringify(request), typescript: sayInTypeScript(one, input), cel: sayInCel(one.yaml, input) };
}
