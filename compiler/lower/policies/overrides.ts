import { releasedOtherwise } from "../../language/overrides/overrides.ts";
import type { Node } from "ts-morph";
import { InternalError } from "../../diagnostics/diagnostic.ts";
import type { Expression } from "../../ir/expression.ts";
import type { ContentKind } from "../../ir/guards.ts";
import type { PolicyIr, RuleIr, SeenAsParams, OverrideIr } from "../../ir/policy.ts";
import type { MatchEntry } from "../../api/coverage.ts";
import { once } from "../../ir/once.ts";
import { asksCluster, needsWebhook, some, iterationsStored, children } from "../../ir/expressions/visit.ts";
import { checkedBeyond } from "../fallback/by-webhook.ts";
import { contentKinds, neighbourKinds } from "../guards/content-kinds.ts";
import { type Implied, impliedIn } from "./implied-overrides.ts";
import { placeIn } from "../guards/place-in.ts";
import { lowerShown } from "./message.ts";
import { inputOf, lowerRule } from "./rule.ts";
import type { Scope } from "../scope.ts";
import { seenAsParams } from "../guards/reevaluated.ts";
import { type ObjectValue, type PolicyValue, type Value, staticValue } from "../value.ts";
import { disjuncts } from "./disjuncts.ts";

/**
 * Whether a condition can hold by who asks alone. Whoever may impersonate that user, or become a member of that group,
 * would then get through; so a state of the object or its Namespace has to go with it (T14 of docs/security/bypass-matrix.md).
 */
function holdsByIdentityAlone(condition: Expression): boolean {
  const alternatives = disjuncts(condition);
  return alternatives?.some((queries) => queries.some(asksIdentity) && !queries.some(asksState)) === true;
}

function asksIdentity(node: Expression): boolean {
  return some(node, (part) => part.kind === "select" && part.field === "userInfo");
}

/** What the object or its Namespace is like. Its name says nothing: the attacker has chosen it. */
const asksState: (node: Expression) => boolean = once((node) => {
  if (node.kind === "select" && (node.field === "name" || node.field === "namespace") && !node.optional) return false;
  if (node.kind === "identifier") return node.name === "oldObject" || node.name === "namespaceObject";
  return children(node).some(asksState);
});

