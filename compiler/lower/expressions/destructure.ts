import { type BindingElement, type BindingName, Node } from "ts-morph";
import { type Local, local } from "../../ir/expression.ts";
import { partOfList } from "../collections/positions.ts";
import { counted } from "../collections/stored-iteration.ts";
import { withDefault } from "./coalesce.ts";
import { named } from "./coerce.ts";
import { demanded, readFrom } from "./demand.ts";
import { readIndex } from "./index-access.ts";
import { writtenPropertyName } from "./object-literal.ts";
import { readProperty } from "./property-access.ts";
import type { Scope } from "../scope.ts";
import { isAssignedTo } from "../statements/assigned-names.ts";
import { type Value, knownObject, listValue, rejected, staticValue } from "../value.ts";

/**
 * Gives `value` the name, or its parts the names of the pattern: `name`, `{ a, b: c = 1 }`, `[first, ...others]`. The
 * parts are returned: TypeScript evaluates them here and now.
 */
export function bindName(name: BindingName | Node, value: Value, scope: Scope): readonly Value[] {
  if (Node.isObjectBindingPattern(name)) return bindProperties(name.getElements(), value, scope);
  if (Node.isArrayBindingPattern(name)) return bindElements(name.getElements(), value, scope);
  const declaration = name.getParentOrThrow();
  const by = isConstant(declaration) ? "author" : "compiler";
  const own = withName(value, name.getText(), by);
  if (isAssignedTo(declaration, name.getText())) scope.assign(scope.declare(declaration, name.getText()), own);
  else scope.bind(declaration, own);
  return [];
}

function withName(value: Value, name: string, by: Local["namedBy"]): Value {
  if (value.kind === "position") return { ...value, expression: local(name, value.expression, by) };
  return value.kind === "dynamic" ? named(value, name, by) : value;
}

/** Declared by `const`, directly or inside a pattern; parameters are the other way to get a name. */
function isConstant(declaration: Node): boolean {
  if (Node.isVariableDeclaration(declaration)) return true;
  return Node.isBindingElement(declaration) && isConstant(declaration.getParentOrThrow().getParentOrThrow());
}

function bindProperties(elements: readonly BindingElement[], value: Value, scope: Scope): readonly Value[] {
  const names: (string | undefined)[] = [];
  return elements.flatMap((element) => {
    if (element.getDotDotDotToken() !== undefined)
      return bindName(element.getNameNode(), others(value, names, element, scope), scope);
    const name = writtenPropertyName(element.getPropertyNameNode() ?? element.getNameNode(), scope);
    names.push(name);
    const part = name === undefined ? rejected : readProperty(value, name, { node: element, scope });
    return bindPart(element, readFrom(value, part, { receiver: element.getParentOrThrow(), node: element, scope }), scope);
  });
}

/** `...others` of an object that is written in the policy. */
function others(value: Value, names: readonly (string | undefined)[], element: BindingElement, scope: Scope): Value {
  const object = knownObject(value);
  if (object === undefined) return rejectRest(value, element, scope);
  const isLeft = ([name]: readonly [string, unknown]): boolean => !names.includes(name);
  const sometimes = object.sometimes && new Map([...object.sometimes].filter(isLeft));
  const properties = new Map([...object.properties].filter(isLeft));
  return { kind: "object", properties, ...(sometimes !== undefined && sometimes.size > 0 && { sometimes }) };
}

function rejectRest(value: Value, element: BindingElement, scope: Scope): Value {
  return value.kind === "rejected" ? rejected : scope.reject("rest-of-stored", element, { text: element.getText() });
}

/** TypeScript iterates over the list as far as it has names; which counts as an iteration. */
function bindElements(elements: readonly (BindingElement | Node)[], value: Value, scope: Scope): readonly Value[] {
  const isStored = value.kind === "dynamic" && value.shape.kind === "list";
  const [node] = elements;
  const there = node === undefined ? value : demanded(value, { receiver: node.getParentOrThrow(), node, scope });
  const iterated =
    isStored && node !== undefined && there.kind === "dynamic"
      ? { ...there, expression: counted(there, { node, scope }) }
      : there;
  const parts = elements.flatMap((element, at) => {
    if (!Node.isBindingElement(element)) return [];
    if (element.getDotDotDotToken() === undefined)
      return bindPart(element, readIndex(iterated, staticValue(at), { node: element, scope }), scope);
    return bindName(element.getNameNode(), restFrom(at, iterated, element, scope), scope);
  });
  return iterated === there ? parts : [iterated, ...parts];
}

function restFrom(at: number, value: Value, element: BindingElement, scope: Scope): Value {
  if (value.kind === "list") return listValue(value.elements.slice(at));
  if (value.kind === "dynamic" && value.shape.kind === "list")
    return partOfList(value, [at, undefined], { node: element, scope });
  return rejectRest(value, element, scope);
}

/** One element of a pattern, with its default where the part is absent. */
function bindPart(element: BindingElement, part: Value, scope: Scope): readonly Value[] {
  const initializer = element.getInitializer();
  const value = initializer === undefined ? part : withDefault(part, scope.lower(initializer), { node: element, scope });
  return [value, ...bindName(element.getNameNode(), value, scope)];
}
