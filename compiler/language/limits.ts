/**
 * Entries of a stored list or map that a rule may iterate over. The API server's limit of 1,000,000 cost units an
 * expression would allow 10,000, but its time grows faster than its cost: the ACK rules took 2 s on 10,000 annotations
 * and 0.1 s on 1,000 (measured on 1.37.1, docs/adr/0002), and whoever may annotate an object could buy that time.
 */
export const iterationLimit = 2_000;

/**
 * Characters of a text whose parts a rule may iterate over: two thousand lines of 65. Each use of all parts costs by the
 * length of the text, and an object may have 1.5 MiB of it.
 */
export const splitLimit = 131_072;

/** The same where one is iterated over inside another: ten thousand steps together. */
export const nestedLimit = 100;

/** The same of a rule that may iterate over `most` entries: five times as many steps together. */
export const nestedLimitOf = (most: number): number => Math.floor(Math.sqrt(5 * most));

/**
 * Bytes that a stored object can have: etcd's default request size. Whatever stands in it, an entry takes one at least.
 */
export const maxObjectBytes = 1_572_864;

/** Keys that `sorted` takes: its CEL form costs the square of their number, for each place. */
export const sortLimit = 10;

/** Characters of a text that `show` takes. */
export const showLimit = 128;

/** Characters (code points) of a text from the cluster that a message shows as it is. */
export const messageTextLimit = 128;

/** What stands in a message in place of a value that it cannot show. */
export const unshown = "(cannot be shown)";

/** Characters of the longest DNS name: what commands in messages hold of an object's name. */
export const nameLimit = 253;

/**
 * Queries that a rule may ask the cluster about one object. Before anything is let through each is a read of the API
 * server, and whoever may write a list into an object says how many there are.
 */
export const queryLimit = 100;

/** Thrown where a rule asks the cluster more than that; the evaluation answers with a denial. */
export class QueryLimitExceeded extends Error {
  override readonly name = "QueryLimitExceeded";
}

/**
 * Thrown in the TypeScript execution where a rule iterates over too many entries; the evaluation answers with a denial.
 */
export class IterationLimitExceeded extends Error {
  override readonly name = "IterationLimitExceeded";
}

const originals = new WeakMap<object, () => object>();

/**
 * Counting a list whose elements may have any type, or finding the n-th, means to look at each. Of what a rule goes
 * through by position, only the length tells.
 */
export type Counting = "length is known" | "length tells a loop" | "length takes an iteration";

/** CEL reads one element of a list of text, and joins it, without an iteration. */
const isDirect = (key: string | symbol): key is "at" | "join" | "toString" =>
  key === "at" || key === "join" || key === "toString";

/** What they give is read so, too. Only a new list has its first or last taken off. */
const takesOff = (key: string | symbol): key is "pop" | "shift" => key === "pop" || key === "shift";

/** Any number: CEL filters the list before it looks whether there is a -1st or a 2.5th. */
const isPosition = (key: string | symbol): boolean => key === "length" || (typeof key === "string" && `${+key}` === key);

/** A list or map that can be read by key, but throws `IterationLimitExceeded` when it is iterated over. */
export function withLimit<T extends object>(collection: T, counting: Counting = "length is known"): T {
  const deny = (): never => {
    throw new IterationLimitExceeded();
  };
  // What is left is another list for CEL, which takes an iteration to make.
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

/** Of what rules see as objects: no keys, and what every object is in a text. */
const printedAsObject: object = Object.freeze(
  Object.assign(Object.create(null) as object, { [Symbol.toPrimitive]: () => "[object Object]" }),
);

/** An object that inherits no keys, such as `constructor`, and that a text may have in it anyway. */
export function withoutInheritedKeys(): Record<string, unknown> {
  return Object.create(printedAsObject) as Record<string, unknown>;
}

/**
 * The same for a map whose entries are made when they are read. `make`: all of them; `isTooLarge` is asked before an
 * iteration.
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

/** The collection behind `withLimit`, for what does not iterate over it entry by entry in CEL. */
export function withoutLimit<T extends object>(collection: T): T {
  return (originals.get(collection)?.() as T | undefined) ?? collection;
}

/** What a rule iterates over besides lists and maps. */
export interface Iterates {
  /** One inside of another. */
  readonly nested: boolean;
  /** Parts of a text. */
  readonly parts: boolean;
  /** Keys that it puts in order. */
  readonly sorts: boolean;
  /** Entries of a list or map. */
  readonly most: number;
}

/** The denial of a rule that reached too large a list or map; kind and name of the object stand between the parts. */
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
