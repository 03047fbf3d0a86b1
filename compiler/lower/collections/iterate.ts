import { type CallExpression, Node } from "ts-morph";
import type { Span } from "../../diagnostics/span.ts";
import { and } from "../../ir/expressions/boolean.ts";
import { demands } from "../../ir/expressions/settled.ts";
import { elementIn } from "../../ir/expressions/number-range.ts";
import { some } from "../../ir/expressions/visit.ts";
import { maxObjectBytes } from "../../language/limits.ts";
import { type ComprehensionMethod, type Expression, binary, comprehension, identifier } from "../../ir/expression.ts";
import { isDouble, withoutType } from "../cel-type.ts";
import { named, orderProblem, toDynamic } from "../expressions/coerce.ts";
import { shapeOfType } from "../shapes/narrow.ts";
import { nameOfPath } from "../path.ts";
import { hasType, plain } from "../expressions/presence.ts";
import type { Place, Scope } from "../scope.ts";
import { freeVariable } from "./free-variable.ts";
import { optionalItem } from "./optional-items.ts";
import { afterChoice, boundOf, typedElements } from "./stored-iteration.ts";
import {
  type Dynamic,
  type Value,
  dynamic,
  dynamicBoolean,
  hasTypedEntries,
  mayBeAbsent,
  rejected,
  withTypedEntries,
} from "../value.ts";
import { type Callback, applyCallback, asksPosition, callbackOf } from "../calls/callback.ts";
import { shownTexts, stepOfPrinted } from "../text/joined.ts";
import { conditionOf, truthOf } from "../expressions/truth.ts";
import type { CallSite } from "../calls/call.ts";

/** The first Kubernetes whose iterations know the position of an element. */
export const positionsSince = 33;

interface Iteration {
  readonly call: CallSite;
  /** What the callback gets for an element (or key). */
  readonly itemOf: (item: Expression) => Value;
  /** Of what `map` gives only whether JavaScript takes it for true. */
  readonly areConditions?: true;
}

/** `some`, `every`, `filter` and `map` over a list, or over the keys of a map. */
export function iterateItems(receiver: Dynamic, name: ComprehensionMethod, { call, itemOf, areConditions }: Iteration): Value {
  const callback = callbackOf(call, 2);
  if (callback === undefined) return rejected;
  const wanted = nameOf(callback);
  const said = (answer: Value): Value => (areConditions === true ? truthOf(answer) : answer);
  if (!asksPosition(callback)) {
    const answerOf = (item: Expression, inside: CallSite): Value => said(applyCallback(callback, itemOf(item), inside));
    return iterateWith(receiver, name, { call, wanted, answerOf });
  }
  if (!hasPositions(receiver, call)) return rejected;
  const answerAt = (item: Expression, inside: CallSite, position?: Value): Value =>
    said(applyCallback(callback, itemOf(item), inside, position));
  const wantedPosition = callback.kind === "function" ? callback.node.getParameters()[1]?.getName() : undefined;
  return iterateWith(typedElements(receiver, call), name, { call, wanted, wantedPosition, answerOf: answerAt });
}

/** Whether elements have positions that CEL knows; reports where they have none. */
export function hasPositions(list: Dynamic, { node, scope }: Place): boolean {
  if (list.order === "given" && list.shape.kind === "list") return scope.requireKubernetes(positionsSince, node.getText(), node);
  scope.reject(orderProblem(list), node, { text: node.getText() });
  return false;
}

interface Queries<Site extends Place> {
  readonly call: Site;
  /** The name that the variable should have. */
  readonly wanted: string | undefined;
  /** The name that the position should have, where one asks for it. */
  readonly wantedPosition?: string | undefined;
  /** What is asked of each element (or key). */
  readonly answerOf: (item: Expression, inside: Site, position?: Value) => Value;
}

