import {
  type CallExpression,
  type Expression as TypeScriptExpression,
  type IfStatement,
  Node,
  type PropertyAccessExpression,
  type Statement,
  SyntaxKind,
  VariableDeclarationKind,
} from "ts-morph";
import { type Diagnostic, createDiagnostic } from "../../diagnostics/diagnostic.ts";
import { negate } from "../../ir/expressions/negate.ts";
import type { Expression } from "../../ir/expression.ts";
import { iterationsOf } from "../evaluation-order.ts";
import { readFrom } from "../expressions/demand.ts";
import { bindName } from "../expressions/destructure.ts";
import { isDefined } from "../expressions/presence.ts";
import { readProperty } from "../expressions/property-access.ts";
import { conditionOf } from "../expressions/truth.ts";
import type { Place, Scope } from "../scope.ts";
import { type FunctionValue, type Value, dynamicBoolean, isNothing, undefinedValue } from "../value.ts";
import { kindName } from "../expression.ts";
import { isOnlyRead } from "./only-read.ts";
import { type Reads, joinedReads, readsIn, readsOf, readsOfCondition } from "./reads.ts";
import { type Seen, after, attempt, beyond, choice, effectsOf, isSeen, newBeyond, truthOf } from "./seen.ts";

/** bool: what `judge` says of `input`; undefined after a diagnostic. */
export function judgedBy(
  judge: FunctionValue,
  input: Value,
  { byWebhook = false, scope }: { readonly byWebhook: boolean | undefined; readonly scope: Scope },
): Expression | undefined {
  if (byWebhook) return conditionByWebhook(judge, input, scope);
  return conditionOf(scope.call(judge, [input], judge.node), judge.node, scope);
}

/**
 * bool: what `judge` says of `input`. What CEL cannot say of it is a `Beyond` behind a demand for itself, as small as
 * `&&`, `||`, `??`, `!`, `? :`, `if`, constants and the author's own functions allow (ADR 63).
 */
function conditionByWebhook(judge: FunctionValue, input: Value, scope: Scope): Expression {
  addInput(input);
  const args: readonly Seen[] = [{ kind: "known", value: input, node: judge.node, scope }];
  const whole = attempt(() => scope.call(judge, [input], judge.node), { node: judge.node, scope });
  if (isSeen(whole)) return truthOf(whole);
  return truthOf(called(judge, args, { node: judge.node, scope }) ?? beyond([judge.node], whole, scope));
}

/** Reports what no message may do that CEL cannot say. */
export function checkedBeyond(message: FunctionValue, input: Value, scope: Scope): void {
  const inside = message.scope.enter(scope);
  const [parameter] = message.node.getParameters();
  if (parameter !== undefined) scope.lowering.bag.attempt(() => bindName(parameter.getNameNode(), input, inside));
  readsIn([message.node], inside);
}

/** What rules are given is frozen, and known wherever it is handed to. */
const inputs = new WeakSet<Value>();

function addInput(value: Value): void {
  inputs.add(value);
  if (value.kind === "object") for (const part of value.properties.values()) addInput(part);
}

function see(node: TypeScriptExpression, scope: Scope): Seen {
  const known = attempt(() => scope.lowerAny(node), { node, scope });
  if (isSeen(known)) return known;
  return seeParts(node, scope) ?? beyond([node], known, scope);
}

/** Undefined where nothing of it is known that decides. */
function seeParts(node: TypeScriptExpression, scope: Scope): Seen | undefined {
  if (Node.isParenthesizedExpression(node) || Node.isAsExpression(node) || Node.isNonNullExpression(node))
    return see(node.getExpression(), scope);
  if (Node.isSatisfiesExpression(node)) return see(node.getExpression(), scope);
  if (Node.isPropertyAccessExpression(node)) return seeProperty(node, scope);
  if (Node.isCallExpression(node)) return seeCall(node, scope);
  if (Node.isConditionalExpression(node))
    return choice(truthOf(see(node.getCondition(), scope)), [
      () => see(node.getWhenTrue(), scope),
      () => see(node.getWhenFalse(), scope),
    ]);
  if (Node.isPrefixUnaryExpression(node) && node.getOperatorToken() === SyntaxKind.ExclamationToken)
    return { kind: "known", value: dynamicBoolean(negate(truthOf(see(node.getOperand(), scope)))), node, scope };
  return Node.isBinaryExpression(node)
    ? seeLogical(node.getOperatorToken().getText(), [node.getLeft(), node.getRight()], scope)
    : undefined;
}

