import { IterationLimitExceeded, QueryLimitExceeded, iterationLimit, limitText, queryLimit } from "../../language/limits.ts";
import { absentField, absentText, isAbsentRead, whatIsReadFrom } from "../../language/absent.ts";
import type { KubernetesObject } from "../../language/objects.ts";
import { UnreadText } from "../../language/parse/number-in-text.ts";
import type { Policy, Rule } from "../../language/policy.ts";
import {
  type IterationLimits,
  type PolicyIr,
  type RuleIr,
  alsoDeniedText,
  fixedMessageOf,
  overridesByWebhook,
  operationsOf,
} from "../../ir/policy.ts";
import { iteratesOf } from "../../ir/expressions/parts-of-text.ts";
import { asksAuthorizer, needsWebhook } from "../../ir/expressions/visit.ts";
import { objectShape } from "../../ir/well-known-shapes.ts";
import { atTime } from "./clock.ts";
import { NoAuthorizer } from "./authorizer.ts";
import { type Unenforced, type Views, considerOverrides } from "./consider-overrides.ts";
import { Unanswered } from "./cluster.ts";
import { isKnownEnd } from "./known-end.ts";
import { decode } from "./decode.ts";
import type { Action, Finding, RuleOperation } from "../../api/rules-module.ts";
import { matches } from "./matches.ts";
import type { AdmissionReviewRequest, Input } from "../../api/admission-review.ts";
import { overridesOf, withImplied, withUnaskedClosed } from "./overrides.ts";
import { besideRules } from "./limits/in-force.ts";
import { limitsOfRule, withinLimits } from "./limits/within-limits.ts";
import { missingInVersion, versionText } from "./versions.ts";
import { decodeInput, noLimits } from "./view.ts";
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
  const general = withUnaskedClosed(withImplied(policy as unknown as Policy, compiled), compiled, input.request);
  if (!matches(general, input.request)) return [];
  const run = (): readonly Finding[] => withinLimits(besideRules, () => findings(general, input, compiled));
  return isByWebhook(general) ? atTime(input.now ?? Date.now(), run) : run();
}

function isByWebhook(policy: Policy): boolean {
  return [...Object.values(policy.rules), ...overridesOf(policy)].some(({ answeredBy }) => answeredBy === "webhook");
}

function findings(general: Policy, input: Input, compiled: PolicyIr | undefined): readonly Finding[] {
  const operation = input.request.operation.toLowerCase() as RuleOperation;
  const found = Object.entries(general.rules)
    .filter(([, rule]) => operationsOf(rule.operation)?.includes(operation))
    .flatMap(([name, rule]) => judge({ policy: general.name, name, rule, compiled }, input));
  const said =
    operation === "delete"
      ? considerOverrides({ policy: general, compiled }, namingOthers(found, compiled), viewsOf(input, compiled))
      : found;
  const [ways, enforcement] = [new Set(overridesOf(general).map(({ name }) => name)), enforcementOf(general, input)];
  return said.map(({ action, ...finding }) => {
    const isOfOverride = ways.has(finding.rule);
    return { ...finding, action: isOfOverride ? action : enforced(action, enforcement), message: trimmed(finding.message) };
  });
}

/**
 * Each denial goes on with those of the rules behind it; a message cannot ask the
 * authorizer, as such a rule would have to.
 */
function namingOthers(found: readonly Unenforced[], compiled: PolicyIr | undefined): readonly Unenforced[] {
  if (compiled !== undefined && overridesByWebhook(compiled).length > 0) return found;
  const asks = namesOf(compiled, asksAuthorizer);
  const alone = namesOf(compiled, needsWebhook);
  return found.map((finding, at) => {
    if (finding.action !== "deny" || alone.has(finding.rule)) return finding;
    const others = found.slice(at + 1).filter(({ action, rule }) => action === "deny" && !asks.has(rule) && !alone.has(rule));
    const said = others.map(({ rule, message }) => (compiled?.coDenials === "names" ? alsoDeniedText(rule) : message));
    return { ...finding, message: [finding.message, ...said].join("; ") };
  });
}

function namesOf(compiled: PolicyIr | undefined, test: (condition: RuleIr["when"]) => boolean): ReadonlySet<string> {
  return new Set(compiled?.rules.filter(({ when }) => test(when)).map(({ name }) => name));
}

function viewsOf(input: Input, compiled: PolicyIr | undefined): Views {
  const ofRule = (name: string): unknown => decodeInput(input, compiled, limitsOf(compiled?.rules, name));
  const ofOverride = (name: string): unknown =>
    decodeInput(
      input,
      compiled,
      limitsOf(
        compiled?.overrides.map(({ rule }) => rule),
        name,
      ),
    );
  return { ofRule, ofOverride };
}

function limitsOf(rules: readonly RuleIr[] | undefined, rule: string): IterationLimits {
  return rules?.find(({ name }) => name === rule) ?? noLimits;
}

interface Judgement {
  readonly policy: string;
  readonly name: string;
  readonly rule: Rule<KubernetesObject>;
  readonly compiled: PolicyIr | undefined;
}

function judge({ policy, name, rule, compiled }: Judgement, input: Input): readonly Unenforced[] {
  const action: Action = rule.denyWhen === undefined ? "warn" : "deny";
  const found = (message: string): readonly Unenforced[] => [{ policy, rule: name, action, message }];
  const limits = limitsOf(compiled?.rules, name);
  const within = limitsOfRule(limits);
  const view = decodeInput(input, compiled, limits);
  const missing = missingInVersion(compiled, name, input.request);
  if (missing !== undefined) return found(versionText(name, missing, input.request));
  const when = (rule.denyWhen ?? rule.warnWhen) as (view: unknown) => unknown;
  const ir = compiled?.rules.find((one) => one.name === name);
  try {
    if (!withinLimits(within, () => when(view))) return [];
    if (ir?.isMessageFixed === true) return found(fixedMessageOf(ir));
    const { message } = rule as { readonly message: string | ((view: unknown) => string) };
    if (typeof message === "string") return found(`${name}: ${message}`);
    // What it asks is not counted with the condition.
    const said = { name, action, isByWebhook: rule.answeredBy === "webhook" };
    const text = (): string => messageOf(said, message, decodeInput(input, compiled, limits));
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