export function iterateWith<Site extends Place>(receiver: Dynamic, name: ComprehensionMethod, queries: Queries<Site>): Value {
  const { call, wanted, wantedPosition, answerOf } = queries;
  const { scope, node } = call;
  const variable = freeVariable(wanted, scope);
  const span = scope.span(node);
  const position = wantedPosition === undefined ? undefined : freeVariable(wantedPosition, scope.iterate(variable, undefined));
  const inside = { ...call, scope: scope.iterate(variable, receiver.path, position) };
  const answer = answerOf(
    elementOf(receiver, variable, span),
    inside,
    position === undefined ? undefined : positionAt(position, span),
  );
  if (answer.kind === "rejected") return rejected;
  const { expression: range, test } = rangeOf(receiver, variable);
  if (name === "map") return mapped(receiver, answer, { call, variable, position, range });
  const result = judged(receiver, name, { answer, variable, position, range, test, node, scope });
  if (result === undefined) return rejected;
  return name === "filter" ? filtered(receiver, result, call) : dynamicBoolean(result);
}

/** Of a list of numbers these may be NaN, of which CEL has to be asked otherwise. */
function elementOf({ shape, expression }: Dynamic, variable: string, span: Span): Expression {
  const isText = shape.kind !== "list" || shape.element.kind === "string";
  return isText ? identifier(variable, span) : elementIn(expression, variable, span);
}

function positionAt(name: string, span: Span): Dynamic {
  return dynamic(identifier(name, span), { kind: "number" }, { wholeUpTo: maxObjectBytes });
}

interface Judged extends Place {
  /** What is said of each element. */
  readonly answer: Value;
  readonly variable: string;
  readonly position?: string | undefined;
  readonly range: Expression;
  readonly test: Expression | undefined;
}

/** Which element it was at which the evaluation ends nobody could tell behind a filter. */
function isReadable(answer: Expression, position: string | undefined, { node, scope }: Place): boolean {
  if (position === undefined || !demands(answer)) return true;
  scope.reject(some(answer, isDemand) ? "may-be-absent" : "nested-iteration", node, { text: node.getText() });
  return false;
}

const isDemand = ({ kind }: Expression): boolean => kind === "demand";

/** `list.exists(x, answer)` and the like; undefined after a diagnostic. */
function judged(receiver: Dynamic, name: ComprehensionMethod, of: Judged): Expression | undefined {
  const { answer, variable, position, range, test, node, scope } = of;
  const condition = conditionOf(answer, node, scope);
  if (condition === undefined || !isReadable(condition, position, { node, scope })) return undefined;
  const body = test === undefined ? condition : narrowed(name, test, condition);
  const parts = { range, variable, position, body };
  const step = { method: name, ...parts, elementTest: test, ...boundOf(receiver, scope), span: scope.span(node) };
  return afterChoice(receiver, comprehension(step), { node, scope });
}

/** Whether a loop over the list comes to an element of which `answerOf` says so. */
export function existsInLoop(
  receiver: Dynamic,
  wanted: string | undefined,
  { node, scope, answerOf }: Place & { readonly answerOf: (item: Expression, inside: Scope) => Value },
): Value {
  const variable = freeVariable(wanted, scope);
  const answer = answerOf(elementOf(receiver, variable, scope.span(node)), scope.iterate(variable, receiver.path));
  if (answer.kind === "rejected") return rejected;
  const { expression: range, test } = rangeOf(receiver, variable);
  const result = judged(receiver, "exists", { answer, variable, range, test, node, scope });
  return result === undefined ? rejected : dynamicBoolean(result);
}

