import { type Expression as TypeScriptExpression, Node, SymbolFlags, SyntaxKind, VariableDeclarationKind, ts } from "ts-morph";
import { type Expression, demand, literal } from "../../ir/expression.ts";
import { assuming } from "../../ir/expressions/assuming.ts";
import { isLiteral, or } from "../../ir/expressions/boolean.ts";
import { negate } from "../../ir/expressions/negate.ts";
import { shownPath } from "../../language/absent.ts";
import { after } from "../evaluation-order.ts";
import type { Scope } from "../scope.ts";
import { type Dynamic, type Value, isNothing, mayBeAbsent } from "../value.ts";
import { orDefault } from "./coerce.ts";
import { isDefined, isNullable } from "./presence.ts";

/** What is read from, as its author wrote it, and where. */
interface Reading {
  readonly receiver: TypeScriptExpression | Node;
  /** `a.b`, `a[b]`, `a.b()`, or a pattern. */
  readonly node: Node;
  readonly scope: Scope;
}

/**
 * `result`, read from `value`: where that is absent JavaScript throws, unless a `?.` stands there, and the evaluation
 * ends.
 */
export function readFrom(value: Value, result: Value, reading: Reading): Value {
  const needed = demandOf(value, reading);
  const read = needed === undefined ? result : after([needed], result);
  return value.kind === "dynamic" ? inChain(value, read, reading) : read;
}

/** `value`, for what JavaScript can do with nothing that is absent: `[...value]`, `Object.keys(value)`. */
export function demanded(value: Value, reading: Reading): Value {
  const needed = demandOf(value, reading);
  if (value.kind !== "dynamic") return needed === undefined ? value : after([needed], value);
  const there = orDefault(value);
  return needed === undefined ? there : after([needed], there);
}

/** What has to be there to be read from; undefined where it is. */
export function demandOf(value: Value, { receiver, node, scope }: Reading): Expression | undefined {
  if (isOptionalRead(node)) return undefined;
  const span = scope.span(receiver);
  if (isNothing(value))
    return isLeftBefore(receiver, scope) ? undefined : demand(literal(false, span), shownText(receiver), span);
  if (value.kind !== "dynamic" || !mayBeAbsent(value)) return undefined;
  const isLeft = ts.isOptionalChain(node.compilerNode) ? value.skipped : undefined;
  const isThere = definedness(value);
  const present = isLeft === undefined ? isThere : or(isLeft, assuming(isThere, negate(isLeft)));
  if (isLiteral(present, true)) return undefined;
  return demand(present, value.path === undefined ? shownText(receiver) : shownPath(value.path), span);
}

/** Of a field that is there wherever its owner is, as it was read. */
function definedness(value: Dynamic): Expression {
  const { withOwner, presence, typed, expression } = value;
  const read = expression.kind === "sequence" ? expression.then : expression;
  const isRead = presence.kind === "optional" && typed && read.kind === "select";
  return isRead && withOwner !== undefined ? withOwner : isDefined(value);
}

export function isOptionalRead(node: Node): boolean {
  return ts.isOptionalChain(node.compilerNode) && node.getChildren().some((part) => part.getText() === "?.");
}

/** Whether a chain such as `undefined?.b` has found nothing that the compiler knows to be nothing. */
function isLeftBefore(node: Node, scope: Scope): boolean {
  if (!ts.isOptionalChain(node.compilerNode)) return false;
  const isAccess = Node.isPropertyAccessExpression(node) || Node.isElementAccessExpression(node);
  const inner = isAccess || Node.isCallExpression(node) || Node.isNonNullExpression(node) ? node.getExpression() : undefined;
  if (inner === undefined) return false;
  return (isOptionalRead(node) && isNothing(scope.lowerAny(inner))) || isLeftBefore(inner, scope);
}

/** `a?.b.c` is left at the first `?.` that finds nothing. */
function inChain(value: Dynamic, result: Value, { node }: Reading): Value {
  if (result.kind !== "dynamic") return result;
  if (!ts.isOptionalChain(node.compilerNode)) return result;
  const { skipped } = value;
  if (!isOptionalRead(node)) return { ...result, skipped };
  const isAbsent = negate(isDefined(value));
  return { ...result, skipped: skipped === undefined ? isAbsent : or(skipped, isAbsent) };
}

/** On one line, for a message of one line. */
export function shownText(node: Node): string {
  const text = node.getText().replaceAll(/\s+/g, " ");
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/**
 * The value of a name, field or element, with what its author has found out before. TypeScript takes `a` for there
 * behind `a === b` where `b` is declared without `?`, so it is believed of what has no CEL value where it is absent alone
 * (an IP address, a quantity). Anything else is asked for its presence wherever that matters.
 */
export function withCertainty(value: Value, node: TypeScriptExpression): Value {
  if (value.kind !== "dynamic" || value.shape.kind !== "opaque" || !mayBeAbsent(value)) return value;
  return isFoundThere(node) ? { ...value, certain: true } : value;
}

/** Its declaration says that it may be absent, and TypeScript knows of a test that stands before. */
function isFoundThere(node: TypeScriptExpression): boolean {
  const name = Node.isPropertyAccessExpression(node) ? node.getNameNode() : node;
  const symbol = name.getSymbol();
  const declaration = symbol?.getValueDeclaration();
  if (symbol === undefined || isNullable(node.getType())) return false;
  if (symbol.hasFlags(SymbolFlags.Optional)) return true;
  return declaration !== undefined && isNullable(declaration.getType()) && !isAssigned(declaration);
}

/**
 * Whether TypeScript may know of it what has been assigned to it, and not what has been tested: it takes `names[0]`,
 * assigned to a `string | undefined`, for a `string`.
 */
function isAssigned(declaration: Node): boolean {
  const variable = Node.isBindingElement(declaration)
    ? declaration.getFirstAncestorByKind(SyntaxKind.VariableDeclaration)
    : declaration.asKind(SyntaxKind.VariableDeclaration);
  if (variable === undefined) return false;
  const isConst = variable.getVariableStatement()?.getDeclarationKind() === VariableDeclarationKind.Const;
  return !isConst || variable.getTypeNode() !== undefined;
}
