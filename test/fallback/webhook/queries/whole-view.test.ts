import fc from "fast-check";
import { expect, test } from "vitest";
import { objectShape } from "../../../../compiler/ir/well-known-shapes.ts";
import type { RecordShape } from "../../../../compiler/api/shape.ts";
import { decode, decodeWhole } from "../../../../compiler/simulator/evaluate/decode.ts";
import { searchOf } from "../../../searches/search-of.ts";

const { seed, size } = searchOf("whole-views");

const text = { shape: { kind: "string" }, presence: "optional", typedByServer: false } as const;
const inner = { kind: "record", fields: { name: text, metadata: text } } as const;
const spec = {
  shape: { kind: "record", fields: { of: { ...text, shape: inner } } },
  presence: "optional",
  typedByServer: false,
} as const;
const shape: RecordShape = { kind: "record", fields: { ...objectShape.fields, spec } };

const keys = fc.constantFrom("metadata", "spec", "of", "name", "labels", "finalizers", "ownerReferences", "uid", "__proto__");
const { any } = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    fc.string(),
    fc.integer(),
    fc.constant(null),
    fc.constant("\ud800"),
    tie("list"),
    tie("map"),
  ),
  list: fc.array(tie("any"), { maxLength: 3 }),
  map: fc.dictionary(keys, tie("any"), { maxKeys: 5 }),
}));

test("an index sees of an object what a rule sees of it, whatever stands in it", () => {
  const known = fc.record({ metadata: fc.dictionary(keys, any), spec: any, kind: any }, { requiredKeys: [] });
  fc.assert(
    fc.property(known, (object) => {
      expect(decodeWhole(object, shape)).toStrictEqual(decode(object, shape));
      expect(JSON.stringify(decodeWhole(object, shape))).toBe(JSON.stringify(decode(object, shape)));
    }),
    { seed, numRuns: size },
  );
});
