import fc from "fast-check";
import type { Body, Request } from "./language-case.ts";

const word = fc.constantFrom("", "a", "true", "x/a", "x/a-true", "constructor", "é🦀", "a/true", "Thing", "DELETE");
const key = fc.constantFrom("a", "x/a", "constructor", "toString");
const number = fc.constantFrom(0, 1, 2.5, -3, 2, 1e300, 9007199254740991);

/** What can be stored where no schema forbids it. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  word,
  number,
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(word, number, fc.constant(null)), { maxLength: 2 }),
  fc.dictionary(key, fc.oneof(word, number), { maxKeys: 2 }),
);

/** Mostly of its type. */
const mostly = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: anything });

const fields = (shape: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(Object.entries(shape).map(([name, value]) => [name, mostly(value)])), { requiredKeys: [] });

const spec = fields({
  name: word,
  size: number,
  limit: number,
  on: fc.boolean(),
  inner: fields({ name: word, on: fc.boolean() }),
  map: fc.dictionary(key, mostly(word), { maxKeys: 3 }),
  names: fc.array(mostly(word), { maxLength: 3 }),
  items: fc.array(mostly(fields({ name: word, size: number })), { maxLength: 3 }),
});

const marks = fc.dictionary(key, word, { minKeys: 1, maxKeys: 3 });

const metadata = fc.record(
  {
    annotations: marks,
    labels: fc.dictionary(key, fc.constantFrom("", "a", "true"), { minKeys: 1, maxKeys: 3 }),
    finalizers: fc.uniqueArray(fc.constantFrom("x/a", "a/true", "x/constructor"), { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: [] },
);

const stored: fc.Arbitrary<Body> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ metadata, spec }, { requiredKeys: ["metadata"] }) },
  { weight: 1, arbitrary: fc.record({ metadata, spec: anything }) },
);

export const generatedRequest: fc.Arbitrary<Request> = fc.record(
  {
    stored,
    options: fc.record(
      { propagationPolicy: fc.constantFrom("Orphan", "Background"), gracePeriodSeconds: fc.constantFrom(0, 1) },
      { requiredKeys: [] },
    ),
    namespace: fc.record({ labels: fc.dictionary(key, fc.constantFrom("a", "true"), { minKeys: 1 }) }),
    groups: fc.constantFrom(["x/a"], ["a"]),
  },
  { requiredKeys: ["stored"] },
);
