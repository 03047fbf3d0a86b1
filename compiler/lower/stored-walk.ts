import type { Node } from "ts-morph";
import { iterationLimit, nestedLimit } from "../dsl/limits.ts";
import {
  type Comprehension,
  type Expression,
  comprehension,
  conditional,
  identifier,
  index,
  literal,
  sequence,
} from "../ir/expression.ts";
import { once, some } from "../ir/visit.ts";
import { isNeverThere } from "./order.ts";
import type { Path } from "./path.ts";
import { hasType, plain } from "./presence.ts";
import type { Scope } from "./scope.ts";
import { type Chosen, type Dynamic, hasTypedEntries } from "./value.ts";

type StoredWalk = Pick<Comprehension, "bound" | "entries" | "path" | "nesting">;

/** What is to know of a walk over a collection of the cluster, which may be of any size. */
export function storedWalk(path: Path | undefined, { walking }: Scope): StoredWalk {
  const limit = walking.length === 0 ? iterationLimit : nestedLimit;
  return { bound: limit, entries: limit, path, nesting: walking.length };
}

/**
 * Whether what is walked inside a walk over `path` can be limited before it begins: two levels, of which both have a
 * place in the object. What is walked before, in a constant outside, has been limited there.
 */
export function canBeWalkedInside(body: Expression, path: Path | undefined, { walking }: Scope): boolean {
  const isInside = (part: Expression): boolean =>
    part.kind === "comprehension" && part.bound !== undefined && (part.nesting ?? 0) > walking.length;
  const isUnlimited = (part: Expression): boolean => isInside(part) && part.kind === "comprehension" && part.path === undefined;
  if (!some(body, isInside)) return true;
  return walking.length === 0 && path !== undefined && !some(body, isUnlimited);
}

interface Place {
  readonly node: Node;
  readonly scope: Scope;
}

/** In TypeScript some ways to use a list or map walk it although CEL does not: only the limit can tell. */
export function counted(collection: Dynamic, place: Place): Expression {
  const walk = walkOf(collection, place);
  return walk === undefined ? collection.expression : sequence(walk, collection.expression);
}

/** `walk` over a collection: where that was chosen from others, the one that was taken is walked, within limits of its own. */
export function afterChoice(collection: Dynamic, walk: Expression, place: Place): Expression {
  const first = collection.small ? undefined : walkOfChosen(collection, place);
  return first === undefined ? walk : sequence(first, walk);
}

/** A walk that says nothing, for its limit; undefined where none is needed. */
function walkOf(collection: Dynamic, { node, scope }: Place): Expression | undefined {
  if (collection.small || (collection.shape.kind !== "list" && collection.shape.kind !== "map")) return undefined;
  const ofChosen = walkOfChosen(collection, { node, scope });
  if (ofChosen !== undefined) return ofChosen;
  const span = scope.span(node);
  const range = plain(collection);
  const step = { method: "exists", variable: "k", body: literal(true, span), elementTest: entryTest(collection, range) } as const;
  return whereThere(collection, comprehension({ ...step, range, ...storedWalk(collection.path, scope), span }));
}

function whereThere({ presence }: Dynamic, walk: Expression): Expression {
  return presence.kind === "guarded" ? conditional(presence.guard, [walk, literal(true, walk.span)], walk.span) : walk;
}

/** bool: the entry `k` has its declared type; undefined where all have. What is walked inside of the others is not there. */
function entryTest(collection: Dynamic, range: Expression): Expression | undefined {
  if (hasTypedEntries(collection)) return undefined;
  const { shape } = collection;
  const entry = identifier("k", range.span);
  if (shape.kind === "list") return hasType(entry, shape.element);
  return shape.kind === "map" ? hasType(index(range, entry, range.span), shape.value) : undefined;
}

/** By how many walks are around it: choices share their branches. */
const walksOfChosen = once<Map<number, Expression | undefined>, Chosen>(() => new Map());

function walkOfChosen(collection: Dynamic, place: Place): Expression | undefined {
  const { chosen } = collection;
  if (chosen === undefined) return undefined;
  const known = walksOfChosen(chosen);
  const nesting = place.scope.walking.length;
  if (!known.has(nesting)) known.set(nesting, walkOfTaken(chosen, place));
  const walk = known.get(nesting);
  return walk === undefined ? undefined : whereThere(collection, walk);
}

function walkOfTaken({ test, branches }: Chosen, place: Place): Expression | undefined {
  const walks = branches.map((branch) => (branch === undefined || isNeverThere(branch) ? undefined : walkOf(branch, place)));
  if (walks.every((walk) => walk === undefined)) return undefined;
  const span = place.scope.span(place.node);
  const [whenTrue = literal(true, span), whenFalse = literal(true, span)] = walks;
  return conditional(test, [whenTrue, whenFalse], span);
}
