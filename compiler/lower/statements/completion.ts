import type { Node } from "ts-morph";
import { coalesce } from "../expressions/coalesce.ts";
import { choose } from "../expressions/choose.ts";
import { named } from "../expressions/coerce.ts";
import { afterIterating, iterations } from "../evaluation-order.ts";
import type { Place, Scope, Store, Variable } from "../scope.ts";
import { type Value, rejected } from "../value.ts";

/**
 * How statements end, as a tree of the choices on the way: with what the variables hold there, with the value of the
 * function, or with a jump (`break`, `continue`) to the end of a statement around them.
 */
export type Completion = Ending | Choice | After | Shared;

export type Ending = Normal | Returned | Jump;

export interface Normal {
  readonly kind: "normal";
  readonly store: Store;
}

export interface Returned {
  readonly kind: "return";
  readonly value: Value;
  readonly store: Store;
}

export interface Jump {
  readonly kind: "break" | "continue";
  /** The loop, `switch` or labelled statement. */
  readonly of: Node;
  readonly store: Store;
}

interface Choice {
  readonly kind: "choice";
  readonly condition: Value;
  readonly branches: readonly [Completion, Completion];
  readonly place: Place;
}

/** TypeScript evaluates these values before. */
interface After {
  readonly kind: "after";
  readonly values: readonly Value[];
  readonly then: Completion;
}

/** What several ways lead to: its name keeps the text from doubling with every `if`. */
interface Shared {
  readonly kind: "shared";
  readonly completion: Completion;
}

export const normal = (scope: Scope): Normal => ({ kind: "normal", store: scope.lowering.variables.store });

export const isNormal = (ending: Ending): boolean => ending.kind === "normal";

/** Lowers both branches from what the variables hold now. */
export function choice(condition: Value, branches: readonly [() => Completion, () => Completion], place: Place): Completion {
  if (condition.kind === "static") return condition.value === true ? branches[0]() : branches[1]();
  const { variables } = place.scope.lowering;
  const before = variables.store;
  const whenTrue = branches[0]();
  variables.store = before;
  const whenFalse = branches[1]();
  return { kind: "choice", condition, branches: [whenTrue, whenFalse], place };
}

/**
 * What follows where `first` ends so: lowered once, from what the variables hold there on any of these ways. Where none
 * leads there, nothing follows.
 */
export function andThen(
  first: Completion,
  next: () => Completion,
  scope: Scope,
  goesOn: (ending: Ending) => boolean = isNormal,
): Completion {
  const ways = endings(first).filter(goesOn);
  const store = storeOf(first, goesOn);
  if (store === undefined) return first;
  scope.lowering.variables.store = store;
  const following = next();
  const replacement: Completion = ways.length > 1 ? { kind: "shared", completion: following } : following;
  return replaced(first, (ending) => (goesOn(ending) ? replacement : ending));
}

/** All, each once. */
export function endings(completion: Completion): readonly Ending[] {
  const found = new Set<Ending>();
  const seen = new Set<Completion>();
  const visit = (one: Completion): void => {
    if (seen.has(one)) return;
    seen.add(one);
    if (one.kind === "choice") one.branches.forEach(visit);
    else if (one.kind === "after") visit(one.then);
    else if (one.kind === "shared") visit(one.completion);
    else found.add(one);
  };
  visit(completion);
  return [...found];
}

export function replaced(completion: Completion, by: (ending: Ending) => Completion): Completion {
  const known = new Map<Completion, Completion>();
  const visit = (one: Completion): Completion => {
    const result = known.get(one) ?? replacedOnce(one);
    known.set(one, result);
    return result;
  };
  const replacedOnce = (one: Completion): Completion => {
    if (one.kind === "choice") return { ...one, branches: [visit(one.branches[0]), visit(one.branches[1])] };
    if (one.kind === "after") return { ...one, then: visit(one.then) };
    return one.kind === "shared" ? { ...one, completion: visit(one.completion) } : by(one);
  };
  return visit(completion);
}

/**
 * What the variables hold where `completion` ends so, whichever way was taken; undefined where none ends so. What they
 * would hold on other ways does not matter.
 */
