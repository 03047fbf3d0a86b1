import { NotEvaluatedHere, type Failure } from "../failures.ts";
import type { CelDuration } from "./duration.ts";
import type { CelTimestamp } from "./timestamp.ts";
import {
  CelType,
  boolType,
  bytesType,
  doubleType,
  intType,
  listType,
  mapType,
  nullType,
  optionalType,
  stringType,
  typeType,
  uintType,
} from "./cel-type.ts";

/** bigint is CEL's int, number its double. */
export type CelScalar = null | boolean | bigint | number | string;

export type CelValue =
  | CelScalar
  | CelUint
  | Uint8Array
  | CelDuration
  | CelTimestamp
  | CelList
  | CelMap
  | CelOptional
  | CelType
  | CelOpaque
  | CelFields;

export type CelList = readonly CelValue[];

/**
 * Keys are booleans, ints, uints and text, though a literal may have others. A `Map`, so that `__proto__` is a key like
 * any other.
 */
export type CelMap = ReadonlyMap<CelValue, CelValue>;

export class CelUint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** `optional.of(value)`, or `optional.none()`. */
export class CelOptional {
  static readonly none = new CelOptional(undefined);

  /** Undefined: none. A null that is there is a value. */
  readonly value: CelValue | undefined;

  constructor(value: CelValue | undefined) {
    this.value = value;
  }
}

/** An object of declared fields that are evaluated when they are read: `variables`. */
export class CelFields {
  readonly read: (field: string) => CelValue;

  constructor(read: (field: string) => CelValue) {
    this.read = read;
  }
}

/** The type at run time: of a list or map it says no more than that. */
export function runtimeType(value: CelValue): CelType {
  switch (typeof value) {
    case "boolean":
      return boolType;
    case "bigint":
      return intType;
    case "number":
      return doubleType;
    case "string":
      return stringType;
    default:
      return typeOfObject(value);
  }
}

function typeOfObject(value: Exclude<CelValue, boolean | bigint | number | string>): CelType {
  if (value === null) return nullType;
  if (isList(value)) return listType;
  if (isMap(value)) return mapType;
  if (value instanceof CelUint) return uintType;
  if (value instanceof Uint8Array) return bytesType;
  if (value instanceof CelOptional) return optionalType;
  if (value instanceof CelType) return typeType;
  if (value instanceof CelFields) throw new NotEvaluatedHere("`variables` as a whole");
  return value.type;
}

/** `Array.isArray` does not narrow readonly arrays. */
export function isList(value: CelValue): value is CelList {
  return Array.isArray(value);
}

export function isMap(value: CelValue): value is CelMap {
  return value instanceof Map;
}

/**
 * The accumulator of a comprehension that started as an empty list: `+` appends to it, in cel-go as well. Where a macro
 * gives a name to an empty list (`optMap`), that shows.
 */
export class MutableList extends Array<CelValue> {}

/** The same for a map, into which `transformMap` puts entries. */
export class MutableMap extends Map<CelValue, CelValue> {}

export function mutable(value: CelValue): CelValue {
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.length === 0 ? new MutableList() : value;
  return value instanceof Map && value.size === 0 ? new MutableMap() : value;
}

export function immutable(value: CelValue): CelValue {
  if (value instanceof MutableList) return Array.from(value);
  return value instanceof MutableMap ? new Map(value) : value;
}

/** A value of a type that only its own functions look into: a quantity, an address, a URL. */
export interface CelOpaque {
  readonly type: CelType;
  /** CEL's `==`; Kubernetes makes an error of a value of another type. */
  equals(other: unknown): boolean | Failure;
}
