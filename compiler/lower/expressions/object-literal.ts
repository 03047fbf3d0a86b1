import { Node, type ObjectLiteralExpression, type PropertyAssignment, type ShorthandPropertyAssignment } from "ts-morph";
import { choose } from "./choose.ts";
import { named } from "./coerce.ts";
import { lowerSymbol } from "./identifier.ts";
import { after, iterationsOf } from "../evaluation-order.ts";
import type { Scope } from "../scope.ts";
import { type ObjectValue, type Value, knownObject, rejected, undefinedValue } from "../value.ts";

/** `{ ...a, ...b }` */
export function mergedObjects(values: readonly Value[], place: { readonly node: Node; readonly scope: Scope }): Value {
  const growing = newObject();
  for (const value of values) spreadValue(growing, value, place);
  return objectOf(growing);
}

export function lowerObject(node: ObjectLiteralExpression, scope: Scope): Value {
  const growing = newObject();
  for (const property of node.getProperties()) {
    if (Node.isSpreadAssignment(property)) spreadValue(growing, scope.lower(property.getExpression()), { node: property, scope });
    else growing.add(...lowerProperty(property, scope));
  }
  return objectOf(growing);
}

function newObject(): Growing {
  const [properties, sometimes] = [new Map<string, Value>(), new Map<string, Value>()];
  const add = (name: string, value: Value): void => {
    properties.set(name, value);
    sometimes.delete(name);
  };
  return { properties, sometimes, add };
}

function objectOf({ properties, sometimes }: Growing): Value {
  const values = [...properties.values()];
  if (values.some((value) => value.kind === "rejected")) return rejected;
  const whole: ObjectValue = { kind: "object", properties, ...(sometimes.size > 0 && { sometimes }) };
  return after(values.flatMap(iterationsOf), whole);
}

function spreadValue(growing: Growing, spread: Value, place: { readonly node: Node; readonly scope: Scope }): void {
  const known = knownObject(spread);
  if (known !== undefined) spreadInto(growing, known, place);
  else growing.add("", spread.kind === "rejected" ? rejected : rejectSpread(place.node, place.scope));
}

interface Growing {
  readonly properties: Map<string, Value>;
  readonly sometimes: Map<string, Value>;
  readonly add: (name: string, value: Value) => void;
}

/** A key that is there sometimes takes the place of an earlier one only then: `{ a: 1, ...(c ? { a: 2 } : {}) }`. */
function spreadInto(
  { properties, sometimes, add }: Growing,
  spread: ObjectValue,
  place: { readonly node: Node; readonly scope: Scope },
): void {
  for (const [name, value] of spread.properties) {
    const isThere = spread.sometimes?.get(name);
    if (isThere === undefined) add(name, value);
    else if (!properties.has(name)) {
      properties.set(name, value);
      sometimes.set(name, isThere);
    } else if (sometimes.has(name)) add(name, rejectSpread(place.node, place.scope));
    else add(name, choose(isThere, [value, properties.get(name) ?? undefinedValue], place));
  }
}

function rejectSpread(node: Node, scope: Scope): Value {
  return scope.reject("spread-of-stored", node, { text: node.getText() });
}

type Named = readonly [string, Value];

function lowerProperty(property: Node, scope: Scope): Named {
  if (Node.isPropertyAssignment(property)) return lowerAssignment(property, scope);
  if (Node.isShorthandPropertyAssignment(property)) return lowerShorthand(property, scope);
  const help = "write an arrow function: `name: () => ...`";
  return ["", scope.reject("unsupported-expression", property, { kind: "method or accessor", help })];
}

function lowerAssignment(property: PropertyAssignment, scope: Scope): Named {
  const nameNode = property.getNameNode();
  const name = writtenPropertyName(nameNode, scope);
  // Written so, it would be the object's prototype and no key.
  if (name === "__proto__" && !Node.isComputedPropertyName(nameNode))
    return [name, scope.reject("unknown-key", nameNode, { text: name })];
  const value = name === undefined ? rejected : scope.lowerAny(property.getInitializerOrThrow());
  return [name ?? "", value.kind === "dynamic" ? named(value, name ?? "") : value];
}

function lowerShorthand(property: ShorthandPropertyAssignment, scope: Scope): Named {
  return [property.getName(), lowerSymbol(property.getValueSymbol(), property.getNameNode(), scope)];
}

/** Undefined after a diagnostic. */
export function writtenPropertyName(name: Node, scope: Scope): string | undefined {
  if (Node.isIdentifier(name)) return name.getText();
  if (Node.isStringLiteral(name) || Node.isNoSubstitutionTemplateLiteral(name)) return name.getLiteralText();
  if (Node.isNumericLiteral(name)) return String(name.getLiteralValue());
  if (Node.isComputedPropertyName(name)) {
    const value = scope.lower(name.getExpression());
    if (value.kind === "static" && typeof value.value === "string") return value.value;
    if (value.kind === "rejected") return undefined;
  }
  scope.reject("unknown-key", name, { text: name.getText() });
  return undefined;
}
