/** Whether a method runs that has been replaced, and nothing of the rule. */
let isInside = false;

type Look = (self: unknown, argument: unknown) => void;

/** Has a method look at what it is called with first. Gives what puts it back. */
export function replace(prototype: object, name: string, look: Look = () => undefined): () => void {
  const before = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
  const original = before.value as (this: unknown, ...args: readonly unknown[]) => unknown;
  const value = function (this: unknown, ...args: readonly unknown[]): unknown {
    look(this, args[0]);
    return within(true, () => Reflect.apply(original, this, args.map(outside)));
  };
  Object.defineProperty(prototype, name, { ...before, value });
  return () => void Object.defineProperty(prototype, name, before);
}

/**
 * The same for `/x/.exec(text)` of a rule. JavaScript's own methods call `exec`, too: `/x/.test(text)` and
 * `text.replace(/x/, "y")` may read texts that `exec` may not.
 */
export function replaceExec(look: (text: unknown) => void): () => void {
  // A rule that took too long may have been ended anywhere (runtime-fallback/webhook/rules/bounded.ts).
  isInside = false;
  return replace(RegExp.prototype, "exec", (_, text) => {
    if (!isInside) look(text);
  });
}

function within<T>(inside: boolean, run: () => T): T {
  const before = isInside;
  isInside = inside;
  try {
    return run();
  } finally {
    isInside = before;
  }
}

/** `text.replace(/x/, (found) => ...)`: the function is the rule's. */
function outside(argument: unknown): unknown {
  if (typeof argument !== "function") return argument;
  return (...given: readonly unknown[]): unknown => within(false, () => Reflect.apply(argument, undefined, given) as unknown);
}
