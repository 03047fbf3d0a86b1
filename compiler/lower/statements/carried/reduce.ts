import { Node, type ParameterDeclaration } from "ts-morph";
import type { Expression } from "../../../ir/expression.ts";
import { binary, call as celCall, demand, literal } from "../../../ir/expression.ts";
import type { CallSite } from "../../calls/call.ts";
import { entryAt } from "../../collections/entries-methods.ts";
import { iterateWith } from "../../collections/iterate.ts";
import { elementOf } from "../../collections/stored-list-methods.ts";
import { typedElements } from "../../collections/stored-iteration.ts";
import { after, iterationsOf } from "../../evaluation-order.ts";
import { orDefault } from "../../expressions/coerce.ts";
import { readIndex } from "../../expressions/index-access.ts";
import { shownText } from "../../expressions/demand.ts";
import type { Scope } from "../../scope.ts";
import {
  type Dynamic,
  type EntriesValue,
  type FunctionValue,
  type ListValue,
  type Value,
  rejected,
  staticValue,
} from "../../value.ts";
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

function reduceList(receiver: Dynamic, call: CallSite): Value {
  if (receiver.shape.kind !== "list") return rejected;
  return reduceStored({ list: receiver, elementOf: (item) => elementOf(receiver, item), areElements: true }, call);
}

/** `Object.values(map).reduce((sum, value) => sum + value.length, 0)` */
function reduceEntries(receiver: EntriesValue, call: CallSite): Value {
  return reduceStored({ list: receiver.keys, elementOf: (item) => entryAt(receiver, item), areElements: false }, call);
}

interface Reduced {
  readonly list: Dynamic;
  readonly elementOf: (item: Expression) => Value;
  /** The elements are those of the list, and not what stands in a map under them. */
  readonly areElements: boolean;
}

/** What the steps of all elements come to. */
function reduceStored(reduced: Reduced, call: CallSite): Value {
  const { node, scope } = call;
  const callback = callbackOf(call);
  const [accumulated, element, ...more] = callback?.node.getParameters() ?? [];
  const [, initial] = call.arguments;
  if (callback === undefined || accumulated === undefined) return rejected;
  if (!reduced.areElements && initial === undefined) return rejectState(call);
  if (more.length > 0) return scope.reject("unsupported-callback", node, { text: node.getText() });
  const wanted = wantedName(element, reduced);
  const about = carried({ declaration: accumulated, name: accumulated.getName() }, node);
  const body = bodyOf(reduced, callback, { call, about, wanted });
  if (body === undefined) return rejected;
  const { value, item, inside, evaluated } = body;
  const step = stepOf(value, about);
  if (step === undefined) return rejectState(call);
  const { list } = reduced;
  const elements = elementsOf({ list, wanted, place: call, inside: { node, scope: inside }, item });
  const start = initial === undefined ? undefined : scope.lower(initial);
  if (start?.kind === "rejected") return rejected;
  const result = start === undefined ? withoutStart(list, step, { call, elements }) : finished(step, start, elements);
  return result === undefined ? rejectState(call) : after(iterationsOf(evaluated), result);
}

/** The key of a map has no name of its own where the entry is taken apart. */
function wantedName(element: ParameterDeclaration | undefined, { areElements }: Reduced): string | undefined {
  if (element === undefined || Node.isIdentifier(element.getNameNode())) return element?.getName();
  return areElements ? "element" : "key";
}

interface Body {
  readonly value: Value;
  readonly item: Expression;
  readonly inside: Scope;
  /** What evaluating it for every element demands. */
  readonly evaluated: Value;
}

/** What the function makes of one element; undefined after a diagnostic. */
function bodyOf({ list, elementOf: named }: Reduced, callback: FunctionValue, of: BodyPlace): Body | undefined {
  const { call, about, wanted } = of;
  const { carrying } = call.scope.lowering;
  const { declaration } = about.of;
  let body: Omit<Body, "evaluated"> | undefined;
  const answerOf = (item: Expression, { scope: inside }: CallSite): Value => {
    carrying.add(declaration);
    try {
      const value = inside.call(callback, [about, named(item)], call.node);
      body = { value, item, inside };
      return value.kind === "rejected" ? rejected : after(iterationsOf(value), staticValue(false));
    } finally {
      carrying.delete(declaration);
    }
  };
  const evaluated = iterateWith(list, "exists", { call, wanted, answerOf });
  return evaluated.kind === "rejected" || body === undefined ? undefined : { ...body, evaluated };
}

interface BodyPlace {
  readonly call: CallSite;
  readonly about: CarriedValue;
  readonly wanted: string | undefined;
}

function callbackOf({ node, scope, arguments: [callback] }: CallSite): FunctionValue | undefined {
  const value = callback === undefined ? rejected : scope.lower(callback);
  if (value.kind === "function") return value;
  if (value.kind !== "rejected") scope.reject("unsupported-callback", callback ?? node, { text: (callback ?? node).getText() });
  return undefined;
}

interface Reducing {
  readonly call: CallSite;
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
function ofAll(list: Dynamic, step: Step, { call, elements }: Reducing): Value | undefined {
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
export const reducing: Readonly<Record<string, (receiver: Dynamic, call: CallSite) => Value>> = {
  reduce: reduceList,
};

/** Methods of `Object.entries(map)` and `Object.values(map)` that carry something. */
export const reducingEntries: Readonly<Record<string, (receiver: EntriesValue, call: CallSite) => Value>> = {
  reduce: reduceEntries,
};
