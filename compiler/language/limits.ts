/**
 * The most entries of a stored list or map that a rule may iterate over. The API server's limit of 1,000,000 cost units
 * for an expression would allow 10,000. But time grows faster than cost: the ACK rules took 2 s for 10,000 annotations,
 * and 0.1 s for 1,000 (measured on 1.37.1, docs/adr/0002). Anyone who may annotate an object could use up that time.
 */
export const iterationLimit = 2_000;

/**
 * The longest text whose parts a rule may iterate over, in characters: two thousand lines of 65. Each iteration over
 * the parts costs more for longer text, and an object may have 1.5 MiB.
 */
export const splitLimit = 131_072;

/** The same limit for an iteration inside another one: ten thousand steps together. */
export const nestedLimit = 100;

/** The same for a rule with the limit `most` instead of `iterationLimit`: five times as many steps together. */
export const nestedLimitOf = (most: number): number => Math.floor(Math.sqrt(5 * most));

/** The largest stored object in bytes: etcd's default request size. Each entry has at least one byte. */
export const maxObjectBytes = 1_572_864;

/** The most keys that `sorted` accepts. In CEL, each place costs the square of their number. */
export const sortLimit = 10;

/** The longest text that `show` prints, in characters. */
export const showLimit = 128;

/** The longest text from the cluster that a message shows, in code points. */
export const messageTextLimit = 128;

/** Replaces a value that a message cannot show. */
export const unshown = "(cannot be shown)";

/** The longest DNS name, in characters. Commands in messages show no longer name of an object. */
export const nameLimit = 253;

/**
 * The most cluster queries that a rule may make about one object. Each is a read from the API server before a request
 * is allowed. Without a limit, anyone who may write a list into an object could decide how many there are.
 */
export const queryLimit = 100;

/** Thrown if a rule makes more queries. The evaluation then denies the request. */
export class QueryLimitExceeded extends Error {
  override readonly name = "QueryLimitExceeded";
}

/**
 * Thrown in the TypeScript execution if a rule iterates over too many entries. The evaluation then denies the request.
 */
export class IterationLimitExceeded extends Error {
  override readonly name = "IterationLimitExceeded";
}

const originals = new WeakMap<object, () => object>();

/**
 * How the limit treats `length`. In CEL, counting a list with elements of any type is an iteration, and so is reading
 * the n-th element. If a rule loops by position, only reading `length` shows that it is a loop.
 */
export type Counting = "length is known" | "length tells a loop" | "length takes an iteration";

/** CEL reads one element of a list of text, and joins such a list, without an iteration. */
const isDirect = (key: string | symbol): key is "at" | "join" | "toString" =>
  key === "at" || key === "join" || key === "toString";

/** Methods that return one element, read like `at`. They also remove it, which is allowed only for a new list. */
const takesOff = (key: string | symbol): key is "pop" | "shift" => key === "pop" || key === "shift";

/** Whether the key is `length` or any number. CEL filters the list even for position -1 or 2.5. */
const isPosition = (key: string | symbol): boolean => key === "length" || (typeof key === "string" && `${+key}` === key);

/** A list or map that can be read by key, and throws `IterationLimitExceeded` on an iteration. */
export function withLimit<T extends object>(collection: T, counting: Counting = "length is known"): T {
  const deny = (): never => {
    throw new IterationLimitExceeded();
  };
  // What is left is a new list in CEL, and creating it is an iteration.
  let isCut = false;
  const cut = (list: unknown[], key: "pop" | "shift"): unknown => {
    isCut = true;
    return list[key]();
  };
  const limited = new Proxy(collection, {
    ownKeys: deny,
    get: (target, key) => {
      if (isCut) return deny();
      if (isPosition(key) && Array.isArray(target) && counting === "length takes an iteration") return deny();
      if (key === "length" && counting === "length tells a loop") return deny();
      if (key === Symbol.isConcatSpreadable) return deny();
      if (Array.isArray(target) && counting !== "length takes an iteration") {
        if (takesOff(key)) return () => cut(target, key);
        if (isDirect(key)) return target[key].bind(target);
      }
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? deny : value;
    },
  });
  originals.set(limited, () => collection);
  return limited;
}

/** The prototype of objects in rules: no keys, and `[object Object]` in a text. */
const printedAsObject: object = Object.freeze(
  Object.assign(Object.create(null) as object, { [Symbol.toPrimitive]: () => "[object Object]" }),
);

/** An object without inherited keys such as `constructor`. It can still be printed in a text. */
export function withoutInheritedKeys(): Record<string, unknown> {
  return Object.create(printedAsObject) as Record<string, unknown>;
}

/**
 * A map whose entries are created when they are read. `make` creates all. `isTooLarge` is called before an iteration.
 */
export function lazyMap(
  read: (key: string) => unknown,
  { make, isTooLarge }: { readonly make: () => object; readonly isTooLarge: () => boolean },
): object {
  let made: object | undefined;
  const all = (): object => (made ??= make());
  let isDenied: boolean | undefined;
  const iterated = (): object => {
    isDenied ??= isTooLarge();
    if (isDenied) throw new IterationLimitExceeded();
    return all();
  };
  const valueOf = (key: string | symbol): unknown => (typeof key === "string" ? read(key) : undefined);
  const map = new Proxy<object>(withoutInheritedKeys(), {
    get: (target, key) => (typeof key === "symbol" ? Reflect.get(target, key) : valueOf(key)),
    has: (_, key) => valueOf(key) !== undefined,
    ownKeys: () => Reflect.ownKeys(iterated()),
    getOwnPropertyDescriptor: (_, key) => {
      const value = valueOf(key);
      return value === undefined ? undefined : { value, enumerable: true, configurable: true };
    },
    set: () => false,
    defineProperty: () => false,
    deleteProperty: () => false,
    preventExtensions: () => false,
    setPrototypeOf: () => false,
  });
  originals.set(map, all);
  return map;
}

/** The collection behind `withLimit`, for operations that are no iteration in CEL. */
export function withoutLimit<T extends object>(collection: T): T {
  return (originals.get(collection)?.() as T | undefined) ?? collection;
}

/** What a rule iterates over. */
export interface Iterates {
  /** Whether there is an iteration inside another one. */
  readonly nested: boolean;
  /** Whether it iterates over parts of a text. */
  readonly parts: boolean;
  /** Whether it calls `sorted`. */
  readonly sorts: boolean;
  /** The most entries of a list or map. */
  readonly most: number;
}

/** The denial if a list or map is too large for a rule. Kind and name of the object go between the parts. */
export function limitText(
  rule: string,
  { nested, parts, sorts, most }: Iterates,
): readonly [beforeKind: string, beforeName: string, after: string] {
  const inside = nested ? ` (${nestedLimitOf(most)} inside another)` : "";
  const ofText = parts ? `, or ${most} parts or ${splitLimit} characters of a text` : "";
  const toName = sorts ? `, or ${sortLimit} keys to name` : "";
  const help = parts ? "shorten it" : "remove some";
  return [`${rule}: `, " ", ` cannot be judged: more than ${most} entries in a list or map${inside}${ofText}${toName}; ${help}`];
}
