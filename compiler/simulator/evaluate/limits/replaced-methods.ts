import { inForce } from "./in-force.ts";

const ofTexts = String.prototype as unknown as Record<
  "match" | "matchAll" | "replace" | "replaceAll" | "search" | "split",
  unknown
>;
const ofPatterns = RegExp.prototype as unknown as Record<"exec" | "test", unknown>;
const globals = globalThis as unknown as Record<"BigInt" | "Number" | "String" | "parseFloat" | "parseInt", unknown> & {
  Date: { readonly prototype: Record<"toISOString", unknown> };
};
const ofDates = globals.Date.prototype;

/** What is replaced while policies are evaluated, each by its name. */
export type Replaced = typeof ofTexts & typeof ofPatterns & typeof globals & typeof ofDates;

type Method = (this: unknown, ...args: readonly unknown[]) => unknown;
type Look = (self: unknown, argument: unknown) => void;

/** A method that looks at what a rule calls it with first. */
export function looking(original: unknown, look: Look = () => undefined): Method {
  return function (this: unknown, ...args: readonly unknown[]): unknown {
    if (!inForce.limits.isOfRule) return Reflect.apply(original as Method, this, args);
    look(this, args[0]);
    return within(true, () => Reflect.apply(original as Method, this, args.map(outside)));
  };
}

/**
 * The same for `/x/.exec(text)` of a rule. JavaScript's own methods call `exec`, too: `/x/.test(text)` and
 * `text.replace(/x/, "y")` may read texts that `exec` may not.
 */
export function lookingAtExec(look: (text: unknown) => void): Method {
  return looking(ofPatterns.exec, (_, text) => {
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

/** What `run` gives, while these stand there. */
export function whileReplaced<T>(next: Replaced, run: () => T): T {
  const before = exchange(next, ofDatesOf(globals.Date));
  try {
    return run();
  } finally {
    exchange(before, ofDatesOf(before.Date));
  }
}

/** A rule may have a clock of its own (`clock.ts`). */
const ofDatesOf = ({ prototype }: typeof globals.Date): typeof ofDates => prototype;

/**
 * Gives what stood there before. Each of them by assignment, and by a name that stands here: V8 takes much longer to
 * define what is there already, or to find it by a name that it is given.
 */
function exchange(next: Replaced, dates: typeof ofDates): Replaced {
  const { match, matchAll, replace, replaceAll, search, split } = ofTexts;
  const { exec, test } = ofPatterns;
  const { BigInt, Date, Number, String, parseFloat, parseInt } = globals;
  const { toISOString } = dates;
  ofTexts.match = next.match;
  ofTexts.matchAll = next.matchAll;
  ofTexts.replace = next.replace;
  ofTexts.replaceAll = next.replaceAll;
  ofTexts.search = next.search;
  ofTexts.split = next.split;
  ofPatterns.exec = next.exec;
  ofPatterns.test = next.test;
  globals.BigInt = next.BigInt;
  globals.Date = next.Date;
  globals.Number = next.Number;
  globals.String = next.String;
  globals.parseFloat = next.parseFloat;
  globals.parseInt = next.parseInt;
  dates.toISOString = next.toISOString;
  return {
    match,
    matchAll,
    replace,
    replaceAll,
    search,
    split,
    exec,
    test,
    BigInt,
    Date,
    Number,
    String,
    parseFloat,
    parseInt,
    toISOString,
  };
}

/** Methods of texts that few rules are limited in. */
export function whileReading<T>(methods: Readonly<Record<string, Method>>, run: () => T): T {
  const before = Object.keys(methods).map((name) => [name, Reflect.get(ofTexts, name) as unknown] as const);
  Object.assign(ofTexts, methods);
  try {
    return run();
  } finally {
    for (const [name, method] of before) Reflect.set(ofTexts, name, method);
  }
}
