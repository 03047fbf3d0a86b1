import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import { iterationLimit } from "../dsl/limits.ts";
import type { AdmissionPolicyIr, ValidationIr } from "../ir/admission-policy.ts";
import type { Expression } from "../ir/expression.ts";
import { children } from "../ir/visit.ts";

/** apiserver: pkg/apis/cel/config.go, PerCallLimit: cost units for one expression. */
const limit = 1_000_000;

/** Most bytes that a value outside metadata can have (etcd's default request size), and their cost: a tenth a byte. */
const storedBytes = 1_572_864;

/** The cost of each expression where it walks as many entries as it may, by the unit costs of cel-go and the API server. */
export function checkCost(policy: AdmissionPolicyIr, bag: DiagnosticBag): void {
  const ownerless = policy.variables.map(({ expression }) => expression);
  for (const validation of policy.validations) {
    reportExpensive(validation, [validation.expression, validation.message, ...ownerless], bag);
  }
}

function reportExpensive({ rule, span }: ValidationIr, expressions: readonly Expression[], bag: DiagnosticBag): void {
  const cost = Math.max(...expressions.map(costOf));
  if (cost <= limit) return;
  bag.report("too-expensive", span, { rule, cost: String(cost), entries: String(iterationLimit), limit: String(limit) });
}

/**
 * Steps are paid for each entry; text is traversed once for all entries together, since they share the object's bytes.
 * Each operation on text costs at least one unit, which is its step.
 */
function costOf(node: Expression): number {
  return steps(node) + textOperations(node) * Math.ceil(storedBytes / 10);
}

function steps(node: Expression): number {
  const parts = children(node).map(steps);
  if (node.kind !== "comprehension") return parts.reduce((sum, part) => sum + part, ownSteps(node));
  const [range = 0, body = 0] = parts;
  // cel-go charges the loop condition, the accumulator and the element on top of the body.
  return range + node.entries * (body + 5) + 1;
}

function ownSteps(node: Expression): number {
  if (node.kind === "literal") return 0;
  if (node.kind === "list") return 10;
  return node.kind === "map" ? 30 : 1;
}

const traversing: ReadonlySet<string> = new Set(["contains", "split", "join", "matches"]);

function textOperations(node: Expression): number {
  const own = node.kind === "call" && traversing.has(node.function) ? 1 : 0;
  return children(node).reduce((sum, child) => sum + textOperations(child), own);
}
