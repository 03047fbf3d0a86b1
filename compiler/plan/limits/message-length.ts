import { resultText } from "../../cel/emitted.ts";
import type { DiagnosticBag } from "../../diagnostics/diagnostic.ts";
import { InternalError } from "../../diagnostics/diagnostic.ts";
import type { AdmissionPolicyIr, NamedExpression, ValidationIr } from "../../ir/admission-policy.ts";
import type { Call, Comprehension, Expression } from "../../ir/expression.ts";
import { shownBytes } from "../../ir/expressions/shown-text.ts";
import { isOfOne } from "../once/always-evaluated.ts";
import { resultSize } from "./text-size.ts";

/** apiserver: pkg/apis/cel/config.go, MaxEvaluatedMessageExpressionSizeBytes. A longer message is dropped. */
const limit = 5120;

/** Longest text of a field that may stand in a message: names are DNS subdomains, keys carry a name of 63 as well. */
const fieldSize = 253;
const keySize = 317;

/** A whole number below 2^53 with its sign, or a boolean. */
const numberSize = 17;

/** A message, and how many bytes it can reach. */
interface MessageSize extends Pick<ValidationIr, "rule" | "span"> {
  readonly size: number;
}

/** The messages that may be longer, from their literals and the limits of the fields in them. */
export function longMessages({ variables, validations, auditAnnotations }: AdmissionPolicyIr): readonly MessageSize[] {
  const around = { variables, items: new Map() };
  const sizes = [...validations, ...auditAnnotations].map(({ rule, span, message }) => ({
    rule,
    span,
    size: sizeOf(message, around),
  }));
  return sizes.filter(({ size }) => size > limit);
}

export function checkMessageLength(policy: AdmissionPolicyIr, bag: DiagnosticBag): void {
  for (const { rule, span, size } of longMessages(policy))
    bag.report("message-too-long", span, { rule, size: String(size), limit: String(limit) });
}

interface Context {
  readonly variables: readonly NamedExpression[];
  /** What the variables of the comprehensions around stand for. */
  readonly items: ReadonlyMap<string, number>;
}

function sizeOf(node: Expression, around: Context): number {
  const size = (part: Expression): number => sizeOf(part, around);
  switch (node.kind) {
    case "literal":
      return Buffer.byteLength(String(node.value));
    case "identifier":
      return around.items.get(node.name) ?? fieldSize;
    case "binary":
      return size(node.left) + size(node.right);
    case "conditional":
      return shownBytes(node) ?? Math.max(size(node.whenTrue), size(node.whenFalse));
    case "sequence":
      return size(node.then);
    case "variable":
      return size(definitionOf(node.name, around));
    case "call":
      return callSize(node, around);
    case "index":
      return node.operand.kind === "comprehension" ? elementSize(node.operand, around) : fieldSize;
    case "map":
      return Math.max(0, ...node.entries.map(([, value]) => size(value)));
    default:
      return fieldSize;
  }
}

function callSize(node: Call, around: Context): number {
  const size = (part: Expression): number => sizeOf(part, around);
  const text = resultText(node);
  if (text === "number") return numberSize;
  if (text !== "joined" || node.receiver === undefined) return resultSize(node, size);
  const [separator] = node.arguments;
  const { count, total } = listSize(node.receiver, around);
  return total + count * (separator === undefined ? 0 : size(separator));
}

/** `[x].map(...)[0]`; of any other list that an element is taken of, a key. */
function elementSize({ range, variable, body, ...node }: Comprehension, around: Context): number {
  if (!isOfOne({ range, variable, body, ...node })) return keySize;
  const [only] = range.kind === "list" ? range.elements : [];
  const item = only !== undefined ? sizeOf(only, around) : range.kind === "comprehension" ? elementSize(range, around) : keySize;
  return sizeOf(body, { ...around, items: new Map([...around.items, [variable, item]]) });
}

/** How many elements a list can have, and how many bytes all of them together. */
interface ListSize {
  readonly count: number;
  readonly total: number;
}

function listSize(node: Expression, around: Context): ListSize {
  switch (node.kind) {
    case "list":
      return { count: node.elements.length, total: node.elements.reduce((sum, element) => sum + sizeOf(element, around), 0) };
    case "variable":
      return listSize(definitionOf(node.name, around), around);
    case "sequence":
      return listSize(node.then, around);
    case "conditional":
      return larger(listSize(node.whenTrue, around), listSize(node.whenFalse, around));
    case "comprehension":
      return node.method === "map" ? mappedSize(node, around) : listSize(node.range, around);
    case "call":
      return resultText(node) === "target" ? partsOf(resultSize(node, (part) => sizeOf(part, around))) : unknownList;
    default:
      return unknownList;
  }
}

/** Only `sorted` gives a list of the cluster's that may be joined: at most ten keys. */
const unknownList: ListSize = { count: 10, total: 10 * keySize };

/** A separator has one character at least. */
function partsOf(text: number): ListSize {
  return { count: text + 1, total: text };
}

/** What the body adds to each element, and the elements as often as they stand in it. */
function mappedSize({ range, variable, body }: Comprehension, around: Context): ListSize {
  const { count, total } = listSize(range, around);
  const bodySize = (item: number): number => sizeOf(body, { ...around, items: new Map([...around.items, [variable, item]]) });
  const added = bodySize(0);
  return { count, total: count * added + total * (bodySize(1) - added) };
}

function larger(a: ListSize, b: ListSize): ListSize {
  return { count: Math.max(a.count, b.count), total: Math.max(a.total, b.total) };
}

function definitionOf(name: string, { variables }: Context): Expression {
  const found = variables.find((variable) => variable.name === name);
  if (found === undefined) throw new InternalError(`no variable ${name}`);
  return found.expression;
}
