import fc from "fast-check";
import type { Body } from "../language/language-case.ts";
import type { ObjectLabel } from "./objects.ts";
import { anything, key, number, odd, oddKey, readable, word } from "./values.ts";

interface Style {
  readonly word: fc.Arbitrary<string>;
  readonly key: fc.Arbitrary<string>;
  /** In ten, how many fields are missing, and how many have another type than declared. */
  readonly missing: number;
  readonly wrong: number;
}

function specOf({ word: text, key: name, missing, wrong }: Style): fc.Arbitrary<unknown> {
  const either = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
    wrong === 0 ? value : fc.oneof({ weight: 10 - wrong, arbitrary: value }, { weight: wrong, arbitrary: anything });
  const fields = (shape: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<unknown> =>
    fc
      .tuple(
        ...Object.entries(shape).map(([field, value]) =>
          fc.tuple(fc.constant(field), either(value), fc.integer({ min: 0, max: 9 })),
        ),
      )
      .map((entries) =>
        Object.fromEntries(entries.filter(([, , luck]) => luck >= missing).map(([field, value]) => [field, value])),
      );
  const list = (element: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => fc.array(either(element), { maxLength: 3 });
  const item = fields({
    name: text,
    size: number,
    on: fc.boolean(),
    tags: list(text),
    inner: fields({ name: text, size: number }),
    port: fc.oneof(number, text),
  });
  return fields({
    name: text,
    size: number,
    limit: number,
    on: fc.boolean(),
    inner: fields({ name: text, on: fc.boolean(), deep: fields({ name: text, names: list(text) }) }),
    map: fc.dictionary(name, either(text), { maxKeys: 3 }),
    ...readable,
    port: fc.oneof(number, text),
    any: anything,
    hosts: fc.oneof(text, list(text)),
    names: list(text),
    items: list(item),
    lists: list(list(text)),
    numbers: list(number),
    flags: list(fc.boolean()),
    mixed: list(fc.oneof(text, list(text))),
    ports: list(fc.oneof(number, text)),
    anys: list(anything),
    mapOfLists: fc.dictionary(name, either(list(text)), { maxKeys: 3 }),
    mapOfRecords: fc.dictionary(name, either(item), { maxKeys: 3 }),
    mapOfNumbers: fc.dictionary(name, either(number), { maxKeys: 3 }),
  });
}

/** Well formed, with as little in it as there can be: lists of nothing, texts of nothing, zeros. */
const least: fc.Arbitrary<unknown> = fc.record(
  {
    name: fc.constantFrom("", "a"),
    size: fc.constantFrom(0, 1),
    on: fc.boolean(),
    inner: fc.constantFrom({}, { deep: {} }, { name: "", deep: { names: [] } }),
    map: fc.constantFrom({}, { "": "" }, { a: "" }),
    port: fc.constantFrom(0, ""),
    any: fc.constantFrom([], {}, "", 0, false),
    hosts: fc.constantFrom("", [], [""]),
    names: fc.constantFrom([], [""], ["", "a"]),
    items: fc.constantFrom([], [{}], [{ tags: [] }, { tags: ["a", "a"] }], [{ name: "" }, {}]),
    lists: fc.constantFrom([], [[]], [[], ["a"]], [["a"], []], [[""]], [["a", "true"]]),
    numbers: fc.constantFrom([], [0], [1, 1]),
    flags: fc.constantFrom([], [false], [true, false]),
    mixed: fc.constantFrom([], [[]], ["a", []], [[], "a"], ["", [""]], [["a", "true"], "true"]),
    ports: fc.constantFrom([], [0, ""], ["a", 2]),
    anys: fc.constantFrom([], [[]], [{}], ["", 0, false, {}, []]),
    mapOfLists: fc.constantFrom({}, { a: [] }, { "": [""] }, { a: ["a", "true"], true: [] }),
    mapOfRecords: fc.constantFrom({}, { a: {} }, { a: { tags: [] } }, { "": { name: "" } }),
    mapOfNumbers: fc.constantFrom({}, { a: 0 }, { "": 1 }),
  },
  { requiredKeys: [] },
);

const marks = fc.dictionary(key, word, { minKeys: 1, maxKeys: 3 });
/** Some have more keys than a message may sort (10), or exactly as many. */
const labels = fc.oneof(
  { weight: 9, arbitrary: fc.dictionary(key, fc.constantFrom("", "a", "true"), { minKeys: 1, maxKeys: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(10, 11).map((size) => numbered(size)) },
);
const finalizers = fc.uniqueArray(fc.constantFrom("x/a", "a/true", "x/constructor"), { minLength: 1, maxLength: 3 });
const metadata = (
  annotations: fc.Arbitrary<object>,
  requiredKeys: ("labels" | "annotations" | "finalizers")[] = [],
): fc.Arbitrary<object> => fc.record({ annotations, labels, finalizers }, { requiredKeys });

const plain = { word, key, missing: 0, wrong: 0 };
const oddStyle = { word: odd, key: oddKey, missing: 2, wrong: 1 };

/** More than an iteration may be over (2,000), more than one inside another (100), just within, and long text. */
const sizes = fc.constantFrom(100, 101, 2000, 2001);
const hugeParts = [
  ...(["names", "map", "items", "tags", "tags", "text", "annotations", "lists", "inner lists", "mixed"] as const),
  ...(["inner mixed", "numbers", "anys", "mapOfLists", "inner mapOfLists", "mapOfRecords", "mapOfNumbers"] as const),
];
const huge: fc.Arbitrary<Body> = fc
  .tuple(fc.constantFrom(...hugeParts), sizes, specOf(plain), metadata(marks))
  .map(([what, size, spec, meta]) => hugeBody(what, size, { spec: spec as object, meta }));

function numbered(size: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: size }, (_, at) => [`a${at}`, "true"]));
}

function hugeBody(what: string, size: number, { spec, meta }: { readonly spec: object; readonly meta: object }): Body {
  const many = Array.from({ length: size }, (_, at) => `a${at}`);
  const makers: Readonly<Record<string, () => Body>> = {
    names: () => ({ metadata: meta, spec: { ...spec, names: many } }),
    map: () => ({ metadata: meta, spec: { ...spec, map: numbered(size) } }),
    items: () => ({ metadata: meta, spec: { ...spec, items: many.map((name) => ({ name, size: 1, tags: ["a"] })) } }),
    tags: () => ({ metadata: meta, spec: { ...spec, items: [{ name: "a", tags: many }] } }),
    text: () => ({
      metadata: { ...meta, annotations: { a: "x/".repeat(size * 10) } },
      spec: { ...spec, name: "a/".repeat(size * 20) },
    }),
    annotations: () => ({ metadata: { ...meta, annotations: numbered(size) }, spec }),
    lists: () => ({ metadata: meta, spec: { ...spec, lists: many.map((name) => [name]) } }),
    "inner lists": () => ({ metadata: meta, spec: { ...spec, lists: [["a"], many] } }),
    mixed: () => ({ metadata: meta, spec: { ...spec, mixed: many } }),
    "inner mixed": () => ({ metadata: meta, spec: { ...spec, mixed: ["a", many] } }),
    numbers: () => ({ metadata: meta, spec: { ...spec, numbers: many.map((_, at) => at) } }),
    anys: () => ({ metadata: meta, spec: { ...spec, anys: many } }),
    mapOfLists: () => ({ metadata: meta, spec: { ...spec, mapOfLists: withKeys(many, ["a"]) } }),
    "inner mapOfLists": () => ({ metadata: meta, spec: { ...spec, mapOfLists: { a: many, true: "/".repeat(size) } } }),
    mapOfRecords: () => ({ metadata: meta, spec: { ...spec, mapOfRecords: withKeys(many, { name: "a", size: 1 }) } }),
    mapOfNumbers: () => ({ metadata: meta, spec: { ...spec, mapOfNumbers: withKeys(many, 1) } }),
  };
  return makers[what]?.() ?? {};
}

function withKeys(keys: readonly string[], value: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(keys.map((one) => [one, value]));
}

export const bodies: Readonly<Record<ObjectLabel, fc.Arbitrary<Body>>> = {
  complete: fc.record({ metadata: metadata(marks, ["labels", "annotations", "finalizers"]), spec: specOf(plain) }),
  sparse: fc.record({ metadata: metadata(marks), spec: specOf({ ...plain, missing: 7 }) }, { requiredKeys: ["metadata"] }),
  malformed: fc.oneof(
    { weight: 6, arbitrary: fc.record({ metadata: metadata(marks), spec: specOf({ ...plain, missing: 1, wrong: 4 }) }) },
    { weight: 1, arbitrary: fc.record({ metadata: metadata(marks), spec: anything }) },
  ),
  edge: fc.record({ metadata: metadata(marks), spec: least }),
  hostile: fc.record({ metadata: metadata(fc.dictionary(key, odd, { minKeys: 1, maxKeys: 3 })), spec: specOf(oddStyle) }),
  huge,
};
