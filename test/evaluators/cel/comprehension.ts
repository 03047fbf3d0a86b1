import { CelError, noSuchOverload } from "./failures.ts";
import type { Frame, Plan, Scope, Step } from "./scope.ts";
import type { Comprehension, ComprehensionMethod } from "./syntax.ts";
import { type CelList, type CelValue, isList, isMap, typeOf } from "./value.ts";

/** Runs the body for one item. */
type Body = (item: CelValue) => CelValue;

type Walk = (items: CelList, body: Body) => CelValue;

/** As the macros of cel-go expand (parser/macro.go): an error is absorbed, kept or replaced, each in its own way. */
const walks: Readonly<Record<ComprehensionMethod, Walk>> = {
  exists: (items, body) => quantify(items, body, true),
  all: (items, body) => quantify(items, body, false),
  filter: keep,
  map: (items, body) => items.map(body),
};

export function planComprehension(node: Comprehension, scope: Scope, plan: Plan): Step {
  const range = plan(node.range, scope);
  const body = plan(node.body, [...scope, node.variable]);
  const depth = scope.length;
  const walk = walks[node.method];
  return (frame) => walk(itemsOf(range(frame)), bodyIn(frame, body, depth));
}

function bodyIn(frame: Frame, body: Step, depth: number): Body {
  return (item) => {
    frame.locals[depth] = item;
    return body(frame);
  };
}

/**
 * The keys of a map come backwards. Go walks maps in random order and TypeScript walks them forwards, so that an
 * expression that shows the order gives another result here.
 */
function itemsOf(range: CelValue): CelList {
  if (isList(range)) return range;
  if (isMap(range)) return [...range.keys()].toReversed();
  throw new CelError(`got '${typeOf(range).goName}', expected iterable type`);
}

/** `exists` ends at the first true, `all` at the first false; either outweighs errors, of which the first counts. */
function quantify(items: CelList, body: Body, decisive: boolean): boolean {
  let failure: CelError | undefined;
  for (const item of items) {
    const answer = attempt(body, item);
    if (answer === decisive) return decisive;
    if (answer instanceof CelError) failure ??= answer;
    else if (typeof answer !== "boolean") failure ??= noSuchOverload();
  }
  if (failure !== undefined) throw failure;
  return !decisive;
}

/** Goes on after an error; the last one counts. */
function keep(items: CelList, body: Body): CelValue {
  let failure: CelError | undefined;
  const kept = items.filter((item) => {
    const answer = attempt(body, item);
    if (typeof answer !== "boolean") failure = answer instanceof CelError ? answer : noSuchOverload();
    return answer === true;
  });
  if (failure !== undefined) throw failure;
  return kept;
}

function attempt(body: Body, item: CelValue): CelValue | CelError {
  try {
    return body(item);
  } catch (error) {
    if (error instanceof CelError) return error;
    throw error;
  }
}
