import type { Expression } from "../../../ir/expression.ts";
import { binary, call as celCall, demand, literal } from "../../../ir/expression.ts";
import type { CallSite } from "../../calls/call.ts";
import { iterateWith } from "../../collections/iterate.ts";
import { elementOf } from "../../collections/stored-list-methods.ts";
import { typedElements } from "../../collections/stored-iteration.ts";
import { after, iterationsOf } from "../../evaluation-order.ts";
import { orDefault } from "../../expressions/coerce.ts";
import { readIndex } from "../../expressions/index-access.ts";
import { shownText } from "../../expressions/demand.ts";
import type { Scope } from "../../scope.ts";
import { type Dynamic, type FunctionValue, type ListValue, type Value, rejected, staticValue } from "../../value.ts";
import { type CarriedValue, type Step, carried, leavesOf } from "./carried.ts";
import { rejectState, stepOf } from "./choose-step.ts";
import { elementsOf } from "./elements.ts";
import { finished } from "./finish.ts";

/** `list.reduce((sum, x) => sum + x.size, 0)` of a list that the compiler knows is written out. */
export function reduceKnown(receiver: ListValue, call: CallSite): Value {
  const callback = callbackOf(call);
  if (callback === undefined) return rejected;
  const { node, scope } = call;
  const [, initial] = call.arguments;
  const [first, ...others] = receiver.elements;
  const start = initial === undefined ? first : scope.lower(initial);
  if (start === undefined) return scope.reject("reduce-of-nothing", node, { text: node.getText() });
  const added = initial === undefined ? others : receiver.elements;
  const offset = receiver.elements.length - added.length;
  return added.reduce<Value>((before, element, at) => {
    const args = [before, element, staticValue(at + offset)].slice(0, callback.node.getParameters().length);
    return before.kind === "rejected" ? rejected : scope.call(callback, args, node);
  }, start);
}

/** Of a stored list: what the steps of all elements come to. */
function reduce(receiver: Dynamic, call: CallSite): Value {
  const { node, scope } = call;
  const callback = callbackOf(call);
  const [accumulated, element, ...more] = callback?.node.getParameters() ?? [];
  if (callback === undefined || accumulated === undefined || receiver.shape.kind !== "list") return rejected;
  if (more.length > 0) return scope.reject("unsupported-callback", node, { text: node.getText() });
  const about = carried({ declaration: accumulated, name: accumulated.getName() }, node);
  const wanted = element?.getName();
  const { carrying } = scope.lowering;
  let body: { readonly value: Value; readonly item: Expression; readonly inside: Scope } | undefined;
  const answerOf = (item: Expression, { scope: inside }: CallSite): Value => {
    carrying.add(accumulated);
    try {
      const value = inside.call(callback, [about, elementOf(receiver, item)], node);
      body = { value, item, inside };
      return value.kind === "rejected" ? rejected : after(iterationsOf(value), staticValue(false));
    } finally {
      carrying.delete(accumulated);
    }
  };
  const evaluated = iterateWith(receiver, "exists", { call, wanted, answerOf });
  if (evaluated.kind === "rejected" || body === undefined) return rejected;
  const { value, item, inside } = body;
  const step = stepOf(value, about);
  if (step === undefined) return rejectState(call);
  const elements = elementsOf({ list: receiver, wanted, place: call, inside: { node, scope: inside }, item });
  const [, initial] = call.arguments;
  const start = initial === undefined ? undefined : scope.lower(initial);
  if (start?.kind === "rejected") return rejected;
  const result = start === undefined ? withoutStart(receiver, step, { call, about, elements }) : finished(step, start, elements);
  return result === undefined ? rejectState(call) : after(iterationsOf(evaluated), result);
}

function callbackOf({ node, scope, arguments: [callback] }: CallSite): FunctionValue | undefined {
  const value = callback === undefined ? rejected : scope.lower(callback);
  if (value.kind === "function") return value;
  if (value.kind !== "rejected") scope.reject("unsupported-callback", callback ?? node, { text: (callback ?? node).getText() });
  return undefined;
}

interface Reducing {
  readonly call: CallSite;
  readonly about: CarriedValue;
  readonly elements: ReturnType<typeof elementsOf>;
}

/** The first element is where it starts; of an empty list JavaScript throws. Undefined where CEL cannot say it. */
function withoutStart(receiver: Dynamic, step: Step, { call, elements }: Reducing): Value | undefined {
  const { node, scope } = call;
  const span = scope.span(node);
  const list = typedElements(receiver, call);
  const isFilled = binary(celCall("size", [list.expression], span), ">", literal(0, span), span);
  const needed = demand(isFilled, shownText(call.arguments[0] === undefined ? node : node.getExpression()), span);
  const result = ofAll(list, step, { call, elements });
  return result && after([needed], result.kind === "dynamic" ? orDefault(result) : result);
}

/** Undefined where the first element would count otherwise than the others. */
function ofAll(list: Dynamic, step: Step, { call, elements }: Omit<Reducing, "about">): Value | undefined {
  const [leaf] = leavesOf(step);
  if (leaf?.does === "set" && step.does !== "choose") return readIndex(list, staticValue(-1), { ...call, fromEnd: true });
  const isOwn = (value: Value | undefined): boolean =>
    value?.kind === "dynamic" && elements.isElement(value.expression) && value.presence.kind === "always";
  if (step.does === "add" && isOwn(step.values[0])) return finished(step, staticValue(0), elements);
  if ((step.does === "max" || step.does === "min") && isOwn(step.value))
    return finished({ ...step, fromNothing: "either" }, staticValue(undefined), elements);
  return undefined;
}

/** Methods of stored lists that carry something from element to element. */
export const reducing: Readonly<Record<string, (receiver: Dynamic, call: CallSite) => Value>> = { reduce };
