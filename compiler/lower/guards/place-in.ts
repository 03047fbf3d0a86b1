import { Node } from "ts-morph";

/**
 * The part of `node` at `path` (`"match", 0, "group"`), as far as it is written there: a mistake in a constant that is
 * only named here is shown where it is named.
 */
export function placeIn(node: Node, ...path: readonly (string | number)[]): Node {
  const start = Node.isCallExpression(node) ? (node.getArguments()[0] ?? node) : node;
  let place = start;
  for (const step of path) {
    const next = partOf(place, step);
    if (next === undefined) return place === start ? node : place;
    place = next;
  }
  return place;
}

function partOf(node: Node, step: string | number): Node | undefined {
  if (typeof step === "number") {
    const elements = Node.isArrayLiteralExpression(node) ? node.getElements() : [];
    return elements.some((element) => Node.isSpreadElement(element)) ? undefined : elements[step];
  }
  const property = propertyOf(node, step);
  return Node.isPropertyAssignment(property) ? property.getInitializer() : property;
}

/** The name of the property at `path`, as it is written. */
export function nameIn(node: Node, ...path: readonly string[]): Node {
  const owner = placeIn(node, ...path.slice(0, -1));
  const property = propertyOf(owner, path.at(-1) ?? "");
  return Node.isPropertyAssignment(property) ? property.getNameNode() : owner;
}

function propertyOf(node: Node, name: string): Node | undefined {
  if (!Node.isObjectLiteralExpression(node)) return undefined;
  return node.getProperties().find((property) => nameOf(property) === name);
}

function nameOf(property: Node): string | undefined {
  if (Node.isShorthandPropertyAssignment(property)) return property.getName();
  if (!Node.isPropertyAssignment(property)) return undefined;
  const name = property.getNameNode();
  return Node.isStringLiteral(name) ? name.getLiteralText() : name.getText();
}
