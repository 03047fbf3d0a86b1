import { Node, SyntaxKind } from "ts-morph";
import { decidesFromInput, needs } from "../../diagnostics/answered-by.ts";
import { belongsTo } from "../../source/own-modules.ts";
import type { Scope } from "../scope.ts";
import { changing, isWrittenTo } from "./only-read.ts";

/** Names of JavaScript that a rule which the webhook answers may use. What is new in JavaScript is not among them. */
const globals: ReadonlySet<string> = new Set([
  "Array",
  "BigInt",
  "Boolean",
  "Date",
  "Error",
  "Infinity",
  "Intl",
  "JSON",
  "Map",
  "Math",
  "NaN",
  "Number",
  "Object",
  "RangeError",
  "RegExp",
  "Set",
  "String",
  "SyntaxError",
  "TypeError",
  "WeakMap",
  "WeakSet",
  "decodeURIComponent",
  "encodeURIComponent",
  "isFinite",
  "isNaN",
  "parseFloat",
  "parseInt",
  "undefined",
]);

/** Of a date: they ask the time zone of the machine. */
const local =
  /^(?:(?:get|set)(?:Date|Day|FullYear|Hours|Milliseconds|Minutes|Month|Seconds|Year|TimezoneOffset)|toDateString|toTimeString|toString|toLocale(?:Date|Time)?String)$/;

/** Reports what no rule may do, wherever it is answered (ADR 63): a check against mistakes. */
export function checkAllowed(node: Node, scope: Scope): void {
  const need = needAt(node);
  if (need === undefined) return;
  const [culprit, what, help] = need;
  scope.reject("not-in-a-rule", culprit, { text: culprit.getText(), need: what, help });
}

/**
 * Reports another name for what JavaScript has: the clock of a rule stands in the place of `Date` while it runs, and
 * what is not allowed is looked for by its name.
 */
export function checkName(node: Node, builtin: string, scope: Scope): void {
  const global = /^global (.*)$/.exec(builtin)?.[1];
  if (global === undefined || node.getText() === global) return;
  const help = `write \`${global}\` where it is used`;
  scope.reject("not-in-a-rule", node, { text: node.getText(), need: `another name for \`${global}\``, help });
}

type Need = readonly [culprit: Node, need: string, help: string];

function needAt(node: Node): Need | undefined {
  if (Node.isIdentifier(node)) return needOfName(node);
  if (Node.isPropertyAccessExpression(node)) return needOfProperty(node);
  if (Node.isElementAccessExpression(node)) return needOfElement(node);
  if (Node.isCallExpression(node) || Node.isNewExpression(node)) return needOfCall(node);
  if (Node.isAwaitExpression(node)) return [node, "asynchronous code", decidesFromInput];
  if (Node.isFunctionLikeDeclaration(node) && Node.isAsyncable(node) && node.isAsync())
    return [node, "asynchronous code", "write a plain function that returns its result"];
  if (node.getKind() === SyntaxKind.ThisKeyword) return [node, "an object around it", "use the rule's parameters"];
  return Node.isMetaProperty(node) ? [node, "Node modules", decidesFromInput] : undefined;
}

function needOfName(node: import("ts-morph").Identifier): Need | undefined {
  if (isMemberName(node)) return undefined;
  const symbol = node.getSymbol();
  const declaration = (symbol?.isAlias() === true ? symbol.getAliasedSymbol() : symbol)?.getDeclarations()[0];
  const file = declaration?.getSourceFile();
  // `globalThis` is declared nowhere.
  if (declaration === undefined || file === undefined)
    return Object.hasOwn(needs, node.getText()) ? needOfGlobal(node) : undefined;
  if (file.isDeclarationFile() && !belongsTo("holdfast", file)) return needOfGlobal(node);
  if (!isOfModule(declaration) || !(isWrittenTo(node) || isChangedByMethod(node))) return undefined;
  return [
    node,
    "to remember something from one request to the next",
    "change lists and objects alone that the rule has made itself",
  ];
}

