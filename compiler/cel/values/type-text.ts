import * as types from "./cel-type.ts";
import type { CelType } from "./cel-type.ts";

/** Types as tables write them: `map(string, list(A))`, a single capital standing for any type. */
export function parseType(text: string): CelType {
  const reader = new TypeReader(text);
  const type = reader.type();
  reader.end();
  return type;
}

export interface Signature {
  /** The first is the receiver of a member. */
  readonly parameters: readonly CelType[];
  readonly isMember: boolean;
  readonly result: CelType;
  /** Whether any of these types has a parameter. */
  readonly isGeneric: boolean;
}

/** `(int, A): bool`, or of a member `list(A).(A): int`. */
export function parseSignature(text: string): Signature {
  const reader = new TypeReader(text);
  const receiver = text.startsWith("(") ? [] : [reader.type()];
  if (receiver.length > 0) reader.expect(".");
  reader.expect("(");
  const parameters = [...receiver, ...reader.types(")")];
  reader.expect(":");
  const result = reader.type();
  reader.end();
  return { parameters, isMember: receiver.length > 0, result, isGeneric: [...parameters, result].some(hasParameter) };
}

function hasParameter(type: CelType): boolean {
  return type.kind === "parameter" || type.parameters.some(hasParameter);
}

const named: ReadonlyMap<string, CelType> = new Map(
  Object.entries({
    any: types.anyType,
    bool: types.boolType,
    bytes: types.bytesType,
    double: types.doubleType,
    duration: types.durationType,
    dyn: types.dynType,
    int: types.intType,
    null: types.nullType,
    null_type: types.nullType,
    string: types.stringType,
    timestamp: types.timestampType,
    "google.protobuf.Duration": types.durationType,
    "google.protobuf.Timestamp": types.timestampType,
    uint: types.uintType,
  }),
);

class TypeReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  type(): CelType {
    const [name = ""] = /^[\w@]+(\.[\w@]+)*/.exec(this.#text.slice(this.#at)) ?? [];
    this.#at += name.length;
    if (/^[A-Z]$/.test(name)) return types.parameter(name);
    return named.get(name) ?? this.#parameterized(name);
  }

  /** Up to and past the closing parenthesis. */
  types(closing: string): readonly CelType[] {
    const found: CelType[] = [];
    while (!this.#skip(closing)) {
      if (found.length > 0) this.expect(",");
      found.push(this.type());
    }
    return found;
  }

  expect(symbol: string): void {
    if (!this.#skip(symbol)) throw new Error(`no type: ${this.#text}`);
  }

  end(): void {
    if (this.#text.slice(this.#at).trim() !== "") throw new Error(`no type: ${this.#text}`);
  }

  #skip(symbol: string): boolean {
    while (this.#text[this.#at] === " ") this.#at += 1;
    const isNext = this.#text.startsWith(symbol, this.#at);
    if (isNext) this.#at += symbol.length;
    while (this.#text[this.#at] === " ") this.#at += 1;
    return isNext;
  }

  #parameterized(name: string): CelType {
    const parameters = this.#text[this.#at] === "(" && name !== "" ? (this.expect("("), this.types(")")) : [];
    const [first = types.dynType, second = types.dynType] = parameters;
    if (name === "list") return types.listTypeOf(first);
    if (name === "map") return types.mapOf(first, second);
    if (name === "type") return parameters.length === 0 ? types.typeType : types.typeOf(first);
    if (name === "optional" || name === "optional_type") return types.optionalOf(first);
    return types.opaque(name, ...parameters);
  }
}
