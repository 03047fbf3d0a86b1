import {
  type BinaryExpression,
  type BindingName,
  Node,
  type PropertyAccessExpression,
  type Expression as TypeScriptExpression,
} from "ts-morph";
import { after, iterationsOf } from "../evaluation-order.ts";
import type { Scope } from "../scope.ts";
import { withoutParentheses } from "../shapes/type-of.ts";
import { type Value, dynamicBoolean, mayBeAbsent, rejected, undefinedValue } from "../value.ts";
import { choose } from "../expressions/choose.ts";
import { writtenPropertyName } from "../expressions/object-literal.ts";
import { isDefined } from "../expressions/presence.ts";
import { readProperty } from "../expressions/property-access.ts";

/**
 * `spec ?? { containers: [] }`, of which only fields of these names are read: each is that of the first that is there.
 * CEL has no value that is one or the other. Undefined for everything else.
 */
export function recordOrObject(node: TypeScriptExpression, names: readonly string[], scope: Scope): Value | undefined {
  const whole = withoutParentheses(node);
  if (!isWithObject(whole)) return undefined;
  const record = scope.lower(whole.getLeft());
  if (record.kind === "rejected") return rejected;
  if (record.kind !== "dynamic" || record.shape.kind !== "record" || !mayBeAbsent(record)) return undefined;
  const object = scope.lower(whole.getRight());
  if (object.kind !== "object") return object.kind === "rejected" ? rejected : undefined;
  const place = { node: whole, scope };
  const isThere = dynamicBoolean(isDefined(record));
  const fields = names.map((name) => {
    const other = object.properties.get(name) ?? undefinedValue;
    return [name, choose(isThere, [readProperty(record, name, place), other], place)] as const;
  });
  return after(iterationsOf(record), { kind: "object", properties: new Map(fields) });
}

/** `(spec ?? { containers: [] }).containers` */
export function readRecordOrObject(node: PropertyAccessExpression, scope: Scope): Value | undefined {
  const name = node.getName();
  const whole = recordOrObject(node.getExpression(), [name], scope);
  return whole?.kind === "object" ? (whole.properties.get(name) ?? undefinedValue) : whole;
}

/** With an object that has fields: `?? {}` stands for nothing, whatever is read. */
function isWithObject(node: Node): node is BinaryExpression {
  if (!Node.isBinaryExpression(node) || !["??", "||"].includes(node.getOperatorToken().getText())) return false;
  const other = withoutParentheses(node.getRight());
  return Node.isObjectLiteralExpression(other) && other.getProperties().length > 0;
}

/** The names that a pattern reads; undefined where it takes the rest, too. */
export function namesIn(pattern: BindingName, scope: Scope): readonly string[] | undefined {
  if (!Node.isObjectBindingPattern(pattern)) return undefined;
  const elements = pattern.getElements();
  if (elements.some((element) => element.getDotDotDotToken() !== undefined)) return undefined;
  const names = elements.map((element) => writtenPropertyName(element.getPropertyNameNode() ?? element.getNameNode(), scope));
  const known = names.filter((name) => name !== undefined);
  return known.length < names.length ? undefined : known;
}