function seeLogical(
  operator: string,
  [left, right]: readonly [TypeScriptExpression, TypeScriptExpression],
  scope: Scope,
): Seen | undefined {
  const other = (): Seen => see(right, scope);
  if (operator === "&&" || operator === "||") {
    const first = see(left, scope);
    const same = (): Seen => first;
    return operator === "&&" ? choice(truthOf(first), [other, same], "and") : choice(truthOf(first), [same, other], "or");
  }
  if (operator !== "??") return undefined;
  const first = see(left, scope);
  if (first.kind !== "known") return undefined;
  const same = (): Seen => first;
  if (first.value.kind === "dynamic") return choice(isDefined(first.value), [same, other]);
  return isNothing(first.value) ? other() : first;
}

function seeProperty(node: PropertyAccessExpression, scope: Scope): Seen | undefined {
  const receiver = node.getExpression();
  const of = see(receiver, scope);
  if (of.kind === "known") return undefined;
  const read = (one: Seen): Seen => {
    switch (one.kind) {
      case "beyond":
        return newBeyond(node, one.node, scope);
      case "choice":
        return { kind: "choice", condition: one.condition, branches: [read(one.branches[0]), read(one.branches[1])] };
      case "after":
        return { ...one, then: read(one.then) };
      case "known": {
        const { value } = one;
        const part = (): Value =>
          readFrom(value, readProperty(value, node.getName(), { node, scope }), { receiver, node, scope });
        const known = attempt(part, { node, scope });
        return isSeen(known) ? known : beyond([node], known, scope);
      }
    }
  };
  return read(of);
}

/** Of one of the author's own functions. */
function seeCall(node: CallExpression, scope: Scope): Seen | undefined {
  const callee = attempt(() => scope.lower(node.getExpression()), { node, scope });
  if (!isSeen(callee) || callee.kind !== "known" || callee.value.kind !== "function") return undefined;
  const args = node.getArguments() as TypeScriptExpression[];
  if (args.some((argument) => Node.isSpreadElement(argument))) return undefined;
  return called(
    callee.value,
    args.map((argument) => see(argument, scope)),
    { node, scope },
  );
}

function called(callee: FunctionValue, args: readonly Seen[], { scope }: Place): Seen | undefined {
  const { lowering } = scope;
  const { node } = callee;
  const parameters = node.getParameters();
  const isPlain = parameters.every((one) => !one.isRestParameter() && one.getInitializer() === undefined);
  if (!isPlain || lowering.calls.includes(node) || node.isAsync()) return undefined;
  const body = node.getBody();
  if (body === undefined) return undefined;
  const inside = callee.scope.enter(scope);
  const { store } = lowering.variables;
  lowering.calls.push(node);
  try {
    const before = args.flatMap(effectsOf);
    for (const [at, parameter] of parameters.entries())
      before.push(...bind(parameter.getNameNode(), args[at] ?? nothing(parameter, inside), inside));
    const then = Node.isBlock(body) ? seeStatements(body.getStatements(), inside) : see(body as TypeScriptExpression, inside);
    return after(before, then);
  } finally {
    lowering.calls.pop();
    lowering.variables.store = store;
  }
}

const nothing = (node: Node, scope: Scope): Seen => ({ kind: "known", value: undefinedValue, node, scope });

/** What evaluating the parts of a pattern does. A name for what is beyond CEL says so where it is read. */
function bind(name: Node, seen: Seen, scope: Scope): readonly Expression[] {
  const isKnown = seen.kind === "known" && (inputs.has(seen.value) || isOnlyRead(name, seen.value));
  const bound = isKnown ? bindKnown(name, seen.value, scope) : whyOf(seen, name, scope);
  if (!("code" in bound)) return bound;
  const names = Node.isIdentifier(name)
    ? [name]
    : name.getDescendantsOfKind(SyntaxKind.BindingElement).map((one) => one.getNameNode());
  for (const one of names)
    if (Node.isIdentifier(one)) scope.bind(one.getParentOrThrow(), { kind: "beyond", why: bound, from: dependenciesOf(seen) });
  return effectsOf(seen);
}

