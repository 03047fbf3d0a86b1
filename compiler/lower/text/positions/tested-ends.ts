import { type ArrowFunction, type Expression, Node } from "ts-morph";
import { staticText, type Value } from "../../value.ts";
import type { Place, Scope } from "../../scope.ts";
import { constantOf, constantTexts } from "../case/constant-texts.ts";
import { conditionsBefore } from "./conditions-before.ts";
import { bare, declarationOf, keyOf } from "./unchanged-names.ts";

/** `text.startsWith("team:")` or `text.endsWith(".git")` that holds, of the text by its key. */
interface Test {
  readonly key: string;
  readonly name: string;
  readonly part: Node;
}

/**
 * What stands behind a constant that the text has been asked for (`x.startsWith("team:") ? x.slice(5) : x`), or before
 * one: both languages count the same, where each character of the constant is one in both.
 */
export function isCutAtTestedEnd(args: readonly Value[], { node, scope }: Place): boolean {
  const callee = Node.isCallExpression(node) ? node.getExpression() : undefined;
  const bounds = args.map((argument) => (argument.kind === "static" ? argument.value : undefined));
  if (!Node.isPropertyAccessExpression(callee) || !isCut(bounds, callee.getName())) return false;
  const tests = testsOf(callee.getExpression());
  const isTested = (name: string, length: number): boolean =>
    length === 0 || tests.some((test) => test.name === name && isPlain(test.part, length, scope));
  return isTested("startsWith", Number(bounds[0])) && isTested("endsWith", -Number(bounds[1] ?? 0));
}

/** `slice(5)`, `substring(5)`, `slice(5, -4)` */
function isCut([start, end, ...more]: readonly unknown[], name: string): boolean {
  if (more.length > 0 || !Number.isInteger(start) || Number(start) < 0) return false;
  return end === undefined || (name === "slice" && Number.isInteger(end) && Number(end) < 0);
}

/** Each character of the tested text is one in both languages, and it is long enough. */
function isPlain(part: Node, length: number, scope: Scope): boolean {
  const declaration = Node.isIdentifier(part) ? declarationOf(part) : undefined;
  const own = declaration === undefined ? undefined : staticText(scope.find(declaration));
  const texts = own === undefined ? constantTexts(part) : [own];
  if (texts === undefined || texts.length === 0) return false;
  return texts.every((text) => text.length >= length && !/[\u{10000}-\u{10ffff}]|\p{Surrogate}/u.test(text));
}

/** Whether the text has been asked for a constant by `name` where it is read. */
export function isTestedFor(text: Expression, name: string, constant: string): boolean {
  const isThis = (part: Node): boolean => {
    const [first, ...others] = constantTexts(part) ?? [];
    return first === constant && others.length === 0;
  };
  return testsOf(text).some((test) => test.name === name && isThis(test.part));
}

/** What is known of the text where it is read. */
function testsOf(text: Expression): readonly Test[] {
  const found = bare(text);
  const key = keyOf(found);
  if (key === undefined) return testsOfFound(found);
  const before = conditionsBefore(text).flatMap(({ condition, holds }) => testsIn(condition, holds));
  const made = Node.isIdentifier(found) ? constantOf(found) : undefined;
  return [
    ...before.filter((test) => test.key === key),
    ...(made === undefined ? [] : testsOfFound(made)),
    ...asElement(found, key),
  ];
}

/** What a condition says where it holds, or does not. */
function testsIn(condition: Node, holds: boolean): readonly Test[] {
  const node = bare(condition);
  if (Node.isPrefixUnaryExpression(node) && node.getText().startsWith("!")) return testsIn(node.getOperand(), !holds);
  if (Node.isBinaryExpression(node)) {
    const isBoth = node.getOperatorToken().getText() === (holds ? "&&" : "||");
    return isBoth ? [node.getLeft(), node.getRight()].flatMap((side) => testsIn(side, holds)) : [];
  }
  const callee = holds && Node.isCallExpression(node) ? node.getExpression() : undefined;
  if (!Node.isPropertyAccessExpression(callee) || !Node.isCallExpression(node)) return [];
  const [part, ...more] = node.getArguments();
  const key = keyOf(callee.getExpression());
  return key === undefined || part === undefined || more.length > 0 ? [] : [{ key, name: callee.getName(), part }];
}

