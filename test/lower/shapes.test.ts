import { describe, expect, test } from "vitest";
import type { FieldShape, Shape } from "../../compiler/api/shape.ts";
import { compileFiles } from "../fixtures/compile-files.ts";

/** The shape that the compiler derives for a field of this type. */
function fieldOf(type: string, odd = ""): FieldShape | undefined {
  const policy = `import { type Double, type Int32, type Int64, type KubernetesObject, deletionPolicy } from "holdfast";
${odd === "" ? "" : 'import type { Odd } from "./odd";'}
interface Thing extends KubernetesObject { readonly field: ${type} }
export default deletionPolicy<Thing>({
  name: "shapes",
  match: [{ group: "example.com", version: "v1", resource: "things" }],
  overrides: { none: "the rule alone is asked" },
  rules: { example: { denyWhen: () => true, message: "no" } },
});
export type Used = Double | Int32 | Int64;`;
  const { diagnostics, ir } = compileFiles({ "shapes.ts": policy, "odd.d.ts": odd }, ["shapes.ts"]);
  expect(diagnostics).toEqual([]);
  return ir[0]?.objectShape.fields["field"];
}

const text: Shape = { kind: "string" };

describe("the shape of a type", () => {
  test.each<readonly [string, Shape]>([
    ["string", text],
    ['"a" | "b"', text],
    ["number", { kind: "number" }],
    ["1 | 2.5", { kind: "number" }],
    ["Int32", { kind: "number", format: "int32" }],
    ["Int64 | undefined", { kind: "number", format: "int64" }],
    ["Double | null", { kind: "number", format: "double" }],
    ["Int32 | Int64", { kind: "number" }],
    ["Int32 | number", { kind: "number" }],
    ["boolean", { kind: "boolean" }],
    ["Int32 | string", { kind: "union", members: [text, { kind: "number", format: "int32" }] }],
    ['"auto" | readonly string[] | null', { kind: "union", members: [text, { kind: "list", element: text }] }],
    ["readonly string[] | readonly number[]", { kind: "unknown" }],
    ["{ readonly a: string } | Readonly<Record<string, string>>", { kind: "unknown" }],
    ["unknown", { kind: "unknown" }],
    ["readonly Int32[]", { kind: "list", element: { kind: "number", format: "int32" } }],
    ["readonly (string | null)[]", { kind: "list", element: text }],
    ["Readonly<Record<string, Int64>>", { kind: "map", value: { kind: "number", format: "int64" } }],
    ["Readonly<Record<string, string | null>>", { kind: "map", value: text }],
    ["string & { readonly brand?: never }", text],
    ["Readonly<Record<string, unknown>>", { kind: "map", value: { kind: "unknown" } }],
    [
      "{ readonly known?: string; readonly [key: string]: unknown }",
      {
        kind: "record",
        fields: { known: { shape: text, presence: "optional", typedByServer: false } },
        others: { kind: "unknown" },
      },
    ],
  ])("%s", (type, shape) => {
    expect(fieldOf(type)).toEqual({ shape, presence: "optional", typedByServer: false });
  });

  test("a symbol of another name says nothing of a number", () => {
    const odd = "declare const constructor: unique symbol; export type Odd = number & { readonly [constructor]?: never };";
    expect(fieldOf("Odd", odd)?.shape).toEqual({ kind: "number" });
  });
});
