import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RecordShape, Shape } from "../../../../compiler/api/shape.ts";
import { besideRules } from "../../../../compiler/simulator/evaluate/limits/in-force.ts";
import { ofOverrides, withinLimits } from "../../../../compiler/simulator/evaluate/limits/within-limits.ts";
import { keptFields } from "../../../../runtime-fallback/webhook/memory/kept-fields.ts";
import { type Place, createLayouts } from "../../../../runtime-fallback/webhook/memory/layouts.ts";
import { createPacking } from "../../../../runtime-fallback/webhook/memory/packing.ts";
import { searchOf } from "../../../searches/search-of.ts";

const { seed, size } = searchOf("packed-objects");

const field = (shape: Shape) => ({ shape, presence: "optional", typedByServer: false }) as const;
const anything: Shape = { kind: "unknown" };
const shape: RecordShape = {
  kind: "record",
  fields: {
    kind: field({ kind: "string" }),
    labels: field({ kind: "map", value: { kind: "string" } }),
    owners: field({ kind: "list", element: { kind: "record", fields: { uid: field({ kind: "string" }) } } }),
    spec: field({ kind: "record", fields: { size: field({ kind: "number" }) }, others: anything }),
  },
};

/** The same to whoever iterates over it, too: JSON says in which order keys stand. */
const expectSame = (found: unknown, expected: unknown): void => expect(JSON.stringify(found)).toBe(JSON.stringify(expected));

const awkward = fc.constantFrom(
  "",
  "\0",
  "\u0001",
  "\u00010",
  "0\0",
  "\ud800",
  '"',
  "\\",
  "__proto__",
  "constructor",
  "é",
  "{",
  "12",
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    fc.string(),
    awkward,
    fc.double({ noNaN: true }),
    fc.boolean(),
    fc.constant(null),
    tie("list"),
    tie("map"),
  ),
  list: fc.array(tie("any"), { maxLength: 3 }),
  map: fc.dictionary(fc.oneof(awkward, fc.constantFrom("kind", "labels", "owners", "spec", "size", "uid")), tie("any"), {
    maxKeys: 5,
  }),
}));

describe("an object comes out as it went in", () => {
  test.each([
    ["with what rules may read", shape],
    ["whole", undefined],
  ])("%s, whatever stands in it, and however many there are", (_, of) => {
    const packing = createPacking(of);
    fc.assert(
      fc.property(fc.array(value.map, { maxLength: 8 }), (objects) => {
        const packed = objects.map((object) => packing.pack(object as object));
        for (const [at, object] of objects.entries())
          expectSame(packing.unpack(packed[at] ?? ""), of === undefined ? object : keptFields(object, of));
      }),
      { seed, numRuns: size },
    );
  });

  test.each([
    ["a number beyond JSON", { spec: { size: Infinity } }],
    ["a key with an escape, which V8 may take for another one", { spec: { "\\": 1, '"': 2, "\ud800": 3 } }],
    ["a text with the separator", { kind: "a\0b" }],
    ["deeper than there are calls", { spec: { deep: nested(50_000) } }],
  ])("%s is kept as it is", (_, object) => {
    const packing = createPacking(shape);
    const packed = packing.pack(object);
    expect(typeof packed).toBe("object");
    expect(packing.unpack(packed)).toBe(packed);
    expect((packed as { readonly spec?: object }).spec).toEqual((object as { readonly spec?: object }).spec ?? undefined);
  });

  test("more ways to nest than there are layouts: each is kept as JSON", () => {
    const packing = createPacking(undefined);
    const objects = Array.from({ length: 5_000 }, (_, at) => ({
      list: [...at.toString(2)].map((bit) => (bit === "1" ? [] : {})),
    }));
    const packed = objects.map((object) => packing.pack(object));
    expect(packed.filter((one) => typeof one === "string" && one.startsWith("{"))).toHaveLength(5_000 - 4_096);
    for (const [at, object] of objects.entries()) expectSame(packing.unpack(packed[at] ?? ""), object);
  });

  // As many labels as somebody likes, beside as many annotations: each pair of numbers is a layout.
  const bits = (at: number): readonly boolean[] => Array.from({ length: 320 }, (_, bit) => Math.trunc(at / 2 ** bit) % 2 === 1);
  test.each([
    ["holes", (at: number) => Array.from({ length: 900 + at }, () => "x"), Math.floor(65_536 / 950)],
    ["characters", bits, Math.ceil(1_048_576 / 1_880)],
  ] as const)("layouts have so many %s together, and what has none of them is kept as JSON", (_, listOf, most) => {
    const packing = createPacking(undefined);
    const objects = Array.from({ length: most < 100 ? 100 : 1_000 }, (_each, at) => ({ list: listOf(at) }));
    const packed = objects.map((object) => packing.pack(object));
    const inLayouts = packed.filter((one) => typeof one === "string" && !one.startsWith("{")).length;
    expect(inLayouts).toBeGreaterThan(0);
    expect(inLayouts).toBeLessThanOrEqual(most + 5);
    for (const at of [0, objects.length - 1]) expectSame(packing.unpack(packed[at] ?? ""), objects[at]);
  });
});

