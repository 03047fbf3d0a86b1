import { expect, test } from "vitest";
import type { CompiledAdmissionPolicy } from "../../compiler/report/compiled-admission-policy.ts";
import type { Compilation } from "../../compiler/compile.ts";
import type { Input } from "../../compiler/api/admission-review.ts";
import { CaseFiles, sourceOf, unguarded } from "../language/case-files.ts";
import { families } from "../language/families.ts";
import type { Family, Request } from "../language/language-case.ts";
import { inputOf } from "../language/requests.ts";
import { searchOf } from "../searches/search-of.ts";
import { documentsIn } from "../fixtures/yaml-documents.ts";
import { type Growth, growths, largest } from "./largest-object.ts";
import { describeWithOracle } from "./oracle-suite.ts";
import type { Evaluation, Oracle } from "./oracle.ts";

/** So many requests of each family grow: those with most in them. */
const { size: grownRequests, timeoutMs, isLong } = searchOf("cost-estimate");
const costLimit = 1_000_000;

interface Measured extends Evaluation {
  readonly estimate: number;
  readonly object: string;
}

describeWithOracle("the estimate of cost", {}, (oracle) => {
  test("is never below what the evaluator counts on the largest objects", { timeout: timeoutMs }, async () => {
    const byKube = [...Map.groupBy(Object.entries(families), ([, { kube }]) => kube).values()];
    const measured = (await Promise.all(byKube.map((named) => measureAll(oracle(), named)))).flat();
    const byCost = measured.toSorted((a, b) => b.cost - a.cost);
    const policies = new Set(byCost.map(({ policy }) => policy));
    const dearest = [...policies].slice(0, 5).flatMap((policy) => byCost.find((one) => one.policy === policy) ?? []);
    const below = measured.filter(({ cost, estimate }) => cost > estimate);
    console.log(report(measured, dearest));
    expect(measured.length).toBeGreaterThan(5_000);
    expect(dearest[0]?.cost).toBeGreaterThan(100_000);
    expect(below.map(lineOf)).toEqual([]);
    expect(measured.filter(({ cost }) => cost > costLimit).map(lineOf)).toEqual([]);
  });
});

type Named = readonly [prefix: string, family: Family];

/** Families for one version of Kubernetes are compiled together: half of a compilation is TypeScript's start. */
async function measureAll(oracle: Oracle, named: readonly Named[]): Promise<readonly Measured[]> {
  const compilation = compileAll(named);
  return (await Promise.all(named.map((one) => measure(oracle, one, compilation)))).flat();
}

/** All rules of a family about all objects in one task: compiling them is what takes the oracle longest. */
async function measure(oracle: Oracle, [prefix, family]: Named, compilation: Compilation): Promise<readonly Measured[]> {
  const own = new Set(family.cases.map((_, at) => `${prefix}-${at}.yaml`));
  const documents = compilation.files.flatMap(({ name, text }) => (own.has(name) ? documentsIn(text) : []));
  const policies = documents.filter(({ kind }) => kind === "ValidatingAdmissionPolicy");
  const bindings = documents.filter(({ kind }) => kind === "ValidatingAdmissionPolicyBinding");
  const asked = largestRequests(family).flatMap((request) =>
    growthsOf(prefix).map(([object, growth]) => ({ object, input: largestInput(request, growth) })),
  );
  const inputs = asked.map(({ input }) => input);
  const { answers } = await oracle.admit({ policies, bindings, inputs, skipChecks: true, showCosts: true });
  const byName = new Map(compilation.admissionPolicies.map((policy) => [policy.name, policy]));
  return asked.flatMap(({ object }, at) =>
    (answers[at]?.evaluations ?? []).map((one) => ({ ...one, object, estimate: estimateOf(one, byName.get(one.policy)) })),
  );
}

/** A short run grows the objects of each family in two ways, of the next in the others. */
function growthsOf(prefix: string): readonly (readonly [string, Growth])[] {
  const turn = Object.keys(families).indexOf(prefix) % 2;
  return Object.entries(growths).filter((_, at) => isLong || at % 2 === turn);
}

/** Nobody is allowed anything: what an answer says has no bearing on its cost. */
function largestInput({ stored, written, ...rest }: Request, growth: Growth): Omit<Input, "authorizer"> {
  const bodies = { ...(stored && { stored: largest(stored, growth) }), ...(written && { written: largest(written, growth) }) };
  const { authorizer: _, ...input } = inputOf({ ...rest, ...bodies }, "a");
  return input;
}

function compileAll(named: readonly Named[]): Compilation {
  const files = new CaseFiles();
  try {
    for (const [prefix, family] of named) writeCases(files, prefix, family);
    const paths = named.flatMap(([prefix, { cases }]) => cases.map((_, at) => `${prefix}-${at}.ts`));
    const compilation = files.compile(paths, named[0]?.[1].kube);
    expect(compilation.diagnostics).toEqual([]);
    return compilation;
  } finally {
    files.remove();
  }
}

/**
 * Modules of two families that have one name hold the same. Five sixths of all expressions are those of guards and of the
 * override, which ask what the rule asks: a short run has them of every fourth rule.
 */
function writeCases(files: CaseFiles, prefix: string, family: Family): void {
  for (const [at, one] of family.cases.entries()) {
    const source = sourceOf(family, one, `${prefix}-${at}`);
    const isWhole = isLong || at % 4 === 0;
    files.write(`${prefix}-${at}.ts`, isWhole ? source.replace(/\n  overrides: \{ none: .*/, "") : unguarded(source));
    for (const [module, text] of Object.entries(one.modules ?? {})) files.write(module, text);
  }
}

function largestRequests({ requests }: Family): readonly Request[] {
  const size = ({ stored, written }: Request): number => JSON.stringify([stored, written]).length;
  const small = Object.values(requests).filter((request) => size(request) < 5_000);
  return small.toSorted((a, b) => size(b) - size(a)).slice(0, grownRequests);
}

/** The estimate of the expression that stands at the place of the evaluation. */
function estimateOf({ policy, place }: Evaluation, found: CompiledAdmissionPolicy | undefined): number {
  const [, list, at, part] = /^(validations|auditAnnotations)\[(\d+)\]\.(\w+)$/.exec(place) ?? [];
  const variable = found?.variables.find(({ name }) => place === `variables.${name}`);
  const validation = found?.validations[Number(at)];
  const ofValidation = part === "messageExpression" ? validation?.message : validation?.expression;
  const expression = list === undefined ? variable : list === "validations" ? ofValidation : found?.auditAnnotations[Number(at)];
  if (expression === undefined) throw new Error(`no estimate for ${policy} ${place}`);
  return expression.cost;
}

function lineOf({ policy, place, object, cost, estimate }: Measured): string {
  return `${policy} ${place}: ${cost} counted, ${estimate} estimated (${object})`;
}

function report(measured: readonly Measured[], dearest: readonly Measured[]): string {
  const ratios = measured
    .filter(({ cost }) => cost > 1_000)
    .map(({ cost, estimate }) => estimate / cost)
    .toSorted((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)];
  return [
    `cost: ${measured.length} evaluations; of ${ratios.length} that cost more than 1,000 the estimate is ${median?.toFixed(1)} times that (median)`,
    ...dearest.map(lineOf),
  ].join("\n");
}