interface Draft {
  readonly override: ObjectValue;
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
 * `overrides: [terminating(), released()]`, each as the rule that warns of its use. Where the policy names none,
 * `[released()]`, as `deletionPolicy` has it; where it says why there is none, that. And those that every policy has
 * without naming them.
 */
export function lowerOverrides(of: Policy, scope: Scope): Pick<PolicyIr, "overrides" | "noOverride"> {
  const { policy } = of;
  const value = policy.definition.properties.get("overrides") ?? defaultOverrides(of, scope);
  if (value?.kind !== "object") return { overrides: lowerAll(value, of, scope) };
  return { overrides: lowerAll(undefined, of, scope), noOverride: reasonFor(value, policy, scope) };
}

/** Nothing to get past where no rule denies deletes. */
function defaultOverrides({ policy, rules }: Policy, scope: Scope): Value | undefined {
  const { ownFunctions, modules } = scope.lowering;
  const declaration = ownFunctions.get("released");
  if (declaration === undefined || !rules.some(isDenyingDeletes)) return undefined;
  const released = modules.valueOf(declaration, policy.node, scope);
  if (released.kind !== "function") throw new InternalError("released is no function");
  const override = scope.call(released, [], policy.node);
  if (override.kind !== "object" || !namesOfRules(policy).includes("released")) return { kind: "list", elements: [override] };
  const properties = new Map([...override.properties, ["name", staticValue(releasedOtherwise)]]);
  return { kind: "list", elements: [{ ...override, properties }] };
}

const isDenyingDeletes = ({ action, operations }: RuleIr): boolean => action === "deny" && operations.includes("delete");

function reasonFor(value: ObjectValue, { node }: PolicyValue, scope: Scope): string {
  const none = value.properties.get("none");
  const reason = none?.kind === "static" && typeof none.value === "string" ? none.value.trim() : "";
  if (reason === "" && none?.kind !== "rejected") scope.reject("no-override-without-reason", placeIn(node, "overrides"), {});
  return reason;
}

function lowerAll(value: Value | undefined, { policy, match, rules }: Policy, scope: Scope): readonly OverrideIr[] {
  const elements = value?.kind === "list" ? value.elements : [];
  const taken = new Set(namesOfRules(policy));
  const lowered = elements.flatMap((element, at) => {
    const place = placeIn(policy.node, "overrides", at);
    const name = nameOf(element);
    if (element.kind !== "object" || name === undefined) return [];
    if (taken.has(name)) scope.reject("override-name", place, { name });
    taken.add(name);
    return lowerOverride({ override: element, name, policy, match, place }, scope) ?? [];
  });
  const isLost = lowered.length < elements.length || (value !== undefined && value.kind !== "list");
  if (isLost && !scope.lowering.bag.hasErrors) throw new InternalError("an override was lost without a word");
  const implied = impliedIn({ policy, match, rules }, scope).filter(({ name }) => !taken.has(name));
  const added = implied.flatMap(
    ({ asContent, ...way }) => lowerOverride({ ...way, policy, match, place: policy.node, implied: { asContent } }, scope) ?? [],
  );
  return [...lowered, ...added];
}

function namesOfRules({ definition }: PolicyValue): readonly string[] {
  const rules = definition.properties.get("rules");
  return rules?.kind === "object" ? [...rules.properties.keys()] : [];
}

function nameOf(override: Value): string | undefined {
  const name = override.kind === "object" ? override.properties.get("name") : undefined;
  return name?.kind === "static" && typeof name.value === "string" ? name.value : undefined;
}

function lowerOverride(draft: Draft, scope: Scope): OverrideIr | undefined {
  const { when, warning, how, disablesGuards, answeredBy, whyClosed } = Object.fromEntries(draft.override.properties);
  const rule = asRule(draft, { warnWhen: when, message: warning ?? staticValue(""), answeredBy }, scope);
  if (rule === undefined) return undefined;
  const byWebhook = needsWebhook(rule.when) && !asksCluster(rule.when);
  if (whyClosed?.kind === "function") checkedBeyond(whyClosed, inputFor(draft, scope), scope);
  if (holdsByIdentityAlone(rule.when)) scope.reject("identity-alone", draft.place, { name: draft.name });
  const unmarks = disablesGuards?.kind === "static" && disablesGuards.value === true;
  const override: OverrideIr = {
    rule,
    byWebhook,
    isOfObject: draft.implied?.asContent !== undefined || (!byWebhook && !some(rule.when, isBeyondObject)),
    elsewhere: byWebhook ? undefined : elsewhereOf(draft, when, scope),
    isImplied: draft.implied !== undefined,
    isVisible: warning !== undefined,
    disablesGuards: unmarks && !byWebhook,
    how: lowerHow(draft, how, scope),
    howForAnything: lowerHow({ ...draft, match: [] }, how, scope),
    deniesUpdate: deniesUpdate(draft, scope),
  };
  if (asks(override)) scope.reject("override-asks-cluster", draft.place, { name: draft.name });
  return override;
}

/** What an override may read besides the object. */
const beyondObject: ReadonlySet<string> = new Set(["namespaceObject", "request", "authorizer"]);

const isBeyondObject = (node: Expression): boolean => node.kind === "identifier" && beyondObject.has(node.name);

/** An override belongs to native rules, too, and the webhook may read only what its own rule asks about. */
function asks({ rule, how, deniesUpdate: denial }: OverrideIr): boolean {
  const shown = [rule.when, rule.message, how, denial?.when, denial?.message];
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

/**
 * The same where another request shows the object; one that the compiler adds says for itself what it lets go there.
 */
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

/** A request to delete. */
function inputFor({ name, policy, match, override }: Draft, scope: Scope): Value {
  return inputOf({ name, value: override, policy, match }, ["delete"], scope.span(policy.node));
}

function lowerHow(draft: Draft, how: Value | undefined, scope: Scope): Expression | undefined {
  if (how === undefined) return undefined;
  const { name, place } = draft;
  const input = inputFor(draft, scope);
  const node = how.kind === "function" ? how.node : place;
  const text = lowerShown(how, input, { name, before: "", node, scope });
  if (text !== undefined && iterationsStored(text)) scope.reject("override-iterates", node, { name });
  return text;
}

function deniesUpdate(draft: Draft, scope: Scope): RuleIr | undefined {
  const denial = draft.override.properties.get("deniesUpdate");
  if (denial?.kind !== "object") return undefined;
  const { when, message } = Object.fromEntries(denial.properties);
  return asRule(draft, { operation: staticValue("update"), denyWhen: when, message }, scope);
}
