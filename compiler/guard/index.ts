// in: PolicyIr of the author's, and our templates; out: PolicyIr of its guards; next: arrange/
import type { MatchEntry, PolicyIr } from "../ir/policy.ts";
import { definitionGuard } from "./definition-guard.ts";
import { type Guard, type GuardTarget, type GuardTemplates, everySubresource } from "./guard.ts";
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
 *     ack-prevent-delete-guard-namespaces   updates of Namespaces whose marks it reads
 *     ack-prevent-delete-guard-definitions  the definitions of the kinds that it protects
 */
export function guardPolicy(policy: PolicyIr, templates: GuardTemplates): Guarded {
  const protection = protectionOf(policy);
  if (protection === undefined) return { policies: [], guards: [] };
  const guards = [releaseGuard, ownerGuard, definitionGuard].map((guard) => guard(protection, templates));
  const rules = Map.groupBy(
    guards.flatMap((guard) => guard.rules),
    ({ on }) => on,
  );
  const policies = [...rules].map(([target, own]): PolicyIr => {
    const description = `Guards ${policy.name} against being walked around${aims[target].description}.`;
    const name = `${policy.name}-${aims[target].ending}`;
    return { ...policy, name, guardOf: policy.name, description, match: aims[target].match(policy.match), rules: own.map(({ rule }) => rule) };
  });
  return { policies, guards };
}

/** Rules about the same requests share one policy, because the API server's cost is per policy. */
const aims: Readonly<Record<GuardTarget, Aim>> = {
  objects: { ending: "guard", description: "", match: everySubresource },
  namespaces: {
    ending: "guard-namespaces",
    description: " by what is changed on Namespaces",
    match: () => [{ group: "", version: undefined, resource: "namespaces/*" }],
  },
  definitions: {
    ending: "guard-definitions",
    description: " by what is changed on the definitions of the kinds",
    match: () => [{ group: "apiextensions.k8s.io", version: "v1", resource: "customresourcedefinitions" }],
  },
};

interface Aim {
  readonly ending: string;
  readonly description: string;
  readonly match: (own: readonly MatchEntry[]) => readonly MatchEntry[];
}
