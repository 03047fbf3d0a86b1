import { type Block, type Expression, Node, type Statement, SyntaxKind, type VariableStatement } from "ts-morph";
import { VariableDeclarationKind } from "ts-morph";
import { choose } from "./choose.ts";
import { kindName, lowerExpression } from "./expression.ts";
import { afterWalking, bindName } from "./functions.ts";
import { lowerCondition } from "./operators.ts";
import type { Scope } from "./scope.ts";
import { type FunctionNode, type Value, refused, undefinedValue } from "./value.ts";

/** What the function gives back: its expression, or its statements read as one expression. */
export function lowerBody(node: FunctionNode, scope: Scope): Value {
  const body = node.getBody();
  if (body === undefined) return scope.refuse("unsupported-statement", node, { kind: "declaration without body", help: "write the body" });
  return Node.isBlock(body) ? lowerStatements(body.getStatements(), scope) : lowerExpression(body as Expression, scope);
}

/** `if (a) return x; ...rest` is `a ? x : rest`: the rest is read once for each way to reach it. */
function lowerStatements(statements: readonly Statement[], scope: Scope): Value {
  const [first, ...rest] = statements;
  if (first === undefined) return undefinedValue;
  if (Node.isReturnStatement(first)) return lowerReturn(first.getExpression(), first, scope);
  if (Node.isVariableStatement(first)) return lowerLocals(first, rest, scope);
  if (Node.isIfStatement(first)) return lowerIf(first, rest, scope);
  if (Node.isBlock(first)) return lowerStatements([...first.getStatements(), ...rest], scope.nest());
  if (Node.isFunctionDeclaration(first)) {
    scope.bind(first, { kind: "function", node: first, scope });
    return lowerStatements(rest, scope);
  }
  if (Node.isEmptyStatement(first) || Node.isTypeAliasDeclaration(first) || Node.isInterfaceDeclaration(first)) {
    return lowerStatements(rest, scope);
  }
  refuseStatement(first, scope);
  lowerStatements(rest, scope);
  return refused;
}

function lowerReturn(expression: Expression | undefined, node: Node, scope: Scope): Value {
  if (expression !== undefined) return lowerExpression(expression, scope);
  return scope.refuse("unsupported-statement", node, { kind: "return without a value", help: "return `true` or `false`" });
}

function lowerLocals(statement: VariableStatement, rest: readonly Statement[], scope: Scope): Value {
  if (statement.getDeclarationKind() !== VariableDeclarationKind.Const) {
    scope.refuse("not-const", statement, { text: statement.getDeclarationKind() });
  }
  const values = statement.getDeclarations().map((declaration) => {
    const initializer = declaration.getInitializer();
    const value = initializer === undefined ? refused : lowerExpression(initializer, scope);
    bindName(declaration.getNameNode(), value, scope);
    return value;
  });
  return afterWalking(values, lowerStatements(rest, scope));
}

function lowerIf(node: import("ts-morph").IfStatement, rest: readonly Statement[], scope: Scope): Value {
  const condition = lowerCondition(node.getExpression(), scope);
  const otherwise = node.getElseStatement();
  const whenTrue = lowerStatements([...bodyOf(node.getThenStatement()), ...unlessReturned(node.getThenStatement(), rest)], scope.nest());
  const whenFalse = lowerStatements([...(otherwise === undefined ? [] : bodyOf(otherwise)), ...rest], scope.nest());
  return choose(condition, [whenTrue, whenFalse], { node, scope });
}

/** What follows a branch that always returns would be read for nothing, and its findings reported twice. */
function unlessReturned(branch: Statement, rest: readonly Statement[]): readonly Statement[] {
  const last = bodyOf(branch).at(-1);
  return last !== undefined && Node.isReturnStatement(last) ? [] : rest;
}

function bodyOf(statement: Statement): readonly Statement[] {
  return Node.isBlock(statement) ? (statement as Block).getStatements() : [statement];
}

const loops: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.ForStatement,
  SyntaxKind.ForOfStatement,
  SyntaxKind.ForInStatement,
  SyntaxKind.WhileStatement,
  SyntaxKind.DoStatement,
]);

export function refuseStatement(node: Node, scope: Scope): void {
  const help = loops.has(node.getKind())
    ? "use `some`, `every` or `filter` on the list, or `Object.entries(...)` of the map"
    : (waysOut[node.getKind()] ?? "a rule is made of `const`, `if` and `return`");
  scope.refuse("unsupported-statement", node, { kind: kindName(node), help });
}

const waysOut: Partial<Record<SyntaxKind, string>> = {
  [SyntaxKind.SwitchStatement]: "write `if (...) return ...;` for each case",
  [SyntaxKind.ThrowStatement]: "return `true` from `denyWhen` and say why in `message`",
  [SyntaxKind.TryStatement]: "nothing in a rule can fail; write what is inside `try` alone",
  [SyntaxKind.ExpressionStatement]: "a rule only answers; its statements cannot do anything",
  [SyntaxKind.ClassDeclaration]: "write functions",
};