/** `filter((x) => typeof x === "string")` leaves texts, and TypeScript knows it. */
function filtered(receiver: Dynamic, expression: Expression, { node }: Place): Dynamic {
  const { shape } = receiver;
  const list: Dynamic = { ...receiver, expression, small: true, typedLevels: withTypedEntries(receiver) };
  if (!Node.isCallExpression(node)) return list;
  const element = node.getType().getArrayElementType() ?? node.getType().getNonNullableType();
  const isTold =
    shape.kind === "list" && (shape.element.kind === "union" || (shape.element.kind === "unknown" && iterationsUnknown(node)));
  if (shape.kind !== "list" || !isTold) return list;
  return { ...list, shape: { kind: "list", element: shapeOfType(shape.element, element, node) } };
}

/** `unknown[]`, and not a type that somebody has given to what may be anything. */
function iterationsUnknown(node: CallExpression): boolean {
  const callee = node.getExpression();
  const list = Node.isPropertyAccessExpression(callee) ? callee.getExpression().getType().getNonNullableType() : undefined;
  const declared = list?.getArrayElementType();
  return declared !== undefined && (declared.isUnknown() || declared.isAny());
}

/** Entries of another type than the declared one are not there: `all` passes over them, `exists` and `filter` too. */
function narrowed(name: ComprehensionMethod, test: Expression, condition: Expression): Expression {
  if (name !== "all") return and(test, condition);
  return binary({ kind: "not", operand: test, span: test.span }, "||", condition, test.span);
}

/** What is iterated over, and the test that its elements have the declared type. */
export function rangeOf(receiver: Dynamic, variable: string): { expression: Expression; test: Expression | undefined } {
  const { expression } = named({ ...receiver, expression: plain(receiver) }, nameOfPath(receiver.path) ?? "list");
  const { shape } = receiver;
  if (hasTypedEntries(receiver) || shape.kind !== "list") return { expression, test: undefined };
  return { expression, test: hasType(identifier(variable, expression.span), shape.element) };
}

function mapped(
  receiver: Dynamic,
  answer: Value,
  { call, variable, position, range }: { call: Place; variable: string; position: string | undefined; range: Expression },
): Value {
  if (answer.kind === "shown") {
    const step = { method: "map", variable, position, range, ...stepOfPrinted(receiver, call.scope) } as const;
    return shownTexts(range, () => comprehension({ ...step, body: answer.text(), span: call.scope.span(call.node) }), call);
  }
  const sparse = mayBeAbsent(answer);
  const value = sparse && answer.kind === "dynamic" ? optionalItem(answer) : toDynamic(answer, call.node, call.scope);
  if (value === undefined) return rejected;
  const canBeOptional = value.isNull === "never" && !["opaque", "unknown", "union"].includes(value.shape.kind);
  if (value.sparse || (sparse && !canBeOptional) || value.shape.kind === "opaque")
    return call.scope.reject("not-a-value", call.node, { text: call.node.getText() });
  if (!isReadable(value.expression, position, call)) return rejected;
  const span = call.scope.span(call.node);
  // Elements of a known type could not be compared with numbers of the other.
  const body = isDouble(value.expression) ? withoutType(value.expression) : value.expression;
  const iterated = comprehension({ method: "map", range, variable, position, body, ...boundOf(receiver, call.scope), span });
  const expression = afterChoice(receiver, iterated, call);
  const { showable, ascii, wholeUpTo } = value;
  return {
    ...receiver,
    expression,
    shape: { kind: "list", element: value.shape },
    typedLevels: value.typedLevels + 1,
    order: orderOfMade(receiver),
    small: true,
    sparse,
    showable,
    ascii,
    wholeUpTo,
    path: undefined,
  };
}

/** Of a list whose elements have been made of those of `list`. */
export function orderOfMade({ order }: Dynamic): Dynamic["order"] {
  if (order === "keys") return "random";
  return order === "sorted" ? "unordered" : order;
}

/** `key`, also of `([key, value])`. */
export function nameOf(callback: Callback): string | undefined {
  if (callback.kind === "builtin") return undefined;
  const { node } = callback;
  return /^\[?\s*(\w+)/.exec(node.getParameters()[0]?.getName() ?? "")?.[1];
}
