import { IterationLimitExceeded, iterationLimit, nameLimit, showLimit, sortLimit, unshown, withoutLimit } from "./limits.ts";
import { isMatch } from "./parse/is-match.ts";

type Scalar = string | number | boolean;

/** Text that `show` prints: up to 128 printable ASCII characters. */
export const showable = new RegExp(`^[ -~]{0,${showLimit}}$`);

/**
 * Prints a value from the cluster in a message. Text of up to 128 printable ASCII characters is quoted. Other text
 * reads `(cannot be shown)`. Numbers and booleans are printed as they are.
 *
 * ```ts
 * show(oldObject.metadata.annotations?.["example.com/reason"] ?? "none")
 * ```
 *
 * becomes
 *
 * ```yaml
 * size(variables.shown) <= 128 && variables.shown.matches('^[ -~]*$') ? '"' + variables.shown + '"' : '(cannot be shown)'
 * ```
 */
export function show(value: Scalar): string {
  if (typeof value !== "string") return `${value}`;
  return isMatch(showable, value) ? `"${value}"` : unshown;
}

const plain = new RegExp(`^[A-Za-z0-9.:_@-]{0,${nameLimit}}$`);

/**
 * Prints the name of an object in a message, safe to paste into a command. A name with other characters than letters,
 * digits and `.:_@-`, or with more than 253 characters, reads `(a name that cannot be shown)`. Only some kinds, such as
 * RBAC objects and Events, can have such names. An absent name reads `undefined`.
 *
 * CEL: the name itself, for kinds whose names are DNS names.
 */
export function plainName(name: string): string;
export function plainName(name: string | undefined): string {
  const text = `${name}`;
  return isMatch(plain, text) ? text : "(a name that cannot be shown)";
}

/**
 * Whether two maps have the same keys and values. An absent map counts as empty.
 *
 * ```ts
 * same(object.metadata.labels, oldObject.metadata.labels)
 * ```
 *
 * CEL: `object.metadata.?labels.orValue({}) == oldObject.metadata.?labels.orValue({})`
 */
export function same(a: Readonly<Record<string, string>> | undefined, b: Readonly<Record<string, string>> | undefined): boolean {
  const [left, right] = [withoutLimit(a ?? {}), withoutLimit(b ?? {})];
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => left[key] === right[key]);
}

/**
 * Whether a rule may iterate over these labels or annotations: at most 2,000 entries. A rule that iterates over more
 * denies the request. You can always read single keys.
 *
 * CEL: `size(oldObject.metadata.?annotations.orValue({})) <= 2000`
 */
export function withinIterationLimit(map: Readonly<Record<string, string>> | undefined): boolean {
  return Object.keys(withoutLimit(map ?? {})).length <= iterationLimit;
}

/**
 * Keys of a map, sorted: `sorted(Object.keys(oldObject.metadata.labels ?? {}))`. At most ten keys, because CEL cannot
 * sort before Kubernetes 1.35. With more, the request is denied.
 */
export function sorted(keys: readonly string[]): readonly string[] {
  if (keys.length > sortLimit) throw new IterationLimitExceeded();
  return keys.toSorted(byCodePoint);
}

/**
 * A lookup table for keys that come from the cluster. Unlike an object literal it has no inherited keys:
 * `record({ s3: "retain" })["constructor"]` is `undefined`.
 *
 * ```ts
 * const POLICY = record({ s3: "retain", rds: "snapshot" });
 * POLICY[oldObject.metadata.labels?.["service"] ?? ""] === "retain"
 * ```
 *
 * becomes
 *
 * ```yaml
 * {'s3': 'retain', 'rds': 'snapshot'}[?oldObject.metadata.?labels[?'service'].orValue('')].orValue('') == 'retain'
 * ```
 */
export function record<T extends Scalar>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T | undefined>> {
  return Object.freeze(Object.assign(Object.create(null) as Record<string, T | undefined>, entries));
}

/** CEL orders text by UTF-8 bytes, which is the order of code points. `<` in TypeScript compares UTF-16 units. */
function byCodePoint(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  const at = left.findIndex((character, index) => character !== right[index]);
  if (at === -1) return left.length - right.length;
  return (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1);
}
