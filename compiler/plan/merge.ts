import type { AdmissionPolicyIr, NamedExpression, RequestsIr, ValidationIr } from "../ir/admission-policy.ts";
import type { BindingIr } from "../ir/enforcement.ts";
import { type Expression, binary, identifier, listLiteral, literal, not, select, variable } from "../ir/expression.ts";
import { and, or } from "../ir/expressions/boolean.ts";
import { operandsOf } from "../ir/expressions/equivalents.ts";
import { negate } from "../ir/expressions/negate.ts";
import { onceHere } from "../ir/once.ts";
import { mapChildren } from "../ir/expressions/visit.ts";
import { printExpression } from "../print/print.ts";
import type { RuleOperation } from "../api/rules-module.ts";
import { freeName } from "./free-name.ts";
import { divided } from "./plan.ts";
import { textOf } from "./share.ts";
import { limitProblems } from "./within-limits.ts";
import { writtenOnce } from "./written-once.ts";

/**
 * Guards join what is otherwise the same and about other operations, because every write of the cluster pays for each
 * ValidatingAdmissionPolicy, of whatever kind. Each validation then begins with its operation:
 *
 *     request.operation != 'DELETE' || variables.value != 'true'
 *     request.operation != 'UPDATE' || !variables.isProtected || object.metadata...
 *
 * Not where the API server would not take them together.
 */
export function withGuardsMerged(policies: readonly AdmissionPolicyIr[]): readonly AdmissionPolicyIr[] {
  return mergedWith(policies, joined);
}

/** The same, undefined where the API server would not take one of them: nothing that is joined has to be measured. */
export function allGuardsMerged(policies: readonly AdmissionPolicyIr[]): readonly AdmissionPolicyIr[] | undefined {
  const merged = mergedWith(policies, merge);
  return merged.every((one) => limitProblems(one).length === 0) ? merged : undefined;
}

type Join = (one: AdmissionPolicyIr, guard: AdmissionPolicyIr) => AdmissionPolicyIr | undefined;

function mergedWith(policies: readonly AdmissionPolicyIr[], join: Join): readonly AdmissionPolicyIr[] {
  const merged: AdmissionPolicyIr[] = [];
  for (const policy of policies) {
    const at = merged.findIndex((one) => mayJoin(one, policy));
    const both = merged[at] && join(merged[at], policy);
    if (both === undefined) merged.push(policy);
    else merged[at] = both;
  }
  return merged;
}

/** Undefined where the API server would not take them together. */
function joined(one: AdmissionPolicyIr, guard: AdmissionPolicyIr): AdmissionPolicyIr | undefined {
  // What is too large by itself is reported as it is.
  if ([one, guard].some((each) => limitProblems(each).length > 0)) return undefined;
  const both = merge(one, guard);
  return limitProblems(both).length === 0 ? both : undefined;
}

function mayJoin(one: AdmissionPolicyIr, guard: AdmissionPolicyIr): boolean {
  const operations = new Set(operationsOf(one));
  return (
    guard.validations.every(({ isGuard }) => isGuard) &&
    guard.requests.every((requests) => requests.operations.every((operation) => !operations.has(operation))) &&
    isAboutTheSame(one, guard) &&
    whatElse(one) === whatElse(guard)
  );
}

/** Guards look at parts of the object, too: `services/*` for `services`. */
function isAboutTheSame(one: AdmissionPolicyIr, guard: AdmissionPolicyIr): boolean {
  return kindsOf(one) === kindsOf(guard);
}

function kindsOf({ requests }: AdmissionPolicyIr): string {
  const kinds = requests.flatMap(({ match }) =>
    match.map(({ group, version, resource }) => JSON.stringify([group, version, resource.split("/")[0]])),
  );
  return [...new Set(kinds)].toSorted().join();
}

/** All that decides when the API server evaluates it, and what follows, but for operations. */
function whatElse({ action, isOfOverrides, objects, only, params, bindings }: AdmissionPolicyIr): string {
  const condition = only && [only.name, printExpression(only.expression)];
  return JSON.stringify([action, isOfOverrides, objects, condition, params, bindings.map(enforcementOf)]);
}

const enforcementOf = ({ validationActions, namespaces }: BindingIr): unknown => [validationActions, namespaces];

function operationsOf({ requests }: AdmissionPolicyIr): readonly RuleOperation[] {
  return requests.flatMap(({ operations }) => operations);
}