export function storeOf(completion: Completion, goesOn: (ending: Ending) => boolean): Store | undefined {
  const known = new Map<Completion, Store | undefined>();
  const visit = (one: Completion): Store | undefined => {
    if (!known.has(one)) known.set(one, storeAt(one));
    return known.get(one);
  };
  const storeAt = (one: Completion): Store | undefined => {
    if (one.kind === "after") return visit(one.then);
    if (one.kind === "shared") return visit(one.completion);
    if (one.kind !== "choice") return goesOn(one) ? one.store : undefined;
    const [whenTrue, whenFalse] = one.branches.map(visit);
    if (whenTrue === undefined || whenFalse === undefined || whenTrue === whenFalse) return whenTrue ?? whenFalse;
    return merged(one.condition, [whenTrue, whenFalse], one.place);
  };
  return visit(completion);
}

/** What only one of the ways has was declared on it, and nobody can read it any more. */
function merged(condition: Value, [whenTrue, whenFalse]: readonly [Store, Store], place: Place): Store {
  const test = condition.kind === "dynamic" ? named(condition, "condition") : condition;
  const both = [...whenTrue].flatMap(([variable, left]) => {
    const right = whenFalse.get(variable);
    return right === undefined ? [] : [[variable, heldAfter(variable, test, [left, right], place)] as const];
  });
  return new Map(both);
}

function heldAfter(variable: Variable, condition: Value, [left, right]: readonly [Value, Value], place: Place): Value {
  if (left === right) return left;
  const value = orElse(condition, [left, right], place) ?? choose(condition, [left, right], place);
  return value.kind === "dynamic" ? named(value, variable.name, "author") : value;
}

/** `if (x === undefined) x = y` is `x ?? y`. */
function orElse(condition: Value, [left, right]: readonly [Value, Value], place: Place): Value | undefined {
  if (condition.kind !== "dynamic" || right.kind !== "dynamic" || right.isNull !== "never") return undefined;
  const test = condition.expression.kind === "local" ? condition.expression.definition : condition.expression;
  const asked = test.kind === "not" && test.operand.kind === "call" ? test.operand : undefined;
  const isAbsent = asked?.function === "hasValue" && asked.receiver === right.expression;
  return isAbsent ? coalesce(right, left, place) : undefined;
}

/** The value of the function, all of whose ways return. */
export function valueOf(completion: Completion): Value {
  const known = new Map<Completion, Value>();
  const names = new Map<Completion, Value>();
  const simplest = simplifier();
  const visit = (one: Completion): Value => {
    const value = known.get(one) ?? valueAt(one);
    known.set(one, value);
    return value;
  };
  const part = (one: Completion): Value => {
    const whole = simplest(one);
    if (whole.kind !== "shared") return visit(whole);
    const value = names.get(whole) ?? shared(visit(whole));
    names.set(whole, value);
    return value;
  };
  const valueAt = (one: Completion): Value => {
    switch (one.kind) {
      case "return":
        return one.value;
      case "choice":
        return choose(one.condition, [part(one.branches[0]), part(one.branches[1])], one.place);
      case "after":
        return afterIterating(one.values, part(one.then));
      case "shared":
        return visit(one.completion);
      default:
        return rejected;
    }
  };
  return visit(simplest(completion));
}

/** Without values that iterate over nothing, and without choices between one and the same. */
function simplifier(): (completion: Completion) => Completion {
  const known = new Map<Completion, Completion>();
  const simplest = (one: Completion): Completion => {
    const found = known.get(one) ?? simplify(one);
    known.set(one, found);
    return found;
  };
  const simplify = (one: Completion): Completion => {
    if (one.kind === "after") return one.values.some(iterations) ? one : simplest(one.then);
    if (one.kind !== "choice") return one;
    const [whenTrue, whenFalse] = [simplest(one.branches[0]), simplest(one.branches[1])];
    if (whenTrue !== whenFalse) return one;
    return iterations(one.condition) ? { kind: "after", values: [one.condition], then: whenTrue } : whenTrue;
  };
  return simplest;
}

function shared(value: Value): Value {
  return value.kind === "dynamic" ? named(value, "otherwise") : value;
}
