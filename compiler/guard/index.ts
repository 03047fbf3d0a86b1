// in: PolicyIr of the author's, and our templates; out: PolicyIr of its guards; next: arrange/
import type { MatchEntry, PolicyIr, RuleIr } from "../ir/policy.ts";
import { definitionGuard } from "./definition-guard.ts";
import { type Guard, type GuardTemplates, everySubresource } from "./guard.ts";
import { ownerGuard } from "./owner-guard.ts";
import { protectionOf } from "./protection.ts";
import { releaseGuard } from "./release-guard.ts";

export type { Guard, GuardState, GuardTemplates } from "./guard.ts";

export interface Guarded {
  /** Policies that the author's becomes besides itself. */
  readonly policies: readonly PolicyIr[];
  /** Each kind of guard, also those that are off. None for a policy that refuses no deletes. */
  readonly guards: readonly Guard[];
}

/**
 * What keeps the rules of a policy from being walked around:
 *
 *     ack-prevent-delete-guard              updates of what it protects, through every subresource
 *     ack-prevent-delete-guard-definitions  the definitions of the kinds that it protects
 */
export function guardPolicy(policy: PolicyIr, templates: GuardTemplates): Guarded {
  const protection = protectionOf(policy);
  if (protection === undefined) return { policies: [], guards: [] };
  const [release, owners] = [releaseGuard(protection, templates), ownerGuard(protection, templates)];
  const definitions = definitionGuard(protection, templates);
  return {
    guards: [release, owners, definitions],
    policies: [
      ...policyOf([release, owners], policy, { ending: "guard", match: everySubresource(policy.match) }),
      ...policyOf([definitions], policy, { ending: "guard-definitions", match: templates.definitions.match }),
    ],
  };
}

interface Part {
  readonly ending: string;
  readonly match: readonly MatchEntry[];
}

/** Guards that look at the same requests share one policy, because the API server's cost is per policy. */
function policyOf(guards: readonly Guard[], policy: PolicyIr, { ending, match }: Part): readonly PolicyIr[] {
  const rules: readonly RuleIr[] = guards.flatMap((guard) => guard.rules);
  if (rules.length === 0) return [];
  const description = `Guards ${policy.name} against being walked around.`;
  return [{ ...policy, name: `${policy.name}-${ending}`, guardOf: policy.name, description, match, rules }];
}
