import { docComment } from "./doc-comment.ts";
import { propertyName, stringLiteral } from "./safe-text.ts";
import type { StructuralSchema } from "./schema.ts";

/** How the file that is written names what it imports from "holdfast"; asking makes it imported. */
export type ImportedName = (name: "Double" | "Int32" | "Int64" | "ObjectMeta") => string;

/** The TypeScript type of what is stored under a schema. `indent` is that of the line on which it begins. */
export function typeText(schema: StructuralSchema, indent: string, imported: ImportedName): string {
  const text = textOf(schema, indent, imported);
  return schema.isNullable && text !== "unknown" ? `${text} | null` : text;
}

function textOf(schema: StructuralSchema, indent: string, imported: ImportedName): string {
  if (schema.typeName !== undefined) return schema.typeName;
  const literals = literalsOf(schema);
  if (literals !== undefined) return literals;
  if (schema.isIntOrString) return `${imported("Int64")} | string`;
  switch (schema.type) {
    case "string":
    case "boolean":
      return schema.type;
    case "integer":
      return imported(schema.format === "int32" ? "Int32" : "Int64");
    case "number":
      return imported("Double");
    case "array":
      return listText(schema.items, indent, imported);
    case "object":
      return recordText(schema, indent, imported);
    default:
      // Without a type the API server keeps whatever is sent.
      return "unknown";
  }
}

function listText(items: StructuralSchema | undefined, indent: string, imported: ImportedName): string {
  const element = items === undefined ? "unknown" : typeText(items, indent, imported);
  const isSimple = element.startsWith("{") ? items?.isNullable === false : /^\w+$/.test(element);
  return `readonly ${isSimple ? element : `(${element})`}[]`;
}

/** Maps have no name for their keys, so that `Record` may be the kind of a definition. */
function recordText(schema: StructuralSchema, indent: string, imported: ImportedName): string {
  const inner = `${indent}  `;
  const fields = fieldLines(schema, inner, imported);
  if (fields.length === 0) return `{ ${indexSignature(schema, indent, imported)} }`;
  return ["{", ...fields, `${indent}}`].join("\n");
}

/** The fields of an object, one after the other, each with its comment. */
export function fieldLines(schema: StructuralSchema, indent: string, imported: ImportedName): readonly string[] {
  const own = [...schema.properties].filter(([name]) => !schema.isEmbeddedResource || !embeddedNames.has(name));
  const embedded = schema.isEmbeddedResource ? embeddedLines(indent, imported) : [];
  const fields = own.flatMap(([name, field]) => {
    const mark = schema.required.has(name) ? "" : "?";
    const text = `${indent}readonly ${propertyName(name)}${mark}: ${typeText(field, indent, imported)};`;
    return [...docComment(fieldNotes(field), indent), text];
  });
  const lines = [...embedded, ...fields];
  if (lines.length === 0) return [];
  return schema.others === undefined ? lines : [...lines, ...otherFields(indent)];
}

/** Beside known fields of any type. */
export function otherFields(indent: string): readonly string[] {
  return [...docComment(["Any other field is kept, too."], indent), `${indent}readonly [key: string]: unknown;`];
}

const embeddedNames: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

function embeddedLines(indent: string, imported: ImportedName): readonly string[] {
  return [
    `${indent}readonly apiVersion: string;`,
    `${indent}readonly kind: string;`,
    `${indent}readonly metadata?: ${imported("ObjectMeta")};`,
  ];
}

/** An object of which no field is known may have been stored with any. */
function indexSignature({ others }: StructuralSchema, indent: string, imported: ImportedName): string {
  const value = others === undefined || others === "anything" ? "unknown" : typeText(others, indent, imported);
  return `readonly [key: string]: ${value}`;
}

/** `"a" | "b"`; undefined where the schema does not name its values, or names none of its own type. */
function literalsOf(schema: StructuralSchema): string | undefined {
  if (schema.values === undefined || schema.type === "array" || schema.type === "object") return undefined;
  const literals = new Set(schema.values.flatMap((value) => literalOf(value, schema) ?? []));
  return literals.size === 0 ? undefined : [...literals].join(" | ");
}

function literalOf(value: unknown, { type, isIntOrString }: StructuralSchema): string | undefined {
  if (typeof value === "string")
    return type === "string" || type === undefined || isIntOrString ? stringLiteral(value) : undefined;
  if (typeof value === "boolean") return type === "boolean" || type === undefined ? String(value) : undefined;
  const isNumber = type === "integer" || type === "number" || type === undefined || isIntOrString;
  return typeof value === "number" && isNumber && isExact(value) ? String(value) : undefined;
}

function isExact(value: number): boolean {
  return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** What stands above a field: its description, what kind of text it is, and its default. */
function fieldNotes(schema: StructuralSchema): readonly string[] {
  const notes = [kindOfText(schema), defaultNote(schema)].filter((note) => note !== undefined);
  return [schema.description ?? "", notes.join(" ")];
}

const formats: Readonly<Record<string, string>> = {
  "date-time": "A time, as RFC 3339 text: `timestamp(...)` reads it.",
  date: "A date, as text.",
  duration: "A duration, as text: `duration(...)` reads it.",
  byte: "Bytes, as base64 text.",
};

/** As controller-gen writes it for resource.Quantity. */
const quantityPattern = /^\^\(\\\+\|-\)\?.*\[KMGTPE\]i/;

function kindOfText({ type, format, pattern, isIntOrString }: StructuralSchema): string | undefined {
  if (pattern !== undefined && quantityPattern.test(pattern))
    return isIntOrString
      ? "A quantity, as number or text: `quantity(...)` reads text."
      : "A quantity, as text: `quantity(...)` reads it.";
  return type === "string" && format !== undefined && Object.hasOwn(formats, format) ? formats[format] : undefined;
}

/** Longer ones would hide the description. */
const longestDefault = 100;

function defaultNote({ default: value }: StructuralSchema): string | undefined {
  if (value === undefined) return undefined;
  const text = JSON.stringify(value);
  return text.length <= longestDefault ? `Default: \`${text}\`.` : undefined;
}
