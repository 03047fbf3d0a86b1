import {
  type Block,
  type BreakStatement,
  type Expression,
  type IfStatement,
  Node,
  type ReturnStatement,
  type Statement,
  type SwitchStatement,
  SyntaxKind,
  VariableDeclarationKind,
  type VariableStatement,
} from "ts-morph";
import { choose } from "../expressions/choose.ts";
import { named } from "../expressions/coerce.ts";
import { kindName } from "../expression.ts";
import { bindName } from "../expressions/destructure.ts";
import { afterIterating } from "../evaluation-order.ts";
import { isNullable } from "../expressions/presence.ts";
import { lowerCondition } from "../expressions/operators.ts";
import type { Scope } from "../scope.ts";
import { lowerEnum } from "./enum.ts";
import { lowerSwitch } from "./switch.ts";
import { type FunctionNode, type Value, rejected, undefinedValue } from "../value.ts";

/** Where statements lead to: what follows the last one, and what follows a `break`. Each is read once. */
interface Flow {
  readonly end: () => Value;
  readonly broken: (() => Value) | undefined;
}

/** What the function gives back: its expression, or its statements read as one expression. */
export function lowerBody(node: FunctionNode, scope: Scope): Value {
  const body = node.getBody();
  if (body === undefined)
    return scope.reject("unsupported-statement", node, { kind: "declaration without body", help: "write the body" });
  if (!Node.isBlock(body)) return scope.lowerAny(body as Expression);
  if (!returnsSomething(body)) return scope.reject("no-return", body, { text: body.getText() });
  const end = once(() => answerOfNothing(node, body, scope));
  return lowerBlock(body.getStatements(), scope, { end, broken: undefined });
}

function returnsSomething(body: Block): boolean {
  const isInside = (node: Node): boolean => node.getFirstAncestor(Node.isFunctionLikeDeclaration) === body.getParent();
  return body.getDescendantsOfKind(SyntaxKind.ReturnStatement).some((one) => one.getExpression() !== undefined && isInside(one));
}

/**
 * What a function gives that comes to its end. Where TypeScript thinks that it never does, it believes a union of
 * literals; but the cluster may hold a value that the union does not list.
 */
function answerOfNothing(node: FunctionNode, body: Block, scope: Scope): Value {
  const type = node.getReturnType();
  const last = body.getStatements().at(-1);
  if (last === undefined || isNullable(type) || type.isVoid() || type.isAny() || type.isUnknown()) return undefinedValue;
  const place = Node.isSwitchStatement(last) ? last.getExpression() : last;
  return scope.reject("no-answer", place, { text: place.getText() });
}

/** Functions are known in their whole block; so is an enum, whose members are constants. */
function lowerBlock(statements: readonly Statement[], scope: Scope, flow: Flow): Value {
  for (const statement of statements) {
    if (Node.isFunctionDeclaration(statement)) scope.bind(statement, { kind: "function", node: statement, scope });
    if (Node.isEnumDeclaration(statement)) scope.bind(statement, lowerEnum(statement, scope));
  }
  return lowerStatements(statements, scope, flow);
}

/** A statement, what follows it (`flow.end`), and what follows a `break`. Undefined: not where it stands. */
type LowerStatement = (node: never, scope: Scope, flow: Flow) => Value | undefined;

/** The statements of the language, one row for each kind. What has no row is rejected, by name. */
export const statements: Partial<Record<SyntaxKind, LowerStatement>> = {
  [SyntaxKind.Block]: (node: Block, scope, flow) => lowerBlock(node.getStatements(), scope.nest(), flow),
  [SyntaxKind.BreakStatement]: (node: BreakStatement, _, flow) => (node.getLabel() === undefined ? flow.broken?.() : undefined),
  [SyntaxKind.EmptyStatement]: silent,
  [SyntaxKind.EnumDeclaration]: silent,
  [SyntaxKind.FunctionDeclaration]: silent,
  [SyntaxKind.IfStatement]: lowerIf,
  [SyntaxKind.InterfaceDeclaration]: silent,
  [SyntaxKind.ReturnStatement]: lowerReturn,
  [SyntaxKind.SwitchStatement]: (node: SwitchStatement, scope, { end }) =>
    lowerSwitch(node, scope, { end, body: (clause) => lowerBlock(clause.getStatements(), scope.nest(), { end, broken: end }) }),
  [SyntaxKind.TypeAliasDeclaration]: silent,
  [SyntaxKind.VariableStatement]: (node: VariableStatement, scope, { end }) => lowerLocals(node, end, scope),
};

