import { IterationLimitExceeded, iterationLimit, nameLimit, showLimit, sortLimit, unshown, withoutLimit } from "./limits.ts";
import { isMatch } from "./parse/is-match.ts";

type Scalar = string | number | boolean;

/** What `show` shows. */
export const showable = new RegExp(`^[ -~]{0,${showLimit}}$`);

/**
 * Something from the cluster, fit to be shown in a message: text is quoted when it has at most 128 printable ASCII
 * characters, otherwise it reads `(cannot be shown)`; whole numbers and booleans are written as they are.
 * CEL: `size(v) <= 128 && v.matches('^[ -~]*$') ? '"' + v + '"' : ...`.
 */
export function show(value: Scalar): string {
  if (typeof value !== "string") return `${value}`;
  return isMatch(showable, value) ? `"${value}"` : unshown;
}

const plain = new RegExp(`^[A-Za-z0-9.:_@-]{0,${nameLimit}}$`);

/**
 * The name of an object as a command takes it, in a message: as it is, unless it has more than 253 characters or others
 * than letters, digits and `.:_@-`, as names of RBAC objects and Events may; then it reads
 * `(a name that cannot be shown)`. CEL: the name itself, where the API server demands a DNS name. What is absent although
 * its type says otherwise reads `undefined`, as in CEL.
 */
export function plainName(name: string): string;
export function plainName(name: string | undefined): string {
  const text = `${name}`;
  return isMatch(plain, text) ? text : "(a name that cannot be shown)";
}

/** Whether two maps hold the same keys with the same values; an absent map is an empty one. CEL: `==`. */
export function same(a: Readonly<Record<string, string>> | undefined, b: Readonly<Record<string, string>> | undefined): boolean {
  const [left, right] = [withoutLimit(a ?? {}), withoutLimit(b ?? {})];
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => left[key] === right[key]);
}

/**
 * Whether a rule may iterate over labels or annotations; with more than 2,000 of them, a rule that iterates over them
 * denies. Single keys can always be read. CEL: `size(a) <= 2000`.
 */
export function withinIterationLimit(map: Readonly<Record<string, string>> | undefined): boolean {
  return Object.keys(withoutLimit(map ?? {})).length <= iterationLimit;
}

/**
 * Keys of a map in order, whatever order the map gave them. At most ten: a rule or message that reaches more of them
 * is denied as one that iterates over too large a list (CEL cannot sort before Kubernetes 1.35).
 */
export function sorted(keys: readonly string[]): readonly string[] {
  if (keys.length > sortLimit) throw new IterationLimitExceeded();
  return keys.toSorted(byCodePoint);
}

/**
 * A table to look things up in by a key that is known only when a rule runs. Unlike an object literal it has no
 * inherited keys: `record({ s3: "retain" })["constructor"]` is `undefined`. CEL: a map literal.
 */
export function record<T extends Scalar>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T | undefined>> {
  return Object.freeze(Object.assign(Object.create(null) as Record<string, T | undefined>, entries));
}

/** CEL orders text by UTF-8 bytes, which is the order of code points; `<` in TypeScript goes by UTF-16 units. */
function byCodePoint(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  const at = left.findIndex((character, index) => character !== right[index]);
  if (at === -1) return left.length - right.length;
  return (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1);
}
