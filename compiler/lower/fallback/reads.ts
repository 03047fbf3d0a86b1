import {
  type CallExpression,
  type Expression as TypeScriptExpression,
  Node,
  SyntaxKind,
  VariableDeclarationKind,
} from "ts-morph";
import { type Expression, identifier } from "../../ir/expression.ts";
import { fieldPath } from "../../ir/expressions/field-path.ts";
import { identity } from "../../ir/expressions/identity.ts";
import { bindName } from "../expressions/destructure.ts";
import { children } from "../../ir/expressions/visit.ts";
import { beyondIn } from "../../ir/webhook-rule.ts";
import type { Scope } from "../scope.ts";
import type { Dynamic, FunctionValue, Value } from "../value.ts";
import { checkAllowed, checkName } from "./allowed.ts";
import { isWrittenTo } from "./only-read.ts";

/** What a part of a rule depends on of the request, by constant keys, and as a whole. */
export interface Reads {
  readonly reads: readonly Expression[];
  readonly wholes: readonly string[];
  readonly readsTime: boolean;
}

/**
 * What `nodes` read of the request, with everything that the author's functions in them read: names and fields as far
 * as the compiler can follow them, so that what it cannot follow counts as a whole. Reports what no rule may do.
 */
export function readsIn(nodes: readonly Node[], scope: Scope): Reads {
  const reader = new Reader();
  for (const node of nodes) reader.visit(node, scope);
  return reader.found();
}

/** What a value depends on. */
export function readsOf(value: Value, scope: Scope): Reads {
  const reader = new Reader();
  reader.add(value, scope);
  return reader.found();
}

/** What a condition depends on. */
export function readsOfCondition(condition: Expression): Reads {
  const reader = new Reader();
  reader.addRead(condition);
  return reader.found();
}

/** All of them together. */
export function joinedReads(all: readonly Reads[]): Reads {
  const reader = new Reader();
  for (const reads of all) reader.merge(reads);
  return reader.found();
}

/** What is written to is looked at: it may be something to remember. */
const isReadPath = (node: Node): node is TypeScriptExpression => isPath(node) && !isWrittenTo(node);

class Reader {
  readonly #reads = new Map<string, Expression>();
  readonly #wholes = new Set<string>();
  #readsTime = false;
  /** Functions that are looked into: one that is called again has been seen. */
  readonly #functions = new Set<Node>();

