import {
  type Block,
  type BreakStatement,
  type ContinueStatement,
  type Expression,
  type ExpressionStatement,
  type IfStatement,
  type LabeledStatement,
  Node,
  type ReturnStatement,
  type Statement,
  type SwitchStatement,
  SyntaxKind,
  VariableDeclarationKind,
  type VariableStatement,
} from "ts-morph";
import { kindName } from "../expression.ts";
import { bindName } from "../expressions/destructure.ts";
import { namesIn, recordOrObject } from "./record-or-object.ts";
import { isNullable } from "../expressions/presence.ts";
import { lowerCondition } from "../expressions/operators.ts";
import type { Scope } from "../scope.ts";
import { type Completion, choice, normal, replaced, andThen, valueOf } from "./completion.ts";
import { lowerAssignment } from "./assignment.ts";
import { lowerEnum } from "./enum.ts";
import { lowerForIn, lowerForOf } from "./loops.ts";
import { lowerFor } from "./index-loops.ts";
import { lowerSwitch } from "./switch.ts";
import { type FunctionNode, type Value, rejected, undefinedValue } from "../value.ts";

/** What the function gives back: its expression, or its statements read as one expression. */
export function lowerBody(node: FunctionNode, scope: Scope): Value {
  const body = node.getBody();
  if (body === undefined)
    return scope.reject("unsupported-statement", node, { kind: "declaration without body", help: "write the body" });
  if (!Node.isBlock(body)) return scope.lowerAny(body as Expression);
  if (!returnsSomething(body)) return scope.reject("no-return", body, { text: body.getText() });
  const whole = lowerBlock(body.getStatements(), scope);
  const end = (): Completion => ({ kind: "return", value: answerOfNothing(node, body, scope), store: new Map() });
  return valueOf(andThen(whole, end, scope));
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
  scope.warn("no-answer", place, { text: place.getText() });
  return undefinedValue;
}

/** Functions are known in their whole block; so is an enum, whose members are constants. */
export function lowerBlock(statements: readonly Statement[], scope: Scope): Completion {
  for (const statement of statements) {
    if (Node.isFunctionDeclaration(statement)) scope.bind(statement, { kind: "function", node: statement, scope });
    if (Node.isEnumDeclaration(statement)) scope.bind(statement, lowerEnum(statement, scope));
  }
  return lowerStatements(statements, scope);
}

/** How a statement ends. Undefined: it cannot be lowered where it stands. */
type LowerStatement = (node: never, scope: Scope) => Completion | undefined;

/** The statements of the language, one row for each kind. What has no row is rejected, by name. */
export const statements: Partial<Record<SyntaxKind, LowerStatement>> = {
  [SyntaxKind.Block]: (node: Block, scope) => scope.lowerBlock(node.getStatements()),
  [SyntaxKind.BreakStatement]: (node: BreakStatement, scope) => lowerJump("break", node, scope),
  [SyntaxKind.ContinueStatement]: (node: ContinueStatement, scope) => lowerJump("continue", node, scope),
  [SyntaxKind.EmptyStatement]: silent,
  [SyntaxKind.EnumDeclaration]: silent,
  [SyntaxKind.ExpressionStatement]: (node: ExpressionStatement, scope) => lowerAssignment(node.getExpression(), scope),
  [SyntaxKind.ForInStatement]: lowerForIn,
  [SyntaxKind.ForOfStatement]: lowerForOf,
  [SyntaxKind.ForStatement]: lowerFor,
  [SyntaxKind.FunctionDeclaration]: silent,
  [SyntaxKind.IfStatement]: lowerIf,
  [SyntaxKind.InterfaceDeclaration]: silent,
  [SyntaxKind.LabeledStatement]: lowerLabeled,
  [SyntaxKind.ReturnStatement]: lowerReturn,
  [SyntaxKind.SwitchStatement]: (node: SwitchStatement, scope) => lowerSwitch(node, scope),
  [SyntaxKind.TypeAliasDeclaration]: silent,
  [SyntaxKind.VariableStatement]: lowerLocals,
};

/** `if (a) return x; ...rest` is `a ? x : rest`. */
function lowerStatements([first, ...others]: readonly Statement[], scope: Scope): Completion {
  if (first === undefined) return normal(scope);
  const before = scope.lowering.variables.store;
  const completion = lowerStatement(first, scope);
  if (completion !== undefined)
    return others.length === 0 ? completion : andThen(completion, () => lowerStatements(others, scope), scope);
  // What is wrong further down is reported as well.
  scope.lowering.variables.store = before;
  if (others.length > 0) lowerStatements(others, scope);
  return { kind: "return", value: rejected, store: before };
}

