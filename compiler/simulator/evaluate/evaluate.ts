import { IterationLimitExceeded, QueryLimitExceeded, iterationLimit, limitText, queryLimit } from "../../language/limits.ts";
import { absentField, absentText, isAbsentRead, whatIsReadFrom } from "../../language/absent.ts";
import type { KubernetesObject } from "../../language/objects.ts";
import { UnreadText } from "../../language/parse/number-in-text.ts";
import type { Policy } from "../../language/policy.ts";
import { type PolicyIr, alsoDeniedText, fixedMessageOf } from "../../ir/policy.ts";
import { iteratesOf } from "../../ir/expressions/parts-of-text.ts";
import { objectShape } from "../../ir/well-known-shapes.ts";
import { atTime } from "./clock.ts";
import { NoAuthorizer } from "./authorizer.ts";
import { type Unenforced, type Views, considerOverrides } from "./consider-overrides.ts";
import { Unanswered } from "./cluster.ts";
import { isKnownEnd } from "./known-end.ts";
import { decode } from "./decode.ts";
import type { Action, Finding } from "../../api/rules-module.ts";
import { matches } from "./matches.ts";
import type { AdmissionReviewRequest, Input } from "../../api/admission-review.ts";
import { withUnaskedClosed } from "./overrides.ts";
import { besideRules } from "./limits/in-force.ts";
import { limitsOfRule, withinLimits } from "./limits/within-limits.ts";
import { missingInVersion, versionText } from "./versions.ts";
import { SeenRequest, noLimits } from "./view.ts";
import { type KnownPolicy, type NamedRule, knownPolicy } from "./known-policy.ts";
import { type Enforcement, strictest } from "../../api/enforcement.ts";
import { namespaceLabelsOf } from "./namespace-labels.ts";

/**
 * Runs the rules of a policy as plain TypeScript for one request. The result is empty if no rule denies or warns.
 * Throws `NoAuthorizer` if a rule uses `authorizer` and the input has none, and `Unanswered` if a rule queries the
 * cluster and the input has no answer. A policy with its own object type needs `compiled`, the compiled policy, which
 * contains the shape of that type.
 */
export function evaluate<T extends KubernetesObject>(policy: Policy<T>, input: Input, compiled?: PolicyIr): readonly Finding[] {
  // What its rules see has the type of the policy: they are asked about nothing else.
  const known = knownPolicy(policy as unknown as Policy, compiled);
  if (!matches(known.match, input.request)) return [];
  const run = (): readonly Finding[] => withinLimits(besideRules, () => findings(known, input));
  return known.isByWebhook ? atTime(input.now ?? Date.now(), run) : run();
}

function findings(known: KnownPolicy, input: Input): readonly Finding[] {
  const { compiled, overrides } = known;
  const policy = withUnaskedClosed(known.policy, compiled, input.request);
  const operation = input.request.operation.toLowerCase();
  const seen = new SeenRequest(input, compiled);
  const asked = known.rulesAbout.get(operation) ?? [];
  const found = asked.flatMap((rule) => judge({ ...rule, policy: policy.name, compiled, seen }, input));
  const said =
    operation === "delete" ? considerOverrides({ policy, compiled }, namingOthers(found, known), viewsOf(seen, compiled)) : found;
  const enforcement = enforcementOf(policy, input);
  return said.map(({ action, ...finding }) => {
    const isOfOverride = overrides.has(finding.rule);
    return { ...finding, action: isOfOverride ? action : enforced(action, enforcement), message: trimmed(finding.message) };
  });
}

/**
 * Each denial goes on with those of the rules behind it; a message cannot ask the
 * authorizer, as such a rule would have to.
 */
function namingOthers(
  found: readonly Unenforced[],
  { compiled, namesNoOthers, isNamedAlone }: KnownPolicy,
): readonly Unenforced[] {
  return found.map((finding, at) => {
    if (finding.action !== "deny" || namesNoOthers(finding.rule)) return finding;
    const others = found.slice(at + 1).filter(({ action, rule }) => action === "deny" && !isNamedAlone(rule));
    const said = others.map(({ rule, message }) => (compiled?.coDenials === "names" ? alsoDeniedText(rule) : message));
    return { ...finding, message: [finding.message, ...said].join("; ") };
  });
}

function viewsOf(seen: SeenRequest, compiled: PolicyIr | undefined): Views {
  const ofRule = (name: string): unknown => seen.viewFor(compiled?.rules.find((rule) => rule.name === name) ?? noLimits);
  const ofOverride = (name: string): unknown =>
    seen.viewFor(compiled?.overrides.find(({ rule }) => rule.name === name)?.rule ?? noLimits);
  return { ofRule, ofOverride };
}

interface Judgement extends NamedRule {
  readonly policy: string;
  readonly compiled: PolicyIr | undefined;
  readonly seen: SeenRequest;
}

