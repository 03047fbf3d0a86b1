import { Node, type ParameterDeclaration } from "ts-morph";
import type { Expression } from "../../../ir/expression.ts";
import { binary, call as celCall, demand, literal } from "../../../ir/expression.ts";
import { demands } from "../../../ir/expressions/settled.ts";
import type { CallSite } from "../../calls/call.ts";
import { entryAt } from "../../collections/entries-methods.ts";
import { iterateWith } from "../../collections/iterate.ts";
import { toReversed } from "../../collections/reversed.ts";
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
import { type Elements, elementsOf } from "./elements.ts";
import { finished, onlyConstant } from "./finish.ts";

/** `list.reduce((sum, x) => sum + x.size, 0)` of a list that the compiler knows is written out. */
export function reduceKnown(name: "reduce" | "reduceRight", receiver: ListValue, call: CallSite): Value {
  const callback = callbackOf(call);
  if (callback === undefined) return rejected;
  const { node, scope } = call;
  const [, initial] = call.arguments;
  const inPlaces = receiver.elements.map((element, at) => ({ element, at }));
  const each = name === "reduce" ? inPlaces : inPlaces.toReversed();
  const [first, ...others] = each;
  const start = initial === undefined ? first?.element : scope.lower(initial);
  if (start === undefined) return scope.reject("reduce-of-nothing", node, { text: node.getText() });
  return (initial === undefined ? others : each).reduce<Value>((before, { element, at }) => {
    const args = [before, element, staticValue(at)].slice(0, callback.node.getParameters().length);
    return before.kind === "rejected" ? rejected : scope.call(callback, args, node);
  }, start);
}

function reduceList(receiver: Dynamic, call: CallSite): Value {
  return receiver.shape.kind === "list" ? reduceStored(elementsIn(receiver), call) : rejected;
}

const elementsIn = (list: Dynamic): Reduced => ({ list, elementOf: (item) => elementOf(list, item), areElements: true });

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
  const steps = stepsOf(reduced, call);
  return steps === undefined ? rejected : resultOf(reduced, steps, call);
}

/** What one element does, as all do; undefined after a diagnostic. */
interface Steps {
  readonly step: Step;
  readonly elements: Elements;
  /** What TypeScript evaluates on the way. */
  readonly evaluated: Value;
  /** An element may end the evaluation, so that it matters which comes first. */
  readonly mayEnd: boolean;
}

function stepsOf(reduced: Reduced, call: CallSite): Steps | undefined {
  const { node, scope } = call;
  const callback = callbackOf(call);
  const [accumulated, element, ...more] = callback?.node.getParameters() ?? [];
  if (callback === undefined || accumulated === undefined) return undefined;
  if (!reduced.areElements && call.arguments[1] === undefined) return void rejectState(call);
  if (more.length > 0) return void scope.reject("unsupported-callback", node, { text: node.getText() });
  const wanted = wantedName(element, reduced);
  const about = carried({ declaration: accumulated, name: accumulated.getName() }, node);
  const body = bodyOf(reduced, callback, { call, about, wanted });
  if (body === undefined) return undefined;
  const { value, item, inside, evaluated } = body;
  const step = stepOf(value, about);
  if (step === undefined) return void rejectState(call);
  const elements = elementsOf({ list: reduced.list, wanted, place: call, inside: { node, scope: inside }, item });
  return { step, elements, evaluated, mayEnd: iterationsOf(value).some(demands) };
}

function resultOf({ list }: Reduced, { step, elements, evaluated }: Steps, call: CallSite): Value {
  const [, initial] = call.arguments;
  const start = initial === undefined ? undefined : call.scope.lower(initial);
  if (start?.kind === "rejected") return rejected;
  const result = start === undefined ? withoutStart(list, step, { call, elements }) : finished(step, start, elements);
  if (result === undefined) return rejectState(call);
  // TypeScript evaluates what it begins with before the first element, and the list before both.
  const first = start === undefined ? [] : iterationsOf(start);
  const before = first.length === 0 ? [] : [...iterationsOf(list), ...first];
  return after([...before, ...iterationsOf(evaluated)], result);
}

/** `list.reduceRight(...)`: `list.toReversed().reduce(...)`, and the list as it is where nobody can tell the difference. */
function reduceListRight(receiver: Dynamic, call: CallSite): Value {
  const steps = receiver.shape.kind === "list" ? stepsOf(elementsIn(receiver), call) : undefined;
  if (steps === undefined) return rejected;
  if (isOfAnyOrder(steps, call)) return resultOf(elementsIn(receiver), steps, call);
  const reversed = toReversed(receiver, call);
  return reversed.kind === "dynamic" ? reduceList(reversed, call) : rejected;
}

/** Whole numbers are added, the largest is kept, or one constant is set, and nothing on the way could end it. */
function isOfAnyOrder({ step, mayEnd }: Steps, { scope, arguments: [, initial] }: CallSite): boolean {
  const leaves = leavesOf(step).filter(({ does }) => does !== "nothing");
  if (mayEnd) return false;
  if (leaves.every(({ does }) => does === "max" || does === "min")) return true;
  const start = initial === undefined ? staticValue(0) : scope.lower(initial);
  const isWhole = start.kind === "static" && (start.value === undefined || Number.isSafeInteger(start.value));
  const set = leaves.flatMap((leaf) => (leaf.does === "set" ? [leaf.value] : []));
  const added = leaves.flatMap((leaf) => (leaf.does === "add" ? leaf.values : []));
  if (set.length === leaves.length) return initial !== undefined && onlyConstant(set) !== undefined;
  return added.length === leaves.length && isWhole && added.every(isWholeNumber);
}

function isWholeNumber(value: Value): boolean {
  return value.kind === "static" ? Number.isSafeInteger(value.value) : value.kind === "dynamic" && value.wholeUpTo !== undefined;
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
  const isOwn = (value: Value | undefined): boolean =>
    value?.kind === "dynamic" && elements.isElement(value.expression) && value.presence.kind === "always";
  if (step.does === "set" && isOwn(step.value)) return readIndex(list, staticValue(-1), { ...call, fromEnd: true });
  if (step.does === "add" && isOwn(step.values[0])) return finished(step, staticValue(0), elements);
  if ((step.does === "max" || step.does === "min") && isOwn(step.value))
    return finished({ ...step, fromNothing: "either" }, staticValue(undefined), elements);
  return undefined;
}

/** Methods of stored lists that carry something from element to element. */
export const reducing: Readonly<Record<string, (receiver: Dynamic, call: CallSite) => Value>> = {
  reduce: reduceList,
  reduceRight: reduceListRight,
};

/** Methods of `Object.entries(map)` and `Object.values(map)` that carry something. */
export const reducingEntries: Readonly<Record<string, (receiver: EntriesValue, call: CallSite) => Value>> = {
  reduce: reduceEntries,
  // What depends on the order of a map is rejected.
  reduceRight: reduceEntries,
};