  found(): Reads {
    return { reads: [...this.#reads.values()], wholes: [...this.#wholes], readsTime: this.#readsTime };
  }

  merge({ reads, wholes, readsTime }: Reads): void {
    for (const read of reads) this.#reads.set(identity(read), read);
    for (const whole of wholes) this.#wholes.add(whole);
    this.#readsTime ||= readsTime;
  }

  visit(node: Node, scope: Scope): void {
    if (Node.isTypeNode(node) || Node.isInterfaceDeclaration(node) || Node.isTypeAliasDeclaration(node)) return;
    checkAllowed(node, scope);
    if (asksTime(node)) this.#readsTime = true;
    if (Node.isVariableDeclaration(node)) return this.#visitDeclaration(node, scope);
    if (Node.isCallExpression(node) && this.#visitCall(node, scope)) return;
    const held = heldBy(node, scope);
    if (held !== undefined && this.add(held, scope)) return;
    const value = isReadPath(node) ? known(node, scope) : undefined;
    if (value?.kind === "builtin" && !Node.isElementAccessExpression(node)) checkName(node, value.name, scope);
    if (value !== undefined && this.add(value, scope)) return;
    node.forEachChild((child) => {
      if (!isNameOnly(child)) this.visit(child, scope);
    });
  }

  #visitDeclaration(node: import("ts-morph").VariableDeclaration, scope: Scope): void {
    const initializer = node.getInitializer();
    if (initializer === undefined) return;
    const isConstant = node.getVariableStatement()?.getDeclarationKind() === VariableDeclarationKind.Const;
    const value = isConstant ? known(initializer, scope) : undefined;
    if (value === undefined || !binds(node.getNameNode(), value, scope)) this.visit(initializer, scope);
  }

  /** True where nothing of the call is left to look at. */
  #visitCall(node: CallExpression, scope: Scope): boolean {
    const callee = node.getExpression();
    const query = asksCluster(callee) ? known(node, scope) : undefined;
    if (query !== undefined) return this.add(query, scope);
    const of = isPath(callee) ? known(callee, scope) : undefined;
    if (of?.kind !== "function") return false;
    this.#visitFunction(of, node.getArguments() as TypeScriptExpression[], scope);
    return true;
  }

  #visitFunction(of: FunctionValue, args: readonly TypeScriptExpression[], scope: Scope): void {
    const inside = of.scope.enter(scope);
    const parameters = of.node.getParameters();
    for (const [at, argument] of args.entries()) {
      const value = Node.isSpreadElement(argument) ? undefined : known(argument, scope);
      const parameter = parameters[at];
      const isBound = value !== undefined && parameter !== undefined && binds(parameter.getNameNode(), value, inside);
      if (!isBound) this.visit(argument, scope);
    }
    if (this.#functions.has(of.node)) return;
    this.#functions.add(of.node);
    of.node.getParameters().forEach((one) => {
      const initializer = one.getInitializer();
      if (initializer !== undefined) this.visit(initializer, inside);
    });
    const body = of.node.getBody();
    if (body !== undefined) this.visit(body, inside);
    this.#functions.delete(of.node);
  }

  /** False where the parts of the node have to be looked at. */
  add(value: Value, scope: Scope): boolean {
    if (value.kind === "builtin" || value.kind === "module" || value.kind === "rejected") return false;
    if (value.kind === "function") this.#visitFunction(value, [], scope);
    else if (value.kind === "beyond") this.merge(value.from);
    else for (const expression of expressionsIn(value)) this.addRead(expression);
    return true;
  }

  /** Of what reads a map as a whole, no more than the rest: no guard can keep a part of it. */
  addRead(expression: Expression): void {
    for (const { wholes, readsTime } of beyondIn(expression)) this.merge({ reads: [], wholes, readsTime });
    const parts = wholesIn(expression);
    if (parts.length === 0) this.#reads.set(identity(expression), expression);
    for (const { whole, read } of parts) {
      if (whole !== undefined) this.#wholes.add(whole);
      this.#reads.set(identity(read), read);
    }
  }
}

/** `Date.now`, and `new Date()` without arguments; `new Date(text)` reads no clock. */
function asksTime(node: Node): boolean {
  if (Node.isNewExpression(node)) return node.getExpression().getText() === "Date" && node.getArguments().length === 0;
  if (!Node.isIdentifier(node) || node.getText() !== "Date") return false;
  const parent = node.getParent();
  if (Node.isNewExpression(parent)) return false;
  return !(Node.isPropertyAccessExpression(parent) && ["UTC", "parse"].includes(parent.getName()));
}

function asksCluster(callee: Node): boolean {
  return Node.isPropertyAccessExpression(callee) && /\bcluster$/.test(callee.getExpression().getText());
}

/** What a name of the rule holds; `{ name }` is one, too. */
function heldBy(node: Node, scope: Scope): Value | undefined {
  const symbol = Node.isShorthandPropertyAssignment(node)
    ? node.getValueSymbol()
    : Node.isIdentifier(node)
      ? node.getSymbol()
      : undefined;
  const declaration = symbol?.getValueDeclaration();
  return declaration === undefined ? undefined : scope.find(declaration);
}

function expressionsOf({ expression, presence, isNull }: Dynamic): readonly Expression[] {
  const guards = presence.kind === "guarded" ? [presence.guard] : [];
  return [expression, ...guards, ...(typeof isNull === "string" ? [] : [isNull])];
}

/** Every expression of a value, wherever in it. */
function expressionsIn(value: unknown): readonly Expression[] {
  if (Array.isArray(value)) return value.flatMap(expressionsIn);
  if (value instanceof Map) return [...value.values()].flatMap(expressionsIn);
  if (typeof value === "function") return [];
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return [];
  if ("span" in value && "kind" in value) return [value as Expression];
  // What else is known of it is about where it was read from.
  if ("kind" in value && value.kind === "dynamic") return expressionsOf(value as Dynamic);
  return Object.values(value).flatMap(expressionsIn);
}

function isPath(node: Node): node is TypeScriptExpression {
  return Node.isIdentifier(node) || Node.isPropertyAccessExpression(node) || Node.isElementAccessExpression(node);
}

/** What an expression is, where the compiler knows; nothing is reported. */
function known(node: TypeScriptExpression, scope: Scope): Value | undefined {
  const value = scope.lowering.bag.attempt(() => scope.lowerAny(node));
  return value === undefined || value.kind === "rejected" ? undefined : value;
}

/** False where the name cannot be given the value. */
function binds(name: Node, value: Value, scope: Scope): boolean {
  return scope.lowering.bag.attempt(() => bindName(name, value, scope)) !== undefined;
}

/** A name that is no expression: of a property, a parameter, a declaration. */
function isNameOnly(node: Node): boolean {
  const parent = node.getParent();
  if (!Node.isIdentifier(node) || parent === undefined) return false;
  if (Node.isPropertyAccessExpression(parent)) return parent.getNameNode() === node;
  if (Node.isBindingElement(parent)) return parent.getInitializer() !== node;
  if (Node.isParameterDeclaration(parent) || Node.isVariableDeclaration(parent)) return parent.getNameNode() === node;
  return (
    (Node.isPropertyAssignment(parent) && parent.getNameNode() === node) ||
    Node.isFunctionDeclaration(parent) ||
    Node.isLabeledStatement(parent) ||
    node.getParentIfKind(SyntaxKind.BreakStatement) !== undefined ||
    node.getParentIfKind(SyntaxKind.ContinueStatement) !== undefined
  );
}

interface Part {
  /** What is read as a whole, of which `read` is the root. */
  readonly whole?: string;
  readonly read: Expression;
}

/** The parts of an expression that reads something as a whole: that, and what else it reads. Empty where it does not. */
function wholesIn(expression: Expression): readonly Part[] {
  const found: Part[] = [];
  const visit = (node: Expression): void => {
    const part = partAt(node);
    if (part === undefined) return children(node).forEach(visit);
    found.push(part);
    if (node.kind === "index") visit(node.index);
  };
  visit(expression);
  return found.some(({ whole }) => whole !== undefined) ? found : [];
}

function partAt(node: Expression): Part | undefined {
  if (node.kind === "index" && mapAt(node.operand) !== undefined) return { read: node };
  const map = mapAt(node);
  if (map !== undefined) return map;
  const path = pathOf(node);
  if (path === undefined) return undefined;
  const { root, fields } = path;
  const [first, second] = fields;
  if (first === undefined) return { whole: words(root), read: root };
  if (first === "metadata" && second === undefined) return { whole: `metadata of ${words(root)}`, read: root };
  return { read: node };
}

/** All labels, annotations, finalizers or owners. */
function mapAt(node: Expression): Part | undefined {
  const path = pathOf(node);
  const [first, second, ...rest] = path?.fields ?? [];
  if (path === undefined || first !== "metadata" || second === undefined || rest.length > 0 || !maps.has(second))
    return undefined;
  return { whole: `${second} of ${words(path.root)}`, read: path.root };
}

function pathOf(node: Expression): { readonly root: Expression; readonly fields: readonly string[] } | undefined {
  const ofObject = fieldPath(node);
  if (ofObject !== undefined) return { root: identifier("oldObject", node.span), fields: ofObject };
  const ofNamespace = fieldPath(node, "namespaceObject");
  return ofNamespace && { root: identifier("namespaceObject", node.span), fields: ofNamespace };
}

const words = (root: Expression): string =>
  root.kind === "identifier" && root.name === "namespaceObject" ? "the Namespace" : "the object";

const maps: ReadonlySet<string> = new Set(["labels", "annotations", "finalizers", "ownerReferences"]);
