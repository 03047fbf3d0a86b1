import type { Expression } from "../../ir/expression.ts";
import { impliedOverrideNames } from "../../ir/implied-overrides.ts";
import type { RuleIr } from "../../ir/policy.ts";
import type { MatchEntry } from "../../api/coverage.ts";
import { some } from "../../ir/expressions/visit.ts";
import type { Scope } from "../scope.ts";
import type { FunctionValue, ObjectValue, PolicyValue, Value } from "../value.ts";

export interface Implied {
  readonly override: ObjectValue;
  readonly name: string;
  /** What is left out when the API server looks into a Namespace. */
  readonly asContent: FunctionValue | undefined;
}

/** Of a policy that denies deletes, where its own overrides have no such name. */
export function impliedIn(
  {
    policy,
    match,
    rules,
  }: { readonly policy: PolicyValue; readonly match: readonly MatchEntry[]; readonly rules: readonly RuleIr[] },
  scope: Scope,
): readonly Implied[] {
  const denying = rules.filter(({ action, operations }) => action === "deny" && operations.includes("delete"));
  if (denying.length === 0) return [];
  const readsNamespace = denying.some(({ when }) => some(when, isNamespace));
  return impliedOverrideNames(match, { readsNamespace }).flatMap((name) => {
    const override = made(name, policy, scope);
    if (override?.kind !== "object") return [];
    const asContent = name === "madeByKubernetes" ? functionOf("contentMadeByKubernetes", policy, scope) : undefined;
    return [{ override, name, asContent }];
  });
}

const isNamespace = (node: Expression): boolean => node.kind === "identifier" && node.name === "namespaceObject";

function made(name: string, { node }: PolicyValue, scope: Scope): Value | undefined {
  const make = functionOf(name, { node }, scope);
  return make && scope.call(make, [], node);
}

function functionOf(name: string, { node }: Pick<PolicyValue, "node">, scope: Scope): FunctionValue | undefined {
  const declaration = scope.lowering.ownFunctions.get(name);
  const value = declaration && scope.lowering.modules.valueOf(declaration, node, scope);
  return value?.kind === "function" ? value : undefined;
}
