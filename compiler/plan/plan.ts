// in: PolicyIr; out: AdmissionPolicyIr, one for each (operations, action); next: manifest/build.ts
import { isLiteral, and, or } from "../ir/expressions/boolean.ts";
import { negate } from "../ir/expressions/negate.ts";
import type { AdmissionPolicyIr, ValidationIr } from "../ir/admission-policy.ts";
import { type BindingIr, bindingsOf } from "../ir/enforcement.ts";
import { type Expression, literal, local } from "../ir/expression.ts";
import { withoutRepeats, withConstantsFirst, simplified } from "../ir/expressions/equivalents.ts";
import { withoutDecided } from "./decided-before.ts";
import { mayBeBuiltIn } from "../ir/built-in-groups.ts";
import { annotationTest, selectorFor } from "../ir/expressions/needed-mark.ts";
import { type OverrideIr, type PolicyIr, type RuleIr, fixedMessageOf } from "../ir/policy.ts";
import { nameEveryCoDenial } from "./co-denials.ts";
import { type ValidationDenial, type Denying, denialsOf } from "./denials.ts";
import { inKnownScope } from "./known-scope.ts";
import { Variables, requireOpened } from "./share.ts";
import { isDenyingDeletes, isToldByCel, withToldOverrides } from "./told-overrides.ts";
import { writtenOnce } from "./written-once.ts";
import { joinText } from "../ir/expressions/text.ts";
import { judged } from "../ir/expressions/endings.ts";

/**
 * Groups the rules of a policy into ValidatingAdmissionPolicies: rules with the same operations and action share one,
 * because the API server's cost is per policy. Names: `<policy>`, `<policy>-warn`, `<policy>-update`,
 * `<policy>-update-warn`. What is to be known of overrides stands with the rules that they open, or in
 * `<policy>-overrides` (told-overrides.ts).
 */
export function planPolicy(policy: PolicyIr): readonly AdmissionPolicyIr[] {
  const groups = Map.groupBy(policy.rules, (rule) => suffix(rule, defaultOperation(policy)));
  const told = overridesTold(policy);
  const own = [...groups].map(([ending, rules]) =>
    planGroup(policy, `${policy.name}${ending}`, { rules, audited: rules.some(isDenyingDeletes) ? told.audited : [] }),
  );
  if (told.warned.length === 0) return own;
  return [...own, overridePolicy(planGroup(policy, `${policy.name}-overrides`, { rules: told.warned, audited: [] }))];
}

const overridesDescription =
  "Says when a protected object is deleted through an override: to whoever does it, and in the audit log.";

/** What is said of overrides does not depend on how the policy is enforced. */
function overridePolicy(planned: AdmissionPolicyIr): AdmissionPolicyIr {
  const binding: BindingIr = { name: planned.name, validationActions: ["Warn", "Audit"], namespaces: undefined };
  return { ...planned, description: overridesDescription, isOfOverrides: true, bindings: [binding] };
}

/** The one that the name need not say: policies are about deletes, and most of their guards about updates. */
function defaultOperation({ rules, guardOf }: PolicyIr): string {
  const [first, ...others] = new Set(rules.map(({ operations }) => operations.join("-or-")));
  return guardOf !== undefined && others.length === 0 ? (first ?? "delete") : "delete";
}

function suffix(rule: RuleIr, common: string): string {
  const operations = rule.operations.join("-or-");
  return [operations === common ? "" : `-${operations}`, rule.action === "warn" ? "-warn" : ""].join("");
}

/** A validation before its locals are resolved. */
type Draft = Omit<ValidationIr, "span" | "rule" | "isGuard" | "operations"> & { readonly of: RuleIr };

interface Group {
  readonly rules: readonly RuleIr[];
  /** Overrides, as rules that warn, of which the audit log tells. */
  readonly audited: readonly RuleIr[];
}

function planGroup(policy: PolicyIr, name: string, { rules, audited }: Group): AdmissionPolicyIr {
  const [first] = rules as readonly [RuleIr];
  const denying = rules.map((rule) => denialsOf(policy, rule));
  const isShared = policy.guardOf === undefined && rules.every(isDenyingDeletes);
  const known = inKnownScope(policy.match);
  const draft = (denials: readonly Denying[]): readonly Draft[] =>
    denials.flatMap((one) =>
      draftValidations(policy, one)
        .map((each) => withoutLeftovers({ ...each, message: known(each.message) }))
        .filter(mayDeny),
    );
  const drafts = draft(isShared ? nameEveryCoDenial(denying, policy.coDenials) : denying);
  const annotations = draft(audited.map((rule) => denialsOf(policy, rule)));
  const all = [...drafts, ...annotations];
  const variables = new Variables(all.flatMap(({ expression, message }) => [expression, message]));
  const ordered = mayBeBuiltIn(policy.match) ? withConstantsFirst : (expression: Expression): Expression => expression;
  const finish = (expression: Expression): Expression => withoutRepeats(withoutDecided(simplified(ordered(expression))));
  const resolved = all.map((each) => resolve(each, (expression) => finish(variables.resolve(expression)), policy));
  const named = variables.list.map((variable) => ({ ...variable, expression: finish(variable.expression) }));
  const written = writtenOnce({ variables: named, validations: resolved });
  requireOpened(
    written.variables,
    written.validations.flatMap(({ expression, message }) => [expression, message]),
  );
  return {
    name,
    policy: policy.guardOf ?? policy.name,
    joined: [],
    isOfOverrides: false,
    description: policy.description,
    span: policy.span,
    action: first.action,
    requests: [{ operations: first.operations, match: policy.match }],
    ...lookedAt(policy, first, all),
    params: policy.params,
    bindings: bindingsOf(name, first.action, policy.enforcement),
    ...divided(written, drafts.length),
  };
}

