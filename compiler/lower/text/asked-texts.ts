import {
  type ArrayLiteralExpression,
  type BinaryExpression,
  type Identifier,
  Node,
  type PropertyAccessExpression,
  type RegularExpressionLiteral,
  SyntaxKind,
  type VariableDeclaration,
  VariableDeclarationKind,
} from "ts-morph";

/** What a rule asks of a text: the constants that it compares with the whole, those it looks for in it, and patterns. */
export interface AskedTexts {
  readonly whole: readonly string[];
  readonly parts: readonly string[];
  readonly patterns: readonly RegularExpressionLiteral[];
}

const nothing: AskedTexts = { whole: [], parts: [], patterns: [] };

/**
 * What becomes of the text that `node` gives, where it is compared with constants of the policy and nothing else;
 * undefined where more may become of it.
 */
export function askedTexts(node: Node): AskedTexts | undefined {
  const parent = node.getParent();
  if (Node.isParenthesizedExpression(parent)) return askedTexts(parent);
  if (Node.isBinaryExpression(parent)) return comparedWith(node, parent);
  if (Node.isPropertyAccessExpression(parent) && parent.getExpression() === node) return lookedThrough(parent);
  if (Node.isCallExpression(parent) && parent.getArguments()[0] === node) return lookedUp(parent.getExpression());
  if (Node.isSwitchStatement(parent) && parent.getExpression() === node)
    return wholeOf(parent.getClauses().flatMap((clause) => (Node.isCaseClause(clause) ? [clause.getExpression()] : [])));
  return Node.isVariableDeclaration(parent) ? askedByName(parent.getNameNode()) : undefined;
}

const equalities: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
  SyntaxKind.EqualsEqualsToken,
  SyntaxKind.ExclamationEqualsToken,
]);

function comparedWith(node: Node, whole: BinaryExpression): AskedTexts | undefined {
  const operator = whole.getOperatorToken();
  // What stands in for it is a text of its own.
  if (operator.getText() === "??" && whole.getLeft() === node) return askedTexts(whole);
  if (!equalities.has(operator.getKind())) return undefined;
  const other = whole.getLeft() === node ? whole.getRight() : whole.getLeft();
  return isNothing(other) ? nothing : wholeOf([other]);
}

function isNothing(node: Node): boolean {
  return node.getText() === "undefined" || Node.isNullLiteral(node);
}

/** `text.startsWith("a")` */
function lookedThrough(access: PropertyAccessExpression): AskedTexts | undefined {
  const call = access.getParent();
  const isSearch = ["startsWith", "endsWith", "includes"].includes(access.getName());
  if (!isSearch || !Node.isCallExpression(call) || call.getExpression() !== access) return undefined;
  const [part, more] = call.getArguments();
  const text = part === undefined || more !== undefined ? undefined : constantText(part);
  return text === undefined ? undefined : { ...nothing, parts: [text] };
}

/** `["a", "b"].includes(text)`, also by the name of the list, and of a set; `/^a/.test(text)`, also by its name. */
function lookedUp(callee: Node): AskedTexts | undefined {
  if (Node.isPropertyAccessExpression(callee) && callee.getName() === "test") return matchedBy(callee.getExpression());
  if (!Node.isPropertyAccessExpression(callee) || !["includes", "has"].includes(callee.getName())) return undefined;
  const list = listOf(callee.getExpression());
  return list === undefined ? undefined : wholeOf(list.getElements());
}

function matchedBy(node: Node): AskedTexts | undefined {
  const pattern = Node.isIdentifier(node) ? constantOf(node) : node;
  return Node.isRegularExpressionLiteral(pattern) ? { ...nothing, patterns: [pattern] } : undefined;
}

function listOf(node: Node): ArrayLiteralExpression | undefined {
  if (Node.isArrayLiteralExpression(node)) return node;
  if (Node.isAsExpression(node) || Node.isParenthesizedExpression(node)) return listOf(node.getExpression());
  if (Node.isNewExpression(node) && node.getExpression().getText() === "Set") return listOf(node.getArguments()[0] ?? node);
  const written = Node.isIdentifier(node) ? constantOf(node) : undefined;
  return written === undefined ? undefined : listOf(written);
}

/** What the policy has written for a name; undefined unless it is a `const`. */
function constantOf(name: Identifier): Node | undefined {
  const [declaration, ...others] = name.getSymbol()?.getDeclarations() ?? [];
  if (others.length > 0 || !Node.isVariableDeclaration(declaration) || !isConst(declaration)) return undefined;
  return declaration.getInitializer();
}

function isConst(declaration: VariableDeclaration): boolean {
  return declaration.getVariableStatement()?.getDeclarationKind() === VariableDeclarationKind.Const;
}

function wholeOf(nodes: readonly Node[]): AskedTexts | undefined {
  const texts = nodes.map(constantText);
  const known = texts.filter((text) => text !== undefined);
  return known.length < texts.length ? undefined : { ...nothing, whole: known };
}

function constantText(node: Node): string | undefined {
  if (Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node)) return node.getLiteralText();
  const written = Node.isIdentifier(node) ? constantOf(node) : undefined;
  return written === undefined || Node.isIdentifier(written) ? undefined : constantText(written);
}

/** All that is asked of a `const`. */
function askedByName(name: Node): AskedTexts | undefined {
  const declaration = name.getParent();
  if (!Node.isIdentifier(name) || !Node.isVariableDeclaration(declaration) || !isConst(declaration)) return undefined;
  const symbol = name.getSymbol();
  const block = declaration.getVariableStatement()?.getParent();
  const uses = (block?.getDescendantsOfKind(SyntaxKind.Identifier) ?? []).filter(
    (one) => one !== name && one.getText() === name.getText() && one.getSymbol() === symbol,
  );
  const asked = uses.map(askedTexts);
  const known = asked.filter((one) => one !== undefined);
  if (known.length < asked.length || symbol === undefined) return undefined;
  return {
    whole: known.flatMap(({ whole }) => whole),
    parts: known.flatMap(({ parts }) => parts),
    patterns: known.flatMap(({ patterns }) => patterns),
  };
}