function needOfGlobal(node: Node): Need | undefined {
  const name = node.getText();
  return globals.has(name) ? undefined : [node, needs[name] ?? "something that is not on the list", decidesFromInput];
}

function isOfModule(declaration: Node): boolean {
  return Node.isVariableDeclaration(declaration) && Node.isSourceFile(declaration.getVariableStatement()?.getParent());
}

function isMemberName(node: Node): boolean {
  const parent = node.getParent();
  if (Node.isPropertyAccessExpression(parent)) return parent.getNameNode() === node;
  return Node.isPropertyAssignment(parent) && parent.getNameNode() === node;
}

function isChangedByMethod(node: Node): boolean {
  const parent = node.getParent();
  return Node.isPropertyAccessExpression(parent) && parent.getExpression() === node && changing.has(parent.getName());
}

function needOfProperty(node: import("ts-morph").PropertyAccessExpression): Need | undefined {
  const name = node.getName();
  const of = node.getExpression();
  if (of.getText() === "Math" && name === "random") return [node, "randomness", decidesFromInput];
  if (inner.has(name)) return [node, "the inside of an object", "read its fields, or `Object.hasOwn`"];
  if (!local.test(name) || of.getType().getSymbol()?.getName() !== "Date") return undefined;
  const utc = /^[gs]et/.test(name) ? name.replace(/^([gs]et)/, "$1UTC") : "toISOString";
  return [
    node.getNameNode(),
    "the time zone of the machine",
    `\`${utc}()\` is UTC; other zones: \`new Intl.DateTimeFormat("en", { timeZone: "Europe/Zurich", ... })\``,
  ];
}

const inner: ReadonlySet<string> = new Set(["constructor", "__proto__", "prototype"]);

/** `object["constructor"]`, `Math["random"]` */
function needOfElement(node: import("ts-morph").ElementAccessExpression): Need | undefined {
  const key = node.getArgumentExpression();
  if (Node.isStringLiteral(key) && inner.has(key.getLiteralText()))
    return [node, "the inside of an object", "read its fields, or `Object.hasOwn`"];
  const of = node.getExpression();
  return Node.isIdentifier(of) && globals.has(of.getText())
    ? [node, `a name of \`${of.getText()}\` that is worked out`, `write the name: \`${of.getText()}.name\``]
    : undefined;
}

/** `new Date(2026, 2, 29)`, `new Date("2026-03-29T01:30")`; a day without a time is one of UTC. */
function isOfMachine([first, second]: readonly Node[]): boolean {
  if (first === undefined || second !== undefined) return second !== undefined;
  return Node.isStringLiteral(first) && /T[\d:.]+$/.test(first.getLiteralText());
}

/** `import()`, and what asks the clock without the rule's own time. */
function needOfCall(node: import("ts-morph").CallExpression | import("ts-morph").NewExpression): Need | undefined {
  const callee = node.getExpression();
  if (callee.getKind() === SyntaxKind.ImportKeyword) return [node, "Node modules", decidesFromInput];
  if (Node.isNewExpression(node) && callee.getText() === "Date" && isOfMachine(node.getArguments()))
    return [
      node,
      "the time zone of the machine",
      'write the zone: `new Date(Date.UTC(2026, 2, 29))`, `new Date("2026-03-29T01:30:00Z")`',
    ];
  if (Node.isCallExpression(node) && callee.getText() === "Date")
    return [callee, "the time zone of the machine", "write `new Date().toISOString()`"];
  const isFormat = Node.isPropertyAccessExpression(callee) && /^format(?:ToParts)?$/.test(callee.getName());
  if (!isFormat || node.getArguments().length > 0) return undefined;
  if (callee.getExpression().getType().getSymbol()?.getName() !== "DateTimeFormat") return undefined;
  return [callee, "a clock that tests cannot set", `give it the time: \`${callee.getName()}(new Date())\``];
}
