import { describe, expect, test } from "vitest";
import { declareTypes } from "../../compiler/crd-types/index.ts";
import { type SchemaText, definitionOf, schemaWithSpec } from "./definition-text.ts";

/** The declaration of `spec`, as it stands in the file. */
function specOf(spec: SchemaText | string): string {
  const schema = typeof spec === "string" ? spec : JSON.stringify(spec);
  const definition = JSON.stringify(definitionOf(schemaWithSpec("SPEC"))).replace('"SPEC"', () => schema);
  const { files, problems } = declareTypes([{ path: "crd.json", text: definition }]);
  expect(problems).toEqual([]);
  const text = files[0]?.text ?? "";
  return text.slice(text.indexOf("{\n") + 2, text.lastIndexOf("\n}")).replace(/^ {2}/gm, "");
}

const quantity =
  "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$";

describe("a schema becomes a type", () => {
  test.each<readonly [string, SchemaText, string]>([
    ["text", { type: "string" }, "readonly spec?: string;"],
    ["a boolean", { type: "boolean" }, "readonly spec?: boolean;"],
    ["an integer", { type: "integer" }, "readonly spec?: Int64;"],
    ["an integer of 32 bits", { type: "integer", format: "int32" }, "readonly spec?: Int32;"],
    ["an integer of 64 bits", { type: "integer", format: "int64" }, "readonly spec?: Int64;"],
    ["a number", { type: "number" }, "readonly spec?: Double;"],
    ["a number that may be null", { type: "number", format: "float", nullable: true }, "readonly spec?: Double | null;"],
    [
      "a number or text",
      { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] },
      "readonly spec?: Int64 | string;",
    ],
    ["texts", { type: "array", items: { type: "string" } }, "readonly spec?: readonly string[];"],
    [
      "numbers or texts",
      { type: "array", items: { "x-kubernetes-int-or-string": true } },
      "readonly spec?: readonly (Int64 | string)[];",
    ],
    [
      "lists that may hold null",
      { type: "array", items: { type: "string", nullable: true } },
      "readonly spec?: readonly (string | null)[];",
    ],
    ["a list of anything", { type: "array" }, "readonly spec?: readonly unknown[];"],
    [
      "a list of lists",
      { type: "array", items: { type: "array", items: { type: "boolean" } } },
      "readonly spec?: readonly (readonly boolean[])[];",
    ],
    [
      "a map",
      { type: "object", additionalProperties: { type: "integer" } },
      "readonly spec?: { readonly [key: string]: Int64 };",
    ],
    ["a map of anything", { type: "object", additionalProperties: true }, "readonly spec?: { readonly [key: string]: unknown };"],
    ["an object without known fields", { type: "object" }, "readonly spec?: { readonly [key: string]: unknown };"],
    [
      "an object that keeps what it does not know",
      { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      "readonly spec?: { readonly [key: string]: unknown };",
    ],
    ["anything", { "x-kubernetes-preserve-unknown-fields": true }, "readonly spec?: unknown;"],
    ["no type", {}, "readonly spec?: unknown;"],
    ["a type that does not exist", { type: "text" }, "readonly spec?: unknown;"],
    ["texts to choose from", { type: "string", enum: ["a", "", "b c"] }, 'readonly spec?: "a" | "" | "b c";'],
    [
      "texts to choose from in a list",
      { type: "array", items: { type: "string", enum: ["a", "b"] } },
      'readonly spec?: readonly ("a" | "b")[];',
    ],
    ["numbers to choose from", { type: "integer", enum: [301, -1, 301] }, "readonly spec?: 301 | -1;"],
    ["a choice of another type", { type: "string", enum: [true, 1] }, "readonly spec?: string;"],
    ["a choice beyond 2^53", { type: "integer", enum: [2 ** 60] }, "readonly spec?: Int64;"],
    ["a choice with null", { type: "string", nullable: true, enum: ["a", null] }, 'readonly spec?: "a" | null;'],
    [
      "only forbidden values beside it",
      { type: "string", oneOf: [{ enum: ["a"] }], not: { type: "integer" } },
      "readonly spec?: string;",
    ],
    [
      "a time",
      { type: "string", format: "date-time" },
      "/** A time, as RFC 3339 text: `timestamp(...)` reads it. */\nreadonly spec?: string;",
    ],
    [
      "a duration",
      { type: "string", format: "duration" },
      "/** A duration, as text: `duration(...)` reads it. */\nreadonly spec?: string;",
    ],
    ["bytes", { type: "string", format: "byte" }, "/** Bytes, as base64 text. */\nreadonly spec?: string;"],
    [
      "a quantity",
      { "x-kubernetes-int-or-string": true, pattern: quantity, description: "How much." },
      "/**\n * How much.\n *\n * A quantity, as number or text: `quantity(...)` reads text.\n */\nreadonly spec?: Int64 | string;",
    ],
    [
      "a default",
      { type: "boolean", default: false, description: "On." },
      "/**\n * On.\n *\n * Default: `false`.\n */\nreadonly spec?: boolean;",
    ],
    [
      "required and other fields, by name",
      {
        type: "object",
        required: ["b", "absent"],
        properties: {
          b: { type: "string", nullable: true },
          a: { type: "object", properties: { "x-y": { type: "string", description: "Odd." } } },
        },
      },
      'readonly spec?: {\n  readonly a?: {\n    /** Odd. */\n    readonly "x-y"?: string;\n  };\n  readonly b: string | null;\n};',
    ],
    [
      "known fields beside unknown ones",
      { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { a: { type: "string" } } },
      "readonly spec?: {\n  readonly a?: string;\n  /** Any other field is kept, too. */\n  readonly [key: string]: unknown;\n};",
    ],
    [
      "an embedded object",
      {
        type: "object",
        "x-kubernetes-embedded-resource": true,
        properties: {
          apiVersion: { type: "string" },
          kind: { type: "string" },
          metadata: { type: "object" },
          data: { type: "string" },
        },
      },
      "readonly spec?: {\n  readonly apiVersion: string;\n  readonly kind: string;\n  readonly metadata?: ObjectMeta;\n  readonly data?: string;\n};",
    ],
    [
      "names that objects inherit",
      JSON.parse(
        '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer","format":"int32"},"toString":{"type":"boolean"}}}',
      ) as SchemaText,
      "readonly spec?: {\n  readonly __proto__?: string;\n  readonly constructor?: Int32;\n  readonly toString?: boolean;\n};",
    ],
  ])("%s", (_, spec, text) => {
    expect(specOf(spec)).toBe(text);
  });

  test("below 64 levels everything is unknown", () => {
    const deep = (levels: number): string =>
      `${'{"type":"object","properties":{"a":'.repeat(levels)}{"type":"string"}${"}}".repeat(levels)}`;
    expect(specOf(deep(40))).toContain("readonly a?: string;");
    const deeper = specOf(deep(1000));
    expect(deeper).toContain("readonly a?: unknown;");
    expect(deeper.split("\n").length).toBeLessThan(140);
  });
});
