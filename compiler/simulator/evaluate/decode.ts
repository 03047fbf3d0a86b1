import { iterationLimit, lazyMap, withLimit, withoutInheritedKeys } from "../../language/limits.ts";
import { onceFor } from "../../ir/once-for.ts";
import type { FieldShape, RecordShape, Shape, UnionShape } from "../../api/shape.ts";
import { isJsonObject } from "../../api/json.ts";

/** Where a value stands, from a root down through plain fields; the collections there that are too large for a rule. */
export interface ValuePlace {
  readonly path: readonly string[] | undefined;
  readonly tooLarge: ReadonlySet<string>;
  /** Lists that the rule goes through by position; the empty path: those inside an element or entry. */
  readonly byPosition: ReadonlySet<string>;
  /** Entries of any collection that the rule may iterate over. */
  readonly most: number;
  /** Records in it are decoded with it, and not when they are read: for whoever reads most of them. */
  readonly isWhole?: true;
}

/** An element or entry: it has no path of its own. */
const inside = ({ most, byPosition }: ValuePlace): ValuePlace => ({ ...anywhere, most, byPosition });

const anywhere: ValuePlace = { path: undefined, tooLarge: new Set(), byPosition: new Set(), most: iterationLimit };

/**
 * The read-only view of a JSON value that rules see in TypeScript (docs/reference/semantics.md): records without
 * prototype, values of another type than declared left out, lists and maps that are too large to iterate over
 * marked as such. What the API server has typed itself has no elements of another type. Half of a character
 * becomes U+FFFD, as the API server reads it.
 */
export function decode(value: unknown, shape: Shape, isTyped = true, place: ValuePlace = anywhere): unknown {
  switch (shape.kind) {
    case "unknown":
      return decodeUnknown(value, place);
    case "union":
      return decodeOneOf(value, shape, isTyped, place);
    case "string":
    case "number":
    case "boolean":
      return typeof value === shape.kind ? scalar(value) : undefined;
    case "list":
      return Array.isArray(value) ? listView(value, shape.element, isTyped, place) : undefined;
    case "map":
      return isJsonObject(value) ? mapView(value, shape.value, isTyped, place) : undefined;
    case "record":
      return isJsonObject(value) ? decodeRecord(value, shape, place) : undefined;
    case "opaque":
      return undefined;
  }
}

/** The same view of what every rule may iterate over, made at once: in a third of the time where all of it is read. */
export function decodeWhole(value: unknown, shape: RecordShape): unknown {
  return decode(value, shape, true, { ...anywhere, isWhole: true });
}

const anyList: Shape = { kind: "list", element: { kind: "unknown" } };
const anyMap: Shape = { kind: "map", value: { kind: "unknown" } };

/** Any JSON value, in which a null is nothing at any depth, and keys such as `constructor` are keys. */
function decodeUnknown(value: unknown, place: ValuePlace): unknown {
  if (Array.isArray(value)) return decode(value, anyList, false, place);
  return isJsonObject(value) ? decode(value, anyMap, false, place) : (scalar(value) ?? undefined);
}

/** The members have different JSON types, so that at most one of them takes the value. */
function decodeOneOf(value: unknown, { members }: UnionShape, isTyped: boolean, place: ValuePlace): unknown {
  return members.map((member) => decode(value, member, isTyped, place)).find((view) => view !== undefined);
}

/** The API server stores a -0 as 0; only a division could tell. */
function scalar(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  return value === 0 ? 0 : value;
}

/**
 * Whether a collection is too large to iterate over. The limit counts what is stored, as CEL's `size`
 * does, and not what is left of it.
 */
function isTooLarge(stored: () => number, { path, tooLarge, most }: ValuePlace): boolean {
  return (path !== undefined && tooLarge.has(path.join("\0"))) || stored() > most;
}

/**
 * What a rule cannot iterate over is not decoded before it asks for an element: whoever writes the
 * object decides how long it is.
 */
function listView(values: readonly unknown[], element: Shape, isTyped: boolean, place: ValuePlace): readonly unknown[] {
  const make = (): readonly unknown[] => decodeList(values, element, isTyped, place);
  if (!isTooLarge(() => values.length, place)) return make();
  if (!isTyped) return withLimit(deferred(make), "length takes an iteration");
  const tells = place.byPosition.has(place.path?.join("\0") ?? "");
  return withLimit(deferred(make), tells ? "length tells a loop" : "length is known");
}

/** A list that is made when something of it is read. */
function deferred(make: () => readonly unknown[]): readonly unknown[] {
  let made: readonly unknown[] | undefined;
  return new Proxy<readonly unknown[]>([], { get: (_, key) => Reflect.get((made ??= make()), key) as unknown });
}

/** Its entries are decoded as they are read: 120,000 labels took 150 ms each time, of which a rule reads one. */
function mapView(values: Readonly<Record<string, unknown>>, shape: Shape, isTyped: boolean, place: ValuePlace): object {
  const make = (): object => decodeMap(values, shape, isTyped, place);
  const known = new Map<string, unknown>();
  const read = (key: string): unknown => {
    if (known.has(key)) return known.get(key);
    // A key that holds half of a character reads otherwise than it is stored.
    const isStored = Object.hasOwn(values, key) && key.isWellFormed();
    const value = isStored ? decode(values[key], shape, isTyped, inside(place)) : undefined;
    const view = value === undefined && key.includes("\ufffd") ? (make() as Readonly<Record<string, unknown>>)[key] : value;
    known.set(key, view);
    return view;
  };
  return lazyMap(read, { make, isTooLarge: () => isTooLarge(() => Object.keys(values).length, place) });
}

