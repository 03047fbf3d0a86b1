import { Node } from "ts-morph";
import { readIndex } from "./index-access.ts";
import { readProperty } from "./property-access.ts";
import type { Scope } from "./scope.ts";
import { type Value, staticValue } from "./value.ts";

/** `{ name }` of a value. */
export function readNamed(value: Value, property: Node, scope: Scope): Value {
  const name = Node.isStringLiteral(property) ? property.getLiteralText() : property.getText();
  return readProperty(value, name, { node: property, scope });
}

/** `[, second]` of a value. */
export function readIndexed(value: Value, at: number, node: Node, scope: Scope): Value {
  return readIndex(value, staticValue(at), { node, scope });
}
