import { onceFor } from "../../ir/once-for.ts";
import { iterationLimit, nestedLimit } from "../../language/limits.ts";
import { matchTextLimit } from "../../language/parse/number-in-text.ts";
import {
  type Comprehension,
  type Expression,
  comprehension,
  conditional,
  identifier,
  index,
  literal,
  sequence,
} from "../../ir/expression.ts";
import { isNeverThere } from "../evaluation-order.ts";
import { type Path, nameOfPath } from "../path.ts";
import { hasType, plain } from "../expressions/presence.ts";
import type { Scope, Place } from "../scope.ts";
import { type Chosen, type Dynamic, hasTypedEntries, always, withTypedEntries } from "../value.ts";
import { named } from "../expressions/coerce.ts";

type StoredIteration = Pick<Comprehension, "bound" | "entries" | "path" | "nesting" | "whenReached">;

/**
 * What is to know of an iteration over a collection of the cluster, which may be of any size. Of two levels that both
 * have a place in the object the inner one is limited before the outer one begins; any other when it is reached.
 */
export function storedIteration(path: Path | undefined, { iterating, iteratedPaths }: Scope): StoredIteration {
  const nesting = iterating.length;
  if (nesting === 0) return { bound: iterationLimit, entries: iterationLimit, path, nesting };
  const [outer, ...others] = iteratedPaths;
  if (path !== undefined && outer !== undefined && others.length === 0)
    return { bound: nestedLimit, entries: nestedLimit, path, nesting };
  return { bound: iterationLimit, entries: iterationLimit, path, nesting, whenReached: true };
}

/** A list that has been filtered or written out is known to be small; only its cost counts. */
export function boundOf({ small, expression, path }: Dynamic, scope: Scope): StoredIteration {
  if (!small) return storedIteration(path, scope);
  return { bound: undefined, entries: entriesOf(expression), path, nesting: scope.iteratedPaths.length };
}

/** Most entries of a list that has been made from others. */
export function entriesOf(node: Expression): number {
  if (node.kind === "list") return node.elements.length;
  if (node.kind === "binary") return entriesOf(node.left) + entriesOf(node.right);
  if (node.kind === "local") return entriesOf(node.definition);
  if (node.kind === "sequence") return entriesOf(node.then);
  if (node.kind === "call" && node.function === "flatten") return nestedLimit ** 2;
  if (node.kind === "call" && node.function === "findAll") return matchTextLimit;
  return node.kind === "comprehension" ? Math.max(entriesOf(node.range), 1) : iterationLimit;
}

/** In TypeScript some ways to use a list or map iterate over it although CEL does not: only the limit can tell. */
export function counted(collection: Dynamic, place: Place): Expression {
  const iteration = iterationOf(collection, place);
  return iteration === undefined ? collection.expression : sequence(iteration, collection.expression);
}

/**
 * `iteration` over a collection: where that was chosen from others, the one that was taken is iterated over, within
 * limits of its own.
 */
export function afterChoice(collection: Dynamic, iteration: Expression, place: Place): Expression {
  const first = collection.small ? undefined : iterationOfChosen(collection, place);
  return first === undefined ? iteration : sequence(first, iteration);
}

/** An iteration that says nothing, for its limit; undefined where none is needed. */
export function iterationOf(collection: Dynamic, { node, scope }: Place): Expression | undefined {
  if (collection.small || (collection.shape.kind !== "list" && collection.shape.kind !== "map")) return undefined;
  const ofChosen = iterationOfChosen(collection, { node, scope });
  if (ofChosen !== undefined) return ofChosen;
  const span = scope.span(node);
  const range = plain(collection);
  const step = { method: "exists", variable: "k", body: literal(true, span), elementTest: entryTest(collection, range) } as const;
  return whereThere(collection, comprehension({ ...step, range, ...storedIteration(collection.path, scope), span }));
}

function whereThere({ presence }: Dynamic, iteration: Expression): Expression {
  return presence.kind === "guarded"
    ? conditional(presence.guard, [iteration, literal(true, iteration.span)], iteration.span)
    : iteration;
}

/**
 * bool: the entry `k` has its declared type; undefined where all have. What is iterated over inside of the others is
 * not there.
 */
function entryTest(collection: Dynamic, range: Expression): Expression | undefined {
  if (hasTypedEntries(collection)) return undefined;
  const { shape } = collection;
  const entry = identifier("k", range.span);
  if (shape.kind === "list") return hasType(entry, shape.element);
  return shape.kind === "map" ? hasType(index(range, entry, range.span), shape.value) : undefined;
}

/** By how many iterations are around it: choices share their branches. */
const iterationsOfChosen = onceFor<Map<number, Expression | undefined>, Chosen>(() => new Map());

function iterationOfChosen(collection: Dynamic, place: Place): Expression | undefined {
  const { chosen } = collection;
  if (chosen === undefined) return undefined;
  const known = iterationsOfChosen(chosen);
  const nesting = place.scope.iteratedPaths.length;
  if (!known.has(nesting)) known.set(nesting, iterationOfTaken(chosen, place));
  const iteration = known.get(nesting);
  return iteration === undefined ? undefined : whereThere(collection, iteration);
}

function iterationOfTaken({ test, branches }: Chosen, place: Place): Expression | undefined {
  const iterations = branches.map((branch) =>
    branch === undefined || isNeverThere(branch) ? undefined : iterationOf(branch, place),
  );
  if (iterations.every((iteration) => iteration === undefined)) return undefined;
  const span = place.scope.span(place.node);
  const [whenTrue = literal(true, span), whenFalse = literal(true, span)] = iterations;
  return conditional(test, [whenTrue, whenFalse], span);
}

/**
 * The list without its elements of other types, which are not there for a rule: `list.filter(x, type(x) == string)`.
 */
export function typedElements(value: Dynamic, { node, scope }: Place): Dynamic {
  const span = scope.span(node);
  const { shape } = value;
  const list: Dynamic = { ...value, expression: plain(value), presence: always, typed: true };
  if (hasTypedEntries(value) || shape.kind !== "list") return list;
  const range = named(list, nameOfPath(value.path) ?? "list").expression;
  const body = hasType(identifier("x", span), shape.element);
  const step = { variable: "x", ...storedIteration(value.path, scope), span };
  const kept = comprehension({ ...step, method: "filter", range, body, elementTest: body });
  const expression = afterChoice(value, kept, { node, scope });
  return { ...list, expression, typedLevels: withTypedEntries(value), small: true };
}

/** The keys of a map as a list, where CEL may have the map in its place: `map.map(key, key)`. Of a list it is the same. */
export function listOfKeys(list: Dynamic, { node, scope }: Place): Dynamic {
  if (list.mayBeMap === undefined || isListAlready(list.expression)) return { ...list, mayBeMap: undefined };
  const span = scope.span(node);
  const step = { range: plain(list), variable: "key", body: identifier("key", span), ...boundOf(list, scope), span };
  const keys = afterChoice(list, comprehension({ ...step, method: "map" }), { node, scope });
  return { ...list, expression: keys, presence: always, mayBeMap: undefined, small: true, path: undefined, chosen: undefined };
}

function isListAlready(node: Expression): boolean {
  if (node.kind === "local") return isListAlready(node.definition);
  if (node.kind === "sequence") return isListAlready(node.then);
  return node.kind === "comprehension" || node.kind === "list" || node.kind === "binary";
}
