import { isPlain } from "./plain-text.ts";

/**
 * Where a rule reads from what is absent (`oldObject.spec.names` of an object without `spec`) JavaScript throws, and the
 * rule has no answer: the request is denied. Kind and name of the object stand between the first parts, what is absent
 * between the last.
 */
export function absentText(rule: string): readonly [beforeKind: string, beforeName: string, beforeWhat: string, after: string] {
  return [`${rule}: `, " ", " cannot be evaluated: ", " is absent"];
}

/**
 * The message without what is absent: TypeScript can name the field that it found absent last, CEL what the author wrote
 * there.
 */
export function withoutWhatIsAbsent(message: string): string {
  return message.replaceAll(/(?<= cannot be evaluated: ).*?(?= is absent)/gsu, "…");
}

/**
 * `Cannot read properties of undefined (reading 'names')`, `undefined is not iterable`, `Reduce of empty array with no
 * initial value`, and `table[key].includes is not a function` of an inherited key, as V8 says it.
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

/** Where nothing was read before that was not there, as after `list.find(...)`. */
export function whatIsReadFrom({ message }: Error): string {
  const [, name = ""] = /\(reading '(.*)'\)$/s.exec(message) ?? [];
  return isShort(name) && /^[\w$]+$/.test(name) ? `what \`${name}\` is read from` : "what the rule reads from";
}

/** The field that `run` finds absent last before it throws: `spec`. Undefined where it reads none. */
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

/** A rule may read by a key that stands in the cluster: it is text that anybody has written. */
function shownStep(name: string): string {
  if (name === "[]") return name;
  if (!isShort(name) || !isPlain(name)) return "[…]";
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** A field of a path, which has several. */
const isShort = (name: string): boolean => name.length <= 64;

interface Noting {
  readonly path: readonly string[];
  readonly note: (path: readonly string[]) => void;
  /** A rule may read a list for each of its elements. */
  readonly known: Map<object, unknown>;
}

/** The same view, which tells of every field that is not there. */
function noting(value: unknown, { path, ...rest }: Noting): unknown {
  const [root] = path;
  // Those are asked with, and hold no fields.
  const isAsked = root === "authorizer" || root === "cluster";
  if (typeof value !== "object" || value === null || isAsked) return value;
  const view = rest.known.get(value) ?? notingView(value, { path, ...rest });
  rest.known.set(value, view);
  return view;
}

function notingView(value: object, { path, ...rest }: Noting): unknown {
  if (Array.isArray(value)) return value.map((element) => noting(element, { path: [...path, "[]"], ...rest }));
  // Not of the view itself, which is frozen: a proxy has to give what a frozen object holds.
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