/** `if (a) return x; ...rest` is `a ? x : rest`. */
function lowerStatements(block: readonly Statement[], scope: Scope, flow: Flow): Value {
  const [first, ...others] = block;
  if (first === undefined) return flow.end();
  const end = once(() => lowerStatements(others, scope, flow));
  const value = statements[first.getKind()]?.(first as never, scope, { ...flow, end });
  if (value !== undefined) return value;
  rejectStatement(first, scope);
  if (others.length > 0) end();
  return rejected;
}

function once(lower: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= lower());
}

function silent(_node: Node, _scope: Scope, { end }: Flow): Value {
  return end();
}

function lowerReturn(node: ReturnStatement, scope: Scope): Value {
  const expression = node.getExpression();
  return expression === undefined ? undefinedValue : scope.lowerAny(expression);
}

function lowerLocals(statement: VariableStatement, rest: () => Value, scope: Scope): Value {
  if (statement.getDeclarationKind() !== VariableDeclarationKind.Const) {
    scope.reject("not-const", statement, { text: statement.getDeclarationKind() });
  }
  const values = statement.getDeclarations().flatMap((declaration) => {
    const initializer = declaration.getInitializer();
    const value = initializer === undefined ? rejected : scope.lowerAny(initializer);
    return [value, ...bindName(declaration.getNameNode(), value, scope)];
  });
  return afterIterating(values, rest());
}

function lowerIf(node: IfStatement, scope: Scope, flow: Flow): Value {
  const condition = lowerCondition(node.getExpression(), scope);
  const otherwise = node.getElseStatement();
  // Both ways lead to the same statements then: their name keeps the text from doubling with every `if`.
  const end = mayGoOn(node.getThenStatement()) ? (): Value => shared(flow.end()) : flow.end;
  const whenTrue = (): Value => lowerBlock(bodyOf(node.getThenStatement()), scope.nest(), { ...flow, end });
  const whenFalse = (): Value =>
    otherwise === undefined ? end() : lowerBlock(bodyOf(otherwise), scope.nest(), { ...flow, end });
  if (condition.kind === "static") return condition.value === true ? whenTrue() : whenFalse();
  return choose(condition, [whenTrue(), whenFalse()], { node, scope });
}

function shared(value: Value): Value {
  return value.kind === "dynamic" ? named(value, "otherwise") : value;
}

function mayGoOn(statement: Statement): boolean {
  const last = bodyOf(statement).at(-1);
  if (last === undefined) return true;
  if (Node.isBlock(last)) return mayGoOn(last);
  if (!Node.isIfStatement(last)) return !Node.isReturnStatement(last);
  const otherwise = last.getElseStatement();
  return otherwise === undefined || mayGoOn(last.getThenStatement()) || mayGoOn(otherwise);
}

function bodyOf(statement: Statement): readonly Statement[] {
  return Node.isBlock(statement) ? statement.getStatements() : [statement];
}

const loops: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.ForStatement,
  SyntaxKind.ForOfStatement,
  SyntaxKind.ForInStatement,
  SyntaxKind.WhileStatement,
  SyntaxKind.DoStatement,
]);

export function rejectStatement(node: Node, scope: Scope): void {
  const help = loops.has(node.getKind())
    ? "use `some`, `every` or `filter` on the list, or `Object.entries(...)` of the map"
    : (overrides[node.getKind()] ?? "a rule is made of `const`, `if`, `switch` and `return`");
  scope.reject("unsupported-statement", node, { kind: kindName(node), help });
}

const overrides: Partial<Record<SyntaxKind, string>> = {
  [SyntaxKind.ClassDeclaration]: "write functions",
  [SyntaxKind.ExpressionStatement]: "a rule only answers; its statements cannot do anything",
  [SyntaxKind.ModuleDeclaration]: "write the names in a file of their own and import them",
  [SyntaxKind.ThrowStatement]: "return `true` from `denyWhen` and say why in `message`",
  [SyntaxKind.TryStatement]: "nothing in a rule can fail; write what is inside `try` alone",
};
