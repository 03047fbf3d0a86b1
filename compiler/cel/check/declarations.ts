import { CelType, listTypeOf } from "../values/cel-type.ts";
import { parseType } from "../values/type-text.ts";

/**
 * The names or fields that may be read: a CEL type as text (`dyn`, `list(string)`), the fields of an object, or a list
 * of such objects. A name may have dots.
 */
export interface Declarations {
  readonly [name: string]: string | Declarations | readonly [Declarations];
}

/** An object of which the API server knows the fields, and no others may be read. */
export class ObjectType extends CelType {
  readonly fields: ReadonlyMap<string, CelType>;

  constructor(name: string, fields: ReadonlyMap<string, CelType>) {
    super("object", name);
    this.fields = fields;
  }
}

export function typesOf(declarations: Declarations): ReadonlyMap<string, CelType> {
  return new Map(Object.entries(declarations).map(([name, declared]) => [name, typeOfDeclared(name, declared)]));
}

function typeOfDeclared(name: string, declared: Declarations[string]): CelType {
  if (typeof declared === "string") return typeNamed(declared);
  if (isList(declared)) return listTypeOf(new ObjectType(name, typesOf(declared[0])));
  return new ObjectType(name, typesOf(declared));
}

/** By its text: every variable of a policy is declared for each of those behind it. */
const known = new Map<string, CelType>();

function typeNamed(text: string): CelType {
  const type = known.get(text) ?? parseType(text);
  known.set(text, type);
  return type;
}

function isList(declared: Declarations | readonly [Declarations]): declared is readonly [Declarations] {
  return Array.isArray(declared);
}
