import type { CompiledAdmissionPolicy } from "../../compiler/report/compiled-admission-policy.ts";
import type { Input } from "../../compiler/api/admission-review.ts";
import { documentsIn } from "../fixtures/yaml-documents.ts";
import { families } from "../language/families.ts";
import type { Family, Request } from "../language/language-case.ts";
import { inputOf } from "../language/requests.ts";
import { searchOf } from "../searches/search-of.ts";
import type { CompiledFamily } from "./compiled-families.ts";
import { type Growth, growths, largest } from "./largest-object.ts";
import type { Evaluation, Oracle } from "./oracle.ts";

/** So many requests of each family grow: those with most in them. */
const { size: grownRequests, isLong } = searchOf("cost-estimate");

export interface Measured extends Evaluation {
  readonly estimate: number;
  readonly object: string;
}

/** All rules of a family about all objects in one task: compiling them is what takes the oracle longest. */
export async function measure(
  oracle: Oracle,
  { prefix, family, compilation, yaml }: CompiledFamily,
): Promise<readonly Measured[]> {
  const documents = yaml.flatMap(documentsIn);
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

function largestRequests({ requests }: Family): readonly Request[] {
  const size = ({ stored, written }: Request): number => JSON.stringify([stored, written]).length;
  const small = Object.values(requests).filter((request) => size(request) < 5_000);
  return small.toSorted((a, b) => size(b) - size(a)).slice(0, grownRequests);
}

/** The estimate of the expression that stands at the place of the evaluation. */
function estimateOf({ policy, place }: Evaluation, found: CompiledAdmissionPolicy | undefined): number {
  const [, list, at, part] = /^(matchConditions|validations|auditAnnotations)\[(\d+)\]\.(\w+)$/.exec(place) ?? [];
  const variable = found?.variables.find(({ name }) => place === `variables.${name}`);
  const validation = found?.validations[Number(at)];
  const ofValidation = part === "messageExpression" ? validation?.message : validation?.expression;
  const ofList = list === "auditAnnotations" ? found?.auditAnnotations[Number(at)] : found?.matchConditions[Number(at)];
  const expression = list === undefined ? variable : list === "validations" ? ofValidation : ofList;
  if (expression === undefined) throw new Error(`no estimate for ${policy} ${place}`);
  return expression.cost;
}

export function lineOf({ policy, place, object, cost, estimate }: Measured): string {
  return `${policy} ${place}: ${cost} counted, ${estimate} estimated (${object})`;
}

export function report(measured: readonly Measured[], dearest: readonly Measured[]): string {
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
