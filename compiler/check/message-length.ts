import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import { InternalError } from "../diagnostics/diagnostic.ts";
import type { AdmissionPolicyIr, NamedExpression } from "../ir/admission-policy.ts";
import type { Expression } from "../ir/expression.ts";
import { isShown } from "./shown.ts";

/** apiserver: pkg/apis/cel/config.go, MaxEvaluatedMessageExpressionSizeBytes. A longer message is dropped. */
const limit = 5120;

/** Longest text of a field that may stand in a message: names are DNS subdomains, keys carry a name of 63 as well. */
const fieldSize = 253;
const keySize = 317;

/** Text that `show` lets through, with its quotes, is shorter than what it says instead; 65 covers both. */
const shownSize = 65;

/** Bytes that each message can reach, from its literals and the limits of the fields in it. */
export function checkMessageLength(policy: AdmissionPolicyIr, bag: DiagnosticBag): void {
  for (const { rule, span, message } of policy.validations) {
    const size = sizeOf(message, policy.variables);
    if (size > limit) bag.report("message-too-long", span, { rule, size: String(size), limit: String(limit) });
  }
}

function sizeOf(node: Expression, variables: readonly NamedExpression[]): number {
  const size = (part: Expression): number => sizeOf(part, variables);
  switch (node.kind) {
    case "literal":
      return Buffer.byteLength(String(node.value));
    case "binary":
      return size(node.left) + size(node.right);
    case "conditional":
      return isShown(node) ? shownSize : Math.max(size(node.whenTrue), size(node.whenFalse));
    case "sequence":
      return size(node.then);
    case "variable":
      return size(definitionOf(node.name, variables));
    case "call":
      return callSize(node, size);
    case "comprehension":
      return keySize;
    case "map":
      return Math.max(0, ...node.entries.map(([, value]) => size(value)));
    case "list":
      return node.elements.reduce((sum, element) => sum + size(element), 0);
    default:
      return fieldSize;
  }
}

function callSize(node: Expression & { readonly kind: "call" }, size: (part: Expression) => number): number {
  const [first] = node.arguments;
  const receiver = node.receiver === undefined ? 0 : size(node.receiver);
  const argument = first === undefined ? 0 : size(first);
  if (node.function === "join") return joinSize(node, argument);
  return node.function === "orValue" || node.function === "or" ? Math.max(receiver, argument) : receiver + argument;
}

/** Only `sorted` gives a list that may be joined without a bound of its own: at most ten keys. */
function joinSize(node: Expression & { readonly kind: "call" }, separator: number): number {
  const elements = node.receiver?.kind === "list" ? node.receiver.elements.length : 10;
  return elements * (keySize + separator);
}

function definitionOf(name: string, variables: readonly NamedExpression[]): Expression {
  const found = variables.find((variable) => variable.name === name);
  if (found === undefined) throw new InternalError(`no variable ${name}`);
  return found.expression;
}
