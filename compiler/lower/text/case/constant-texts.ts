import {
  type ArrayLiteralExpression,
  type Identifier,
  Node,
  type ParameterDeclaration,
  type TemplateExpression,
  type VariableDeclaration,
  VariableDeclarationKind,
} from "ts-morph";

/** More of them than a policy lists. */
const most = 1000;

/**
 * The texts that the node may stand for, where they all are written in the policy: a constant, `${prefix}x` of such, or
 * what goes through a list of them (`NAMES.some((name) => ...)`).
 */
export function constantTexts(node: Node): readonly string[] | undefined {
  if (Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node)) return [node.getLiteralText()];
  if (Node.isParenthesizedExpression(node) || Node.isAsExpression(node)) return constantTexts(node.getExpression());
  if (Node.isTemplateExpression(node)) return textsOfTemplate(node);
  if (Node.isBinaryExpression(node) && node.getOperatorToken().getText() === "+")
    return joined([node.getLeft(), node.getRight()].map(constantTexts));
  return Node.isIdentifier(node) ? textsOfName(node) : undefined;
}

/** The texts of all of them. */
export function textsOfAll(nodes: readonly Node[]): readonly string[] | undefined {
  const texts = nodes.map(constantTexts);
  return texts.includes(undefined) ? undefined : texts.flatMap((some) => some ?? []);
}

function textsOfTemplate(node: TemplateExpression): readonly string[] | undefined {
  const parts = node
    .getTemplateSpans()
    .flatMap((span) => [constantTexts(span.getExpression()), [span.getLiteral().getLiteralText()]]);
  return joined([[node.getHead().getLiteralText()], ...parts]);
}

/** Each with each. */
function joined(parts: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  return parts.reduce<readonly string[] | undefined>(
    (all, part) => {
      if (all === undefined || part === undefined || all.length * part.length > most) return undefined;
      return all.flatMap((before) => part.map((after) => before + after));
    },
    [""],
  );
}

/** Names that are being looked at: one may stand for another that stands for it. */
const open = new Set<Node>();

function textsOfName(name: Identifier): readonly string[] | undefined {
  const written = listGoneThrough(name)?.getElements() ?? [constantOf(name)];
  const [first] = written;
  if (first === undefined || open.has(first)) return written.length === 0 ? [] : undefined;
  open.add(first);
  try {
    return textsOfAll(written.filter((one) => one !== undefined));
  } finally {
    open.delete(first);
  }
}

/** Of an element that goes by this name: what it is an element of. */
function listGoneThrough(name: Identifier): ArrayLiteralExpression | undefined {
  const declaration = onlyDeclaration(name);
  if (Node.isParameterDeclaration(declaration)) return listOfCallback(declaration);
  const loop = Node.isVariableDeclaration(declaration) ? declaration.getParent()?.getParent() : undefined;
  return Node.isForOfStatement(loop) && isNeverAssigned(declaration) ? listOf(loop.getExpression()) : undefined;
}

function isNeverAssigned(declaration: Node | undefined): boolean {
  const list = declaration?.getParent();
  return Node.isVariableDeclarationList(list) && list.getDeclarationKind() === VariableDeclarationKind.Const;
}

/** Methods that give elements of the list to a function, as they are. */
const goingThrough: ReadonlySet<string> = new Set(["some", "every", "find", "filter", "map", "flatMap", "findIndex", "forEach"]);

function listOfCallback(parameter: ParameterDeclaration): ArrayLiteralExpression | undefined {
  const callback = parameter.getParent();
  const call = callback.getParent();
  const isFirst = Node.isArrowFunction(callback) && callback.getParameters()[0] === parameter && !parameter.isRestParameter();
  const callee = Node.isCallExpression(call) && call.getArguments()[0] === callback ? call.getExpression() : undefined;
  const isRead = isFirst && Node.isPropertyAccessExpression(callee) && goingThrough.has(callee.getName());
  return isRead && parameter.getInitializer() === undefined ? listOf(callee.getExpression()) : undefined;
}

/** A list that is written in the policy, also by its name, as a set, and spread. */
export function listOf(node: Node): ArrayLiteralExpression | undefined {
  if (Node.isArrayLiteralExpression(node)) return spreadIn(node) ?? node;
  if (Node.isAsExpression(node) || Node.isParenthesizedExpression(node)) return listOf(node.getExpression());
  if (Node.isNewExpression(node) && node.getExpression().getText() === "Set") return listOf(node.getArguments()[0] ?? node);
  const written = Node.isIdentifier(node) ? constantOf(node) : undefined;
  return written === undefined ? undefined : listOf(written);
}

/** `[...CRITICAL]` */
function spreadIn(list: ArrayLiteralExpression): ArrayLiteralExpression | undefined {
  const [only, ...others] = list.getElements();
  return Node.isSpreadElement(only) && others.length === 0 ? listOf(only.getExpression()) : undefined;
}

/** What the policy has written for a name; undefined unless it is a `const`. */
export function constantOf(name: Identifier): Node | undefined {
  const declaration = onlyDeclaration(name);
  return Node.isVariableDeclaration(declaration) && isConst(declaration) ? declaration.getInitializer() : undefined;
}

function onlyDeclaration(name: Identifier): Node | undefined {
  const symbol = name.getSymbol();
  const [declaration, ...others] = (symbol?.isAlias() === true ? symbol.getAliasedSymbol() : symbol)?.getDeclarations() ?? [];
  return others.length > 0 ? undefined : declaration;
}

export function isConst(declaration: VariableDeclaration): boolean {
  return declaration.getVariableStatement()?.getDeclarationKind() === VariableDeclarationKind.Const;
}
