import type { Place } from "../scope.ts";
import { Node } from "ts-morph";
import type { Dynamic, Value } from "../value.ts";

/** What counts characters means something else for TypeScript than for CEL, unless each of them is ASCII. */
export function countsCharacters(_: Dynamic, _args: readonly Value[], { node, scope }: Place): Value {
  const callee = Node.isCallExpression(node) ? node.getExpression() : node;
  const name = Node.isPropertyAccessExpression(callee) ? callee.getName() : "";
  const help = name === "indexOf" || name === "lastIndexOf" ? `ask \`includes\`, or ${asciiFirst(node)}` : asciiFirst(node);
  return scope.reject("counts-characters", callee, { text: node.getText(), help });
}

export function knowsAlphabets(_: Dynamic, _args: readonly Value[], { node, scope }: Place): Value {
  const callee = Node.isCallExpression(node) ? node.getExpression() : node;
  const name = Node.isPropertyAccessExpression(callee) ? callee.getName() : "";
  const help = /^to(Lower|Upper)Case$/.test(name)
    ? `${asciiFirst(node)}; or compare it with ASCII constants alone: \`=== "true"\`, \`["true", "yes"].includes(...)\``
    : "compare with `===`, or order with `<` what is ASCII";
  return scope.reject("knows-alphabets", callee, { text: node.getText(), help });
}

/** The author's own words, with `ascii` around the text. */
export function asciiFirst(node: Node): string {
  const access = Node.isCallExpression(node) ? node.getExpression() : node;
  const text = Node.isPropertyAccessExpression(access) ? access.getExpression() : undefined;
  const inner = Node.isParenthesizedExpression(text) ? text.getExpression() : text;
  if (text === undefined || inner === undefined)
    return "write `ascii(text)?.[0]`, which is undefined where the text holds anything but ASCII";
  const rest = node
    .getText()
    .slice(text.getText().length)
    .replace(/^\s*\??\.\s*/, "");
  return `write \`ascii(${inner.getText()})?.${rest}\`, which is undefined where the text holds anything but ASCII`;
}
