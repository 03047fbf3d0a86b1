import type { Expression } from "./expression.ts";

type Work<Result> = (node: Expression) => Result;

/**
 * The same function, which works out each node once: trees share their parts. What was worked out is kept at the node
 * itself for as long as there is the node, so this is for functions of a module. With a WeakMap for each of them, all
 * language cases took 103 s of CPU time to compile, in place of 71: most of that in the garbage collector.
 */
export function once<Result>(compute: Work<Result>): Work<Result> {
  return (node) => {
    const results = Results.of(node);
    for (let at = 0; at < results.length; at += 2) if (results[at] === compute) return results[at + 1] as Result;
    const result = compute(node);
    results.push(compute, result);
    return result;
  };
}

/** The same for a function that is made for one tree and forgotten with it. */
export function onceHere<Result>(compute: Work<Result>): Work<Result> {
  return onceIn(new Map(), compute);
}

/** The same for what is no node of a tree, for as long as there is the key. */
export function onceFor<Result, Key extends object>(compute: (key: Key) => Result): (key: Key) => Result {
  return onceIn(new WeakMap(), compute);
}

interface Kept<Key, Result> {
  get(key: Key): { readonly result: Result } | undefined;
  set(key: Key, kept: { readonly result: Result }): unknown;
}

function onceIn<Result, Key>(results: Kept<Key, Result>, compute: (key: Key) => Result): (key: Key) => Result {
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known.result;
    const result = compute(key);
    results.set(key, { result });
    return result;
  };
}

/** A class that extends it adds its fields to the object that its constructor is called with. */
const Given = function (node: object): object {
  return node;
} as unknown as new (node: object) => object;

/**
 * Functions and what they said of a node, in turn, in a private field of the node: `{ ...node }` does not copy it, and
 * nothing that lists the fields of a node sees it.
 */
class Results extends Given {
  readonly #results: unknown[] = [];

  static of(node: object): unknown[] {
    return #results in node ? node.#results : new Results(node).#results;
  }
}
