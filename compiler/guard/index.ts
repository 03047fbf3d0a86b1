// in: PolicyIr of the author's, and our templates; out: PolicyIr of its guards; next: plan/
import { unlessExhausted } from "../diagnostics/exhausted.ts";
import { strongestOf } from "../ir/enforcement.ts";
import { literal } from "../ir/expression.ts";
import type { GuardName } from "../ir/guards.ts";
import type { PolicyIr } from "../ir/policy.ts";
import { bindingGuard } from "./binding-guard.ts";
import { contentGuard } from "./namespace-guard.ts";
import { definitionGuard } from "./definition-guard.ts";
import { evictionGuard } from "./eviction-guard.ts";
import { finalizerGuard } from "./finalizer-guard.ts";
import { freezeGuard } from "./freeze-guard.ts";
import { type Guard, type GuardRule, type GuardTemplates, type Protection, open } from "./guard.ts";
import { namespaceLabelGuard } from "./namespace-label-guard.ts";
import { ownerGuard } from "./owner-guard.ts";
import { protectionOf } from "./protection.ts";
import { releaseGuard } from "./release-guard.ts";
import { overrideGuard } from "./override-guard.ts";
import { webhookGuard } from "./webhook-guard.ts";

export { deadEnds, deadEndText } from "./dead-end.ts";
export type { Guard, GuardState, GuardTemplates } from "./guard.ts";
export { allowsDeployments } from "./allowed-owners.ts";
export { unguardedFields } from "./unguarded-fields.ts";

export interface Guarded {
  /** Policies that the author's becomes besides itself. */
  readonly policies: readonly PolicyIr[];
  /** Each kind of guard, also those that are off. None for a policy that denies no deletes. */
  readonly guards: readonly Guard[];
}

/**
 * What keeps the rules of a policy from being bypassed:
 *
 *     ack-prevent-delete-guard              updates of what it protects, through every subresource
 *     ack-prevent-delete-guard-namespaces   updates of Namespaces whose marks it reads
 *     ack-prevent-delete-guard-definitions  the definitions of the kinds that it protects
 */
export function guardPolicy(policy: PolicyIr, templates: GuardTemplates, fitsLimits: FitsLimits): Guarded {
  const protection = protectionOf(policy);
  if (protection === undefined) return { policies: [], guards: [] };
  const guards = makers.map(({ name, make }) =>
    unlessExhausted(
      () => unlessTooExpensive(make(protection, templates), policy, fitsLimits),
      () => ({ name, state: open(tooMuch), rules: [] }),
    ),
  );
  const alwaysOn = [...ofOverrides(protection, templates, fitsLimits), ...ofBindings(protection, templates)];
  return { policies: policiesOf([...guards.flatMap(({ rules }) => rules), ...alwaysOn], policy), guards };
}

interface Maker {
  readonly name: GuardName;
  readonly make: (protection: Protection, templates: GuardTemplates) => Guard;
}

const makers: readonly Maker[] = [
  { name: "release", make: releaseGuard },
  { name: "owners", make: ownerGuard },
  { name: "finalizers", make: finalizerGuard },
  { name: "namespaces", make: contentGuard },
  { name: "namespaceLabels", make: namespaceLabelGuard },
  { name: "definitions", make: definitionGuard },
  { name: "evictions", make: evictionGuard },
  { name: "webhooks", make: webhookGuard },
  { name: "freeze", make: freezeGuard },
];

const tooMuch = "its rules look at too much: together with the guard that is more than the API server allows";

/** Whether the API server would take the policy: what its expressions may cost, and how long its messages may be. */
export type FitsLimits = (policy: PolicyIr) => boolean;

/** A guard that the API server would not take is left out, and the report says so: the rules themselves are worth having. */
function unlessTooExpensive(guard: Guard, policy: PolicyIr, fitsLimits: FitsLimits): Guard {
  if (policiesOf(guard.rules, policy).every(fitsLimits)) return guard;
  return { name: guard.name, state: open(tooMuch), rules: [] };
}

/** Where what is protected is more than the API server would work out once more, overrides are guarded on every object. */
function ofOverrides(protection: Protection, templates: GuardTemplates, fitsLimits: FitsLimits): readonly GuardRule[] {
  const { policy } = protection;
  const everywhere = { ...protection, condition: literal(true, policy.span) };
  return unlessExhausted(
    () => {
      const rules = overrideGuard(protection, templates);
      return policiesOf(rules, policy).every(fitsLimits) ? rules : overrideGuard(everywhere, templates);
    },
    () => overrideGuard(everywhere, templates),
  );
}

/** Marks that nobody can name are said to be open by the release guard. */
function ofBindings(protection: Protection, templates: GuardTemplates): readonly GuardRule[] {
  return unlessExhausted(
    () => bindingGuard(protection, templates),
    () => [],
  );
}

/** Rules with the same aim share a policy. */
function policiesOf(rules: readonly GuardRule[], policy: PolicyIr): readonly PolicyIr[] {
  const byAim = Map.groupBy(rules, ({ aim }) => aim.ending);
  return [...byAim.values()].flatMap((own): readonly PolicyIr[] => {
    const aim = own[0]?.aim;
    if (aim === undefined) return [];
    const { ending, by, match, only, params, isEverywhere = false } = aim;
    const description = `Guards ${policy.name} against being bypassed, ${by}.`;
    const guard = {
      ...policy,
      name: `${policy.name}-${ending}`,
      guardOf: policy.name,
      description,
      match,
      rules: own.map(({ rule }) => rule),
      overrides: [],
      reason: undefined,
      ...(only !== undefined && { only }),
      ...(isEverywhere && { enforcement: { otherwise: strongestOf(policy.enforcement), by: undefined } }),
    };
    return [params === undefined ? guard : { ...guard, params }];
  });
}
