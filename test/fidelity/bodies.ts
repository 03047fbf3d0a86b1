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
  return fields({
    name: text,
    size: number,
    limit: number,
    on: fc.boolean(),
    inner: fields({ name: text, on: fc.boolean() }),
    map: fc.dictionary(name, either(text), { maxKeys: 3 }),
    ...readable,
    port: fc.oneof(number, text),
    any: anything,
    hosts: fc.oneof(text, list(text)),
    names: list(text),
    items: list(fields({ name: text, size: number, tags: list(text) })),
  });
}

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

/** More than a walk may be over (2,000), more than one inside another (100), just within, and long text. */
const sizes = fc.constantFrom(100, 101, 2000, 2001);
const huge: fc.Arbitrary<Body> = fc
  .tuple(fc.constantFrom("names", "map", "items", "tags", "tags", "text", "annotations"), sizes, specOf(plain), metadata(marks))
  .map(([what, size, spec, meta]) => hugeBody(what, size, { spec: spec as object, meta }));

function numbered(size: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: size }, (_, at) => [`a${at}`, "true"]));
}

function hugeBody(what: string, size: number, { spec, meta }: { readonly spec: object; readonly meta: object }): Body {
  const many = Array.from({ length: size }, (_, at) => `a${at}`);
  const map = numbered(size);
  const bodies: Readonly<Record<string, Body>> = {
    names: { metadata: meta, spec: { ...spec, names: many } },
    map: { metadata: meta, spec: { ...spec, map } },
    items: { metadata: meta, spec: { ...spec, items: many.map((name) => ({ name, size: 1, tags: ["a"] })) } },
    tags: { metadata: meta, spec: { ...spec, items: [{ name: "a", tags: many }] } },
    text: { metadata: { ...meta, annotations: { a: "x/".repeat(size * 10) } }, spec: { ...spec, name: "a/".repeat(size * 20) } },
    annotations: { metadata: { ...meta, annotations: map }, spec },
  };
  return bodies[what] ?? {};
}

export const bodies: Readonly<Record<ObjectLabel, fc.Arbitrary<Body>>> = {
  valid: fc.record({ metadata: metadata(marks, ["labels", "annotations", "finalizers"]), spec: specOf(plain) }),
  sparse: fc.record({ metadata: metadata(marks), spec: specOf({ ...plain, missing: 7 }) }, { requiredKeys: ["metadata"] }),
  malformed: fc.oneof(
    { weight: 6, arbitrary: fc.record({ metadata: metadata(marks), spec: specOf({ ...plain, missing: 1, wrong: 4 }) }) },
    { weight: 1, arbitrary: fc.record({ metadata: metadata(marks), spec: anything }) },
  ),
  unicode: fc.record({ metadata: metadata(fc.dictionary(key, odd, { minKeys: 1, maxKeys: 3 })), spec: specOf(oddStyle) }),
  huge,
};
