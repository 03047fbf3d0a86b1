import type { Node } from "ts-morph";
import { InternalError } from "../diagnostics/diagnostic.ts";
import type { Expression } from "../ir/expression.ts";
import type { ContentKind } from "../ir/guards.ts";
import type { MatchEntry, PolicyIr, RuleIr, SeenAsParams, WayOutIr } from "../ir/policy.ts";
import { asksCluster, some, walksStored } from "../ir/visit.ts";
import { contentKinds, neighbourKinds } from "./content-kinds.ts";
import { holdsByIdentityAlone } from "./identity-alone.ts";
import { callFunction } from "./functions.ts";
import { type Implied, impliedIn } from "./implied-ways-out.ts";
import { placeIn } from "./place-in.ts";
import { inputOf, lowerRule, lowerShown } from "./rule.ts";
import type { Scope } from "./scope.ts";
import { seenAsParams } from "./seen-elsewhere.ts";
import { type ObjectValue, type PolicyValue, type Value, staticValue } from "./value.ts";

interface Draft {
  readonly wayOut: ObjectValue;
  readonly name: string;
  readonly policy: PolicyValue;
  readonly match: readonly MatchEntry[];
  /** Where the policy names it. */
  readonly place: Node;
  /** Of one that the compiler adds. */
  readonly implied?: Pick<Implied, "asContent">;
}

interface Policy {
  readonly policy: PolicyValue;
  readonly match: readonly MatchEntry[];
  readonly rules: readonly RuleIr[];
}

/**
 * `waysOut: [terminating(), released()]`, each as the rule that warns of its use. Where the policy names none, `[released()]`, as
 * `deletionPolicy` has it; where it says why there is none, that. And those that every policy has without naming them.
 */
export function lowerWaysOut(of: Policy, scope: Scope): Pick<PolicyIr, "waysOut" | "noWayOut"> {
  const { policy } = of;
  const value = policy.definition.properties.get("waysOut") ?? defaultWaysOut(of, scope);
  if (value?.kind !== "object") return { waysOut: lowerAll(value, of, scope) };
  return { waysOut: lowerAll(undefined, of, scope), noWayOut: reasonFor(value, policy, scope) };
}

/** Nothing to get past where no rule refuses deletes. */
function defaultWaysOut({ policy, rules }: Policy, scope: Scope): Value | undefined {
  const { ownFunctions, modules } = scope.lowering;
  const declaration = ownFunctions.get("released");
  if (declaration === undefined || !rules.some(isRefusingDeletes)) return undefined;
  const released = modules.valueOf(declaration, policy.node, scope);
  if (released.kind !== "function") throw new InternalError("released is no function");
  return { kind: "list", elements: [callFunction(released, [], { node: policy.node, scope })] };
}

const isRefusingDeletes = ({ action, operations }: RuleIr): boolean => action === "deny" && operations.includes("delete");

function reasonFor(value: ObjectValue, { node }: PolicyValue, scope: Scope): string {
  const none = value.properties.get("none");
  const reason = none?.kind === "static" && typeof none.value === "string" ? none.value.trim() : "";
  if (reason === "" && none?.kind !== "refused") scope.refuse("no-way-out-without-reason", placeIn(node, "waysOut"), {});
  return reason;
}

function lowerAll(value: Value | undefined, { policy, match, rules }: Policy, scope: Scope): readonly WayOutIr[] {
  const elements = value?.kind === "list" ? value.elements : [];
  const taken = new Set(namesOfRules(policy));
  const lowered = elements.flatMap((element, at) => {
    const place = placeIn(policy.node, "waysOut", at);
    const name = nameOf(element);
    if (element.kind !== "object" || name === undefined) return [];
    if (taken.has(name)) scope.refuse("way-out-name", place, { name });
    taken.add(name);
    return lowerWayOut({ wayOut: element, name, policy, match, place }, scope) ?? [];
  });
  const isLost = lowered.length < elements.length || (value !== undefined && value.kind !== "list");
  if (isLost && scope.lowering.bag.isEmpty) throw new InternalError("a way out was lost without a word");
  const implied = impliedIn({ policy, match, rules }, scope).filter(({ name }) => !taken.has(name));
  const added = implied.flatMap(
    ({ asContent, ...way }) => lowerWayOut({ ...way, policy, match, place: policy.node, implied: { asContent } }, scope) ?? [],
  );
  return [...lowered, ...added];
}

