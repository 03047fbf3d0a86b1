import { describe, expect, test } from "vitest";
import { compareKind } from "./compare-with-schema.ts";
import { typesInText } from "./kind-types.ts";
import type { Schema, Schemas } from "./openapi.ts";

const reference = (name: string): Schema => ({ allOf: [{ $ref: `#/components/schemas/${name}` }] });

const schemas: Schemas = {
  "io.k8s.apimachinery.pkg.api.resource.Quantity": { oneOf: [{ type: "string" }, { type: "number" }] },
  "io.k8s.apimachinery.pkg.util.intstr.IntOrString": {
    oneOf: [{ type: "integer" }, { type: "string" }],
    format: "int-or-string",
  },
  inner: { type: "object", properties: { name: { type: "string" } } },
};

const schema: Schema = {
  required: ["needed"],
  properties: {
    needed: { type: "integer", format: "int32" },
    optional: { type: "integer", format: "int64" },
    ratio: { type: "number", format: "double" },
    phase: { type: "string", enum: ["B", "A"] },
    texts: { type: "array", items: { type: "string" } },
    amounts: { type: "object", additionalProperties: reference("io.k8s.apimachinery.pkg.api.resource.Quantity") },
    surge: reference("io.k8s.apimachinery.pkg.util.intstr.IntOrString"),
    inner: reference("inner"),
  },
};

/** What is wrong with a kind that has this field. */
function problemsOf(field: string): readonly string[] {
  const text = `import type { Double, Int32, Int64 } from "holdfast";
interface Inner { readonly name?: string }
interface Wrong { readonly names?: string }
export interface Kind { readonly ${field} }
export type Used = Double | Int32 | Int64 | Inner | Wrong;`;
  const type = typesInText(text).get("Kind");
  if (type === undefined) throw new Error("no type");
  return compareKind(type, schema, { path: "Kind", schemas, compared: [] });
}

/** The same without the fields that it lacks. */
function wrongIn(field: string): readonly string[] {
  return problemsOf(field).filter((problem) => !problem.endsWith(" is missing"));
}

describe("a field of ours against the API", () => {
  test.each([
    "needed: Int32",
    "optional?: Int64 | null",
    "ratio?: Double",
    'phase?: "A" | "B"',
    "phase?: string",
    "texts?: readonly string[]",
    "amounts?: Readonly<Record<string, string>>",
    "surge?: Int32 | string",
    "inner?: Inner",
  ])("is right: %s", (field) => {
    expect(wrongIn(field)).toEqual([]);
  });

  test.each([
    ["missing?: string", "Kind.missing is not in the API"],
    ["needed?: Int32", "Kind.needed is required by the API"],
    ["optional: Int64", "Kind.optional is not required by the API"],
    ["needed: Int64", "Kind.needed is int64, in the API int32"],
    ["needed: number", "Kind.needed is number, in the API int32"],
    ["needed: string", "Kind.needed is string, in the API int32"],
    ["ratio?: Int32", "Kind.ratio is int32, in the API double"],
    ['phase?: "A"', 'Kind.phase is "A", in the API "A" | "B" or string'],
    ['phase?: "A" | "B" | "C"', 'Kind.phase is "A" | "B" | "C", in the API "A" | "B" or string'],
    ["texts?: string", "Kind.texts is string, in the API array"],
    ["texts?: readonly Int32[]", "Kind.texts[] is int32, in the API string"],
    ["amounts?: Readonly<Record<string, Int64>>", "Kind.amounts{} is int64, in the API string"],
    ["surge?: string", "Kind.surge is string, in the API int32 or string"],
    ["inner?: string", "Kind.inner is string, in the API object"],
    ["inner?: Wrong", "Kind.inner.names is not in the API"],
  ])("is wrong: %s", (field, problem) => {
    expect(wrongIn(field)).toEqual([problem]);
  });

  test("is named where it is missing", () => {
    const others = ["optional", "ratio", "phase", "texts", "amounts", "surge", "inner"];
    expect(problemsOf("needed: Int32")).toEqual(others.map((name) => `Kind.${name} is missing`));
  });
});
