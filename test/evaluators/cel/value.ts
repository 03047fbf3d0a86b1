export type CelScalar = null | boolean | bigint | number | string;

/** bigint is CEL's int, number its double. */
export type CelValue = CelScalar | CelList | CelMap | CelOptional | CelType;

export type CelList = readonly CelValue[];

/** A `Map`, so that `__proto__` and `constructor` are keys like any other. */
export type CelMap = ReadonlyMap<CelScalar, CelValue>;

/** `optional.of(value)`, or `optional.none()`. */
export class CelOptional {
  static readonly none = new CelOptional(undefined);

  /** Undefined: none. A null that is there is a value. */
  readonly value: CelValue | undefined;

  constructor(value: CelValue | undefined) {
    this.value = value;
  }
}

/** What `type(x)` gives: a value that is compared by identity. */
export class CelType {
  readonly typeName: string;
  /** cel-go names this one, not the CEL type, where it cannot iterate. */
  readonly goName: string;

  constructor(typeName: string, goName: string) {
    this.typeName = typeName;
    this.goName = goName;
  }
}

const boolType = new CelType("bool", "types.Bool");
const intType = new CelType("int", "types.Int");
const doubleType = new CelType("double", "types.Double");
const stringType = new CelType("string", "types.String");
const nullType = new CelType("null_type", "types.Null");
const listType = new CelType("list", "types.List");
const mapType = new CelType("map", "types.Map");
const typeType = new CelType("type", "*types.Type");
const optionalType = new CelType("optional_type", "*types.Optional");

/** The types that an expression may name. No value here is a uint or bytes, but one may ask. */
export const namedTypes: ReadonlyMap<string, CelType> = new Map(
  [
    boolType,
    intType,
    doubleType,
    stringType,
    nullType,
    listType,
    mapType,
    typeType,
    new CelType("uint", "types.Uint"),
    new CelType("bytes", "types.Bytes"),
  ].map((type) => [type.typeName, type]),
);

export function typeOf(value: CelValue): CelType {
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

function typeOfObject(value: null | CelList | CelMap | CelOptional | CelType): CelType {
  if (value === null) return nullType;
  if (isList(value)) return listType;
  if (value instanceof CelOptional) return optionalType;
  return value instanceof CelType ? typeType : mapType;
}

/** `Array.isArray` does not narrow readonly arrays. */
export function isList(value: CelValue): value is CelList {
  return Array.isArray(value);
}

export function isMap(value: CelValue): value is CelMap {
  return value instanceof Map;
}
