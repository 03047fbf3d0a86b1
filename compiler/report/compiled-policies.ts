import { resourceName } from "../api/resource.ts";
import type { CompiledGuard, CompiledPolicy, CompiledRule, NativePart, WebhookPart } from "./compiled-policy.ts";
import { askedConditions, renderAsked, readsNamespace } from "../install/webhooks/asked.ts";
import { levelOf, webhookName } from "../install/webhooks/webhook-name.ts";
import { type Guard, deadEnds, deadEndText, everyObjectText } from "../guard/index.ts";
import type { AdmissionPolicyIr, ValidationIr } from "../ir/admission-policy.ts";
import { type OverrideIr, type RuleIr, type PolicyFile, overridesByWebhook } from "../ir/policy.ts";
import type { PlannedPolicy } from "../plan/index.ts";
import { type WebhookRuleIr, beyondIn } from "../ir/webhook-rule.ts";
import { checksIn, neededBy } from "../plan/limits/cost.ts";
import type { SourceTexts } from "../source/texts.ts";
import type { Expression } from "../ir/expression.ts";
import { some } from "../ir/expressions/visit.ts";
import { buildValidation, buildVariable } from "../manifest/admission-policy.ts";
import { renderObject } from "../manifest/yaml.ts";

/** What the command prints of a compilation: each rule with its place, its target and its YAML. */
export function compiledPolicies(files: readonly PolicyFile<PlannedPolicy>[], texts: SourceTexts): readonly CompiledPolicy[] {
  return files.flatMap(({ file, stem, policies }) =>
    policies.map(({ policy, guards, webhook, admissionPolicies }) => {
      const parts = admissionPolicies.filter(({ isOfOverrides }) => !isOfOverrides);
      const rules = policy.rules.map((rule) => summarizeRule(rule, { parts, webhook }, texts));
      const dead = deadEnds(policy, guards);
      const summary = { name: policy.name, source: file, file: `${stem}.yaml`, rules, guards: guards.map(summarizeGuard) };
      const everyObject = everyObjectText(policy, guards);
      return {
        ...summary,
        ...(dead.length > 0 && { deadEnd: deadEndText(dead) }),
        ...(everyObject !== undefined && { everyObject }),
      };
    }),
  );
}

function summarizeGuard({ name, state }: Guard): CompiledGuard {
  return { name, state: state.is, text: state.is === "on" ? state.what : state.reason };
}

interface Parts {
  readonly parts: readonly AdmissionPolicyIr[];
  readonly webhook: PlannedPolicy["webhook"];
}

function summarizeRule(rule: RuleIr, { parts, webhook }: Parts, texts: SourceTexts): CompiledRule {
  const part = parts.find(({ validations }) => validations.some(isOf(rule.name)));
  const asked = webhook.find((one) => one.rule.name === rule.name);
  const target = targetOf({
    isAuthorizerAsked: part !== undefined && asksAuthorizer(part, rule.name),
    reads: asked && asked.asks.map(({ resource }) => resourceName(resource)),
    isPartlyNative: part !== undefined,
    isBeyond: asked !== undefined && needsMore(asked),
    later: asked === undefined ? [] : overridesByWebhook(asked.policy).map((way) => way.rule.name),
  });
  return {
    name: rule.name,
    ...target,
    line: texts.lineOf(rule.span),
    text: texts.text(rule.span),
    native: part && nativePart(part, rule.name),
    webhook: asked && webhookPart(asked, texts),
  };
}

interface Asked {
  readonly isAuthorizerAsked: boolean;
  /** What the rule asks the cluster about, as kubectl names it; undefined: nothing. */
  readonly reads: readonly string[] | undefined;
  /** Whether CEL denies some requests by itself. */
  readonly isPartlyNative: boolean;
  /** Its author leaves to the webhook what CEL cannot say. */
  readonly isBeyond: boolean;
  /** Overrides that the webhook answers, by name. */
  readonly later: readonly string[];
}

