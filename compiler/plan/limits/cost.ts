import type { DiagnosticBag } from "../../diagnostics/diagnostic.ts";
import { iterationLimit } from "../../language/limits.ts";
import type { AdmissionPolicyIr, ValidationIr, NamedExpression } from "../../ir/admission-policy.ts";
import type { Binary, Call, Comprehension, ComprehensionMethod, Conditional, Expression } from "../../ir/expression.ts";
import { annotationValue } from "../../ir/expressions/annotation-value.ts";
import { splitText } from "../../ir/expressions/parts-of-text.ts";
import { once, onceHere } from "../../ir/once.ts";
import { onceFor } from "../../ir/once-for.ts";
import { children, variablesReadIn } from "../../ir/expressions/visit.ts";
import { type TestedSizes, sizesUnless, sizesWhere, testedEntries } from "./tested-size.ts";
import { type SizeContext, alone, having, mattering } from "./size-context.ts";
import { yieldsList, iteratedItems, meanBytes, maxBytes } from "./text-size.ts";
import type { CallSizes } from "../../cel/cost/estimates.ts";
import { emittedFunction, costLimit } from "../../cel/emitted.ts";

export { costLimit } from "../../cel/emitted.ts";

/** Same file, RuntimeCELCostBudget: for one request to one ValidatingAdmissionPolicy. */
export const budget = 10_000_000;

/**
 * The cost of each expression on the largest object that the API server stores, by the unit costs of cel-go and
 * Kubernetes. A variable is an expression with a limit of its own, and is worked out once for all validations.
 */
export function checkCost(policy: AdmissionPolicyIr, bag: DiagnosticBag): void {
  const dear = [
    ...policy.validations.flatMap((validation) =>
      dearExpressions(validation, [validation.expression, validation.message], policy),
    ),
    ...policy.auditAnnotations.flatMap((annotation) => dearExpressions(annotation, [annotationValue(annotation)], policy)),
  ];
  // Several validations of one rule cost too much for one reason.
  const byPlace = Map.groupBy(dear, ({ validation: { rule, span } }) => JSON.stringify([rule, span]));
  for (const [first, ...others] of byPlace.values()) if (first !== undefined) report([first, ...others], { policy, bag });
  const cost = costTogether(policy);
  if (dear.length === 0 && cost > budget)
    bag.report("too-expensive-together", policy.span, { policy: policy.policy, cost: String(cost), limit: String(budget) });
}

interface Dear {
  readonly validation: ValidationIr;
  readonly expression: Expression;
}

function dearExpressions(validation: ValidationIr, own: readonly Expression[], policy: AdmissionPolicyIr): readonly Dear[] {
  const expressions = [...own, ...neededBy(own, policy).map(({ expression }) => expression)];
  return expressions
    .filter((expression) => maxCost(expression, policy) > costLimit)
    .map((expression) => ({ validation, expression }));
}

/**
 * Most cost units of a whole policy. Messages are evaluated after the validations, whatever these gave, and their
 * variables once more; and so is what stands in the audit log. That has a budget of its own, which counts here as well.
 */
export function costTogether(policy: AdmissionPolicyIr): number {
  const parts = [
    policy.validations.map(({ expression }) => expression),
    policy.validations.map(({ message }) => message),
    policy.auditAnnotations.map(annotationValue),
  ];
  const all = parts.flatMap((part) => [...part, ...neededBy(part, policy).map(({ expression }) => expression)]);
  return sum(all.map((expression) => maxCost(expression, policy)));
}

/** Most cost units that one expression of a policy takes. */
export function maxCost(expression: Expression, { variables }: Pick<AdmissionPolicyIr, "variables">): number {
  return costAmong(variables)(expression);
}

/** Validations share their variables, and are asked alone and together. */
const costAmong = onceFor((variables: readonly NamedExpression[]) => {
  const around: SizeContext = { ...alone, variables };
  return onceHere((expression: Expression) => Math.ceil(costOf(expression, around)));
});

