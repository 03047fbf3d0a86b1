import { type ElementAccessExpression, Node, type PropertyAccessExpression } from "ts-morph";
import { binary, demand, listLiteral, literal } from "../../ir/expression.ts";
import { after } from "../evaluation-order.ts";
import type { Scope } from "../scope.ts";
import { withoutParentheses } from "../shapes/type-of.ts";
import { choose } from "./choose.ts";
import { named, textOr, toDynamic } from "./coerce.ts";
import { isOptionalRead, shownText } from "./demand.ts";
import { readTable } from "./element-access.ts";
import { lowerEquality } from "./equality.ts";
import { type Dynamic, type ObjectValue, type Value, isSomething, rejected, staticValue, undefinedValue } from "../value.ts";

type Rows = ReadonlyMap<string, ObjectValue>;

/**
 * `RULES[env]?.contact`: a field of an object in a table that is written in the policy, by a key of the cluster's.
 * Undefined where something else is read. Of a key that every object inherits, such as `constructor`, JavaScript gives
 * a function or an object, and nothing of a field that those have not.
 */
export function readRow(node: PropertyAccessExpression, scope: Scope): Value | undefined {
  const receiver = withoutParentheses(node.getExpression());
  if (!Node.isElementAccessExpression(receiver)) return undefined;
  const rows = rowsOf(scope.lower(receiver.getExpression()));
  const argument = receiver.getArgumentExpressionOrThrow();
  const key = rows === undefined ? rejected : scope.lower(argument);
  if (rows === undefined || key.kind !== "dynamic") return undefined;
  const name = node.getName();
  if (isOfFunctions(name)) return scope.reject("object-as-table", receiver, { text: receiver.getText() });
  const text = toDynamic(textOr(key, argument, scope), argument, scope);
  if (text === undefined || text.shape.kind !== "string") return undefined;
  return fieldOfRow(rows, named(text, "key"), { node, receiver, scope });
}

function rowsOf(table: Value): Rows | undefined {
  if (table.kind !== "object" || table.sometimes !== undefined || table.properties.size === 0) return undefined;
  const rows = [...table.properties].flatMap(([key, row]) =>
    row.kind === "object" && row.sometimes === undefined ? [[key, row] as const] : [],
  );
  return rows.length === table.properties.size ? new Map(rows) : undefined;
}

function isOfFunctions(name: string): boolean {
  return name in Function.prototype || name === "prototype";
}

interface Read {
  readonly node: PropertyAccessExpression;
  readonly receiver: ElementAccessExpression;
  readonly scope: Scope;
}

function fieldOfRow(rows: Rows, key: Dynamic, { node, receiver, scope }: Read): Value {
  const fields = new Map([...rows].map(([row, { properties }]) => [row, properties.get(node.getName()) ?? undefinedValue]));
  const field =
    scalarsOf(fields) === undefined ? chosenField(fields, key, { node, scope }) : tableField(fields, key, { node, scope });
  if (isOptionalRead(node)) return field;
  // Elsewhere JavaScript throws where the table has no such row.
  const span = scope.span(receiver);
  const keys = [...rows.keys(), ...Object.getOwnPropertyNames(Object.prototype)].map((one) => literal(one, span));
  const isThere = binary(key.expression, "in", listLiteral(keys, span), span);
  return after([demand(isThere, shownText(receiver), span)], field);
}

type Scalar = string | number | boolean;

/** Where all are of one type that CEL can look up. */
function scalarsOf(fields: ReadonlyMap<string, Value>): ReadonlyMap<string, Scalar> | undefined {
  const known = [...fields].flatMap(([row, field]) =>
    field.kind === "static" && isSomething(field.value) ? [[row, field.value] as const] : [],
  );
  const areAlike = new Set(known.map(([, value]) => typeof value)).size === 1;
  return areAlike && known.length === fields.size ? new Map(known) : undefined;
}

interface Place {
  readonly node: Node;
  readonly scope: Scope;
}

function tableField(fields: ReadonlyMap<string, Value>, key: Dynamic, place: Place): Value {
  return readTable({ kind: "table", entries: scalarsOf(fields) ?? new Map() }, key, place);
}

function chosenField(fields: ReadonlyMap<string, Value>, key: Dynamic, place: Place): Value {
  return [...fields].reduceRight<Value>((rest, [row, field]) => {
    const isThis = lowerEquality([key, staticValue(row)], place.node, place.scope);
    return choose(isThis, [field, rest], place);
  }, undefinedValue);
}