function namesOfRules({ definition }: PolicyValue): readonly string[] {
  const rules = definition.properties.get("rules");
  return rules?.kind === "object" ? [...rules.properties.keys()] : [];
}

function nameOf(wayOut: Value): string | undefined {
  const name = wayOut.kind === "object" ? wayOut.properties.get("name") : undefined;
  return name?.kind === "static" && typeof name.value === "string" ? name.value : undefined;
}

function lowerWayOut(draft: Draft, scope: Scope): WayOutIr | undefined {
  const { when, warning, how, liftsGuards } = Object.fromEntries(draft.wayOut.properties);
  const rule = asRule(draft, { warnWhen: when, message: warning ?? staticValue("") }, scope);
  if (rule === undefined) return undefined;
  if (holdsByIdentityAlone(rule.when)) scope.refuse("identity-alone", draft.place, { name: draft.name });
  const lifts = liftsGuards?.kind === "static" && liftsGuards.value === true;
  const wayOut: WayOutIr = {
    rule,
    isOfObject: draft.implied?.asContent !== undefined || !some(rule.when, isBeyondObject),
    elsewhere: elsewhereOf(draft, when, scope),
    isImplied: draft.implied !== undefined,
    isVisible: warning !== undefined,
    liftsGuards: lifts,
    how: lowerHow(draft, how, scope),
    howForAnything: lowerHow({ ...draft, match: [] }, how, scope),
    refusesUpdate: refusesUpdate(draft, scope),
  };
  if (asks(wayOut)) scope.refuse("way-out-asks-cluster", draft.place, { name: draft.name });
  return wayOut;
}

/** What a way out may read besides the object. */
const beyondObject: ReadonlySet<string> = new Set(["namespaceObject", "request", "authorizer"]);

const isBeyondObject = (node: Expression): boolean => node.kind === "identifier" && beyondObject.has(node.name);

/** A way out belongs to native rules, too, and the webhook may read only what its own rule asks about. */
function asks({ rule, how, refusesUpdate: refusal }: WayOutIr): boolean {
  const shown = [rule.when, rule.message, how, refusal?.when, refusal?.message];
  return shown.some((expression) => expression !== undefined && asksCluster(expression));
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

/** The same where another request shows the object; one that the compiler adds says for itself what it lets go there. */
function elsewhereOf(draft: Draft, when: Value | undefined, scope: Scope): SeenAsParams | undefined {
  const { policy, match, implied } = draft;
  const contents = contentKinds(match, policy);
  if (implied?.asContent !== undefined) {
    const made = contents.filter(isMadeSomewhere);
    return seenAsParams({ judge: implied.asContent, policy, match, contents: made, neighbours: [] }, scope, { isDeleter: true });
  }
  if (implied !== undefined || when?.kind !== "function") return undefined;
  const judged = { judge: when, policy, match, contents, neighbours: neighbourKinds(match, policy) };
  return seenAsParams(judged, scope, { isDeleter: true });
}

const isMadeSomewhere = ({ group, kind }: ContentKind): boolean => group === "" && ["ConfigMap", "ServiceAccount"].includes(kind);

function lowerHow({ name, policy, match, wayOut, place }: Draft, how: Value | undefined, scope: Scope): Expression | undefined {
  if (how === undefined) return undefined;
  const input = inputOf({ name, value: wayOut, policy, match }, ["delete"], scope.span(policy.node));
  const node = how.kind === "function" ? how.node : place;
  const text = lowerShown(how, input, { name, before: "", node, scope });
  if (text !== undefined && walksStored(text)) scope.refuse("way-out-walks", node, { name });
  return text;
}

function refusesUpdate(draft: Draft, scope: Scope): RuleIr | undefined {
  const refusal = draft.wayOut.properties.get("refusesUpdate");
  if (refusal?.kind !== "object") return undefined;
  const { when, message } = Object.fromEntries(refusal.properties);
  return asRule(draft, { operation: staticValue("update"), denyWhen: when, message }, scope);
}
