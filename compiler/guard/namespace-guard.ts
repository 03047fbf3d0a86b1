import { notRefuted } from "../ir/iteration-limit.ts";
import { or } from "../ir/boolean.ts";
import { builtInGroups } from "../ir/built-in-groups.ts";
import type { Expression } from "../ir/expression.ts";
import type { ContentKind } from "../ir/guards.ts";
import { splitResource, type MatchEntry } from "../api/coverage.ts";
import type { ParametersIr, PolicyIr, SeenAsParams, OverrideIr } from "../ir/policy.ts";
import { type Held, contentRule, finalizeRule } from "./content-rules.ts";
import { type Guard, type GuardRule, type PolicyProtection, notNeeded, off, on, open, unlessOpenElsewhere } from "./guard.ts";
import { neighbourParams, whyUnseen } from "./neighbours.ts";
import { atMost } from "./marks/terms.ts";

/**
 * No Namespace is deleted that holds a protected object, nor let go by its finalizers. The API server looks up the objects of
 * one kind in the Namespace.
 */
export function namespaceGuard({ policy }: PolicyProtection): Guard {
  const name = "namespaces";
  const reason = policy.guards.off[name];
  if (reason !== undefined) return { name, state: off(reason), rules: [] };
  const kinds = kindsIn(policy);
  const guarded = kinds.flatMap((kind) => rulesFor(policy, kind));
  const rules = guarded.flat();
  const { unnamedContents } = policy;
  if (unnamedContents.length > 0)
    return { name, state: open(`${unnamedContents.map(nameOfKinds).join(", ")}: ${unnamedText}`), rules };
  if (guarded.length < kinds.length)
    return { name, state: open(whyUnseen(policy.rules.flatMap(({ elsewhere }) => elsewhere?.asContent ?? []))), rules };
  const state =
    rules.length === 0 ? notNeeded("nothing that is matched is in a Namespace") : on(kinds.map(({ kind }) => kind).join(", "));
  return { name, state, rules };
}

const unnamedText = "not known by name; name the kinds in `guards.namespaces`, or mark the Namespaces";

function nameOfKinds(entry: MatchEntry): string {
  const [{ group }, { resource }] = [entry, splitResource(entry.resource)];
  if (resource === "*") return `every kind of ${group === "" ? "the core group" : group}`;
  return group === "" ? resource : `${resource}.${group}`;
}

function kindsIn({ rules }: PolicyIr): readonly ContentKind[] {
  const all = rules.flatMap(({ elsewhere }) => elsewhere?.asContent.map(({ kind }) => kind) ?? []);
  return [...new Map(all.map((kind) => [`${kind.resource}.${kind.group}`, kind])).values()];
}

/** None where the rules cannot be asked about such objects. */
function rulesFor(policy: PolicyIr, kind: ContentKind): readonly (readonly GuardRule[])[] {
  const conditions = policy.rules.flatMap(({ elsewhere }) => (elsewhere === undefined ? [] : [asContent(elsewhere, kind)]));
  if (conditions.some((condition) => condition === undefined)) return [];
  const holds = (conditions as readonly Expression[]).reduce((left, right) => or(left, right));
  // A delete of what is too large to be judged is denied as well, and would leave the Namespace half dead.
  const mayHold = notRefuted(atMost(holds));
  const keptUnless = (isTaken: (override: OverrideIr) => boolean): Held => {
    const overrides = policy.overrides.filter(isTaken);
    return { policy, kind, isKept: unlessOpenElsewhere(mayHold, overrides, (seen) => asContent(seen, kind)) };
  };
  const params = contentParams(kind, mayHold);
  // The controller that empties the Namespace deletes what is in it: only what is open to that one, too, lets it be emptied.
  // An object that stays behind in storage has not been deleted, whatever its deletes may do.
  const [deleted, finalized] = [keptUnless(({ isOfObject }) => isOfObject), keptUnless(({ disablesGuards }) => disablesGuards)];
  return [[contentRule(deleted, params), finalizeRule(finalized, params)]];
}

function asContent({ asContent: seen }: SeenAsParams, { kind, group }: ContentKind): Expression | undefined {
  return seen.find((one) => one.kind.kind === kind && one.kind.group === group)?.condition;
}

/** A definition that no longer exists must not keep every Namespace from being deleted (docs/adr/0022). */
function contentParams(kind: ContentKind, holds: Expression): ParametersIr {
  const params = neighbourParams(kind, holds);
  return isBuiltIn(kind.group) ? params : { ...params, mayBeUnknown: true };
}

const isBuiltIn = (group: string): boolean => builtInGroups.some((builtIn) => builtIn === group);
