import {
  type ArrowFunction,
  type BinaryExpression,
  type CallExpression,
  type FunctionDeclaration,
  type Identifier,
  Node,
  type PropertyAccessExpression,
  type RegularExpressionLiteral,
  SyntaxKind,
} from "ts-morph";
import { constantOf, constantTexts, isConst, listOf, textsOfAll } from "./constant-texts.ts";

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
  if (Node.isConditionalExpression(parent)) return parent.getCondition() === node ? nothing : askedTexts(parent);
  if (Node.isPropertyAccessExpression(parent) && parent.getExpression() === node) return lookedThrough(parent);
  if (Node.isCallExpression(parent) && parent.getArguments()[0] === node) return lookedUp(parent.getExpression());
  if (Node.isSwitchStatement(parent) && parent.getExpression() === node)
    return wholeOf(parent.getClauses().flatMap((clause) => (Node.isCaseClause(clause) ? [clause.getExpression()] : [])));
  if (Node.isVariableDeclaration(parent)) return askedByName(parent.getNameNode(), askedTexts);
  return askedOfAnswer(node);
}

const equalities: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
  SyntaxKind.EqualsEqualsToken,
  SyntaxKind.ExclamationEqualsToken,
]);

function comparedWith(node: Node, whole: BinaryExpression): AskedTexts | undefined {
  const operator = whole.getOperatorToken();
  // What stands in for it is a text of its own, and which of the two is taken is the same in either case.
  if (["??", "||"].includes(operator.getText())) return askedTexts(whole);
  if (operator.getText() === "&&") return whole.getRight() === node ? askedTexts(whole) : undefined;
  if (!equalities.has(operator.getKind())) return undefined;
  const other = whole.getLeft() === node ? whole.getRight() : whole.getLeft();
  return isNothing(other) ? nothing : wholeOf([other]);
}

function isNothing(node: Node): boolean {
  return node.getText() === "undefined" || Node.isNullLiteral(node);
}

