import { Node, SyntaxKind } from "ts-morph";
import { type Expression, binary, call, literal, method } from "../../ir/expression.ts";
import { textSize } from "../../ir/expressions/text.ts";
import { named } from "../expressions/coerce.ts";
import { nameOfPath } from "../path.ts";
import { isDefined, plain } from "../expressions/presence.ts";
import type { Scope } from "../scope.ts";
import { type Dynamic, type Value, always, dynamic } from "../value.ts";

/** Twice etcd's default request size, for sums; no text of the cluster is longer. */
export const maxCharacters = 3_145_728;

/** Characters that TypeScript counts twice: UTF-16 takes two units for them. */
const counted = "[^\\0-\\x{FFFF}]";

/** `text.length`: what CEL counts, and the characters that TypeScript counts twice. */
export function lengthOfText(value: Dynamic, { node, scope }: { readonly node: Node; readonly scope: Scope }): Value {
  const span = scope.span(node);
  const present: Dynamic = { ...value, expression: plain(value), presence: always, typed: true };
  const { expression } = named(present, nameOfPath(value.path) ?? "text");
  const size = textSize(expression, span);
  const twice = (): Expression => call("size", [method(expression, "findAll", [literal(counted, span)], span)], span);
  const count = value.ascii || asksWhetherEmpty(node) ? size : binary(size, "+", twice(), span);
  const length = dynamic(count, { kind: "number" }, { wholeUpTo: maxCharacters });
  if (value.presence.kind === "always") return length;
  return { ...length, presence: { kind: "guarded", guard: isDefined(value) } };
}

const relations: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
  SyntaxKind.LessThanToken,
  SyntaxKind.LessThanEqualsToken,
  SyntaxKind.GreaterThanToken,
  SyntaxKind.GreaterThanEqualsToken,
]);

/** `text.length > 0` and its like: there is a first character, however it is counted. */
function asksWhetherEmpty(node: Node): boolean {
  const whole = node.getParent();
  if (!Node.isBinaryExpression(whole) || !relations.has(whole.getOperatorToken().getKind())) return false;
  const other = whole.getLeft() === node ? whole.getRight() : whole.getLeft();
  return Node.isNumericLiteral(other) && other.getLiteralValue() === 0;
}