interface Reporting {
  readonly policy: AdmissionPolicyIr;
  readonly bag: DiagnosticBag;
}

function report(dear: readonly [Dear, ...Dear[]], { policy, bag }: Reporting): void {
  const { rule, span } = dear[0].validation;
  const cost = String(Math.max(...dear.map(({ expression }) => maxCost(expression, policy))));
  const checks = Math.max(...dear.map(({ expression }) => checksIn(expression)));
  const limit = String(costLimit);
  if (checks > maxAuthorizerChecks) bag.report("too-many-authorizer-checks", span, { rule, checks: String(checks), cost, limit });
  else bag.report("too-expensive", span, { rule, cost, entries: String(iterationLimit), limit });
}

/** Evaluation stops at its end, not at the first `&&` that fails: everything counts, of two branches the dearer one. */
function costOf(node: Expression, around: SizeContext): number {
  return mattering(node, around) === alone ? costAlone(node) : costAround(node, around);
}

const costAlone = once((node) => costAround(node, alone));

function costAround(node: Expression, around: SizeContext): number {
  const cost = (part: Expression): number => costOf(part, around);
  switch (node.kind) {
    case "literal":
      return 0;
    case "conditional":
      return cost(node.condition) + Math.max(...branchCosts(node, around));
    case "comprehension":
      return iterationCost(node, around);
    case "call":
      return sum(children(node).map(cost)) + estimatedCallCost(node, around);
    case "binary":
      return cost(node.left) + costOf(node.right, having(sizesAfter(node, around), around)) + operatorCost(node, around);
    case "variable":
      // `variables`, and its field.
      return 2;
    case "list":
      return 10 + sum(node.elements.map(cost));
    case "map":
      return 30 + sum(node.entries.flat().map(cost));
    default:
      return 1 + sum(children(node).map(cost));
  }
}

function branchCosts({ condition, whenTrue, whenFalse }: Conditional, around: SizeContext): readonly number[] {
  return [
    costOf(whenTrue, having(sizesWhere(condition, around), around)),
    costOf(whenFalse, having(sizesUnless(condition, around), around)),
  ];
}

/** What the left side has said of the length of texts by the time that the right side is evaluated. */
function sizesAfter({ operator, left }: Binary, around: SizeContext): TestedSizes {
  if (operator === "&&") return sizesWhere(left, around);
  return operator === "||" ? sizesUnless(left, around) : around.tested;
}

/** Besides the body: the loop condition and the accumulator; `filter` and `map` add a list of one to a list. */
const stepCosts: Readonly<Record<ComprehensionMethod, number>> = { exists: 5, all: 5, filter: 15, map: 15 };

function iterationCost({ method, range, variable, position, body, entries: most }: Comprehension, around: SizeContext): number {
  const entries = Math.min(most, testedEntries(range, around.tested));
  const items = iteratedItems(range, entries, around);
  const places = position === undefined ? [] : ([[position, { range, entries, most: 0, together: 0 }]] as const);
  const inside = { ...around, iterated: new Map([...around.iterated, [variable, items], ...places]) };
  return costOf(range, around) + entries * (costOf(body, inside) + stepCosts[method]) + 1;
}

function operatorCost({ operator, left, right, entries = Infinity }: Binary, around: SizeContext): number {
  if (operator === "&&" || operator === "||") return 0;
  if (operator === "in") return Math.min(entries, mostEntries(right, around));
  if (operator === "+" && (yieldsList(left, around) || yieldsList(right, around))) return 1;
  const [a, b] = [meanBytes(left, around), meanBytes(right, around)];
  return (operator === "+" ? a + b : Math.min(a, b)) / 10 + 1;
}

function sum(costs: readonly number[]): number {
  return costs.reduce((whole, cost) => whole + cost, 0);
}

