import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Shape } from "../../../compiler/api/shape.ts";
import type { NeededFields } from "../../../runtime-fallback/kubernetes/scan-list.ts";
import { readList } from "../../../runtime-fallback/kubernetes/list-body.ts";
import { list } from "../../../runtime-fallback/kubernetes/list.ts";
import { keptFields, neededFields } from "../../../runtime-fallback/webhook/memory/kept-fields.ts";
import { searchOf } from "../../searches/search-of.ts";
import { answering } from "./answered-requests.ts";

const { seed, size } = searchOf("listed-objects");

const field = (shape: Shape) => ({ shape, presence: "optional", typedByServer: false }) as const;
const text = field({ kind: "string" });
const shape: Shape = {
  kind: "record",
  fields: {
    apiVersion: text,
    kind: text,
    é: text,
    metadata: field({
      kind: "record",
      fields: { name: text, uid: text, resourceVersion: text, labels: field({ kind: "unknown" }) },
    }),
    spec: field({
      kind: "record",
      fields: { of: field({ kind: "record", fields: { name: text } }), size: field({ kind: "number" }) },
    }),
    parts: field({ kind: "list", element: { kind: "record", fields: { name: text } } }),
  },
};
const needed = neededFields(shape) as NeededFields;

// One with an escape, since V8 of Node 26 takes several for each other.
const key = fc.constantFrom(
  ..."apiVersion kind é metadata spec of name uid size labels parts status items managedFields { } [ , :".split(" "),
  '"',
  "",
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("", "é", '"', "\\", "\\\\", "}", "],", "\ud800", "x".repeat(200), `${"y".repeat(150)}\\"`),
    fc.string(),
    fc.integer(),
    fc.constantFrom(true, false, null),
    fc.array(tie("any"), { maxLength: 3 }),
    tie("map"),
  ),
  map: fc.dictionary(key, tie("any"), { maxKeys: 6 }),
}));

/** The bytes of a list in pieces, as a network brings them. */
function pieces(body: string, length: number): readonly [readonly Buffer[], number] {
  const bytes = Buffer.from(body);
  const starts = Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) => at * length);
  return [starts.map((start) => bytes.subarray(start, start + length)), bytes.length];
}

const itemsOf = (body: ReturnType<ReturnType<typeof readList>>): unknown[] => [...((body?.["items"] ?? []) as Iterable<unknown>)];

test("of each object there is what is kept of it, whatever stands in it, page after page", () => {
  const read = readList(needed);
  fc.assert(
    fc.property(
      fc.array(value.map, { maxLength: 5 }),
      fc.integer({ min: 1, max: 300 }),
      fc.boolean(),
      (items, length, isLast) => {
        const around = { kind: "WidgetList", metadata: { resourceVersion: "9", items: [] } };
        const body = JSON.stringify(isLast ? { ...around, items } : { items, ...around });
        const found = read(...pieces(`${body}\n`, length));
        expect(found).toMatchObject(around);
        const kept = itemsOf(found).map((item) => JSON.stringify(keptFields(item, shape)));
        expect(kept).toEqual(items.map((item) => JSON.stringify(keptFields(item, shape))));
      },
    ),
    { seed, numRuns: size },
  );
});

const identity = { name: "a", uid: "u", resourceVersion: "7" };
const listOf = (...items: readonly unknown[]): string => JSON.stringify({ metadata: { resourceVersion: "9" }, items });

describe("what nobody needs", () => {
  test("is left out wherever it stands, and not parsed", () => {
    const item = {
      status: {},
      kind: "W",
      metadata: { managedFields: [{}], ...identity, x: 1 },
      spec: { of: { kind: 1 } },
      y: "",
    };
    const body = listOf(item, { spec: { z: 1 } }, { z: 1 }, {});
    expect(itemsOf(readList(needed)(...pieces(body, 7)))).toEqual([
      { kind: "W", metadata: identity, spec: { of: {} } },
      { spec: {} },
      {},
      {},
    ]);
    const broken = body.replace('"managedFields":[{}]', '"managedFields":[tru]');
    expect(itemsOf(readList(needed)(...pieces(broken, 7)))[0]).toMatchObject({ kind: "W" });
  });

  test("is never what an object is known by, or its kind", () => {
    const item = { apiVersion: "v1", kind: "W", metadata: { ...identity, namespace: "shop" }, spec: {} };
    const { spec: _, ...known } = item;
    for (const fields of [new Map(), new Map([["metadata", { fields: new Map() }]])])
      expect(itemsOf(readList({ fields })(...pieces(listOf(item), 99)))).toEqual([known]);
    expect(itemsOf(readList({ fields: new Map([["metadata", undefined]]) })(...pieces(listOf(item), 99)))).toEqual([known]);
  });
});

test.each([
  ["with spaces", JSON.stringify({ metadata: {}, items: [{ a: 1 }] }, undefined, 1)],
  ["that ends early", listOf({ a: "b" }).slice(0, -4)],
  ["of nothing, as Go writes it", '{"items":null}'],
  ["without items", '{"metadata":{}}'],
  ["of what are no objects", listOf(null)],
  ["that is no object", "[]"],
  ["with a key that is written in another way", '{"it\\u0065ms":[{}]}'],
  ["with something else after its items", '{"items":[{}],]}'],
])("a body %s is for the JSON parser", (_, body) => {
  expect(readList(needed)(...pieces(body, 5))).toBeUndefined();
});

describe("over a connection", () => {
  const query = { resource: { group: "test.holdfast.dev", version: "v1", resource: "widgets" }, needed };
  const answered = (...bodies: readonly string[]) => answering((_, at) => (response) => void response.end(bodies[at]));
  const page = (names: readonly string[], token: string, space?: number): string => {
    const items = names.map((name) => ({ metadata: { ...identity, name, managedFields: [] } }));
    const metadata = { resourceVersion: "9", continue: token };
    return JSON.stringify({ kind: "WidgetList", apiVersion: "test/v1", metadata, items }, undefined, space);
  };

  test("objects come so from all pages, each with its kind", async () => {
    const { server } = await answered(page(["a", "longer-than-that"], "next"), page(["b"], ""));
    const { items } = await list(server, query);
    expect(items).toEqual(
      ["a", "longer-than-that", "b"].map((name) => ({ apiVersion: "test/v1", kind: "Widget", metadata: { ...identity, name } })),
    );
  });

  test("a server that writes in another way is understood", async () => {
    const { server } = await answered(page(["a"], "", 2));
    const { items } = await list(server, query);
    expect(items).toMatchObject([{ kind: "Widget", metadata: { name: "a" } }]);
  });

  test.each([
    ["without a uid", listOf({ metadata: { ...identity, uid: undefined } })],
    ["that is no JSON", listOf({ metadata: identity, kind: "?" }).replace('"?"', "?")],
  ])("an object %s ends it", async (_, body) => {
    const { server } = await answered(body);
    await expect(list(server, query)).rejects.toThrow("an object without name, uid or resourceVersion");
  });

  test("what is no answer of status 200 is read as ever", async () => {
    const { server } = await answering(() => (response) => void response.writeHead(403).end('{"message":"no","items":[]}'));
    await expect(list(server, query)).rejects.toThrow("is answered 403: no");
  });
});