function decodeList(values: readonly unknown[], element: Shape, isTyped: boolean, place: ValuePlace): readonly unknown[] {
  return Object.freeze(
    values.map((value) => decode(value, element, isTyped, inside(place))).filter((value) => value !== undefined),
  );
}

function decodeMap(values: Readonly<Record<string, unknown>>, shape: Shape, isTyped: boolean, place: ValuePlace): object {
  const view = withoutInheritedKeys();
  for (const [key, value] of Object.entries(values))
    define(view, key.toWellFormed(), decode(value, shape, isTyped, inside(place)));
  return Object.freeze(view);
}

function decodeRecord(values: Readonly<Record<string, unknown>>, shape: RecordShape, place: ValuePlace): object {
  const view = withoutInheritedKeys();
  const source: RecordSource = { values, place };
  for (const declared of fieldsOf(shape)) defineField(view, declared, source);
  if (shape.others !== undefined) defineOthers(view, values, { fields: shape.fields, others: shape.others, place });
  return Object.freeze(view);
}

/** What a view of a record is made of. */
interface RecordSource {
  readonly values: Readonly<Record<string, unknown>>;
  readonly place: ValuePlace;
}

interface DeclaredField {
  readonly name: string;
  readonly field: FieldShape;
  readonly getter: PropertyDescriptor;
}

const fieldsOf = onceFor((shape: RecordShape): readonly DeclaredField[] =>
  Object.entries(shape.fields).map(([name, field]) => {
    const decoded = ({ values, place }: RecordSource): unknown =>
      decode(values[name], field.shape, field.typedByServer, fieldOf(place, name));
    return { name, field, getter: lazyGetter(name, decoded) };
  }),
);

/** Where nothing is too large nobody asks for the path. */
function fieldOf(place: ValuePlace, name: string): ValuePlace {
  const { path, tooLarge, byPosition } = place;
  return path === undefined || tooLarge.size + byPosition.size === 0 ? place : { ...place, path: [...path, name] };
}

function defineOthers(
  view: Record<string, unknown>,
  values: Readonly<Record<string, unknown>>,
  { fields, others, place }: { readonly fields: RecordShape["fields"]; readonly others: Shape; readonly place: ValuePlace },
): void {
  for (const [key, value] of Object.entries(values)) {
    if (!Object.hasOwn(fields, key)) define(view, key.toWellFormed(), decode(value, others, false, inside(place)));
  }
}

/** What has parts of its own is decoded when it is read: a rule reads little of an object. */
function defineField(view: Record<string, unknown>, { name, field, getter }: DeclaredField, source: RecordSource): void {
  const { values, place } = source;
  const { shape } = field;
  const stored = Object.hasOwn(values, name) ? values[name] : undefined;
  if (typeof stored === "object" && stored !== null && mayBe(stored, shape)) {
    if (place.isWhole !== true || shape.kind !== "record") return Lazy.define(view, name, { getter, source });
    return define(view, name, decode(stored, shape, field.typedByServer, place));
  }
  const value = stored === undefined ? undefined : decode(stored, shape, field.typedByServer, place);
  define(view, name, value ?? (field.presence === "always" && shape.kind === "string" ? "" : undefined));
}

/** A class that extends it adds its fields to the object that its constructor is called with. */
const Given = function (object: object): object {
  return object;
} as unknown as new (object: object) => object;

/**
 * What is decoded when it is read, from a private field of the view. Getters are the same for all views of a shape: V8
 * allocates the pair of a getter and a setter among what is old, so that a getter of one view would keep it, and the
 * review behind it, through each quick garbage collection; and views with getters of their own share no hidden class.
 */
export class Lazy extends Given {
  readonly #source: object;
  #made: Map<string, unknown> | undefined;

  private constructor(view: object, source: object) {
    super(view);
    this.#source = source;
  }

  /** `source`: the same for all such fields of the view; `getter`: the same for all views, of `lazyGetter`. */
  static define(
    view: object,
    name: string,
    { getter, source }: { readonly getter: PropertyDescriptor; readonly source: object },
  ): void {
    const lazy = #source in view ? view : new Lazy(view, source);
    Object.defineProperty(lazy, name, getter);
  }

  static read(view: Lazy, name: string, make: (source: never) => unknown): unknown {
    view.#made ??= new Map();
    if (view.#made.has(name)) return view.#made.get(name);
    const made = make(view.#source as never);
    view.#made.set(name, made);
    return made;
  }
}

/** A field that `make` makes of the source when it is read. */
export function lazyGetter(name: string, make: (source: never) => unknown): PropertyDescriptor {
  const get = function (this: object): unknown {
    return Lazy.read(this as Lazy, name, make);
  };
  return { get, enumerable: true };
}

/** Whether an object or list has the type, and so a view. */
function mayBe(stored: object, shape: Shape): boolean {
  if (shape.kind === "union") return shape.members.some((member) => mayBe(stored, member));
  if (shape.kind === "unknown") return true;
  return Array.isArray(stored) ? shape.kind === "list" : shape.kind === "map" || shape.kind === "record";
}

/** Even `__proto__` is a key like any other of what inherits nothing from `Object.prototype`. */
function define(view: Record<string, unknown>, key: string, value: unknown): void {
  if (value !== undefined) view[key] = value;
}
