import type { FieldShape, RecordShape, Shape } from "../../api/shape.ts";

/** The shape of what may have either; undefined where the two cannot be told apart in CEL. */
export function mergeShapes(a: Shape, b: Shape): Shape | undefined {
  if (a === b) return a;
  if (a.kind === "list" && b.kind === "list")
    return merged(mergeShapes(a.element, b.element), (element) => ({ kind: "list", element }));
  if (a.kind === "map" && b.kind === "map") return merged(mergeShapes(a.value, b.value), (value) => ({ kind: "map", value }));
  if (a.kind === "record" && b.kind === "record") return mergeRecords(a, b);
  return mergeScalars(a, b) ?? (a.kind === b.kind && a.kind !== "union" && a.kind !== "opaque" ? a : mergeDifferent(a, b));
}

function mergeScalars(a: Shape, b: Shape): Shape | undefined {
  if (a.kind === "number" && b.kind === "number") return a.format === b.format ? a : { kind: "number" };
  if (a.kind === "string" && b.kind === "string") return a.format === b.format ? a : { kind: "string" };
  return a.kind === "opaque" && b.kind === "opaque" && a.type === b.type ? a : undefined;
}

/** What may be anything stays so, and what may be several things may be one more. */
function mergeDifferent(a: Shape, b: Shape): Shape | undefined {
  const kinds = [a.kind, b.kind];
  if (kinds.includes("opaque")) return undefined;
  if (kinds.includes("unknown")) return { kind: "unknown" };
  return kinds.includes("union") ? unionOf([...membersOf(a), ...membersOf(b)]) : undefined;
}

/** One shape for what may have any of several; undefined where two of one JSON type cannot be told apart. */
export function unionOf(shapes: readonly Shape[]): Shape | undefined {
  const byType = Map.groupBy(shapes, ({ kind }) => (kind === "record" ? "map" : kind));
  const members = [...byType.values()].map((alike) =>
    alike.reduce<Shape | undefined>((a, b) => a && mergeShapes(a, b), alike[0]),
  );
  const known = members.filter((member) => member !== undefined);
  if (known.length < members.length || byType.has("opaque") || byType.has("unknown")) return undefined;
  const [only] = known;
  return known.length === 1 ? only : { kind: "union", members: known };
}

export function membersOf(shape: Shape): readonly Shape[] {
  return shape.kind === "union" ? shape.members : [shape];
}

function merged(inner: Shape | undefined, around: (inner: Shape) => Shape): Shape | undefined {
  return inner === undefined ? undefined : around(inner);
}

/** TypeScript lets a rule read what both have. */
function mergeRecords(a: RecordShape, b: RecordShape): Shape | undefined {
  const common = Object.keys(a.fields).filter((name) => Object.hasOwn(b.fields, name));
  const fields = common.map((name) => [name, mergeFields(a.fields[name], b.fields[name])] as const);
  if (fields.some(([, field]) => field === undefined)) return undefined;
  const record: RecordShape = { kind: "record", fields: Object.fromEntries(fields) as RecordShape["fields"] };
  const others = a.others === undefined || b.others === undefined ? undefined : mergeShapes(a.others, b.others);
  return others === undefined ? record : { ...record, others };
}

/** What is one of several objects: it has the fields of each, if it is that. */
export function unionOfRecords(records: readonly RecordShape[]): RecordShape {
  const names = new Set(records.flatMap(({ fields }) => Object.keys(fields)));
  const fields = [...names].map((name) => {
    const own = records.flatMap((record) => (Object.hasOwn(record.fields, name) ? [record.fields[name] as FieldShape] : []));
    return [name, fieldOfSome(own)] as const;
  });
  return { kind: "record", fields: Object.fromEntries(fields) };
}

/** Looked at when a rule reads it, as fields of one object are. */
function fieldOfSome(own: readonly FieldShape[]): FieldShape {
  const shape = once(() => shapeOfSome(own.map((field) => field.shape)));
  return {
    get shape() {
      return shape();
    },
    presence: "optional",
    get typedByServer() {
      return own.every(({ typedByServer }) => typedByServer);
    },
  };
}

function shapeOfSome(shapes: readonly Shape[]): Shape {
  const records = shapes.filter((shape) => shape.kind === "record");
  if (records.length === shapes.length && records.length > 1) return unionOfRecords(records);
  const [first = { kind: "unknown" }, ...others] = shapes;
  const both = others.reduce<Shape | undefined>((all, shape) => all && mergeShapes(all, shape), first);
  return both ?? unionOf(shapes) ?? { kind: "unknown" };
}

export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

function mergeFields(a: FieldShape | undefined, b: FieldShape | undefined): FieldShape | undefined {
  const shape = a === undefined || b === undefined ? undefined : mergeShapes(a.shape, b.shape);
  if (a === undefined || b === undefined || shape === undefined) return undefined;
  const presence = a.presence === "always" ? b.presence : "optional";
  return { shape, presence, typedByServer: a.typedByServer && b.typedByServer };
}
