// in: divided policies, and our templates; out: the same, with the policies that guard them; next: plan/
import { InternalError } from "../diagnostics/diagnostic.ts";
import { unlessExhausted } from "../diagnostics/exhausted.ts";
import { strongestOf } from "../ir/enforcement.ts";
import { type Expression, literal } from "../ir/expression.ts";
import type { GuardName } from "../ir/guards.ts";
import type { PolicyIr, PolicyFile } from "../ir/policy.ts";
import type { DividedPolicy } from "../split/index.ts";
import { bindingGuard } from "./binding-guard.ts";
import { namespaceGuard } from "./namespace-guard.ts";
import { definitionGuard } from "./definition-guard.ts";
import { evictionGuard } from "./eviction-guard.ts";
import { finalizerGuard } from "./finalizer-guard.ts";
import { freezeGuard } from "./freeze-guard.ts";
import { type Aim, type Guard, type GuardRule, type GuardTemplates, type PolicyProtection, open, protectionOf } from "./guard.ts";
import { namespaceLabelGuard } from "./namespace-label-guard.ts";
import { ownerGuard } from "./owner-guard.ts";
import { releaseGuard } from "./release-guard.ts";
import { overrideGuard } from "./override-guard.ts";
import { webhookGuard } from "./webhook-guard.ts";

export { deadEnds, deadEndText } from "./dead-end.ts";
export { everyObjectText } from "./marks/every-object.ts";
export type { Guard, GuardState, GuardTemplates } from "./guard.ts";
export { allowsDeployments } from "./owner-guard.ts";
export { protectionName, protectionPolicies } from "./protection.ts";
export { unguardedFields } from "./marks/unguarded-fields.ts";
export { wholesText } from "./release-guard.ts";

export interface GuardedPolicy extends DividedPolicy {
  /**
   * What keeps its rules from being bypassed, part by part, each in one or more forms. None for a policy that denies no
   * deletes.
   */
  readonly guards: readonly GuardForms[];
  /** Rules that ask the cluster and deny deletes, and of which CEL cannot say what they protect: by name. */
  readonly unguarded: readonly string[];
}

/** The planner takes the first form that the API server takes, or else the last. */
export type GuardForms = readonly [GuardForm, ...GuardForm[]];

export interface GuardForm {
  /** Undefined: it is part of every guard. */
  readonly guard: Guard | undefined;
  /** What the author's policy becomes besides itself; those of one name are one policy. */
  readonly policies: readonly PolicyIr[];
}

/** `templates` are undefined where there is nothing to guard. */
export function guardSources(
  files: readonly PolicyFile<DividedPolicy>[],
  templates: GuardTemplates | undefined,
): readonly PolicyFile<GuardedPolicy>[] {
  if (templates === undefined) return [];
  return files.map((file) => ({ ...file, policies: file.policies.map((policy) => guarded(policy, templates)) }));
}

function guarded(policy: DividedPolicy, templates: GuardTemplates): GuardedPolicy {
  const kept = rejectingDeletes(policy.guarded);
  const unguarded = rejectingDeletes(policy.whole).filter((name) => !kept.includes(name));
  return { ...policy, unguarded, guards: guardPolicy(policy.guarded, templates) };
}

function rejectingDeletes({ rules }: PolicyIr): readonly string[] {
  return rules.flatMap(({ name, action, operations }) => (action === "deny" && operations.includes("delete") ? [name] : []));
}

/**
 * What keeps the rules of a policy from being bypassed:
 *
 *     ack-prevent-delete-guard              updates of what it protects, through every subresource
 *     ack-prevent-delete-guard-namespaces   updates of Namespaces whose marks it reads
 *     ack-prevent-delete-guard-definitions  the definitions of the kinds that it protects
 */
export function guardPolicy(policy: PolicyIr, templates: GuardTemplates): readonly GuardForms[] {
  const protection = protectionOf(policy);
  if (protection === undefined) return [];
  const guards = makers.map(({ name, make }): GuardForms => {
    // A guard that the API server would not take is left out, and the report says so: the rules themselves are worth
    // having.
    const without: GuardForm = { guard: { name, state: open(tooMuch), rules: [] }, policies: [] };
    return unlessExhausted<GuardForms>(
      () => [formOf(make(protection, templates), policy), without],
      () => [without],
    );
  });
  return [...guards, ofOverrides(protection, templates), ofBindings(protection, templates)];
}

interface Maker {
  readonly name: GuardName;
  readonly make: (protection: PolicyProtection, templates: GuardTemplates) => Guard;
}

const makers: readonly Maker[] = [
  { name: "release", make: releaseGuard },
  { name: "owners", make: ownerGuard },
  { name: "finalizers", make: finalizerGuard },
  { name: "namespaces", make: namespaceGuard },
  { name: "namespaceLabels", make: namespaceLabelGuard },
  { name: "definitions", make: definitionGuard },
  { name: "evictions", make: evictionGuard },
  { name: "webhooks", make: webhookGuard },
  { name: "freeze", make: freezeGuard },
];

const tooMuch = "its rules look at too much: together with the guard that is more than the API server allows";

function formOf(guard: Guard, policy: PolicyIr): GuardForm {
  return { guard, policies: policiesOf(guard.rules, policy) };
}

/**
 * Where what is protected is more than the API server would work out once more, overrides are guarded on every object.
 */
function ofOverrides(protection: PolicyProtection, templates: GuardTemplates): GuardForms {
  const { policy } = protection;
  const formOver = (condition: Expression): GuardForm => {
    return { guard: undefined, policies: policiesOf(overrideGuard({ ...protection, condition }, templates), policy) };
  };
  const everywhere = formOver(literal(true, policy.span));
  return unlessExhausted<GuardForms>(
    () => [formOver(protection.condition), everywhere],
    () => [everywhere],
  );
}

/** Marks that nobody can name are said to be open by the release guard. */
function ofBindings(protection: PolicyProtection, templates: GuardTemplates): GuardForms {
  const rules = unlessExhausted(
    () => bindingGuard(protection, templates),
    () => [],
  );
  return [{ guard: undefined, policies: policiesOf(rules, protection.policy) }];
}

/** One policy looks up objects of one kind: what another of these guards is about would never be looked at. */
function requireSame({ ending, params }: Aim, rules: readonly GuardRule[]): void {
  const text = JSON.stringify(params);
  if (rules.some(({ aim }) => JSON.stringify(aim.params) !== text))
    throw new InternalError(`guards named ${ending} look at different objects`);
}

/** Rules with the same aim share a policy. */
function policiesOf(rules: readonly GuardRule[], policy: PolicyIr): readonly PolicyIr[] {
  const byAim = Map.groupBy(rules, ({ aim }) => aim.ending);
  return [...byAim.values()].flatMap((own): readonly PolicyIr[] => {
    const aim = own[0]?.aim;
    if (aim === undefined) return [];
    requireSame(aim, own);
    const { ending, by, match, only, params, isEverywhere = false } = aim;
    const description = `Guards ${policy.name} against bypasses ${by}.`;
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
