import type { Expression } from "../expression.ts";
import { isLabelKey, isLabelValue } from "../valid-names.ts";
import type { SelectorIr } from "../policy.ts";

/** A label without which a condition cannot hold; `values` undefined: any value. */
interface Needed {
  readonly key: string;
  readonly values: readonly string[] | undefined;
}

/** What is selected: every object for which the condition can hold, and no more than can be told by one label. */
export function selectorFor(condition: Expression, root: string): SelectorIr {
  const needed = neededLabel(condition, root);
  if (needed === undefined || !isLabel(needed)) return {};
  const { key, values } = needed;
  return { matchExpressions: [values === undefined ? { key, operator: "Exists" } : { key, operator: "In", values }] };
}

/**
 * The API server takes no selector that asks for what no label can be; then every object is looked at, and none is
 * meant.
 */
function isLabel({ key, values = [] }: Needed): boolean {
  return isLabelKey(key) && values.every(isLabelValue);
}

function neededLabel(node: Expression, root: string): Needed | undefined {
  switch (node.kind) {
    case "local":
      return neededLabel(node.definition, root);
    case "sequence":
      return neededLabel(node.then, root);
    case "binary":
      if (node.operator === "&&") return neededLabel(node.left, root) ?? neededLabel(node.right, root);
      if (node.operator === "||") return either(neededLabel(node.left, root), neededLabel(node.right, root));
      return comparedLabel(node, root);
    case "call":
      return presentLabel(node, root);
    default:
      return undefined;
  }
}

/** One of them holds, so either label is needed: the same one. */
function either(left: Needed | undefined, right: Needed | undefined): Needed | undefined {
  if (left === undefined || right === undefined || left.key !== right.key) return undefined;
  if (left.values === undefined || right.values === undefined) return { key: left.key, values: undefined };
  return { key: left.key, values: [...new Set([...left.values, ...right.values])] };
}

type Binary = Extract<Expression, { readonly kind: "binary" }>;
type Call = Extract<Expression, { readonly kind: "call" }>;

/** `labels[?'keep'].orValue('') == 'yes'`, or `labels[?'keep'].orValue('no') != 'no'`; the constant may stand first. */
function comparedLabel({ operator, left, right }: Binary, root: string): Needed | undefined {
  const [value, constant] = left.kind === "literal" ? [right, left] : [left, right];
  const look = defaulted(value, root);
  if (look === undefined || constant.kind !== "literal" || typeof constant.value !== "string") return undefined;
  const isAbsentEqual = look.fallback === constant.value;
  if (operator === "==" && !isAbsentEqual) return { key: look.key, values: [constant.value] };
  return operator === "!=" && isAbsentEqual ? { key: look.key, values: undefined } : undefined;
}

/** `labels[?'keep'].hasValue()` */
function presentLabel({ function: name, receiver }: Call, root: string): Needed | undefined {
  const key = name === "hasValue" && receiver !== undefined ? labelKey(receiver, root) : undefined;
  return key === undefined ? undefined : { key, values: undefined };
}

function defaulted(node: Expression, root: string): { readonly key: string; readonly fallback: string } | undefined {
  if (node.kind === "local") return defaulted(node.definition, root);
  if (node.kind !== "call" || node.function !== "orValue" || node.receiver === undefined) return undefined;
  const [fallback] = node.arguments;
  const key = labelKey(node.receiver, root);
  if (key === undefined || fallback?.kind !== "literal" || typeof fallback.value !== "string") return undefined;
  return { key, fallback: fallback.value };
}

/** `keep` of `root.metadata.?labels[?'keep']`, whatever of it has a name: authors destructure. */
function labelKey(named: Expression, root: string): string | undefined {
  const node = definitionOf(named);
  if (node.kind !== "index" || node.index.kind !== "literal" || typeof node.index.value !== "string") return undefined;
  const labels = definitionOf(node.operand);
  const metadata = labels.kind === "select" && labels.field === "labels" ? definitionOf(labels.operand) : undefined;
  if (metadata?.kind !== "select" || metadata.field !== "metadata") return undefined;
  const owner = definitionOf(metadata.operand);
  return owner.kind === "identifier" && owner.name === root ? node.index.value : undefined;
}

function definitionOf(node: Expression): Expression {
  return node.kind === "local" ? definitionOf(node.definition) : node;
}
