import {
  CelDecision,
  CelFields,
  CelOptional,
  CelType,
  type TracedExpression,
  type TracedPart,
} from "../simulator/admission/index.ts";

/** A part of an expression that was evaluated, with the parts of it that say why it is so. */
export interface ExplainedPart {
  readonly text: string;
  readonly value: TracedPart["value"];
  readonly parts: readonly ExplainedPart[];
}

interface Node {
  readonly part: TracedPart;
  readonly inner: Node[];
}

/**
 * The parts of an expression as they lie in each other. Left out is what explains nothing: literals, the objects that
 * fields are read from, and what happens inside of `exists`, `filter` and their like.
 */
export function partTree({ text, parts }: TracedExpression): readonly ExplainedPart[] {
  const byRange = new Map(parts.map((part) => [`${part.start} ${part.end}`, part]));
  const roots: Node[] = [];
  const open: Node[] = [];
  // Outer parts before inner ones, and those in the order of the text.
  for (const part of [...byRange.values()].toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    while (open.length > 0 && (open.at(-1)?.part.end ?? 0) <= part.start) open.pop();
    const node = { part, inner: [] };
    (open.at(-1)?.inner ?? roots).push(node);
    open.push(node);
  }
  return roots.flatMap((node) => explained(node, text));
}

function explained({ part, inner }: Node, text: string): readonly ExplainedPart[] {
  const own = text.slice(part.start, part.end);
  const body = bodyOf(own);
  const shown = operandsOf({ part, inner }, text).filter((node) => body === undefined || node.part.start < part.start + body);
  const parts = shown.flatMap((node) => explained(node, text));
  return isTelling(own, part.value)
    ? [{ text: own.replaceAll(/\n\s*(?=\.)/g, "").replaceAll(/\s+/g, " "), value: part.value, parts }]
    : parts;
}

/** `a && b && c` is `(a && b) && c`, and shown as one with three operands. */
function operandsOf(node: Node, text: string): readonly Node[] {
  const [first, ...others] = node.inner;
  const operator = chainOperator(node, text);
  if (first === undefined || operator === undefined || chainOperator(first, text) !== operator) return node.inner;
  return [...operandsOf(first, text), ...others];
}

/** What joins the parts of `a + b`; undefined where they are joined otherwise. */
function chainOperator({ part, inner: [first] }: Node, text: string): string | undefined {
  if (first === undefined || first.part.start !== part.start) return undefined;
  return /^\s*(\+|&&|\|\|)/.exec(text.slice(first.part.end, part.end))?.[1];
}

/** Where the body of a comprehension begins, if the text is one: the parts in it have a value for each round. */
function bodyOf(text: string): number | undefined {
  const macro = /\.(?:all|exists|exists_one|existsOne|filter|map|optMap|optFlatMap|transform\w+)\(\s*\w+,/g;
  const starts = [...text.matchAll(macro)].filter((match) => closesAtEnd(text, match.index + match[0].indexOf("(")));
  return starts.at(-1)?.index;
}

/** Whether the parenthesis at `from` is closed by the last character; those in quoted text do not count. */
function closesAtEnd(text: string, from: number): boolean {
  let depth = 0;
  let quote = "";
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== "") {
      if (character === "\\") at += 1;
      else if (character === quote) quote = "";
    } else if (character === "'" || character === '"') quote = character;
    else if (character === "(") depth += 1;
    else if (character === ")" && (depth -= 1) === 0) return at === text.length - 1;
  }
  return false;
}

function isTelling(text: string, value: TracedPart["value"]): boolean {
  const isLiteral = /^(?:r?'(?:[^'\\]|\\.)*'|r?"(?:[^"\\]|\\.)*"|-?\d[\w.]*|true|false|null|\[[^[\]]*\]|\{\})$/s.test(text);
  const isWhole = value instanceof Map || value instanceof CelFields || /^\w+$/.test(text);
  const isWholeOptional = value instanceof CelOptional && value.value instanceof Map;
  return !isLiteral && !isWhole && !isWholeOptional && !isHalfACheck(value);
}

/** `authorizer`, and what narrows a check: only the decision tells something, and says all of it. */
function isHalfACheck(value: TracedPart["value"]): boolean {
  if (typeof value !== "object" || value === null || !("type" in value) || !(value.type instanceof CelType)) return false;
  return value.type.typeName.startsWith("kubernetes.authorization.") && !(value instanceof CelDecision);
}
