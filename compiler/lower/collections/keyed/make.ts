import type { Expression as TypeScriptExpression, NewExpression } from "ts-morph";
import { sinceKubernetes } from "../../../cel/emitted.ts";
import { coalesce } from "../../expressions/coalesce.ts";
import { after, iterationsOf } from "../../evaluation-order.ts";
import type { Shape } from "../../../api/shape.ts";
import type { Scope } from "../../scope.ts";
import type { PairsValue } from "../collection-values.ts";
import { type ListValue, type Value, isNothing, listValue, rejected } from "../../value.ts";
import { counted } from "../stored-iteration.ts";
import { distinctKnown, isKeyed, listOf } from "./distinct.ts";

/** `new Set(list)`, also `new Set()`; TypeScript iterates over the list there. */
export function makeSet(node: NewExpression, scope: Scope): Value {
  const value = argumentOf(node, scope);
  if (value.kind === "flat" && scope.lowering.kube < sinceKubernetes("flatten")) return { ...value, isSet: true };
  const list = value.kind === "flat" ? value.asOne(scope) : isKeyed(value) ? listOf(value, { node, scope }) : value;
  if (list.kind === "rejected") return rejected;
  if (list.kind === "list") return { kind: "set", list: distinctKnown(list), isSpread: false };
  if (list.kind !== "dynamic" || list.shape.kind !== "list") return rejectArgument(node, scope);
  if (!isScalarShape(list.shape.element)) return scope.reject("compares-objects", node, { text: node.getText() });
  return { kind: "set", list: { ...list, expression: counted(list, { node, scope }) }, isSpread: false };
}

/** `new Map([["a", 1], ...])` and `new Map(Object.entries(map))` */
export function makeMap(node: NewExpression, scope: Scope): Value {
  const value = argumentOf(node, scope);
  if (value.kind === "rejected" || value.kind === "keyed" || value.kind === "pairs") return value;
  if (value.kind === "entries" && value.what === "entries") return { kind: "keyed", entries: value };
  const pairs = value.kind === "list" ? pairsOf(value) : undefined;
  if (pairs === undefined) return rejectArgument(node, scope);
  return after(value.kind === "list" ? iterationsOf(value) : [], { kind: "pairs", pairs });
}

function argumentOf(node: NewExpression, scope: Scope): Value {
  const [argument, ...others] = node.getArguments();
  if (argument === undefined) return listValue([]);
  if (others.length > 0) return scope.reject("too-many-arguments", node, { text: node.getText() });
  const value = scope.lower(argument as TypeScriptExpression);
  if (isNothing(value)) return listValue([]);
  return value.kind === "dynamic" && value.shape.kind === "list" ? coalesce(value, listValue([]), { node, scope }) : value;
}

function rejectArgument(node: NewExpression, scope: Scope): Value {
  return scope.reject("unsupported-collection", node, { text: node.getText() });
}

/** Of equal keys the last one counts, in the place of the first. Undefined where one is not known to the compiler. */
function pairsOf({ elements }: ListValue): PairsValue["pairs"] | undefined {
  const pairs = new Map<string | number | boolean, Value>();
  for (const element of elements) {
    const [key, value, ...others] = element.kind === "list" ? element.elements : [];
    if (key?.kind !== "static" || value === undefined || others.length > 0 || key.value === undefined || key.value === null)
      return undefined;
    pairs.set(key.value, value);
  }
  return pairs;
}

/** Objects are one and the same in JavaScript, and equal by what is in them in CEL. */
function isScalarShape({ kind }: Shape): boolean {
  return kind === "string" || kind === "number" || kind === "boolean";
}
