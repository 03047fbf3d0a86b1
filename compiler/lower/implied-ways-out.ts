import type { Expression } from "../ir/expression.ts";
import { impliedWaysOut } from "../ir/implied-ways-out.ts";
import type { MatchEntry, RuleIr } from "../ir/policy.ts";
import { some } from "../ir/visit.ts";
import { callFunction } from "./functions.ts";
import type { Scope } from "./scope.ts";
import type { FunctionValue, ObjectValue, PolicyValue } from "./value.ts";

export interface Implied {
  readonly wayOut: ObjectValue;
  readonly name: string;
  /** What is left out when the API server looks into a Namespace. */
  readonly asContent: FunctionValue | undefined;
}

/** Of a policy that refuses deletes, where its own ways out have no such name. */
export function impliedIn(
  {
    policy,
    match,
    rules,
  }: { readonly policy: PolicyValue; readonly match: readonly MatchEntry[]; readonly rules: readonly RuleIr[] },
  scope: Scope,
): readonly Implied[] {
  const refusing = rules.filter(({ action, operations }) => action === "deny" && operations.includes("delete"));
  if (refusing.length === 0) return [];
  const readsNamespace = refusing.some(({ when }) => some(when, isNamespace));
  return impliedWaysOut(match, { readsNamespace }).flatMap((name) => {
    const wayOut = made(name, policy, scope);
    if (wayOut?.kind !== "object") return [];
    const asContent = name === "madeByKubernetes" ? functionOf("contentMadeByKubernetes", policy, scope) : undefined;
    return [{ wayOut, name, asContent }];
  });
}

const isNamespace = (node: Expression): boolean => node.kind === "identifier" && node.name === "namespaceObject";

function made(name: string, { node }: PolicyValue, scope: Scope): ReturnType<typeof callFunction> | undefined {
  const make = functionOf(name, { node }, scope);
  return make && callFunction(make, [], { node, scope });
}

function functionOf(name: string, { node }: Pick<PolicyValue, "node">, scope: Scope): FunctionValue | undefined {
  const declaration = scope.lowering.ownFunctions.get(name);
  const value = declaration && scope.lowering.modules.valueOf(declaration, node, scope);
  return value?.kind === "function" ? value : undefined;
}
