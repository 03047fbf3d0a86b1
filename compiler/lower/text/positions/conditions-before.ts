import { type Expression, Node, type Statement } from "ts-morph";

/** A condition of the author's, and whether it holds where it is asked for. */
export interface Before {
  readonly condition: Expression;
  readonly holds: boolean;
}

/**
 * What the author has found out on the way to `node`, of names that never change: `c && node`, `c ? node : ...`,
 * `if (c) { node }`, `if (!c) return; node`. A function that is declared may be called before all of them.
 */
export function conditionsBefore(node: Node): readonly Before[] {
  const parent = node.getParent();
  if (parent === undefined || Node.isFunctionDeclaration(parent)) return [];
  return [...conditionsOf(node, parent), ...conditionsBefore(parent)];
}

function conditionsOf(node: Node, parent: Node): readonly Before[] {
  if (Node.isBinaryExpression(parent)) {
    const operator = parent.getOperatorToken().getText();
    if (parent.getRight() !== node || !["&&", "||"].includes(operator)) return [];
    return [{ condition: parent.getLeft(), holds: operator === "&&" }];
  }
  if (Node.isConditionalExpression(parent))
    return either(parent.getCondition(), node === parent.getWhenTrue(), node === parent.getWhenFalse());
  if (Node.isIfStatement(parent))
    return either(parent.getExpression(), node === parent.getThenStatement(), node === parent.getElseStatement());
  if (!Node.isBlock(parent) && !Node.isCaseClause(parent) && !Node.isDefaultClause(parent)) return [];
  const statements = parent.getStatements();
  return statements.slice(0, Math.max(0, statements.indexOf(node as Statement))).flatMap(behindReturn);
}

function either(condition: Expression, isTrue: boolean, isFalse: boolean): readonly Before[] {
  return isTrue || isFalse ? [{ condition, holds: isTrue }] : [];
}

/** `if (c) return;` */
function behindReturn(statement: Statement): readonly Before[] {
  const isOne = Node.isIfStatement(statement) && statement.getElseStatement() === undefined;
  return isOne && leaves(statement.getThenStatement()) ? [{ condition: statement.getExpression(), holds: false }] : [];
}

function leaves(statement: Statement | undefined): boolean {
  if (statement === undefined) return false;
  if (Node.isBlock(statement)) return leaves(statement.getStatements().at(-1));
  return [Node.isReturnStatement, Node.isContinueStatement, Node.isBreakStatement, Node.isThrowStatement].some((is) =>
    is(statement),
  );
}
