import { parse } from "../../compiler/cel/syntax/parse.ts";
import type { CelExpression as Expression } from "../../compiler/cel/syntax/expression.ts";
import { newestMinor } from "../../compiler/ir/kubernetes-version.ts";

/** From here on a variable is used for what it holds, wherever that stands (compiler/plan/written-once.ts). */
const longText = 50;

/** Of a ValidatingAdmissionPolicy. */
interface Expressions {
  readonly variables: readonly { readonly name: string; readonly expression: string }[];
  readonly validations: readonly { readonly expression: string; readonly messageExpression?: string | undefined }[];
}

/**
 * What nobody would write by hand, as it stands in the policy: `true && a`, `a || false`, `!!a`, `a.or(a)`, and an
 * expression in full that a variable of the policy holds.
 */
export function leftoversIn({ variables, validations }: Expressions): readonly string[] {
  const texts = [
    ...variables.map(({ expression }) => expression),
    ...validations.flatMap(({ expression, messageExpression = "''" }) => [expression, messageExpression]),
  ];
  const definitions = variables.map(({ name, expression }) => ({ name, expression, structure: structureOf(parsed(expression)) }));
  const held = new Map(
    definitions.filter(({ expression }) => expression.length > longText).map(({ name, structure }) => [structure, name]),
  );
  return texts.flatMap((text) => {
    const root = parsed(text);
    const found: string[] = isTwiceNegated(text) ? [`!!: ${text}`] : [];
    const visit = (node: Expression, isPath: boolean): void => {
      const own = held.get(structureOf(node));
      if (own !== undefined && node !== root && !isPath) found.push(`variables.${own} holds ${textOf(node, text)}`);
      if (isAlternativeToItself(node)) found.push(`an alternative to itself: ${textOf(node, text)}`);
      if (isDecided(node)) found.push(`a constant decides: ${textOf(node, text)}`);
      for (const part of partsOf(node)) visit(part, isOperand(part, node));
    };
    visit(root, false);
    // A validation may be all of what a variable holds; a variable is it.
    const whole = validations.some(({ expression }) => expression === text) ? held.get(structureOf(root)) : undefined;
    return whole === undefined ? found : [...found, `variables.${whole} holds ${text}`];
  });
}

const parsed = (text: string): Expression => parse(text, newestMinor);

const textOf = ({ start, end }: Expression, text: string): string => text.slice(start, end);

/** Without texts, in which anything may stand. */
const isTwiceNegated = (text: string): boolean => /!\s*!/.test(text.replaceAll(/r?'(?:[^'\\]|\\.)*'|r?"(?:[^"\\]|\\.)*"/g, "''"));

function isDecided(node: Expression): boolean {
  if (node.kind !== "call" || node.start < 0 || (node.name !== "_&&_" && node.name !== "_||_")) return false;
  return node.arguments.some((part) => part.kind === "literal" && typeof part.value === "boolean");
}

function isAlternativeToItself(node: Expression): boolean {
  if (node.kind !== "call" || node.name !== "or" || node.target === undefined) return false;
  return node.arguments.some((other) => node.target !== undefined && structureOf(other) === structureOf(node.target));
}

/** Of `a.?b` and `a[b]`: a variable that holds an optional would be none there. */
function isOperand(part: Expression, node: Expression): boolean {
  if (node.kind === "select") return true;
  return node.kind === "call" && ["_?._", "_[_]", "_[?_]"].includes(node.name) && node.arguments[0] === part;
}

function partsOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case "select":
      return [node.operand];
    case "call":
      return node.target === undefined ? node.arguments : [node.target, ...node.arguments];
    case "list":
      return node.elements.map(({ value }) => value);
    case "map":
      return node.entries.flatMap(({ key, value }) => [key, value]);
    case "comprehension":
      return [node.range, node.step];
    default:
      return [];
  }
}

function structureOf(node: Expression): string {
  return JSON.stringify(node, (key, value: unknown) => {
    if (key === "start" || key === "end") return undefined;
    return typeof value === "bigint" ? `${value}n` : value;
  });
}