function judge({ policy, name, rule, ir, compiled, seen }: Judgement, input: Input): readonly Unenforced[] {
  const action: Action = rule.denyWhen === undefined ? "warn" : "deny";
  const found = (message: string): readonly Unenforced[] => [{ policy, rule: name, action, message }];
  const limits = ir ?? noLimits;
  const within = limitsOfRule(limits);
  const view = seen.viewFor(limits);
  const missing = missingInVersion(compiled, name, input.request);
  if (missing !== undefined) return found(versionText(name, missing, input.request));
  const when = (rule.denyWhen ?? rule.warnWhen) as (view: unknown) => unknown;
  try {
    if (!withinLimits(within, () => when(view))) return [];
    if (ir?.isMessageFixed === true) return found(fixedMessageOf(ir));
    const { message } = rule as { readonly message: string | ((view: unknown) => string) };
    if (typeof message === "string") return found(`${name}: ${message}`);
    // What it asks is not counted with the condition.
    const said = { name, action, isByWebhook: rule.answeredBy === "webhook" };
    const text = (): string => messageOf(said, message, seen.viewFor(limits));
    return found(withinLimits(within, text));
  } catch (error) {
    const problem = problemOf(error, () => absentField(when, view));
    if (problem !== undefined) return found(problemMessage(name, input.request, ir?.problem ?? problem));
    if (rule.answeredBy === "webhook" && !isKnownEnd(error)) return found(thrownMessage(name, input.request, error));
    return found(unanswered(error, { name, compiled }, input.request));
  }
}

/** Why a rule has no answer; throws where nobody can give one. */
function unanswered(
  error: unknown,
  { name, compiled }: Pick<Judgement, "name" | "compiled">,
  request: AdmissionReviewRequest,
): string {
  if (error instanceof NoAuthorizer || error instanceof Unanswered) throw error;
  if (error instanceof IterationLimitExceeded) return limitMessage(name, request, compiled);
  if (error instanceof QueryLimitExceeded) return queriesMessage(name, request);
  return `${name}: the rule failed: ${error instanceof Error ? error.message : String(error)}`;
}

/** A message that reads what is absent, or throws, decides nothing: the fixed one stands for it. */
function messageOf(
  rule: { readonly name: string; readonly action: Action; readonly isByWebhook: boolean },
  message: (view: unknown) => string,
  view: unknown,
): string {
  try {
    return `${rule.name}: ${message(view)}`;
  } catch (error) {
    if (isAbsentRead(error) || error instanceof UnreadText || (rule.isByWebhook && !isKnownEnd(error)))
      return fixedMessageOf(rule);
    throw error;
  }
}

/** The API server shows messages without the white space around them, by Go's idea of it (strings.TrimSpace). */
function trimmed(message: string): string {
  const last = message.charCodeAt(message.length - 1);
  if (last > 0x20 && last < 0x7f) return message;
  return message.replace(/[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+$/u, "");
}

function limitMessage(rule: string, request: AdmissionReviewRequest, compiled: PolicyIr | undefined): string {
  const { kind, name } = judged(request);
  const known = compiled?.rules.find((one) => one.name === rule);
  const [before, between, after] = limitText(
    rule,
    known === undefined ? { nested: false, parts: false, sorts: false, most: iterationLimit } : iteratesOf(known),
  );
  return `${before}${kind}${between}${name}${after}`;
}

/** What is wrong where a rule has no answer because of what is stored: `spec is absent`. */
function problemOf(error: unknown, absent: () => string | undefined): string | undefined {
  if (error instanceof UnreadText) return error.message;
  return isAbsentRead(error) ? `${absent() ?? whatIsReadFrom(error)}${absentText("").at(-1) ?? ""}` : undefined;
}

function problemMessage(rule: string, request: AdmissionReviewRequest, problem: string): string {
  const { kind, name } = judged(request);
  const [before, between, beforeProblem] = absentText(rule);
  return `${before}${kind}${between}${name}${beforeProblem}${problem}`;
}

/** Without the words of the error, which may hold whatever stands in the object. */
function thrownMessage(rule: string, request: AdmissionReviewRequest, error: unknown): string {
  const { kind, name } = judged(request);
  const thrown = error instanceof Error && knownErrors.has(error.name) ? error.name : "an error";
  return `${rule}: ${kind} ${name} cannot be evaluated: the rule throws ${thrown}`;
}

const knownErrors: ReadonlySet<string> = new Set(["Error", "RangeError", "SyntaxError", "TypeError", "URIError"]);

/**
 * Of marks that an update takes away a rule asks about no more than these, so that all can
 * be taken away, some at a time.
 */
function queriesMessage(rule: string, request: AdmissionReviewRequest): string {
  const { kind, name } = judged(request);
  const asked = `this rule would have to ask the cluster more than ${queryLimit} queries about it`;
  return `${rule}: ${kind} ${name} cannot be judged: ${asked}; remove the entries that it asks about, at most ${queryLimit} at a time, and try again`;
}

function judged(request: AdmissionReviewRequest): { readonly kind: string; readonly name: string } {
  const json = request.operation === "DELETE" ? request.oldObject : request.object;
  const object = decode(json, objectShape) as KubernetesObject | undefined;
  return { kind: object?.kind ?? "", name: object?.metadata.name ?? "" };
}

/** How the policy is enforced on this request; in no Namespace, as in the strictest of them. */
function enforcementOf({ enforcement = "deny" }: Policy, input: Input): Enforcement {
  if (typeof enforcement === "string") return enforcement;
  const { label, values, otherwise } = enforcement;
  const labels = namespaceLabelsOf(input);
  if (labels === undefined) return strictest([otherwise, ...Object.values(values)]);
  const value = Object.hasOwn(labels, label) ? labels[label] : undefined;
  return value !== undefined && Object.hasOwn(values, value) ? (values[value] ?? otherwise) : otherwise;
}

/** What becomes of a denial or warning. */
function enforced(action: Unenforced["action"], enforcement: Enforcement): Unenforced["action"] {
  if (enforcement === "audit") return "audit";
  return action === "deny" ? enforcement : action;
}
