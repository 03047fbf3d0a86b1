import type { Node } from "ts-morph";
import type { Expression } from "../../ir/expression.ts";
import { type CarriedValue, type Step, carried, leavesOf, nothing } from "./carried/carried.ts";
import { rejectState, stepOf } from "./carried/choose-step.ts";
import { type Elements, elementsOf } from "./carried/elements.ts";
import { doesNothing, finished, onlyConstant } from "./carried/finish.ts";
import { choose } from "../expressions/choose.ts";
import { coalesce } from "../expressions/coalesce.ts";
import { existsInLoop } from "../collections/iterate.ts";
import { iterationsOf } from "../evaluation-order.ts";
import { readIndex } from "../expressions/index-access.ts";
import { named } from "../expressions/coerce.ts";
import type { Place, Scope, Store, Variable } from "../scope.ts";
import { type Dynamic, type Value, mayBeAbsent, rejected, staticValue } from "../value.ts";
import { assignedIn } from "./assigned-names.ts";
import {
  type Completion,
  type Ending,
  type Jump,
  type Returned,
  endings,
  normal,
  replaced,
  storeOf,
  valueOf,
} from "./completion.ts";

type Exit = Returned | Jump;

/** A loop over a list of the cluster, or over the keys of a map. */
export interface StoredLoop extends Place {
  readonly list: Dynamic;
  /** The name of the element, where it is one. */
  readonly wanted: string | undefined;
  readonly elementOf: (item: Expression) => Value;
  /** The statements for one element. */
  readonly body: (element: Value, inside: Scope) => Completion;
}

/** What the body does to one element, which has a name in CEL. */
interface Body {
  readonly completion: Completion;
  readonly item: Expression;
  readonly inside: Place;
  /** Where the loop goes on to the next element. */
  readonly goesOn: (ending: Ending) => boolean;
  /** The loop is left there. */
  readonly isLeft: Value;
}

/**
 * The body is lowered once, about an element that has a name. Where it may leave the loop, whether it does is `exists`;
 * what it makes of names outside is worked out from what it does to them for one element.
 */
export function lowerStoredLoop(loop: StoredLoop): Completion | undefined {
  const { list, node, scope, wanted } = loop;
  const before = normal(scope);
  const carriers = carriersOf(before.store, node);
  let body: Body | undefined;
  const answerOf = (item: Expression, inside: Scope): Value => {
    body = lowerOnce(loop, carriers, { item, inside });
    return body.isLeft;
  };
  const isFound = existsInLoop(list, wanted, { node, scope, answerOf });
  scope.lowering.variables.store = before.store;
  if (isFound.kind === "rejected" || body === undefined) return { kind: "return", value: rejected, store: before.store };
  return ended(body, { loop, isFound, before: before.store, carriers });
}

type Carriers = ReadonlyMap<Variable, CarriedValue>;

/** Names from outside of the loop that something in it assigns to. */
function carriersOf(store: Store, node: Node): Carriers {
  const names = assignedIn(node);
  const changing = [...store.keys()].filter(({ name }) => names.has(name));
  return new Map(changing.map((variable) => [variable, carried(variable, node)]));
}

function lowerOnce(loop: StoredLoop, carriers: Carriers, { item, inside }: { item: Expression; inside: Scope }): Body {
  const { lowering } = loop.scope;
  const { carrying, variables } = lowering;
  const fresh = [...carriers.keys()].map(({ declaration }) => declaration).filter((declaration) => !carrying.has(declaration));
  for (const declaration of fresh) carrying.add(declaration);
  variables.store = new Map([...variables.store, ...carriers]);
  try {
    const completion = loop.body(loop.elementOf(item), inside);
    const goesOn = (one: Ending): boolean => !isExit(one, loop.node);
    return { completion, item, inside: { node: loop.node, scope: inside }, goesOn, isLeft: leftAt(completion, goesOn) };
  } finally {
    for (const declaration of fresh) carrying.delete(declaration);
  }
}

function isExit(one: Ending, loop: Node): one is Returned | Jump {
  return one.kind !== "normal" && !(one.kind === "continue" && one.of === loop);
}

/** Whether the element is the one at which the loop is left. */
function leftAt(completion: Completion, goesOn: Body["goesOn"]): Value {
  return valueOf(
    replaced(withoutSteps(completion), (one) => ({ kind: "return", value: staticValue(!goesOn(one)), store: one.store })),
  );
}

/** A choice by what is carried, between ways that all go on, does not matter for where they lead. */
function withoutSteps(completion: Completion): Completion {
  if (completion.kind === "after") return { ...completion, then: withoutSteps(completion.then) };
  if (completion.kind === "shared") return { ...completion, completion: withoutSteps(completion.completion) };
  if (completion.kind !== "choice") return completion;
  const branches = [withoutSteps(completion.branches[0]), withoutSteps(completion.branches[1])] as const;
  const isStep = completion.condition.kind === "carried test";
  const isPlain = isStep && branches.every((branch) => isSilent(branch));
  return isPlain ? { kind: "normal", store: new Map() } : { ...completion, branches };
}

/** It goes on, and nothing on the way can end the evaluation. */
function isSilent(completion: Completion): boolean {
  switch (completion.kind) {
    case "normal":
      return true;
    case "after":
      return completion.values.every((value) => iterationsOf(value).length === 0) && isSilent(completion.then);
    case "shared":
      return isSilent(completion.completion);
    case "choice":
      return completion.branches.every(isSilent);
    default:
      return false;
  }
}

