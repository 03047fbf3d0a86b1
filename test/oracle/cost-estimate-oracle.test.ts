import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import type { CompiledAdmissionPolicy } from "../../compiler/compiled-admission-policy.ts";
import type { Compilation } from "../../compiler/compile.ts";
import type { Input } from "../../compiler/evaluate/request.ts";
import { CaseFiles, sourceOf } from "../language/case-files.ts";
import { families } from "../language/families.ts";
import type { Family, Request } from "../language/language-case.ts";
import { inputOf } from "../language/requests.ts";
import { type Growth, growths, largest } from "./largest-object.ts";
import { describeWithOracle } from "./oracle-suite.ts";
import type { Evaluation, Oracle } from "./oracle.ts";

/** So many requests of each family grow: those with most in them. */
const grownRequests = 2;
const costLimit = 1_000_000;

interface Measured extends Evaluation {
  readonly estimate: number;
  readonly object: string;
}

describeWithOracle("the estimate of cost", {}, (oracle) => {
  test("is never below what the evaluator counts on the largest objects", { timeout: 10 * 60_000 }, async () => {
    const measured: Measured[] = [];
    for (const [prefix, family] of Object.entries(families)) measured.push(...(await measure(oracle(), prefix, family)));
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

/** All rules of a family about all objects in one question: compiling them is what takes longest. */
async function measure(oracle: Oracle, prefix: string, family: Family): Promise<readonly Measured[]> {
  const { files, admissionPolicies } = compileAll(prefix, family);
  const documents = files.flatMap(({ name, text }) =>
    name.endsWith(".yaml") && name !== "kustomization.yaml" ? documentsIn(text) : [],
  );
  const policies = documents.filter(({ kind }) => kind === "ValidatingAdmissionPolicy");
  const bindings = documents.filter(({ kind }) => kind === "ValidatingAdmissionPolicyBinding");
  const asked = largestRequests(family).flatMap((request) =>
    Object.entries(growths).map(([object, growth]) => ({ object, input: largestInput(request, growth) })),
  );
  const inputs = asked.map(({ input }) => input);
  const { answers } = await oracle.admit({ policies, bindings, inputs, skipChecks: true, showCosts: true });
  return asked.flatMap(({ object }, at) =>
    (answers[at]?.evaluations ?? []).map((one) => ({ ...one, object, estimate: estimateOf(one, admissionPolicies) })),
  );
}

/** Nobody is allowed anything: what an answer says has no bearing on its cost. */
function largestInput({ stored, written, ...rest }: Request, growth: Growth): Omit<Input, "authorizer"> {
  const bodies = { ...(stored && { stored: largest(stored, growth) }), ...(written && { written: largest(written, growth) }) };
  const { authorizer: _, ...input } = inputOf({ ...rest, ...bodies }, "a");
  return input;
}

function compileAll(prefix: string, family: Family): Compilation {
  const files = new CaseFiles();
  try {
    for (const [at, one] of family.cases.entries()) {
      files.write(`${prefix}-${at}.ts`, sourceOf(family, one, `${prefix}-${at}`));
      for (const [module, text] of Object.entries(one.modules ?? {})) files.write(module, text);
    }
    const paths = family.cases.map((_, at) => `${prefix}-${at}.ts`);
    const compilation = files.compile(paths, family.kube);
    expect(compilation.diagnostics).toEqual([]);
    return compilation;
  } finally {
    files.remove();
  }
}

function documentsIn(yaml: string): readonly { readonly kind: string }[] {
  return parseAllDocuments(yaml).flatMap((document) => (document.toJS() as { readonly kind: string } | null) ?? []);
}

function largestRequests({ requests }: Family): readonly Request[] {
  const size = ({ stored, written }: Request): number => JSON.stringify([stored, written]).length;
  const small = Object.values(requests).filter((request) => size(request) < 5_000);
  return small.toSorted((a, b) => size(b) - size(a)).slice(0, grownRequests);
}

/** The estimate of the expression that stands at the place of the evaluation. */
function estimateOf({ policy, place }: Evaluation, policies: readonly CompiledAdmissionPolicy[]): number {
  const found = policies.find(({ name }) => name === policy);
  const [, at = "", part] = /^validations\[(\d+)\]\.(\w+)$/.exec(place) ?? [];
  const validation = found?.validations[Number(at)];
  const variable = found?.variables.find(({ name }) => place === `variables.${name}`);
  const expression = part === "messageExpression" ? validation?.message : at === "" ? variable : validation?.expression;
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
