import type { StructuralSchema } from "./schema.ts";

/** What stands above a field: its description, what kind of text it is, and its default. */
export function fieldNotes(schema: StructuralSchema): readonly string[] {
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
