import type { Failure } from "../failures.ts";
import type { CelValue } from "../values/value.ts";
import { kubernetesCosts } from "./kubernetes-costs.ts";
import { overloadCosts, trackedCosts } from "./overload-costs.ts";

type Outcome = CelValue | Failure;

/** What a call costs, by its values, and by what it gave. */
export type Cost = (values: readonly Outcome[], result: Outcome) => number;

/** From this minor version on the API server has costs of its own for its functions in policies (StrictCostEnforcementForVAP). */
const strictSince = 32;

/**
 * What the API server charges for a call (cel-go: interpreter/runtimecost.go, costCall). The overload is empty where several
 * fit the types that are known beforehand.
 */
export function callCost(name: string, overload: string, minor: number): Cost {
  const ownOfLibrary = trackedCosts.get(overload);
  if (ownOfLibrary !== undefined) return ownOfLibrary;
  const general = overloadCosts.get(overload) ?? one;
  const ownOfKubernetes = minor < strictSince ? undefined : kubernetesCosts.get(name);
  if (ownOfKubernetes === undefined) return general;
  return (values, result) => ownOfKubernetes(values, result, overload) ?? general(values, result);
}

function one(): number {
  return 1;
}
