import type { Expression } from "./expression.ts";
import { onceIn } from "./once-for.ts";
import { resultsOf } from "./results.ts";

type Work<Result> = (node: Expression) => Result;

/** Stands for the node that was asked about: an equal one may stand elsewhere. */
const itself = Symbol("itself");

/**
 * The same function, which works out each node once: trees share their parts, and policies have much in common. What
 * was worked out is kept for as long as nodes that say the same are, so this is for functions of a module that know
 * nothing but the node, and not its place. With a WeakMap for each of them, all language cases took 103 s of CPU time to
 * compile, in place of 71: most of that in the garbage collector.
 */
export function once<Result>(compute: Work<Result>): Work<Result> {
  return (node) => {
    const results = resultsOf(node);
    for (let at = 0; at < results.length; at += 2) {
      if (results[at] !== compute) continue;
      const known = results[at + 1];
      return (known === itself ? node : known) as Result;
    }
    const result = compute(node);
    results.push(compute, (result as unknown) === node ? itself : result);
    return result;
  };
}

/** The same for a function that is made for one tree and forgotten with it. */
export function onceHere<Result>(compute: Work<Result>): Work<Result> {
  return onceIn(new Map(), compute);
}
