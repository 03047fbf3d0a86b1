import type { Span } from "../../diagnostics/span.ts";
import {
  type Expression,
  binary,
  comprehension,
  identifier,
  listLiteral,
  literal,
  method,
  optionalIndex,
  optionalSelect,
  select,
} from "../expression.ts";
import { and } from "./boolean.ts";
import { isLabelKey, isLabelValue } from "../valid-names.ts";
import type { SelectorIr } from "../policy.ts";

/** A label or annotation without which a condition cannot hold; `values` undefined: any value. */
interface Needed {
  readonly key: string;
  readonly values: readonly string[] | undefined;
}

/** Where marks are looked for: labels, or annotations, of the object that is called `root`. */
interface Marks {
  readonly root: string;
  readonly map: "labels" | "annotations";
}

/** What is selected: every object for which the condition can hold, and no more than can be told by one label. */
export function selectorFor(condition: Expression, root: string): SelectorIr {
  const needed = neededMark(condition, { root, map: "labels" });
  if (needed === undefined || !isLabel(needed)) return {};
  const { key, values } = needed;
  return { matchExpressions: [values === undefined ? { key, operator: "Exists" } : { key, operator: "In", values }] };
}

/**
 * `oldObject.metadata.?annotations[?'keep'].hasValue()`: holds for every object for which the condition can, as far as one
 * annotation tells. Undefined where none does.
 */
export function annotationTest(condition: Expression, root: string): Expression | undefined {
  const needed = neededMark(condition, { root, map: "annotations" });
  if (needed === undefined) return undefined;
  const { span } = condition;
  const annotations = optionalSelect(select(identifier(root, span), "metadata", span), "annotations", span);
  const found = optionalIndex(annotations, literal(needed.key, span), span);
  const { values } = needed;
  // Of an annotation that is not there the default is none of the values.
  if (values === undefined || values.includes("")) return method(found, "hasValue", [], span);
  const value = method(found, "orValue", [literal("", span)], span);
  const [first, ...others] = values;
  if (first === undefined || others.length > 0)
    return binary(
      value,
      "in",
      listLiteral(
        values.map((one) => literal(one, span)),
        span,
      ),
      span,
    );
  return binary(value, "==", literal(first, span), span);
}

/** The key of an annotation without which the condition cannot hold; undefined where there is none. */
export function annotationFor(condition: Expression, root: string): string | undefined {
  return neededMark(condition, { root, map: "annotations" })?.key;
}

/**
 * Holds for what has one of these annotations. Most objects have none at all, which is said first:
 *
 *     params.metadata.?annotations.hasValue() && ['keep', 'hold'].exists(key, key in params.metadata.annotations)
 */
export function hasAnnotation(keys: readonly string[], root: string, span: Span): Expression {
  const metadata = select(identifier(root, span), "metadata", span);
  const [first, ...others] = keys.map((key) => literal(key, span));
  if (first !== undefined && others.length === 0)
    return method(optionalIndex(optionalSelect(metadata, "annotations", span), first, span), "hasValue", [], span);
  const any = comprehension({
    method: "exists",
    range: listLiteral(
      keys.map((key) => literal(key, span)),
      span,
    ),
    variable: "key",
    body: binary(identifier("key", span), "in", select(metadata, "annotations", span), span),
    bound: undefined,
    entries: keys.length,
    span,
  });
  return and(method(optionalSelect(metadata, "annotations", span), "hasValue", [], span), any);
}

/**
 * The API server takes no selector that asks for what no label can be; then every object is looked at, and none is
 * meant.
 */
function isLabel({ key, values = [] }: Needed): boolean {
  return isLabelKey(key) && values.every(isLabelValue);
}

function neededMark(node: Expression, of: Marks): Needed | undefined {
  switch (node.kind) {
    case "local":
      return neededMark(node.definition, of);
    case "sequence":
      return neededMark(node.then, of);
    case "binary":
      if (node.operator === "&&") return neededMark(node.left, of) ?? neededMark(node.right, of);
      if (node.operator === "||") return either(neededMark(node.left, of), neededMark(node.right, of));
      return comparedMark(node, of);
    case "call":
      return presentMark(node, of);
    default:
      return undefined;
  }
}

/** One of them holds, so that a label or annotation is needed where both need the same one. */
function either(left: Needed | undefined, right: Needed | undefined): Needed | undefined {
  if (left === undefined || right === undefined || left.key !== right.key) return undefined;
  if (left.values === undefined || right.values === undefined) return { key: left.key, values: undefined };
  return { key: left.key, values: [...new Set([...left.values, ...right.values])] };
}

type Binary = Extract<Expression, { readonly kind: "binary" }>;
type Call = Extract<Expression, { readonly kind: "call" }>;

/** `labels[?'keep'].orValue('') == 'yes'`, or `labels[?'keep'].orValue('no') != 'no'`; the constant may stand first. */
function comparedMark({ operator, left, right }: Binary, of: Marks): Needed | undefined {
  const [value, constant] = left.kind === "literal" ? [right, left] : [left, right];
  const look = defaulted(value, of);
  if (look === undefined || constant.kind !== "literal" || typeof constant.value !== "string") return undefined;
  const isAbsentEqual = look.fallback === constant.value;
  if (operator === "==" && !isAbsentEqual) return { key: look.key, values: [constant.value] };
  return operator === "!=" && isAbsentEqual ? { key: look.key, values: undefined } : undefined;
}

/** `labels[?'keep'].hasValue()` */
function presentMark({ function: name, receiver }: Call, of: Marks): Needed | undefined {
  const key = name === "hasValue" && receiver !== undefined ? markKey(receiver, of) : undefined;
  return key === undefined ? undefined : { key, values: undefined };
}

function defaulted(node: Expression, of: Marks): { readonly key: string; readonly fallback: string } | undefined {
  if (node.kind === "local") return defaulted(node.definition, of);
  if (node.kind !== "call" || node.function !== "orValue" || node.receiver === undefined) return undefined;
  const [fallback] = node.arguments;
  const key = markKey(node.receiver, of);
  if (key === undefined || fallback?.kind !== "literal" || typeof fallback.value !== "string") return undefined;
  return { key, fallback: fallback.value };
}

/** `keep` of `root.metadata.?labels[?'keep']`, whatever of it has a name: authors destructure. */
function markKey(named: Expression, of: Marks): string | undefined {
  const node = definitionOf(named);
  if (node.kind !== "index" || node.index.kind !== "literal" || typeof node.index.value !== "string") return undefined;
  const marks = definitionOf(node.operand);
  const metadata = marks.kind === "select" && marks.field === of.map ? definitionOf(marks.operand) : undefined;
  if (metadata?.kind !== "select" || metadata.field !== "metadata") return undefined;
  const owner = definitionOf(metadata.operand);
  return owner.kind === "identifier" && owner.name === of.root ? node.index.value : undefined;
}

function definitionOf(node: Expression): Expression {
  return node.kind === "local" ? definitionOf(node.definition) : node;
}