/** `groups.find((g) => g.startsWith("team:"))` */
function testsOfFound(node: Node): readonly Test[] {
  const call = bare(node);
  const callee = Node.isCallExpression(call) ? call.getExpression() : undefined;
  if (!Node.isCallExpression(call) || !Node.isPropertyAccessExpression(callee)) return [];
  if (!["find", "findLast"].includes(callee.getName())) return [];
  return testsOfParameter(call.getArguments()[0], "");
}

/** Methods that give elements of the list to a function, as they are. */
const going: ReadonlySet<string> = new Set([
  "map",
  "flatMap",
  "some",
  "every",
  "filter",
  "find",
  "findLast",
  "findIndex",
  "forEach",
]);

/** `groups.filter((g) => g.startsWith("team:")).map((g) => g.slice(5))`, and a loop over those. */
function asElement(name: Node, key: string): readonly Test[] {
  const root = rootOf(name);
  const declaration = Node.isIdentifier(root) ? declarationOf(root) : undefined;
  const list = declaration === undefined ? undefined : listGoneThrough(declaration);
  const own = Node.isIdentifier(root) ? keyOf(root) : undefined;
  if (list === undefined || own === undefined) return [];
  return testsOfElements(list, own).filter((test) => test.key === key);
}

function rootOf(node: Node): Node {
  const inner = bare(node);
  const isPart = Node.isPropertyAccessExpression(inner) || Node.isElementAccessExpression(inner);
  return isPart ? rootOf(inner.getExpression()) : inner;
}

function listGoneThrough(declaration: Node): Expression | undefined {
  const around = declaration.getParent();
  if (Node.isVariableDeclarationList(around)) {
    const loop = around.getParent();
    return Node.isForOfStatement(loop) ? loop.getExpression() : undefined;
  }
  const call = Node.isArrowFunction(around) && around.getParameters()[0] === declaration ? around.getParent() : undefined;
  const callee = Node.isCallExpression(call) && call.getArguments()[0] === around ? call.getExpression() : undefined;
  return Node.isPropertyAccessExpression(callee) && going.has(callee.getName()) ? callee.getExpression() : undefined;
}

/** Methods whose list has no other elements. */
const keeping: ReadonlySet<string> = new Set(["filter", "slice", "toSorted", "toReversed", "sort", "reverse"]);

/** What all elements have been asked for. */
function testsOfElements(list: Node, key: string): readonly Test[] {
  const node = bare(list);
  const written = Node.isIdentifier(node) && keyOf(node) !== undefined ? constantOf(node) : undefined;
  if (written !== undefined) return testsOfElements(written, key);
  const callee = Node.isCallExpression(node) ? node.getExpression() : undefined;
  if (!Node.isCallExpression(node) || !Node.isPropertyAccessExpression(callee) || !keeping.has(callee.getName())) return [];
  const own = callee.getName() === "filter" ? testsOfParameter(node.getArguments()[0], key) : [];
  return [...own, ...testsOfElements(callee.getExpression(), key)];
}

/** What a function says of its first parameter where it holds, of the text by `key`. */
function testsOfParameter(given: Node | undefined, key: string): readonly Test[] {
  const made = Node.isIdentifier(given) ? constantOf(given) : given;
  const [parameter] = Node.isArrowFunction(made) ? made.getParameters() : [];
  const name = parameter?.getNameNode();
  const own = Node.isIdentifier(name) ? keyOf(name) : undefined;
  if (own === undefined || parameter?.getInitializer() !== undefined) return [];
  return testsIn((made as ArrowFunction).getBody(), true).flatMap((test) =>
    test.key === own || test.key.startsWith(`${own}.`) ? [{ ...test, key: key + test.key.slice(own.length) }] : [],
  );
}