/** `text.startsWith("a")`, `text.trim()` and `text.split(",")`, with what is asked of those. */
function lookedThrough(access: PropertyAccessExpression): AskedTexts | undefined {
  const call = access.getParent();
  if (!Node.isCallExpression(call) || call.getExpression() !== access) return undefined;
  const name = access.getName();
  const [part, more] = call.getArguments();
  if (["trim", "trimStart", "trimEnd"].includes(name)) return askedTexts(call);
  const texts = part === undefined || more !== undefined ? undefined : constantTexts(part);
  if (texts === undefined) return undefined;
  const parts = { ...nothing, parts: texts };
  if (["startsWith", "endsWith", "includes"].includes(name)) return parts;
  return name === "split" && !texts.includes("") ? both([parts, askedOfElements(call)]) : undefined;
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

function wholeOf(nodes: readonly Node[]): AskedTexts | undefined {
  const texts = textsOfAll(nodes);
  return texts === undefined ? undefined : { ...nothing, whole: texts };
}

type Ask = (node: Node) => AskedTexts | undefined;

/** All that is asked of a `const`. */
function askedByName(name: Node, ask: Ask): AskedTexts | undefined {
  const declaration = name.getParent();
  if (!Node.isIdentifier(name) || !Node.isVariableDeclaration(declaration) || !isConst(declaration)) return undefined;
  return askedOfUses(name, declaration.getVariableStatement()?.getParent(), ask);
}

/** All that is asked of a name in `block`. */
function askedOfUses(name: Identifier, block: Node | undefined, ask: Ask): AskedTexts | undefined {
  const symbol = name.getSymbol();
  const uses = (block?.getDescendantsOfKind(SyntaxKind.Identifier) ?? []).filter(
    (one) => one !== name && one.getText() === name.getText() && one.getSymbol() === symbol,
  );
  return symbol === undefined ? undefined : both(uses.map(ask));
}

function both(asked: readonly (AskedTexts | undefined)[]): AskedTexts | undefined {
  const known = asked.filter((one) => one !== undefined);
  if (known.length < asked.length) return undefined;
  return {
    whole: known.flatMap(({ whole }) => whole),
    parts: known.flatMap(({ parts }) => parts),
    patterns: known.flatMap(({ patterns }) => patterns),
  };
}

type Answering = ArrowFunction | FunctionDeclaration;

/** What a function gives: `list.map((x) => ...)`, or a helper with a name, which is asked wherever it is called. */
function askedOfAnswer(node: Node): AskedTexts | undefined {
  const made = answering(node);
  if (made === undefined || open.has(made)) return undefined;
  open.add(made);
  try {
    return askedOfFunction(made);
  } finally {
    open.delete(made);
  }
}

/** Functions that are being looked at: one may give what it gives itself. */
const open = new Set<Node>();

function askedOfFunction(made: Answering): AskedTexts | undefined {
  const call = made.getParent();
  if (Node.isCallExpression(call) && call.getArguments()[0] === made)
    return isCallOf("map", call) ? askedOfElements(call) : undefined;
  const name = Node.isFunctionDeclaration(made)
    ? made.getNameNode()
    : Node.isVariableDeclaration(call)
      ? call.getNameNode()
      : undefined;
  const isOwn = Node.isFunctionDeclaration(made) || (Node.isVariableDeclaration(call) && isConst(call));
  return isOwn && Node.isIdentifier(name) && !isExported(made) ? askedOfUses(name, name.getSourceFile(), askedOfCall) : undefined;
}

/** The function that gives what the node is. */
function answering(node: Node): Answering | undefined {
  const parent = node.getParent();
  if (Node.isArrowFunction(parent)) return parent.getBody() === node ? parent : undefined;
  const around = Node.isReturnStatement(parent) ? parent.getFirstAncestor(Node.isFunctionLikeDeclaration) : undefined;
  return Node.isArrowFunction(around) || Node.isFunctionDeclaration(around) ? around : undefined;
}

function isExported(made: Answering): boolean {
  if (Node.isFunctionDeclaration(made)) return made.isExported();
  return made.getFirstAncestor(Node.isVariableStatement)?.isExported() === true;
}

function askedOfCall(use: Node): AskedTexts | undefined {
  const call = use.getParent();
  if (!Node.isCallExpression(call)) return undefined;
  if (call.getExpression() === use) return askedTexts(call);
  return call.getArguments()[0] === use && isCallOf("map", call) ? askedOfElements(call) : undefined;
}

function isCallOf(name: string, call: CallExpression): boolean {
  const callee = call.getExpression();
  return Node.isPropertyAccessExpression(callee) && callee.getName() === name;
}

/** What becomes of the elements of a list, or of a set of them; nobody may ask which of them are equal. */
function askedOfElements(list: Node): AskedTexts | undefined {
  const parent = list.getParent();
  if (Node.isParenthesizedExpression(parent)) return askedOfElements(parent);
  const isDefault = Node.isBinaryExpression(parent) && ["??", "||"].includes(parent.getOperatorToken().getText());
  if (isDefault) return askedOfElements(parent);
  if (Node.isNewExpression(parent) && parent.getExpression().getText() === "Set") return askedOfElements(parent);
  if (Node.isVariableDeclaration(parent)) return askedByName(parent.getNameNode(), askedOfElements);
  if (Node.isElementAccessExpression(parent) && parent.getExpression() === list) return askedTexts(parent);
  return Node.isPropertyAccessExpression(parent) && parent.getExpression() === list ? askedByMethod(parent) : undefined;
}

/** Methods that give each element to a function. */
const going: ReadonlySet<string> = new Set(["some", "every", "filter", "findIndex", "map"]);

function askedByMethod(access: PropertyAccessExpression): AskedTexts | undefined {
  const name = access.getName();
  const isSet = access.getExpression().getType().getNonNullableType().getSymbol()?.getName().endsWith("Set") === true;
  if (name === "length") return nothing;
  const call = access.getParent();
  const [argument, ...others] = Node.isCallExpression(call) && call.getExpression() === access ? call.getArguments() : [];
  if (argument === undefined || others.length > 0) return undefined;
  if (["includes", "has"].includes(name)) return wholeOf([argument]);
  if (isSet || !going.has(name)) return undefined;
  const asked = askedByFunction(argument);
  return name === "filter" && Node.isCallExpression(call) ? both([asked, askedOfElements(call)]) : asked;
}

/** What the function asks of its first parameter. */
function askedByFunction(node: Node): AskedTexts | undefined {
  if (node.getText() === "Boolean") return nothing;
  const [parameter, ...others] = Node.isArrowFunction(node) ? node.getParameters() : [];
  const name = parameter?.getNameNode();
  const isPlain = Node.isIdentifier(name) && others.length === 0 && parameter?.getInitializer() === undefined;
  return isPlain ? askedOfUses(name, node, askedTexts) : undefined;
}