test("layouts are followed token by token up to so many places, and beyond them found by their text", () => {
  const layouts = createLayouts();
  const end = (tokens: readonly string[]) =>
    tokens.reduce<Place | undefined>((place, token) => place?.after(token), layouts.start)?.layout;
  const all = Array.from({ length: 100 }, (_, at) =>
    Array.from({ length: 500 }, (_each, token) => (token === 0 ? `${at}` : "0")),
  );
  const found = all.map((tokens) => layouts.find(tokens, 0));
  expect(new Set(found.map((layout) => layout?.id)).size).toBe(100);
  for (const at of [0, 64]) expect(end(all[at] ?? [])).toBe(found[at]);
  for (const at of [66, 99]) expect(end(all[at] ?? [])).toBeUndefined();
  for (const [at, tokens] of all.entries()) expect(layouts.find(tokens, 0)).toBe(found[at]);
});

test("what comes again is a short text, and what does not is one", () => {
  const packing = createPacking(shape);
  const object = (name: string) => ({ kind: "a-kind-with-a-long-name", labels: { "example.com/name": name } });
  const [, , third] = ["first", "second", "third"].map((name) => packing.pack(object(name)));
  expect(third).toContain("third");
  expect(third).not.toContain("long");
  expect(String(third).length).toBeLessThan(20);
});

function nested(depth: number): unknown {
  let inner: unknown = {};
  for (let at = 0; at < depth; at += 1) inner = { inner };
  return inner;
}

test("a text that comes again is told from any other that stands in the same place", () => {
  const packing = createPacking(undefined);
  const names = Array.from({ length: 300 }, (_, at) => ["a", "a", "b", `once-${at}`, "a", "b"][at % 6] ?? "");
  const packed = names.map((name) => packing.pack({ name }));
  for (const [at, name] of names.entries()) expectSame(packing.unpack(packed[at] ?? ""), { name });
  expect(new Set(packed.slice(12).map((one) => String(one))).size).toBe(2 + 48);
});

test("what is kept is read in full while a rule runs that may split and match short texts alone", () => {
  const packing = createPacking(undefined);
  const objects = [1, 2, 3].map((at) => ({ kind: "ConfigMap", data: { text: "x".repeat(200_000), at } }));
  const packed = objects.map((object) => packing.pack(object));
  // One of them is in a layout, and names its kind by a reference.
  expect(packed.at(-1)).toMatch(/^[^{]/);
  const read = (): readonly object[] => packed.map((one) => packing.unpack(one));
  const limited = withinLimits({ ...ofOverrides, mostText: 100 }, read);
  for (const [at, object] of objects.entries()) expectSame(limited[at], object);
  expect(() => withinLimits(besideRules, () => "x,".repeat(100_000).split(",").map(String))).toThrow();
});
