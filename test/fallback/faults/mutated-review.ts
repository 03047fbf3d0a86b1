import fc from "fast-check";

/** What is done to a review before it is sent: to its values, and then to its bytes. */
export interface Mutations {
  readonly values: readonly ValueMutation[];
  readonly bytes: readonly ByteMutation[];
}

interface ValueMutation {
  /** Which value, of all that the review has. */
  readonly at: number;
  readonly how: "drop" | "rename" | "replace";
  readonly key: string;
  readonly value: unknown;
}

interface ByteMutation {
  readonly at: number;
  readonly how: "cut" | "flip" | "insert" | "repeat";
  readonly length: number;
  readonly bytes: Uint8Array;
}

/** What is special to JavaScript, to Kubernetes, or to a terminal. */
const strangeTexts = [
  "__proto__",
  "constructor",
  "toString",
  "",
  "kube-system",
  "DELETE",
  "Namespace",
  "holdfast.dev/in-use",
  "false",
  "\u0000",
  "\ud800",
  'a\n{"level":"info"}',
  "\u001b]8;;http://example.com\u0007",
  "../../../api/v1/namespaces/kube-system",
  "x".repeat(300),
];
const strangeText = fc.oneof(fc.constantFrom(...strangeTexts), fc.string({ unit: "binary", maxLength: 20 }));
const strangeValue = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1e308, 2 ** 63, [], {}, [[]], { metadata: {} }),
  strangeText,
  fc.jsonValue({ maxDepth: 3 }),
);

/** Of values alone, of bytes alone, or of both. */
export const anyMutations: fc.Arbitrary<Mutations> = fc.record({
  values: fc.array(
    fc.record<ValueMutation>({
      at: fc.nat(10_000),
      how: fc.constantFrom("drop", "rename", "replace", "replace"),
      key: strangeText,
      value: strangeValue,
    }),
    { maxLength: 3 },
  ),
  bytes: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.array(
        fc.record<ByteMutation>({
          at: fc.nat(100_000),
          how: fc.constantFrom("cut", "flip", "insert", "repeat"),
          length: fc.integer({ min: 1, max: 200 }),
          bytes: fc.uint8Array({ minLength: 1, maxLength: 4 }),
        }),
        { minLength: 1, maxLength: 2 },
      ),
    },
  ),
});

type Json = Record<string, unknown>;

export function mutated(review: object, { values, bytes }: Mutations): Buffer {
  const copy = structuredClone(review) as Json;
  for (const mutation of values) mutateValue(copy, mutation);
  let body: Buffer = Buffer.from(JSON.stringify(copy));
  for (const mutation of bytes) body = mutateBytes(body, mutation);
  return body;
}

function mutateValue(review: Json, { at, how, key, value }: ValueMutation): void {
  const all = places(review);
  const place = all[at % all.length];
  if (place === undefined) return;
  const { holder, name } = place;
  if (how === "replace") define(holder, name, value);
  if (how === "rename") define(holder, key, holder[name]);
  if (how !== "replace") Reflect.deleteProperty(holder, name);
}

/** As JSON.parse does: `__proto__` is a key as any other. */
function define(holder: Json, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
}

interface Place {
  readonly holder: Json;
  readonly name: string;
}

function places(value: unknown): readonly Place[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Json;
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...places(holder[name])]);
}

function mutateBytes(body: Buffer, { at, how, length, bytes }: ByteMutation): Buffer {
  const position = at % (body.length + 1);
  const [before, after] = [body.subarray(0, position), body.subarray(position)];
  switch (how) {
    case "cut":
      return Buffer.concat([before, after.subarray(length)]);
    case "insert":
      return Buffer.concat([before, bytes, after]);
    case "repeat":
      return Buffer.concat([before, after.subarray(0, length), after]);
    case "flip":
      return Buffer.concat([before, after.subarray(0, 1).map((byte) => byte ^ (1 << (length % 8))), after.subarray(1)]);
  }
}
