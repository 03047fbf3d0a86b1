import { Failure } from "../failures.ts";
import { type CelValue, isList, isMap, CelOptional } from "../values/value.ts";
import type { CelFunction, Overload } from "../functions/cel-function.ts";
import { codePointCount } from "../values/text.ts";

type Outcome = CelValue | Failure;

/** What a call costs, by its values, and by what it gave. */
export type Cost = (values: readonly Outcome[], result: Outcome) => number;

/** Undefined: what cel-go charges. The overload is empty where several fit the types that are known beforehand. */
export type KubernetesCost = (values: readonly Outcome[], result: Outcome, overload: string) => number | undefined;

/** What the API server charges for a call of a function. Each call costs 1 for which nothing else is said. */
export interface Charges {
  /**
   * By cel-go, where one overload is known beforehand (cel-go: interpreter/runtimecost.go, costCall; ext/): for each,
   * or by id.
   */
  readonly celGo?: Cost | Readonly<Record<string, Cost>>;
  /**
   * In its place by Kubernetes' own costs (apiserver: pkg/cel/library/cost.go, CallCost), which go by the name of the
   * function.
   */
  readonly kubernetes?: KubernetesCost;
}

export const free: Charges = { celGo: () => 0 };
export const oneUnit: Charges = {};

/** cel-go: common/cost.go. */
export const stringFactor = 0.1;
export const listCost = 10;
export const mapCost = 30;
const patternFactor = 0.25;

/** Text, or what else has a size, gone through once. */
export function traversal(size: number): number {
  return Math.ceil(size * stringFactor);
}

export function twice(size: number): number {
  return Math.ceil(size * 2 * stringFactor);
}

/** An empty text is not free: the pattern may still be long. */
export function patternCost(textSize: number, patternSize: number): number {
  return Math.ceil((1 + textSize) * stringFactor) * Math.ceil(patternSize * patternFactor);
}

/** The first value is gone through: text, or what is in a list or map. */
export const ofFirst: KubernetesCost = ([first]) => traversal(plainSizeOf(first));
export const twiceFirst: KubernetesCost = ([first]) => twice(plainSizeOf(first));

/** Two texts side by side, up to the end of the shorter. */
export const comparison: Cost = ([a, b]) => traversal(Math.min(sizeOf(a), sizeOf(b)));

/** Everything inside of a list. Of text the bytes count here, and not the code points. */
export const ofElements: KubernetesCost = ([first]) => (first === undefined ? 0 : iterate(first));

function iterate(value: Outcome): number {
  if (typeof value === "string") return Math.floor(Buffer.byteLength(value) * stringFactor);
  if (value instanceof Failure || typeof value !== "object" || value === null) return 1;
  if (value instanceof Uint8Array) return Math.floor(value.length * stringFactor);
  if (isList(value)) return value.reduce<number>((sum, element) => sum + iterate(element), 0);
  if (isMap(value)) return [...value].reduce((sum, [key, entry]) => sum + iterate(key) + iterate(entry), 0);
  return 1;
}

/** Making a list of so many elements. */
export function allocation(size: number, factor = 1): number {
  return Math.floor(size * (factor < 0 ? 1 : factor)) + 1 + listCost;
}

/** Each element of a list compared with each. */
export function selfComparison(list: Outcome | undefined): number {
  const elements = list !== undefined && !(list instanceof Failure) && isList(list) ? list : [];
  const [first] = elements;
  const isText = typeof first === "string" || first instanceof Uint8Array;
  return allocation(elements.length ** 2, isText ? 2 + stringFactor : 2);
}

/**
 * From this minor version on the API server has costs of its own for its functions in policies
 * (StrictCostEnforcementForVAP).
 */
const strictSince = 32;

const unit: Cost = () => 1;

/**
 * What the API server charges for a call. The overload is undefined where several fit the types that are known
 * beforehand.
 */
export function callCost(called: CelFunction, overload: Overload | undefined, minor: number): Cost {
  const charges = overload?.charges ?? called.charges;
  const general = overload === undefined ? unit : celGoCost(charges, overload.id);
  const own = minor < strictSince ? undefined : charges.kubernetes;
  if (own === undefined) return general;
  const id = overload?.id ?? "";
  return (values, result) => own(values, result, id) ?? general(values, result);
}

function celGoCost({ celGo = unit }: Charges, id: string): Cost {
  return typeof celGo === "function" ? celGo : (celGo[id] ?? unit);
}

/** What cel-go's costs count of a value; 1 where there is nothing to count. */
export function sizeOf(value: CelValue | Failure | undefined): number {
  return sizerSize(value) ?? (value instanceof CelOptional && value.value !== undefined ? sizeOf(value.value) : 1);
}

/** apiserver's own costs do not look into optionals. */
export function plainSizeOf(value: CelValue | Failure | undefined): number {
  return sizerSize(value) ?? 1;
}

function sizerSize(value: CelValue | Failure | undefined): number | undefined {
  if (typeof value === "string") return codePointCount(value);
  if (value === undefined || value === null || typeof value !== "object") return undefined;
  if (value instanceof Uint8Array) return value.length;
  if (Array.isArray(value)) return value.length;
  if (value instanceof Map) return value.size;
  return "size" in value && typeof value.size === "number" ? value.size : undefined;
}
