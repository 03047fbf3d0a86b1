import type { Node } from "ts-morph";
import type { MatchEntry, RuleIr, WayOutIr } from "../ir/policy.ts";
import { holdsByIdentityAlone } from "./identity-alone.ts";
import { placeIn } from "./place-in.ts";
import { inputOf, lowerRule, lowerShown } from "./rule.ts";
import type { Scope } from "./scope.ts";
import { type ObjectValue, type PolicyValue, type Value, staticValue } from "./value.ts";

interface Draft {
  readonly wayOut: ObjectValue;
  readonly name: string;
  readonly policy: PolicyValue;
  readonly match: readonly MatchEntry[];
  /** Where the policy names it. */
  readonly place: Node;
}

/** `waysOut: [terminating(), released()]`, each as the rule that warns of its use. */
export function lowerWaysOut(policy: PolicyValue, match: readonly MatchEntry[], scope: Scope): readonly WayOutIr[] {
  const value = policy.definition.properties.get("waysOut");
  const elements = value?.kind === "list" ? value.elements : [];
  return elements.flatMap((element, at) => {
    if (element.kind !== "object") return [];
    const place = placeIn(policy.node, "waysOut", at);
    const name = element.properties.get("name");
    if (name?.kind !== "static" || typeof name.value !== "string") return [];
    return lowerWayOut({ wayOut: element, name: name.value, policy, match, place }, scope) ?? [];
  });
}

function lowerWayOut(draft: Draft, scope: Scope): WayOutIr | undefined {
  const { when, warning, how, liftsGuards } = Object.fromEntries(draft.wayOut.properties);
  const rule = asRule(draft, { warnWhen: when, message: warning ?? staticValue("") }, scope);
  if (rule === undefined) return undefined;
  if (holdsByIdentityAlone(rule.when)) scope.refuse("identity-alone", draft.place, { name: draft.name });
  return {
    rule,
    isVisible: warning !== undefined,
    liftsGuards: liftsGuards?.kind === "static" && liftsGuards.value === true,
    how: lowerHow(draft, how, scope),
    howForAnything: lowerHow({ ...draft, match: [] }, how, scope),
    refusesUpdate: refusesUpdate(draft, scope),
  };
}

function asRule(
  { name, policy, match, place }: Draft,
  parts: Readonly<Record<string, Value | undefined>>,
  scope: Scope,
): RuleIr | undefined {
  const given = Object.entries(parts).filter((part): part is [string, Value] => part[1] !== undefined);
  const rule = lowerRule({ name, value: { kind: "object", properties: new Map(given) }, policy, match }, scope);
  return rule === undefined ? undefined : { ...rule, span: scope.span(place) };
}

function lowerHow({ name, policy, match, wayOut, place }: Draft, how: Value | undefined, scope: Scope) {
  if (how === undefined) return undefined;
  const input = inputOf({ name, value: wayOut, policy, match }, ["delete"], scope.span(policy.node));
  const node = how.kind === "function" ? how.node : place;
  return lowerShown(how, input, { name, before: "", node, scope });
}

function refusesUpdate(draft: Draft, scope: Scope): RuleIr | undefined {
  const refusal = draft.wayOut.properties.get("refusesUpdate");
  if (refusal?.kind !== "object") return undefined;
  const { when, message } = Object.fromEntries(refusal.properties);
  return asRule(draft, { operation: staticValue("update"), denyWhen: when, message }, scope);
}