/** A rule is aimed by what it asks for, which its author can see. */
function targetOf({
  isAuthorizerAsked,
  reads,
  isPartlyNative,
  isBeyond,
  later,
}: Asked): Pick<CompiledRule, "target" | "targetReason"> {
  if (reads !== undefined) {
    const asked = reads.length === 0 ? [] : [`asks the cluster about ${reads.join(", ")}`];
    const open = later.map((name) => `has the override ${name}`);
    const asks = [...asked, ...(isBeyond ? ["says what CEL cannot"] : []), ...open].join(", ");
    return { target: "webhook", targetReason: isPartlyNative ? `${asks}; partly native, too` : asks };
  }
  const targetReason = isAuthorizerAsked
    ? "reads only the object, its namespace and the request, and asks the authorizer"
    : "reads only the object, its namespace and the request";
  return { target: "admission-policy", targetReason };
}

function nativePart(part: AdmissionPolicyIr, rule: string): NativePart {
  return { admissionPolicy: part.name, yaml: renderRule(part, rule) };
}

function asksAuthorizer(part: AdmissionPolicyIr, rule: string): boolean {
  const own = part.validations.filter(isOf(rule)).map(({ expression }) => expression);
  return [...own, ...neededBy(own, part).map(({ expression }) => expression)].some((one) => checksIn(one) > 0);
}

function needsMore({ rule }: WebhookRuleIr): boolean {
  return beyondIn(rule.when).length > 0;
}

function webhookPart(rule: WebhookRuleIr, texts: SourceTexts): WebhookPart {
  const names = rule.bindings.map((binding) => webhookName(rule, levelOf(binding)));
  const ofNamespace = readsNamespace(rule) ? ["namespaces"] : [];
  const reads = [...new Set([...rule.asks.map(({ resource }) => resourceName(resource)), ...ofNamespace])];
  const own = beyondIn(rule.rule.when).map(({ span, text, why }) => ({ line: texts.lineOf(span), text, why: why.message }));
  const beyond = [...own, ...overridesByWebhook(rule.policy).flatMap((way) => laterParts(way, texts))];
  const deniesWhileDown = rule.bindings.some((binding) => levelOf(binding) === "deny");
  return { names, asked: askedConditions(rule), yaml: renderAsked(rule), reads, beyond, deniesWhileDown };
}

/** What an override says that CEL cannot, where the author names it. */
function laterParts({ rule: { name, span, when } }: OverrideIr, texts: SourceTexts): WebhookPart["beyond"] {
  const whys = new Set(beyondIn(when).map(({ why }) => why.message));
  return [...whys].map((why) => ({ line: texts.lineOf(span), text: `the override ${name}`, why }));
}

/**
 * What one rule became, as it stands under `spec` in the YAML: its validations and the variables that they use.
 *
 *     variables:
 *       - name: own
 *         expression: |-
 *           ...
 *     validations:
 *       - expression: |-
 *           !variables.own
 */
export function renderRule(ir: AdmissionPolicyIr, rule: string): string {
  const own = ir.validations.filter(isOf(rule));
  const needed = neededVariables(
    ir,
    own.flatMap(({ expression, message }) => [expression, message]),
  );
  const variables = ir.variables.filter(({ name }) => needed.has(name)).map(buildVariable);
  const object = { ...(variables.length > 0 && { variables }), validations: own.map(buildValidation) };
  const within = own.flatMap(({ note }, at) => (note === undefined ? [] : [{ path: ["validations", at], lines: [note] }]));
  return renderObject({ object, above: [], within });
}

/** Of the author's rule of that name; guards have names of their own, which an author may have used, too. */
const isOf =
  (name: string) =>
  ({ rule, isGuard }: ValidationIr): boolean =>
    rule === name && !isGuard;

/** A variable may use only earlier ones, so one iteration backwards finds them all. */
function neededVariables(ir: AdmissionPolicyIr, expressions: readonly Expression[]): ReadonlySet<string> {
  const needed = new Set<string>();
  const roots = [...expressions];
  for (const { name, expression } of ir.variables.toReversed()) {
    if (!roots.some((root) => some(root, (node) => node.kind === "variable" && node.name === name))) continue;
    needed.add(name);
    roots.push(expression);
  }
  return needed;
}