/** Most cost units of a call, without its operands. */
function estimatedCallCost(call: Call, around: SizeContext): number {
  const { receiver } = call;
  const row = emittedFunction(call, () => receiver !== undefined && yieldsList(receiver, around));
  return row.estimate(sizesOf(call, around));
}

/** Text is traversed at a tenth of a unit for each byte. */
function sizesOf(call: Call, around: SizeContext): CallSizes {
  const operands = children(call);
  const traversal = (text: Call["receiver"]): number => (text === undefined ? 0 : meanBytes(text, around) / 10 + 1);
  return {
    traversal: (at) => traversal(operands[at]),
    maxBytes: (at) => {
      const text = operands[at];
      return text === undefined ? 0 : maxBytes(text, around);
    },
    ofResult: () => traversal(call),
    entries: Math.min(call.entries ?? Infinity, operands[0] === undefined ? iterationLimit : mostEntries(operands[0], around)),
    addedSteps: call.addedSteps ?? 0,
  };
}

/** Of a list; one that is made of two may have as many as both, and a text a part behind each of its bytes. */
function mostEntries(list: Expression, around: SizeContext): number {
  const of = (part: Expression): number => mostEntries(part, around);
  const tested = testedEntries(list, around.tested);
  if (list.kind === "list") return list.elements.length;
  if (list.kind === "binary" && list.operator === "+") return Math.min(tested, of(list.left) + of(list.right));
  if (list.kind === "conditional") return Math.min(tested, mostOfBranches(list, around));
  if (list.kind === "comprehension") return Math.min(tested, list.entries, of(list.range));
  if (list.kind === "call" && list.function === "slice" && list.receiver !== undefined)
    return Math.min(tested, iterationLimit, of(list.receiver));
  const [named] = list.kind === "identifier" ? onlyElement(list.name, around) : [];
  if (named !== undefined) return Math.min(tested, iterationLimit, of(named));
  const text = splitText(list);
  if (text !== undefined) return Math.min(tested, maxBytes(text, around) + 1);
  const definition = list.kind === "variable" && around.variables.find(({ name }) => name === list.name)?.expression;
  return Math.min(tested, definition ? of(definition) : iterationLimit);
}

/** `[value].exists(name, ...)` gives the value a name. */
function onlyElement(name: string, { iterated }: SizeContext): readonly Expression[] {
  const range = iterated.get(name)?.range;
  return range?.kind === "list" && range.elements.length === 1 ? range.elements : [];
}

function mostOfBranches({ condition, whenTrue, whenFalse }: Conditional, around: SizeContext): number {
  const held = mostEntries(whenTrue, having(sizesWhere(condition, around), around));
  return Math.max(held, mostEntries(whenFalse, having(sizesUnless(condition, around), around)));
}

/** A third one in an expression exceeds the limit of its cost (measured on 1.37; 1.30 charges nothing). */
const maxAuthorizerChecks = 2;

/** How often one expression may ask the authorizer: as its cost counts, of two branches the one that asks more. */
export function checksIn(node: Expression): number {
  const parts = children(node).map(checksIn);
  const all = sum(parts);
  if (node.kind === "conditional") return (parts[0] ?? 0) + Math.max(...parts.slice(1));
  if (node.kind === "comprehension") return (parts[0] ?? 0) + node.entries * (parts[1] ?? 0);
  if (node.kind === "sequence") return parts[1] ?? 0;
  return node.kind === "call" && node.function === "check" ? all + 1 : all;
}

/** The variables that expressions read, and those that these read. */
export function neededBy(
  expressions: readonly Expression[],
  { variables }: Pick<AdmissionPolicyIr, "variables">,
): readonly NamedExpression[] {
  const needed = new Set<NamedExpression>();
  const search = (node: Expression): void => {
    for (const read of variablesReadIn(node)) {
      const found = variables.find(({ name }) => name === read);
      if (found === undefined || needed.has(found)) continue;
      needed.add(found);
      search(found.expression);
    }
  };
  expressions.forEach(search);
  return [...needed];
}