interface Around {
  readonly loop: StoredLoop;
  readonly isFound: Value;
  readonly before: Store;
  readonly carriers: Carriers;
}

function ended(body: Body, around: Around): Completion | undefined {
  const { loop, isFound, before } = around;
  const { node, scope } = loop;
  const exits = endings(body.completion).filter((one): one is Returned | Jump => !body.goesOn(one));
  const [exit] = exits;
  const elements = elementsOf({ ...loop, place: loop, inside: body.inside, item: body.item });
  const store = storeAfter(body, elements, around);
  if (store === undefined) return failed(rejectState(loop), before);
  if ([...store.values()].some(({ kind }) => kind === "rejected")) return failed(rejected, before);
  const next: Completion = { kind: "normal", store };
  if (exit === undefined) return { kind: "after", values: [isFound], then: next };
  const left = leftBy(exits, { body, elements, store });
  if (left === undefined) return failed(rejectState(loop), before);
  return { kind: "choice", condition: isFound, branches: [left, next], place: { node, scope } };
}

function failed(value: Value, store: Store): Completion {
  return { kind: "return", value, store };
}

/** What the names hold behind the loop; undefined where CEL cannot say it. */
function storeAfter(body: Body, elements: Elements, { before, carriers, isFound }: Around): Store | undefined {
  const jumps = (one: Ending): boolean => !body.goesOn(one) && one.kind !== "return";
  const [going, leaving] = [body.goesOn, jumps].map((ends) => storeOf(body.completion, ends));
  const after = new Map(before);
  for (const [variable, about] of carriers) {
    const start = before.get(variable) ?? rejected;
    const [step, last] = [going, leaving].map((store) => store && stepOf(store.get(variable) ?? about, about));
    if ((going && step === undefined) || (leaving && last === undefined)) return undefined;
    // What elements before the one at which the loop is left have added up to would take a part of the list.
    if (leaving !== undefined && step !== undefined && !doesNothing(step)) return undefined;
    const value =
      leaving === undefined || last === undefined
        ? finished(step ?? nothing, start, elements)
        : setBy(last, start, { body, elements, isFound });
    if (value === undefined) return undefined;
    after.set(variable, value.kind === "dynamic" ? named(value, variable.name, "author") : value);
  }
  return after;
}

interface Leaving {
  readonly body: Body;
  readonly elements: Elements;
}

/** What the name holds where the element at which the loop is left has taken the step. */
function setBy(step: Step, start: Value, { body, elements, isFound }: Leaving & { readonly isFound: Value }): Value | undefined {
  const leaves = leavesOf(step);
  if (doesNothing(step)) return start;
  if (!leaves.every(({ does }) => does === "set" || does === "nothing")) return undefined;
  const { place } = elements;
  const constant = onlyConstant(leaves.map((leaf) => (leaf.does === "set" ? leaf.value : start)));
  if (constant !== undefined) return choose(isFound, [constant, start], place);
  const value = madeBy(step, start, body.inside);
  const first = firstLeft(value, { body, elements });
  if (first === undefined) return rejected;
  return mayBeAbsent(value) ? choose(isFound, [first, start], place) : coalesce(first, start, place);
}

function madeBy(step: Step, start: Value, place: Place): Value {
  if (step.does !== "choose") return step.does === "set" ? step.value : start;
  return choose(step.condition, [madeBy(step.branches[0], start, place), madeBy(step.branches[1], start, place)], place);
}

/** A value of the first element at which the loop is left; undefined after a diagnostic. */
function firstLeft(value: Value, { body, elements }: Leaving): Value | undefined {
  if (!elements.isOrdered) return elements.rejectOrder();
  const list = elements.list(body.isLeft, value);
  return list && readIndex(list, staticValue(0), elements.place);
}

/** Where the loop is left: to one place, or with what the first such element gives. Undefined where CEL cannot say it. */
function leftBy(exits: readonly Exit[], leaving: Leaving & { readonly store: Store }): Completion | undefined {
  const { store, elements, body } = leaving;
  const [exit] = exits;
  if (exit === undefined) return undefined;
  if (exit.kind !== "return") {
    if (!exits.every((one) => one.kind === exit.kind && one.of === exit.of)) return undefined;
    return exit.of === elements.place.node ? { kind: "normal", store } : { ...exit, store };
  }
  const values = exits.flatMap((one) => (one.kind === "return" ? [one.value] : []));
  if (values.length < exits.length) return undefined;
  if (onlyConstant(values) !== undefined) return { ...exit, store };
  const value = valueLeft(body.completion, body.goesOn);
  const first = value && firstLeft(value, leaving);
  if (value === undefined || first === undefined) return undefined;
  const isCertain = first.kind === "dynamic" && !mayBeAbsent(value);
  return { kind: "return", value: isCertain ? { ...first, certain: true } : first, store };
}

/** What the function gives where it returns; undefined where it never does. */
function valueLeft(completion: Completion, goesOn: Body["goesOn"]): Value | undefined {
  switch (completion.kind) {
    case "after":
      return valueLeft(completion.then, goesOn);
    case "shared":
      return valueLeft(completion.completion, goesOn);
    case "choice": {
      const [left, right] = completion.branches.map((branch) => valueLeft(branch, goesOn));
      return left && right ? choose(completion.condition, [left, right], completion.place) : (left ?? right);
    }
    default:
      return completion.kind === "return" && !goesOn(completion) ? completion.value : undefined;
  }
}
