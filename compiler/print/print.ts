import { InternalError } from "../diagnostics/diagnostic.ts";
import {
  type Binary,
  type Call,
  type Comprehension,
  type Conditional,
  type Expression,
  type Index,
  type List,
  type Literal,
  type Select,
  variablesOf,
} from "../ir/expression.ts";
import { once } from "../ir/once.ts";
import { binaryOperators, conditionalPrecedence, memberPrecedence, unaryPrecedence } from "./operators.ts";
import { isSelectable, quote, quotePattern } from "./quote.ts";

/** Wider expressions are broken at their outermost `&&`, `||`, `+` or `? :`. */
const lineWidth = 110;

/**
 * CEL text with the fewest parentheses, as a careful person would type it. Total on IR that sharing has been through.
 *
 * Not preserved: how the author grouped `(a && b) && c`, and where the author broke lines.
 */
export function printExpression(node: Expression): string {
  const flat = print(node, 0);
  if (flat.length <= lineWidth) return flat;
  return printBroken(node);
}

/** Rows of `a &&` / `b`, or condition and branches of `? :`; each row is broken no further than parentheses allow. */
function printBroken(node: Expression): string {
  switch (node.kind) {
    case "sequence":
      return printBroken(node.then);
    case "conditional":
      return [
        printRow(node.condition, conditionalPrecedence + 1),
        `? ${indent(printRow(node.whenTrue, conditionalPrecedence + 1))}`,
        `: ${indent(printRow(node.whenFalse, conditionalPrecedence))}`,
      ].join("\n");
    case "binary":
      return isMembership(node) ? printMembership(node) : printOperands(node);
    case "not":
      return `!${printRow(node.operand, unaryPrecedence)}`;
    case "list":
      return `[\n  ${node.elements.map((element) => indent(printRow(element, 0))).join(",\n  ")}\n]`;
    case "comprehension":
    case "index":
    case "call":
      return printBrokenCall(node);
    default:
      return print(node, 0);
  }
}

function printOperands(node: Binary): string {
  const { precedence, associativity } = binaryOperators[node.operator];
  if (associativity !== "flat" && node.operator !== "+") {
    const left = printRow(node.left, associativity === "none" ? precedence + 1 : precedence);
    return `${left} ${node.operator} ${printRow(node.right, precedence + 1)}`;
  }
  const rows = flatten(node, node.operator).map((operand, at) =>
    printRow(operand, at === 0 || associativity === "flat" ? precedence : precedence + 1),
  );
  return node.operator === "+" ? fill(rows) : rows.join(` ${node.operator}\n`);
}

function printBrokenCall(node: Call | Comprehension | Index): string {
  if (node.kind === "call" && node.receiver !== undefined && node.function === "or") return printAlternatives(node);
  if (node.kind === "call" && node.function === "allowed") return printQuery(node);
  if (node.kind !== "call" || node.receiver !== undefined) return printChain(node);
  return `${node.function}(\n  ${node.arguments.map((argument) => indent(printRow(argument, 0))).join(",\n  ")}\n)`;
}

/** `list.map(x, ...).map(y, ...)[0]`: one iteration a line where there are several, or where the list takes lines itself. */
function printChain(node: Expression): string {
  const links: Expression[] = [];
  let start = node;
  for (let before = operandOf(start); before !== undefined; before = operandOf(start)) {
    links.unshift(start);
    start = before;
  }
  const iterations = links.filter(({ kind }) => kind === "comprehension").length;
  const first = printRow(start, memberPrecedence);
  const isLong = first.includes("\n");
  return links.reduce((text, link) => {
    const opensLine = link.kind === "comprehension" && iterations > 1 && !isLong;
    const row = printLink(link, opensLine ? 0 : text.length - 1 - text.lastIndexOf("\n"));
    return opensLine ? `${text}\n  ${indent(row)}` : `${text}${row}`;
  }, first);
}

function operandOf(node: Expression): Expression | undefined {
  if (node.kind === "comprehension") return node.range;
  if (node.kind === "select" || node.kind === "index") return node.operand;
  return node.kind === "call" ? node.receiver : undefined;
}

