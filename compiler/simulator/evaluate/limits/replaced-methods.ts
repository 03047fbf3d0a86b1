import { inForce } from "./in-force.ts";

/** What stands in the place of a method or global of JavaScript's own while policies are evaluated. */
export interface Replacement {
  readonly of: object;
  readonly name: string;
  readonly value: unknown;
}

type Look = (self: unknown, argument: unknown) => void;

/** Has a method look at what a rule calls it with first. */
export function looking(
  of: object,
  name: string,
  look: Look = () => undefined,
  original = Reflect.get(of, name) as (this: unknown, ...args: readonly unknown[]) => unknown,
): Replacement {
  const value = function (this: unknown, ...args: readonly unknown[]): unknown {
    if (!inForce.limits.isOfRule) return Reflect.apply(original, this, args);
    look(this, args[0]);
    return within(true, () => Reflect.apply(original, this, args.map(outside)));
  };
  return { of, name, value };
}

/**
 * The same for `/x/.exec(text)` of a rule. JavaScript's own methods call `exec`, too: `/x/.test(text)` and
 * `text.replace(/x/, "y")` may read texts that `exec` may not.
 */
export function lookingAtExec(look: (text: unknown) => void): Replacement {
  return looking(RegExp.prototype, "exec", (_, text) => {
    if (!inForce.isInside) look(text);
  });
}

function within<T>(inside: boolean, run: () => T): T {
  const before = inForce.isInside;
  inForce.isInside = inside;
  try {
    return run();
  } finally {
    inForce.isInside = before;
  }
}

/** `text.replace(/x/, (found) => ...)`: the function is the rule's. */
function outside(argument: unknown): unknown {
  if (typeof argument !== "function") return argument;
  return (...given: readonly unknown[]): unknown => within(false, () => Reflect.apply(argument, undefined, given) as unknown);
}

/**
 * What `run` gives, while they stand there. By assignment: to define what is there already takes V8 five times as long,
 * and makes it forget more of what it knows of texts.
 */
export function replacing<T>(all: readonly Replacement[], run: () => T): T {
  const before = all.map(({ of, name }) => Reflect.get(of, name) as unknown);
  for (const { of, name, value } of all) Reflect.set(of, name, value);
  try {
    return run();
  } finally {
    for (const [at, { of, name }] of all.entries()) Reflect.set(of, name, before[at]);
  }
}