/** Undefined after a diagnostic. */
export function lowerStatement(node: Statement, scope: Scope): Completion | undefined {
  scope.lowering.budget.spend(1);
  const completion = statements[node.getKind()]?.(node as never, scope);
  if (completion === undefined) rejectStatement(node, scope);
  return completion;
}

function silent(_node: Node, scope: Scope): Completion {
  return normal(scope);
}

function lowerReturn(node: ReturnStatement, scope: Scope): Completion {
  const expression = node.getExpression();
  const value = expression === undefined ? undefinedValue : scope.lowerAny(expression);
  return { kind: "return", value, store: scope.lowering.variables.store };
}

/** Undefined where it leads to nothing that is around it, which TypeScript reports. */
function lowerJump(kind: "break" | "continue", node: BreakStatement | ContinueStatement, scope: Scope): Completion | undefined {
  const label = node.getLabel()?.getText();
  const of = node.getFirstAncestor((one) =>
    label === undefined ? isJumpedTo(one, kind) : Node.isLabeledStatement(one) && one.getLabel().getText() === label,
  );
  if (of === undefined) return undefined;
  const target = Node.isLabeledStatement(of) && kind === "continue" ? of.getStatement() : of;
  return { kind, of: target, store: scope.lowering.variables.store };
}

const loops: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.ForStatement,
  SyntaxKind.ForOfStatement,
  SyntaxKind.ForInStatement,
  SyntaxKind.WhileStatement,
  SyntaxKind.DoStatement,
]);

function isJumpedTo(node: Node, kind: "break" | "continue"): boolean {
  return loops.has(node.getKind()) || (kind === "break" && Node.isSwitchStatement(node));
}

function lowerLabeled(node: LabeledStatement, scope: Scope): Completion | undefined {
  const completion = lowerStatement(node.getStatement(), scope);
  return completion === undefined
    ? undefined
    : replaced(completion, (one) => (one.kind === "break" && one.of === node ? { kind: "normal", store: one.store } : one));
}

function lowerLocals(statement: VariableStatement, scope: Scope): Completion {
  const kind = statement.getDeclarationKind();
  if (kind !== VariableDeclarationKind.Const && kind !== VariableDeclarationKind.Let)
    scope.reject("not-const", statement, { text: kind });
  const values = statement.getDeclarations().flatMap((declaration) => {
    const initializer = declaration.getInitializer();
    const name = declaration.getNameNode();
    const names = namesIn(name, scope);
    const parts = names && initializer && recordOrObject(initializer, names, scope);
    const value = parts ?? (initializer === undefined ? undefinedValue : scope.lowerAny(initializer));
    return [value, ...bindName(name, value, scope)];
  });
  return { kind: "after", values, then: normal(scope) };
}

function lowerIf(node: IfStatement, scope: Scope): Completion {
  const condition = lowerCondition(node.getExpression(), scope);
  const otherwise = node.getElseStatement();
  const whenTrue = (): Completion => scope.lowerBlock(node.getThenStatement());
  const whenFalse = (): Completion => (otherwise === undefined ? normal(scope) : scope.lowerBlock(otherwise));
  return choice(condition, [whenTrue, whenFalse], { node, scope });
}

export function rejectStatement(node: Node, scope: Scope): void {
  const help = loops.has(node.getKind())
    ? "go through a list with `for (const x of list)` or `for (let i = 0; i < list.length; i++)`, and through a map with `Object.entries(map)`"
    : (overrides[node.getKind()] ??
      "a rule is made of declarations, assignments, `if`, `switch`, `for (const x of list)` and `return`");
  scope.reject("unsupported-statement", node, { kind: kindName(node), help });
}

const overrides: Partial<Record<SyntaxKind, string>> = {
  [SyntaxKind.ClassDeclaration]: "write functions",
  [SyntaxKind.ExpressionStatement]: "a rule only answers; its statements cannot do anything",
  [SyntaxKind.ModuleDeclaration]: "write the names in a file of their own and import them",
  [SyntaxKind.ThrowStatement]: "return `true` from `denyWhen` and say why in `message`",
  [SyntaxKind.TryStatement]: "nothing in a rule can fail; write what is inside `try` alone",
};
