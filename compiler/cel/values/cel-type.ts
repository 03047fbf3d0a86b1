/** What a type is made of; `parameter` is a type that stands for another, as in `list(A)`. */
export type TypeKind =
  | "any"
  | "bool"
  | "bytes"
  | "double"
  | "duration"
  | "dyn"
  | "error"
  | "int"
  | "list"
  | "map"
  | "null"
  | "object"
  | "opaque"
  | "parameter"
  | "string"
  | "timestamp"
  | "type"
  | "uint";

/** cel-go: checker/format.go, FormatCELType. */
const shortNames: Readonly<Partial<Record<TypeKind, string>>> = {
  any: "any",
  duration: "duration",
  null: "null",
  timestamp: "timestamp",
};

/** A type: what the checker computes, and the value of `type(x)`. As values, types are equal when their names are. */
export class CelType {
  readonly kind: TypeKind;
  readonly typeName: string;
  readonly parameters: readonly CelType[];

  constructor(kind: TypeKind, typeName: string, parameters: readonly CelType[] = []) {
    this.kind = kind;
    this.typeName = typeName;
    this.parameters = parameters;
  }

  /** As cel-go writes it in errors: `list(int)`. */
  get text(): string {
    if (this.kind === "parameter") return `<${this.typeName}>`;
    return this.parameters.length === 0
      ? (shortNames[this.kind] ?? this.typeName)
      : `${this.typeName}(${this.parameters.map(({ text }) => text).join(", ")})`;
  }
}

export const anyType = new CelType("any", "google.protobuf.Any");
export const boolType = new CelType("bool", "bool");
export const bytesType = new CelType("bytes", "bytes");
export const doubleType = new CelType("double", "double");
export const durationType = new CelType("duration", "google.protobuf.Duration");
export const dynType = new CelType("dyn", "dyn");
export const errorType = new CelType("error", "error");
export const intType = new CelType("int", "int");
export const nullType = new CelType("null", "null_type");
export const stringType = new CelType("string", "string");
export const timestampType = new CelType("timestamp", "google.protobuf.Timestamp");
export const typeType = new CelType("type", "type");
export const uintType = new CelType("uint", "uint");
export const listType = listTypeOf(dynType);
export const mapType = mapOf(dynType, dynType);
export const optionalType = opaque("optional_type");

export function listTypeOf(element: CelType): CelType {
  return new CelType("list", "list", [element]);
}

export function mapOf(key: CelType, value: CelType): CelType {
  return new CelType("map", "map", [key, value]);
}

export function optionalOf(value: CelType): CelType {
  return opaque("optional_type", value);
}

export function typeOf(type: CelType): CelType {
  return new CelType("type", "type", [type]);
}

export function opaque(name: string, ...parameters: readonly CelType[]): CelType {
  return new CelType("opaque", name, parameters);
}

export function parameter(name: string): CelType {
  return new CelType("parameter", name);
}

/** What values of a type can do at run time (cel-go: common/types/types.go, traitMask). */
const kindsByTrait = {
  adder: ["bytes", "double", "duration", "int", "list", "string", "timestamp", "uint"],
  comparer: ["bool", "bytes", "double", "duration", "int", "string", "timestamp", "uint"],
  container: ["list", "map"],
  divider: ["double", "int", "uint"],
  indexer: ["list", "map"],
  iterable: ["list", "map"],
  lister: ["list"],
  matcher: ["string"],
  modder: ["int", "uint"],
  multiplier: ["double", "int", "uint"],
  negator: ["bool", "double", "duration", "int"],
  receiver: ["duration", "string", "timestamp"],
  sizer: ["bytes", "list", "map", "string"],
  subtractor: ["double", "duration", "int", "timestamp", "uint"],
} as const satisfies Readonly<Record<string, readonly TypeKind[]>>;

export type Trait = keyof typeof kindsByTrait;

const traits: ReadonlyMap<Trait, ReadonlySet<TypeKind>> = new Map(
  Object.entries(kindsByTrait).map(([trait, having]) => [trait as Trait, new Set<TypeKind>(having)]),
);

export function hasTrait(kind: TypeKind, trait: Trait): boolean {
  return traits.get(trait)?.has(kind) ?? false;
}
