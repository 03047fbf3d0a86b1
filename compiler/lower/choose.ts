import type { Node } from "ts-morph";
import { and, chooseBoolean, chooseValue } from "../ir/boolean.ts";
import { type Expression, call, list, mapLiteral, method } from "../ir/expression.ts";
import { toDynamic, walks } from "./coerce.ts";
import { asOptional, isDefined, plain } from "./presence.ts";
import type { Scope } from "./scope.ts";
import { type Dynamic, type Value, optional, refused } from "./value.ts";

/** `condition ? whenTrue : whenFalse`, also for `if` with `return`. */
export function choose(condition: Value, branches: readonly [Value, Value], place: { node: Node; scope: Scope }): Value {
  const [whenTrue, whenFalse] = branches;
  if (condition.kind === "refused" || whenTrue.kind === "refused" || whenFalse.kind === "refused") return refused;
  if (condition.kind === "static") return condition.value === true ? whenTrue : whenFalse;
  if (condition.kind !== "dynamic") return place.scope.refuse("not-a-boolean", place.node, { text: place.node.getText() });
  const test = plain(condition);
  if (isUndefined(whenTrue) && isUndefined(whenFalse)) return whenTrue;
  if (mayBeAbsent(whenTrue) || mayBeAbsent(whenFalse)) return chooseOptional(test, branches, place);
  const [left, right] = [toDynamic(whenTrue, place.node, place.scope), toDynamic(whenFalse, place.node, place.scope)];
  if (left === undefined || right === undefined) return refused;
  return chooseAlways(test, [left, right], place);
}

function chooseAlways(test: Expression, [left, right]: readonly [Dynamic, Dynamic], { node, scope }: { node: Node; scope: Scope }): Value {
  if (left.shape.kind !== right.shape.kind) return scope.refuse("mixed-branches", node, { text: node.getText() });
  const span = scope.span(node);
  const branches = [left.expression, right.expression] as const;
  const isBoolean = left.shape.kind === "boolean";
  return {
    ...left,
    expression: isBoolean ? chooseBoolean(test, branches, span) : chooseValue(test, branches, span),
    showable: left.showable && right.showable,
    unordered: left.unordered || right.unordered,
    small: left.small && right.small,
    path: undefined,
  };
}

/** `c ? x : undefined` keeps `x` and notes when it counts; two optionals meet as CEL optionals. */
function chooseOptional(test: Expression, [whenTrue, whenFalse]: readonly [Value, Value], place: { node: Node; scope: Scope }): Value {
  const { node, scope } = place;
  const span = scope.span(node);
  const left = isUndefined(whenTrue) ? undefined : keepAbsence(whenTrue, place);
  const right = isUndefined(whenFalse) ? undefined : keepAbsence(whenFalse, place);
  if (left === null || right === null) return refused;
  const model = left ?? right;
  if (model === undefined) return refused;
  if (left?.shape.kind !== undefined && right?.shape.kind !== undefined && left.shape.kind !== right.shape.kind) {
    return scope.refuse("mixed-branches", node, { text: node.getText() });
  }
  if (right === undefined && left !== undefined) {
    return { ...left, expression: plain(left), typed: true, presence: { kind: "guarded", guard: and(test, isDefined(left), span) } };
  }
  const none = call("optional.none", [], span);
  const optionalOf = (branch: Dynamic | undefined): Expression => (branch === undefined ? none : asOptional(branch));
  const expression = chooseValue(test, [optionalOf(left), optionalOf(right)], span);
  const showable = (left?.showable ?? true) && (right?.showable ?? true);
  return { ...model, expression, presence: optional, typed: true, showable, path: undefined };
}

/** null after a diagnostic. */
function keepAbsence(value: Value, { node, scope }: { node: Node; scope: Scope }): Dynamic | null {
  return value.kind === "dynamic" ? value : (toDynamic(value, node, scope) ?? null);
}

function isUndefined(value: Value): boolean {
  return value.kind === "static" && value.value === undefined;
}

function mayBeAbsent(value: Value): boolean {
  if (value.kind === "dynamic") return value.presence.kind !== "always";
  return isUndefined(value);
}

/** `a ?? b` */
export function coalesce(value: Value, fallback: Value, place: { node: Node; scope: Scope }): Value {
  if (value.kind === "refused" || fallback.kind === "refused") return refused;
  if (value.kind === "static" && value.value === undefined) return fallback;
  if (value.kind !== "dynamic" || value.presence.kind === "always") return value;
  const { node, scope } = place;
  const span = scope.span(node);
  if (value.presence.kind === "nullable") return scope.refuse("unsupported-operator", node, {
      text: "??",
      help: "compare it with `undefined` first",
    });
  if (isUndefined(fallback)) return value;
  if (value.presence.kind === "guarded" || !canStandIn(fallback)) {
    const defined: Value = { ...value, shape: { kind: "boolean" }, expression: isDefined(value), presence: { kind: "always" } };
    return choose(defined, [{ ...value, expression: plain(value), presence: { kind: "always" }, typed: true }, fallback], place);
  }
  if (fallback.kind === "dynamic" && fallback.presence.kind === "optional") {
    const expression = method(asOptional(value), "or", [asOptional(fallback)], span);
    return { ...value, expression, typed: true, showable: value.showable && fallback.showable, path: undefined };
  }
  const other = toDynamicFallback(value, fallback, place);
  if (other === undefined) return refused;
  const expression = plain(value, other.expression);
  const path = isEmptyLiteral(other.expression) ? value.path : undefined;
  return { ...value, expression, presence: { kind: "always" }, typed: true, showable: value.showable && other.showable, path };
}

/** CEL evaluates `b` of `.orValue(b)` always; where `b` walks something it must stay on its side of a `? :`. */
function canStandIn(fallback: Value): boolean {
  return !(fallback.kind === "dynamic" && fallback.presence.kind === "guarded") && !walks(fallback);
}

/** `?? {}` and `?? []` take the shape of what they stand in for. */
function toDynamicFallback(value: Dynamic, fallback: Value, { node, scope }: { node: Node; scope: Scope }): Dynamic | undefined {
  const isEmptyRecord = fallback.kind === "object" && fallback.properties.size === 0;
  if (isEmptyRecord && (value.shape.kind === "map" || value.shape.kind === "record")) {
    return { ...value, expression: mapLiteral([], scope.span(node)), presence: { kind: "always" } };
  }
  if (fallback.kind === "list" && fallback.elements.length === 0 && value.shape.kind === "list") {
    return { ...value, expression: list([], scope.span(node)), presence: { kind: "always" } };
  }
  const other = toDynamic(fallback, node, scope);
  if (other === undefined || other.shape.kind === value.shape.kind) return other;
  scope.refuse("mixed-branches", node, { text: node.getText() });
  return undefined;
}

function isEmptyLiteral(node: Expression): boolean {
  return (node.kind === "map" && node.entries.length === 0) || (node.kind === "list" && node.elements.length === 0);
}
