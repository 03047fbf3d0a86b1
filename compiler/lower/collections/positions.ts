import type { Node } from "ts-morph";
import { ofSameElements } from "../cel-type.ts";
import { sinceKubernetes } from "../../cel/emitted.ts";
import type { Span } from "../../diagnostics/span.ts";
import {
  binary,
  call as celCall,
  comprehension,
  conditional,
  identifier,
  listLiteral,
  literal,
  method,
  type Expression,
} from "../../ir/expression.ts";
import { named, orDefault, orderProblem, toDynamic } from "../expressions/coerce.ts";
import { after, iterationsOf } from "../evaluation-order.ts";
import { isDefined } from "../expressions/presence.ts";
import { readIndex } from "../expressions/index-access.ts";
import type { Place, Scope } from "../scope.ts";
import { type Dynamic, type Value, dynamic, mayBeAbsent, rejected, withTypedEntries } from "../value.ts";
import { singleArgument } from "../calls/argument.ts";
import type { CallSite } from "../calls/call.ts";
import { counted, typedElements } from "./stored-iteration.ts";
import { partOfSplit } from "../text/replaced/split-parts.ts";
import { freeVariable } from "./free-variable.ts";
import { maxObjectBytes } from "../../language/limits.ts";

/** `list.at(-1)`: from the end where negative. */
export function at(receiver: Dynamic, call: CallSite): Value {
  const argument = singleArgument(call);
  const position = argument === undefined ? rejected : call.scope.lower(argument);
  return position.kind === "rejected" ? rejected : readIndex(receiver, position, { ...call, fromEnd: true });
}

/** `list.indexOf(x)` and `list.lastIndexOf(x)`: -1 where it is not, as in CEL; what is absent is in no list. */
export function listIndexOf(receiver: Dynamic, call: CallSite, name: "indexOf" | "lastIndexOf" = "indexOf"): Value {
  const { node, scope } = call;
  const argument = singleArgument(call);
  const value = argument === undefined ? rejected : scope.lower(argument);
  const searched = value.kind === "dynamic" ? orDefault(value) : toDynamic(value, node, scope);
  if (searched === undefined || receiver.shape.kind !== "list") return rejected;
  if (receiver.sparse) return scope.reject("not-a-value", node, { text: node.getText() });
  if (receiver.order !== "given") return scope.reject(orderProblem(receiver), node, { text: node.getText() });
  if (searched.shape.kind !== receiver.shape.element.kind || receiver.shape.element.kind === "record")
    return scope.reject("compares-objects", node, { text: node.getText() });
  const span = scope.span(node);
  const range = counted(typedElements(receiver, call), call);
  const position = method(range, name, [searched.expression], span);
  const isThere = value.kind === "dynamic" && mayBeAbsent(value) ? isDefined(value) : literal(true, span);
  const found = isThere.kind === "literal" ? position : conditional(isThere, [position, literal(-1, span)], span);
  return dynamic(found, { kind: "number" }, { wholeUpTo: maxObjectBytes });
}

/** So many positions are written out; more of them read badly. */
const maxWritten = 20;

/**
 * `list.slice(1, 3)`: `[1, 2].filter(i, i < size(list)).map(i, list[i])`. CEL has `slice` from Kubernetes 1.35 on,
 * which the other forms, `slice(1)` and `slice(0, -1)`, need, unless the list is a text that was parted.
 */
export function listSlice(receiver: Dynamic, call: CallSite): Value {
  const { node, scope } = call;
  const bounds = call.arguments.map((argument) => positionOf(argument, scope));
  if (bounds.includes(undefined) || bounds.length > 2) return scope.reject("slice-bounds", node, { text: node.getText() });
  return partOfList(receiver, [bounds[0] ?? 0, bounds[1]], call);
}

/** Also `[first, ...others] = list`. */
export function partOfList(receiver: Dynamic, [start, end]: readonly [number, number | undefined], place: Place): Value {
  const { node, scope } = place;
  if (receiver.order !== "given") return scope.reject(orderProblem(receiver), node, { text: node.getText() });
  const span = scope.span(node);
  const elements = named(typedElements(receiver, place), "list");
  const whole = counted(elements, place);
  const isWritten = end !== undefined && start >= 0 && end >= 0 && end - start <= maxWritten;
  const since = sinceKubernetes("slice");
  const ofText = isWritten || scope.lowering.kube >= since ? undefined : partOfSplit(elements.expression, [start, end], span);
  if (!isWritten && ofText === undefined && !scope.requireKubernetes(since, node.getText(), node)) return rejected;
  const part = isWritten
    ? written(elements, [start, end], { scope, span })
    : (ofText ?? sliced(elements.expression, [start, end], span));
  // Before the part and not inside of it, where the iteration over its places would hide it from the limit.
  const before = whole.kind === "sequence" ? [whole.first] : iterationsOf(elements);
  return after(before, { ...receiver, expression: part, small: true, typedLevels: withTypedEntries(receiver) });
}

function positionOf(argument: Node, scope: Scope): number | undefined {
  const value = scope.lower(argument as Parameters<Scope["lower"]>[0]);
  return value.kind === "static" && Number.isSafeInteger(value.value) ? Number(value.value) : undefined;
}

function written(
  { expression }: Dynamic,
  [start, end]: readonly [number, number],
  { scope, span }: { readonly scope: Scope; readonly span: Span },
): Expression {
  const places = Array.from({ length: Math.max(0, end - start) }, (_, place) => literal(start + place, span));
  const variable = freeVariable("i", scope);
  const position = identifier(variable, span);
  const step = { variable, bound: undefined, entries: places.length, span };
  const isThere = binary(position, "<", celCall("size", [expression], span), span);
  const there = comprehension({ ...step, method: "filter", range: listLiteral(places, span), body: isThere });
  const element = { kind: "index", operand: expression, index: position, optional: false, span } as const;
  return comprehension({ ...step, method: "map", range: there, body: element });
}

/** CEL's `slice` fails on positions that are not there. */
function sliced(elements: Expression, [start, end]: readonly [number, number | undefined], span: Span): Expression {
  const size = celCall("size", [elements], span);
  const from = within(start, size, span);
  const to = end === undefined ? size : within(end, size, span);
  const part = ofSameElements(method(elements, "slice", [from, to], span), elements);
  const isOrdered = end === undefined || (start >= 0 && end >= start) || (start < 0 && end < 0 && end >= start);
  return isOrdered ? part : conditional(binary(from, "<", to, span), [part, listLiteral([], span)], span);
}

/** `size < 1 ? size : 1`; for -1 `size < 1 ? 0 : size - 1`. */
function within(position: number, size: Expression, span: Span): Expression {
  const distance = literal(Math.abs(position), span);
  if (position === 0) return distance;
  const isShort = binary(size, "<", distance, span);
  const branches = position > 0 ? ([size, distance] as const) : ([literal(0, span), binary(size, "-", distance, span)] as const);
  return conditional(isShort, branches, span);
}
