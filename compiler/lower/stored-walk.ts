import type { Node } from "ts-morph";
import { iterationLimit, nestedLimit } from "../dsl/limits.ts";
import { type Comprehension, type Expression, comprehension, literal, sequence } from "../ir/expression.ts";
import { some } from "../ir/visit.ts";
import type { Path } from "./path.ts";
import type { Scope } from "./scope.ts";
import type { Dynamic } from "./value.ts";

type StoredWalk = Pick<Comprehension, "bound" | "entries" | "path" | "choices" | "nesting">;

/** What is to know of a walk over a collection of the cluster, which may be of any size. */
export function storedWalk({ path, choices }: Pick<Dynamic, "path" | "choices">, { walking }: Scope): StoredWalk {
  const limit = walking.length === 0 ? iterationLimit : nestedLimit;
  return { bound: limit, entries: limit, path, choices, nesting: walking.length };
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
export function counted(collection: Dynamic, { node, scope }: Place): Expression {
  const { expression, small } = collection;
  if (small) return expression;
  const span = scope.span(node);
  const step = { variable: "k", ...storedWalk(collection, scope), span };
  return sequence(comprehension({ ...step, method: "exists", range: expression, body: literal(true, span) }), expression);
}
