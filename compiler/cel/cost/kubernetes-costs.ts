import { Failure } from "../failures.ts";
import { CelOptional, CelUint, type CelValue, isList, isMap } from "../values/value.ts";
import { CelType } from "../values/cel-type.ts";
import { CelDuration } from "../values/duration.ts";
import { CelTimestamp } from "../values/timestamp.ts";
import { patternCost, stringFactor, traversal } from "./overload-costs.ts";
import { plainSizeOf } from "./sizes.ts";

type Outcome = CelValue | Failure;

/** Undefined: what cel-go charges. */
type KubernetesCost = (values: readonly Outcome[], result: Outcome, overload: string) => number | undefined;

/** What the API server charges for its own functions, by name, whoever has one of that name (apiserver: pkg/cel/library/cost.go, CallCost). */
export const kubernetesCosts: ReadonlyMap<string, KubernetesCost> = new Map<string, KubernetesCost>([
  ["check", () => 350_000],
  ...each("serviceAccount path group resource subresource namespace name allowed reason error errored", () => 1),
  ...each("fieldSelector labelSelector", ([, selector]) => selectorCost(plainSizeOf(selector))),
  ...each("isSorted sum max min indexOf lastIndexOf includes", ([first]) => (first === undefined ? 0 : iterate(first))),
  ...each("url lowerAscii upperAscii substring trim", ([text]) => traversal(plainSizeOf(text))),
  ...each("replace split", ([text]) => Math.ceil(plainSizeOf(text) * 2 * stringFactor)),
  ["join", (_, result) => Math.ceil(plainSizeOf(result) * 2 * stringFactor)],
  ...each("find findAll", ([text, pattern]) => patternCost(plainSizeOf(text), plainSizeOf(pattern))),
  ...each("cidr isIP isCIDR quantity isQuantity semver isSemver", ([text]) => traversal(plainSizeOf(text))),
  ["ip", ([text], _, overload) => (overload === "cidr_ip" ? 1 : traversal(plainSizeOf(text)))],
  ["ip.isCanonical", ([text]) => Math.ceil(plainSizeOf(text) * 2 * stringFactor)],
  ...each("masked prefixLength family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast", () => 1),
  ["containsIP", ([cidr, other], _, overload) => containment(cidr, other, overload === "cidr_contains_ip_string")],
  [
    "containsCIDR",
    ([cidr, other], _, overload) =>
      containment(cidr, other, overload === "cidr_contains_cidr_string") + traversal(plainSizeOf(cidr)) + 1,
  ],
  ["validate", validation],
  ["format.named", () => 1],
  ...each("sign asInteger isInteger asApproximateFloat isGreaterThan isLessThan compareTo add sub major minor patch", () => 1),
  ...each("getScheme getHostname getHost getPort getEscapedPath getQuery", () => 1),
  ["_==_", ([first]) => (isKubernetesValue(first) ? 1 : undefined)],
]);

function each(names: string, cost: KubernetesCost): readonly (readonly [string, KubernetesCost])[] {
  return names.split(" ").map((name) => [name, cost]);
}

/** A list of requirements, its text, and half a requirement for each character, with a struct and a list in each. */
function selectorCost(length: number): number {
  return 10 + traversal(length) + Math.ceil(length * 0.5) * 50;
}

/** Of text the bytes count here, and not the code points. */
function iterate(value: Outcome): number {
  if (typeof value === "string") return Math.floor(Buffer.byteLength(value) * stringFactor);
  if (value instanceof Failure || typeof value !== "object" || value === null) return 1;
  if (value instanceof Uint8Array) return Math.floor(value.length * stringFactor);
  if (isList(value)) return value.reduce<number>((sum, element) => sum + iterate(element), 0);
  if (isMap(value)) return [...value].reduce((sum, [key, entry]) => sum + iterate(key) + iterate(entry), 0);
  return 1;
}

function containment(cidr: Outcome | undefined, other: Outcome | undefined, isText: boolean): number {
  return Math.ceil(plainSizeOf(cidr) * 2 * stringFactor) + (isText ? traversal(plainSizeOf(other)) : 0);
}

function validation([format, text]: readonly Outcome[]): number | undefined {
  const isFormat = typeof format === "object" && format !== null && "longestPattern" in format;
  const longest = isFormat ? Number(format.longestPattern) : undefined;
  return longest === undefined ? undefined : patternCost(plainSizeOf(text), longest);
}

/** What is neither of CEL itself nor an error. */
function isKubernetesValue(value: Outcome | undefined): boolean {
  if (value === undefined || value === null || typeof value !== "object" || value instanceof Failure) return false;
  if (isList(value) || isMap(value)) return false;
  const own = [CelUint, Uint8Array, CelOptional, CelType, CelTimestamp, CelDuration];
  return !own.some((one) => value instanceof one);
}