/** What the value of a name that is beyond CEL depends on. */
function dependenciesOf(seen: Seen): Reads {
  switch (seen.kind) {
    case "known":
      return readsOf(seen.value, seen.scope);
    case "beyond":
      return seen.node;
    case "after":
      return dependenciesOf(seen.then);
    case "choice":
      return joinedReads([readsOfCondition(seen.condition), ...seen.branches.map(dependenciesOf)]);
  }
}

function bindKnown(name: Node, value: Value, scope: Scope): readonly Expression[] | Diagnostic {
  return scope.lowering.bag.attemptOr(
    (): readonly Expression[] | Diagnostic => [...iterationsOf(value), ...bindName(name, value, scope).flatMap(iterationsOf)],
    (first) => first,
  );
}

function whyOf(seen: Seen, name: Node, scope: Scope): Diagnostic {
  if (seen.kind === "beyond") return seen.node.why;
  if (seen.kind === "after") return whyOf(seen.then, name, scope);
  if (seen.kind === "known") return createDiagnostic("shared-list", scope.span(name), { name: name.getText() });
  const [whenTrue, whenFalse] = seen.branches;
  return whyOf(whenTrue.kind === "known" ? whenFalse : whenTrue, name, scope);
}

function seeStatements(statements: readonly Statement[], scope: Scope): Seen {
  for (const statement of statements)
    if (Node.isFunctionDeclaration(statement)) scope.bind(statement, { kind: "function", node: statement, scope });
  const [first, ...others] = statements;
  if (first === undefined) return { kind: "known", value: undefinedValue, node: scopeNode(scope), scope };
  const seen = seeStatement(first, others, scope);
  if (seen !== undefined) return seen;
  const why = { kind: kindName(first), help: "" };
  return beyond(statements, createDiagnostic("unsupported-statement", scope.span(first), why), scope);
}

/** Of a value that nothing is reported about. */
function scopeNode({ lowering }: Scope): Node {
  return lowering.calls.at(-1) as Node;
}

/** Undefined where the statement cannot be taken apart: with all that follows it, it is beyond CEL. */
function seeStatement(node: Statement, others: readonly Statement[], scope: Scope): Seen | undefined {
  if (isSilent(node)) return seeStatements(others, scope);
  if (Node.isBlock(node)) return seeStatements([...node.getStatements(), ...others], scope);
  if (Node.isReturnStatement(node)) {
    const expression = node.getExpression();
    return expression === undefined ? nothing(node, scope) : see(expression, scope);
  }
  if (Node.isIfStatement(node)) return seeIf(node, others, scope);
  if (!Node.isVariableStatement(node) || node.getDeclarationKind() !== VariableDeclarationKind.Const) return undefined;
  const before = node.getDeclarations().flatMap((declaration) => {
    const initializer = declaration.getInitializer();
    return initializer === undefined ? [] : bind(declaration.getNameNode(), see(initializer, scope), scope);
  });
  return after(before, seeStatements(others, scope));
}

function isSilent(node: Statement): boolean {
  return (
    Node.isFunctionDeclaration(node) ||
    Node.isInterfaceDeclaration(node) ||
    Node.isTypeAliasDeclaration(node) ||
    Node.isEmptyStatement(node)
  );
}

function seeIf(node: IfStatement, others: readonly Statement[], scope: Scope): Seen | undefined {
  const [then, otherwise] = [node.getThenStatement(), node.getElseStatement()];
  const rest = otherwise === undefined ? others : [otherwise, ...others];
  const isLeft = returns(then);
  if (!isLeft && !(otherwise !== undefined && returns(otherwise))) return undefined;
  return choice(truthOf(see(node.getExpression(), scope)), [
    () => seeStatements(isLeft ? [then] : [then, ...others], scope.nest()),
    () => seeStatements(isLeft ? rest : [otherwise as Statement], scope.nest()),
  ]);
}

/** Whether nothing that follows is reached. */
function returns(node: Statement | undefined): boolean {
  if (node === undefined) return false;
  if (Node.isBlock(node)) return returns(node.getStatements().at(-1));
  if (Node.isIfStatement(node)) return returns(node.getThenStatement()) && returns(node.getElseStatement());
  return Node.isReturnStatement(node) || Node.isThrowStatement(node);
}