function merge(one: AdmissionPolicyIr, guard: AdmissionPolicyIr): AdmissionPolicyIr {
  const { variables, renamed } = together(one.variables, guard.variables);
  const own = guard.validations.map((validation) => ({
    ...validation,
    expression: renamed(validation.expression),
    message: renamed(validation.message),
  }));
  const validations = withoutTwins([one.validations, own], [one.requests, guard.requests]);
  const all = [...validations, ...gated(one.auditAnnotations, one.requests)];
  return {
    ...one,
    joined: [...one.joined, guard.name, ...guard.joined],
    description: [...new Set([one.description, guard.description])].filter((text) => text !== "").join(" "),
    requests: [...one.requests, ...guard.requests],
    // Once more for what a rule says of a variable that a guard says in full.
    ...divided(writtenOnce(writtenOnce({ variables, validations: all })), validations.length),
  };
}

type Pair<T> = readonly [one: T, guard: T];

/**
 * The validations of both. Two that say the same, of which the one of the guard asks more, are one:
 *
 *     request.operation != 'DELETE' || !isKept
 *     request.operation != 'UPDATE' || isUnchanged || !isKept      !isKept || request.operation == 'UPDATE' && isUnchanged
 */
function withoutTwins(
  [own, ofGuard]: Pair<readonly ValidationIr[]>,
  [requests, guarded]: Pair<readonly RequestsIr[]>,
): readonly ValidationIr[] {
  const twins = new Map<ValidationIr, ValidationIr>();
  const mayHaveTwins = requests.length === 1 && guarded.length === 1;
  for (const guard of mayHaveTwins ? ofGuard : []) {
    const twin = own.find((one) => !twins.has(one) && askedBesides(one, guard) !== undefined);
    if (twin !== undefined) twins.set(twin, guard);
  }
  const taken = new Set(twins.values());
  const joinedOnes = own.map((one) => {
    const twin = twins.get(one);
    return twin === undefined ? gated([one], requests) : [joinedTwins(one, twin)];
  });
  const rest = ofGuard.filter((guard) => !taken.has(guard));
  return [...joinedOnes.flat(), ...gated(rest, guarded)];
}

/** What the validation of the guard asks besides the other. */
function askedBesides(one: ValidationIr, guard: ValidationIr): readonly Expression[] | undefined {
  const isAlike =
    one.isGuard && one.rule === guard.rule && one.note === guard.note && textOf(one.message) === textOf(guard.message);
  const [shared, all] = [operandsOf(one.expression, "||"), operandsOf(guard.expression, "||")];
  const besides = all.slice(0, Math.max(0, all.length - shared.length));
  const isTwin = shared.every((operand, at) => textOf(operand) === textOf(all[besides.length + at] ?? one.message));
  return isAlike && isTwin && besides.length > 0 ? besides : undefined;
}

function joinedTwins(one: ValidationIr, guard: ValidationIr): ValidationIr {
  const besides = askedBesides(one, guard) ?? [];
  const { expression } = one;
  const isMeant = negate(isAnother(guard.operations, expression));
  const more = and(
    isMeant,
    besides.reduce((left, right) => or(left, right)),
  );
  return { ...one, operations: [...one.operations, ...guard.operations], expression: or(expression, more) };
}

/** What has been merged before begins with its operation already. */
function gated(validations: readonly ValidationIr[], requests: readonly RequestsIr[]): readonly ValidationIr[] {
  const [only, ...others] = requests;
  if (only === undefined || others.length > 0) return validations;
  return validations.map((validation) => {
    const { expression } = validation;
    return { ...validation, expression: or(isAnother(only.operations, expression), expression) };
  });
}

/** `request.operation != 'DELETE'` */
function isAnother(operations: readonly RuleOperation[], { span }: Expression): Expression {
  const operation = select(identifier("request", span), "operation", span);
  const [first, ...others] = operations.map((name) => literal(name.toUpperCase(), span));
  if (first !== undefined && others.length === 0) return binary(operation, "!=", first, span);
  const names = operations.map((name) => literal(name.toUpperCase(), span));
  return not(binary(operation, "in", listLiteral(names, span), span), span);
}

/** The variables of both, each text once and each name once; those of the guard are renamed where they have to be. */
function together(own: readonly NamedExpression[], others: readonly NamedExpression[]) {
  const variables = [...own];
  const byText = new Map(own.map(({ name, expression }) => [textOf(expression), name]));
  const taken = new Set(own.map(({ name }) => name));
  const names = new Map<string, string>();
  // A variable reads those before it alone, which have their names by then.
  const renamed = onceHere((node: Expression): Expression => {
    const name = node.kind === "variable" ? names.get(node.name) : undefined;
    return name === undefined ? mapChildren(node, renamed) : variable(name, node.span);
  });
  for (const { name, expression } of others) {
    const meant = renamed(expression);
    const known = byText.get(textOf(meant));
    const free = known ?? freeName(name, (one) => !taken.has(one));
    names.set(name, free);
    if (known !== undefined) continue;
    taken.add(free);
    byText.set(textOf(meant), free);
    variables.push({ name: free, expression: meant });
  }
  return { variables, renamed };
}
