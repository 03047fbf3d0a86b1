import { isInPart, searchOf } from "../../searches/search-of.ts";
import { type Act, acts, clusterActs, fewActs } from "./acts.ts";
import type { ComparedPolicy } from "./compared-policy.ts";
import { costPolicies } from "./policies/costs.ts";
import { failurePolicies } from "./policies/failures.ts";
import { functionPolicies } from "./policies/functions.ts";
import { matchingPolicies } from "./policies/matching.ts";
import { parameterPolicies } from "./policies/parameters.ts";
import { requestPolicies } from "./policies/requests.ts";
import { severalPolicies } from "./policies/several.ts";
import { valuePolicies } from "./policies/values.ts";
import { evaluationPolicies } from "./policies/evaluations.ts";

export const comparedPolicies: readonly ComparedPolicy[] = [
  ...evaluationPolicies,
  ...failurePolicies,
  ...costPolicies,
  ...requestPolicies,
  ...matchingPolicies,
  ...valuePolicies,
  ...functionPolicies,
  ...parameterPolicies,
  ...severalPolicies,
];

/** One request, known by its number wherever it turns up again: its user is a member of a group of that name. */
export interface Case {
  readonly group: string;
  readonly namespace: string;
  readonly act: Act;
}

export const namespaces: readonly string[] = [...new Set(comparedPolicies.map(({ namespace }) => namespace))];

const { size } = searchOf("oracle-comparison");

export const cases: readonly Case[] = namespaces
  .flatMap((namespace) => actsIn(namespace).map((act) => ({ namespace, act })))
  .filter((_, at) => isInPart(at, size))
  .map((each, index) => ({ ...each, group: `case-${index}` }));

function actsIn(namespace: string): readonly Act[] {
  if (namespace === "cluster") return clusterActs;
  // These are about objects, however they are asked for.
  const isAboutObjects = [...costPolicies, ...functionPolicies].some((policy) => policy.namespace === namespace);
  return isAboutObjects ? fewActs : acts;
}
