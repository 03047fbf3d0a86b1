import { isPlain } from "./plain-text.ts";

/**
 * The denial if a rule reads from an absent field: `oldObject.spec.names` of an object without `spec`. JavaScript
 * throws there, so the request is denied. Kind and name of the object go between the first parts, the absent field
 * between the last.
 */
export function absentText(rule: string): readonly [beforeKind: string, beforeName: string, beforeWhat: string, after: string] {
  return [`${rule}: `, " ", " cannot be evaluated: ", " is absent"];
}

/**
 * The message without the name of the absent field, to compare messages. TypeScript names the last field that was
 * absent at runtime. CEL names the expression of the author.
 */
export function withoutWhatIsAbsent(message: string): string {
  return message.replaceAll(/(?<= cannot be evaluated: ).*?(?= is absent)/gsu, "…");
}

/**
 * Whether an error of V8 means that a rule read from something absent: `Cannot read properties of undefined (reading
 * 'names')`, `undefined is not iterable`, `Reduce of empty array with no initial value`, or, for an inherited key,
 * `table[key].includes is not a function`.
 */
export function isAbsentRead(error: unknown): error is TypeError | RangeError {
  return (
    (error instanceof RangeError && error.message.startsWith("Invalid index : ")) ||
    (error instanceof TypeError &&
      /^Cannot (?:read|destructure) |\b(?:undefined|null) is not iterable|is not iterable(?:$| \(cannot read property )|^Cannot use .in. operator|^Cannot convert undefined or null|^Spread syntax requires|^Reduce of empty array|\.[\w$]+ is not a function$/.test(
        error.message,
      ))
  );
}

/** The absent part if no absent field was read before, as after `list.find(...)`. */
export function whatIsReadFrom({ message }: Error): string {
  const [, name = ""] = /\(reading '(.*)'\)$/s.exec(message) ?? [];
  return isShort(name) && /^[\w$]+$/.test(name) ? `what \`${name}\` is read from` : "what the rule reads from";
}

/** The last absent field that `run` reads before it throws, such as `spec`. Undefined if it reads none. */
export function absentField(run: (view: unknown) => unknown, view: unknown): string | undefined {
  let last: string | undefined;
  try {
    run(noting(view, { path: [], note: (path) => (last = shownPath(path)), known: new Map() }));
  } catch {
    return last;
  }
  return undefined;
}

/** `spec.items[].name` for `["oldObject", "spec", "items", "[]", "name"]`. */
export function shownPath(path: readonly string[]): string {
  const inside = path[0] === "oldObject" || path[0] === "object" ? path.slice(1) : path;
  const [first = path[0] ?? "", ...others] = inside;
  return others.reduce((before, name) => `${before}${shownStep(name)}`, first);
}

/** A rule may read by a key from the cluster. Anyone may have written that text, so it is not always shown. */
function shownStep(name: string): string {
  if (name === "[]") return name;
  if (!isShort(name) || !isPlain(name)) return "[…]";
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** Short enough for a message, which may show several. */
const isShort = (name: string): boolean => name.length <= 64;

interface Noting {
  readonly path: readonly string[];
  readonly note: (path: readonly string[]) => void;
  /** Views by their object, because a rule may read the same list for each element. */
  readonly known: Map<object, unknown>;
}

/** The same view, which reports each absent field that is read. */
function noting(value: unknown, { path, ...rest }: Noting): unknown {
  const [root] = path;
  // These have no fields of an object.
  const isAsked = root === "authorizer" || root === "cluster";
  if (typeof value !== "object" || value === null || isAsked) return value;
  const view = rest.known.get(value) ?? notingView(value, { path, ...rest });
  rest.known.set(value, view);
  return view;
}

function notingView(value: object, { path, ...rest }: Noting): unknown {
  if (Array.isArray(value)) return value.map((element) => noting(element, { path: [...path, "[]"], ...rest }));
  // The target is not the view itself: it is frozen, and a proxy of a frozen object must return its values.
  return new Proxy(Object.create(Object.getPrototypeOf(value) as object | null) as object, {
    get: (_, key) => {
      const read: unknown = Reflect.get(value, key);
      if (typeof key !== "string" || typeof read === "function") return read;
      const there = [...path, key];
      if (read === undefined) rest.note(there);
      return noting(read, { path: there, ...rest });
    },
    has: (_, key) => Reflect.has(value, key),
    ownKeys: () => Reflect.ownKeys(value),
    getOwnPropertyDescriptor: (_, key) => ({ value: Reflect.get(value, key) as unknown, enumerable: true, configurable: true }),
  });
}