/** What stands behind the operand, of which `before` characters are on the line: `.name`, `[0]`, `.map(x, ...)`. */
function printLink(node: Expression, before: number): string {
  if (node.kind === "select" || node.kind === "index") return printAccess(node, "");
  if (node.kind === "call") return `.${printCall({ ...node, receiver: undefined })}`;
  if (node.kind !== "comprehension") throw new InternalError(`a ${node.kind} is no part of a chain`);
  const opening = `.${macroOf(node)}(${variablesOf(node).join(", ")},`;
  const flat = `${opening} ${print(node.body, 0)}${kept(node)})`;
  return before + flat.length <= lineWidth ? flat : `${opening}\n  ${indent(printRow(node.body, 0))}${kept(node)}\n)`;
}

type Membership = Binary & { readonly right: List };

const isMembership = (node: Expression): node is Membership =>
  node.kind === "binary" && node.operator === "in" && node.right.kind === "list";

/** `x in [`, one element a line. */
function printMembership({ left, operator, right }: Membership): string {
  const rows = right.elements.map((element) => indent(printRow(element, 0)));
  return `${print(left, binaryOperators[operator].precedence + 1)} ${operator} [\n  ${rows.join(",\n  ")}\n]`;
}

/** Text is put together over as few lines as it takes. */
function fill(rows: readonly string[]): string {
  return rows.reduce((text, row) => {
    const lastLine = text.slice(text.lastIndexOf("\n") + 1);
    const fits = !row.includes("\n") && lastLine.length + row.length + 5 <= lineWidth;
    return `${text} +${fits ? " " : "\n"}${row}`;
  });
}

/** `a.or(b).or(c)`, one alternative a line. */
function printAlternatives(node: Expression): string {
  if (node.kind !== "call" || node.receiver === undefined || node.function !== "or") return print(node, memberPrecedence);
  const others = node.arguments.map((argument) => print(argument, 0)).join(", ");
  return `${printAlternatives(node.receiver)}\n  .or(${others})`;
}

/** `authorizer.group('apps').resource('pods')`, what narrows it, `.check('delete').allowed()`: each on a line. */
function printQuery(node: Expression): string {
  if (node.kind !== "call" || node.receiver === undefined) return print(node, memberPrecedence);
  const opensLine = node.receiver.kind === "call" && node.function !== "allowed" && node.function !== "resource";
  return `${printQuery(node.receiver)}${opensLine ? "\n  " : ""}.${printCall({ ...node, receiver: undefined })}`;
}

function printRow(node: Expression, precedence: number): string {
  const flat = print(node, precedence);
  if (flat.length <= lineWidth || node.kind === "literal") return flat;
  const broken = printBroken(node);
  if (!broken.includes("\n")) return flat;
  return precedenceOf(node) < precedence ? `(\n  ${indent(broken)}\n)` : broken;
}

function indent(text: string): string {
  return text.replaceAll("\n", "\n  ");
}

function flatten(node: Expression, operator: Binary["operator"]): readonly Expression[] {
  if (node.kind === "sequence") return flatten(node.then, operator);
  if (node.kind !== "binary" || node.operator !== operator) return [node];
  const last = isFlat(node) ? flatten(node.right, operator) : [node.right];
  return [...flatten(node.left, operator), ...last];
}

/** Text is put together either way; doubles are not, since sums of them round. */
function isFlat(node: Binary): boolean {
  return binaryOperators[node.operator].associativity === "flat" || isTextSum(node);
}

function isTextSum(node: Expression): boolean {
  if (node.kind === "literal") return typeof node.value === "string";
  return node.kind === "binary" && node.operator === "+" && (isTextSum(node.left) || isTextSum(node.right));
}

function print(node: Expression, minimum: number): string {
  const text = flatTextOf(node);
  return precedenceOf(node) < minimum ? `(${text})` : text;
}

function precedenceOf(node: Expression): number {
  if (node.kind === "binary") return binaryOperators[node.operator].precedence;
  if (node.kind === "conditional") return conditionalPrecedence;
  // `-1.f()` is -(1.f()), and `1.f()` begins with a double.
  if (node.kind === "not" || (node.kind === "literal" && typeof node.value === "number")) return unaryPrecedence;
  if (node.kind === "sequence") return precedenceOf(node.then);
  return memberPrecedence;
}

