import fc from "fast-check";
import { expect, test } from "vitest";
import { declareTypes } from "../../compiler/crd-types/index.ts";
import { searchOf } from "../searches/search-of.ts";
import { definitionOf } from "./definition-text.ts";
import { problemsIn } from "./type-check.ts";

const { seed, size: schemas } = searchOf("schemas");
const json = fc.jsonValue({ maxDepth: 1 });
const name = fc.oneof(
  fc.constantFrom("a", "b", "metadata", "constructor", "__proto__", "x-y", "1a", ""),
  fc.string({ unit: "binary" }),
);
const sometimes = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined, freq: 3 });

/** Schemas as the API server takes them, and what it would never take. */
const { schema } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.record(
    {
      type: sometimes(
        fc.constantFrom("string", "integer", "number", "boolean", "array", "array", "object", "object", "null", ""),
      ),
      format: sometimes(fc.constantFrom("int32", "int64", "date-time", "double", "constructor")),
      description: sometimes(fc.string({ unit: "binary", maxLength: 300 })),
      nullable: sometimes(fc.boolean()),
      enum: sometimes(fc.array(json, { maxLength: 3 })),
      default: sometimes(json),
      required: sometimes(fc.array(name, { maxLength: 3 })),
      properties: sometimes(fc.dictionary(name, tie("schema"), { maxKeys: 4, depthIdentifier: "schema" })),
      additionalProperties: sometimes(fc.oneof({ depthIdentifier: "schema" }, fc.boolean(), tie("schema"))),
      items: sometimes(fc.oneof({ depthIdentifier: "schema" }, json, tie("schema"), tie("schema"))),
      "x-kubernetes-int-or-string": sometimes(fc.boolean()),
      "x-kubernetes-preserve-unknown-fields": sometimes(fc.boolean()),
      "x-kubernetes-embedded-resource": sometimes(fc.boolean()),
    },
    { requiredKeys: [] },
  ),
}));

test(`${schemas} generated schemas become types that TypeScript takes, seed ${seed}`, () => {
  const samples = fc.sample(schema, { seed, numRuns: schemas });
  const texts = samples.map((one, at) => {
    const definition = definitionOf(at % 7 === 0 ? one : { type: "object", properties: { spec: one } }, {
      plural: `p${at}`,
      kind: `Kind${at}`,
    });
    return { path: `${at}.json`, text: JSON.stringify(definition) };
  });
  const { files, problems } = declareTypes(texts);
  expect(problems).toEqual([]);
  expect(files.length).toBe(schemas);
  expect(problemsIn(files).slice(0, 5)).toEqual([]);
  const lines = files.reduce((sum, { text }) => sum + text.split("\n").length, 0);
  console.info(`${schemas} generated schemas, ${lines} lines of declarations`);
  expect(lines).toBeGreaterThan(schemas * 10);
});