/** The validations, and behind them what stands in the audit log. */
export function divided(
  { variables, validations }: Pick<AdmissionPolicyIr, "variables" | "validations">,
  count: number,
): Pick<AdmissionPolicyIr, "variables" | "validations" | "auditAnnotations"> {
  return { variables, validations: validations.slice(0, count), auditAnnotations: validations.slice(count) };
}

/**
 * Objects without the label, or the annotation, that every denial and every note in the audit log needs cost nothing
 * more. Only of deletes and updates,
 * whose stored object is looked at: whoever may clear the mark leaves the rule together with the selector. What is looked
 * up for another object has a selector of its own.
 */
function lookedAt(
  { params, only }: PolicyIr,
  { operations }: RuleIr,
  drafts: readonly Draft[],
): Pick<AdmissionPolicyIr, "objects" | "only"> {
  const asked = { objects: {}, ...(only !== undefined && { only }) };
  if (params !== undefined || operations.includes("create")) return asked;
  const denies = drafts.map(({ expression }) => negate(expression)).reduce((left, right) => or(left, right));
  const objects = selectorFor(denies, "oldObject");
  if (only !== undefined || objects.matchExpressions !== undefined) return { ...asked, objects };
  const marked = annotationTest(denies, "oldObject");
  return marked === undefined ? asked : { objects, only: { name: "marked", expression: marked } };
}

function withoutLeftovers(draft: Draft): Draft {
  const [expression, message] = [draft.expression, draft.message].map((each) => withoutDecided(simplified(each)));
  return { ...draft, expression: expression as Expression, message: message as Expression };
}

/** What makes a rule unanswerable may have been decided before, as a read from what a test has found. */
function mayDeny({ note, expression }: Draft): boolean {
  return note === undefined || !isLiteral(expression, true);
}

function resolve({ of, ...draft }: Draft, finish: (expression: Expression) => Expression, { guardOf }: PolicyIr): ValidationIr {
  return {
    ...draft,
    rule: of.name,
    isGuard: guardOf !== undefined,
    operations: of.operations,
    span: of.span,
    expression: finish(draft.expression),
    message: finish(draft.message),
  };
}

function draftValidations(policy: PolicyIr, { rule, denials }: Denying): readonly Draft[] {
  const said = denials.map((denial) => withOverrides(policy, rule, denial));
  const shown = rule.action === "warn" ? said.map((denial, at) => unless(said.slice(0, at), denial)) : said;
  return shown.map((denial) => draftOf(rule, denial));
}

/** Of warnings every one is shown, so each has to keep silent itself where one before it has spoken. */
function unless(before: readonly ValidationDenial[], denial: ValidationDenial): ValidationDenial {
  const silent = before.map(({ denies }) => negate(denies));
  return { ...denial, denies: [...silent, denial.denies].reduce((left, right) => and(left, right)) };
}

function draftOf(rule: RuleIr, parts: ValidationDenial): Draft {
  return {
    of: rule,
    note: parts.note,
    expression: negate(parts.denies),
    message: parts.message,
    fallbackMessage: fixedMessageOf(rule),
  };
}

/**
 * A rule that denies deletes does so while no override is open, and says which there are:
 *
 *     variables.value != 'true' || variables.released
 */
function withOverrides({ reason, overrides }: PolicyIr, rule: RuleIr, denial: ValidationDenial): ValidationDenial {
  if (!isDenyingDeletes(rule)) return denial;
  const explained = reason === undefined ? denial.message : joinText([denial.message, local("reason", reason, "author")]);
  const open = anyOpen(overrides);
  if (open === undefined) return { ...denial, message: explained };
  return { ...denial, denies: and(denial.denies, negate(open)), message: withHow(explained, overrides) };
}

/** What is said of overrides that were taken, as rules that warn: by the audit log alone, or by a warning, too. */
function overridesTold(policy: PolicyIr): { readonly audited: readonly RuleIr[]; readonly warned: readonly RuleIr[] } {
  const { rules, overrides } = withToldOverrides(policy);
  const [first, ...others] = rules.filter(isDenyingDeletes).map(({ when }) => when);
  if (first === undefined) return { audited: [], warned: [] };
  const isProtected = local("isProtected", judged(others.reduce((left, right) => or(left, right), first)), "author");
  const telling = (told: readonly OverrideIr[]): readonly RuleIr[] =>
    told.map(({ rule }) => ({ ...rule, when: and(isProtected, isOpen(rule)) }));
  const visible = overrides.filter(isToldByCel);
  return {
    audited: telling(visible.filter(({ isAudited }) => isAudited)),
    warned: telling(visible.filter(({ isAudited }) => !isAudited)),
  };
}

function anyOpen(overrides: readonly OverrideIr[]): Expression | undefined {
  const [first, ...others] = overrides.map(({ rule }) => isOpen(rule));
  return first === undefined ? undefined : others.reduce((left, right) => or(left, right), first);
}

/** An override that would have to iterate over too much is closed. */
function isOpen({ name, when }: RuleIr): Expression {
  return local(name, judged(when), "author");
}

/** `...; to delete it anyway: kubectl annotate ...; or: ask somebody ...` */
function withHow(message: Expression, overrides: readonly OverrideIr[]): Expression {
  const { span } = message;
  const hows = overrides.flatMap(({ how }) => (how === undefined ? [] : [local("command", how, "author")]));
  const parts = hows.flatMap((how, at) => [literal(at === 0 ? "; to delete it anyway: " : "; or: ", span), how]);
  return joinText([message, ...parts]);
}