/** On one line. Once for each node: whoever breaks lines asks again for every part of what is too wide. */
const flatTextOf = once(printNode);

function printNode(node: Expression): string {
  switch (node.kind) {
    case "literal":
      return printLiteral(node);
    case "identifier":
      return node.name;
    case "variable":
      return `variables.${node.name}`;
    case "select":
    case "index":
      return printAccess(node);
    case "call":
      return printCall(node);
    case "not":
      return `!${print(node.operand, unaryPrecedence)}`;
    case "binary":
      return printBinary(node);
    case "conditional":
      return printConditional(node);
    case "list":
      return `[${node.elements.map((element) => print(element, 0)).join(", ")}]`;
    case "map":
      return `{${node.entries.map(([key, value]) => `${print(key, 0)}: ${print(value, 0)}`).join(", ")}}`;
    case "comprehension":
      return printComprehension(node);
    case "sequence":
      return flatTextOf(node.then);
    default:
      throw new InternalError(`a ${node.kind} reached the printer`);
  }
}

function printLiteral({ value, isDouble }: Literal): string {
  if (typeof value === "string") return quote(value);
  if (typeof value !== "number") return String(value);
  if (!Number.isFinite(value)) throw new InternalError(`the number ${value} has no CEL literal`);
  // Without a point or exponent CEL reads an int; every double beyond 2^53 is a double on both sides.
  const isInt = Number.isSafeInteger(value) && isDouble !== true;
  // JavaScript writes -0 as 0, and divided by it a number is another one.
  const text = Object.is(value, -0) && !isInt ? "-0" : String(value);
  return isInt || /[.e]/.test(text) ? text : `${text}.0`;
}

function printAccess(node: Select | Index, operand = print(node.operand, memberPrecedence)): string {
  const mark = node.optional ? "?" : "";
  if (node.kind === "index") return `${operand}[${mark}${print(node.index, 0)}]`;
  return isSelectable(node.field) ? `${operand}.${mark}${node.field}` : `${operand}[${mark}${quote(node.field)}]`;
}

function printCall(node: Call): string {
  const args = node.arguments.map((argument) => printArgument(argument, node)).join(", ");
  const receiver = node.receiver === undefined ? "" : `${print(node.receiver, memberPrecedence)}.`;
  return `${receiver}${node.function}(${args})`;
}

function printArgument(argument: Expression, { function: name }: Call): string {
  const isPattern = name === "matches" && argument.kind === "literal" && typeof argument.value === "string";
  return isPattern ? quotePattern(argument.value) : print(argument, 0);
}

function printBinary(node: Binary): string {
  const { precedence, associativity } = binaryOperators[node.operator];
  const right = isFlat(node) && isSame(node.right, node.operator) ? precedence : precedence + 1;
  const left = associativity === "none" ? precedence + 1 : precedence;
  return `${print(node.left, left)} ${node.operator} ${print(node.right, right)}`;
}

function isSame(node: Expression, operator: Binary["operator"]): boolean {
  if (node.kind === "sequence") return isSame(node.then, operator);
  return node.kind === "binary" && node.operator === operator;
}

function printConditional(node: Conditional): string {
  const condition = print(node.condition, conditionalPrecedence + 1);
  const whenTrue = print(node.whenTrue, conditionalPrecedence + 1);
  return `${condition} ? ${whenTrue} : ${print(node.whenFalse, conditionalPrecedence)}`;
}

function printComprehension(node: Comprehension): string {
  const range = print(node.range, memberPrecedence);
  return `${range}.${macroOf(node)}(${variablesOf(node).join(", ")}, ${print(node.body, 0)}${kept(node)})`;
}

function macroOf({ method, position }: Comprehension): string {
  return position === undefined || method === "exists" || method === "all" ? method : "transformList";
}

/** What a filter that knows positions gives of each element. */
function kept({ method, position, variable }: Comprehension): string {
  return position !== undefined && method === "filter" ? `, ${variable}` : "";
}
