import type { Body } from "../language/language-case.ts";

/** etcd's default limit for a request, less what the object has beside its fields. */
const objectBytes = 1_500_000;
/** apimachinery: api/validation/objectmeta.go, TotalAnnotationSizeLimitB */
const annotationBytes = 262_144;
const labelBytes = 63;

/**
 * How an object grows: so many entries in each list and map, the inner ones of another number, and the rest is text.
 */
export interface Growth {
  readonly entries: number;
  readonly inside: number;
  /** All text is in the first entry of maps, and whatever looks something up in them may find that one each time. */
  readonly isLookedUp?: true;
  /** All that is long is made of this; JSON writes three bytes for these two characters. */
  readonly text?: ",\n";
}

/**
 * As many entries as an iteration may be over, an iteration inside another with its limit, and few entries with long
 * text.
 */
export const growths: Readonly<Record<string, Growth>> = {
  "2,000 entries": { entries: 2000, inside: 1 },
  "100 entries in each of 100": { entries: 100, inside: 100 },
  "long text": { entries: 1, inside: 1 },
  "nothing but separators": { entries: 1, inside: 1, text: ",\n" },
  "one long entry": { entries: 2000, inside: 1, isLookedUp: true },
};

/** An object of the same form, as large as the API server stores it. */
export function largest({ metadata, ...fields }: Body, growth: Growth): Body {
  const texts = countTexts(grown(fields, growth, 0));
  const each = Math.max(1, Math.floor(objectBytes / Math.max(1, texts)) - 8);
  return {
    metadata: {
      ...metadata,
      labels: grownMap(metadata?.labels, growth, labelBytes),
      annotations: grownMap(metadata?.annotations, growth, Math.floor(annotationBytes / growth.entries) - 16),
    },
    ...(grown(fields, growth, each) as object),
  };
}

function grownMap(map: Readonly<Record<string, unknown>> | undefined, growth: Growth, bytes: number): Record<string, unknown> {
  const { entries } = growth;
  const stored = Object.entries(map ?? { a: "b" }).map(([key, value]) => [key, longIn(growth, String(value), bytes)] as const);
  const more = Array.from({ length: Math.max(0, entries - stored.length) }, (_, at) => [`k${at}`, long("x", bytes)] as const);
  return Object.fromEntries([...stored.slice(0, entries), ...more]);
}

/** `bytes` for each text; 0 leaves it as it is. */
function grown(value: unknown, growth: Growth, bytes: number): unknown {
  if (typeof value === "string") return bytes === 0 ? value : longIn(growth, value, bytes);
  if (typeof value !== "object" || value === null) return value;
  if (growth.isLookedUp) return withOneEntry(value, growth);
  const inner = { entries: growth.inside, inside: 1 };
  if (!Array.isArray(value)) {
    const isMap = Object.values(value).every((one) => typeof one === "string") && growth.entries > 1;
    const more = isMap ? Array.from({ length: growth.entries }, (_, at) => [`k${at}`, "x"] as const) : [];
    const within = isMap ? inner : growth;
    return Object.fromEntries([...Object.entries(value), ...more].map(([key, one]) => [key, grown(one, within, bytes)]));
  }
  const elements: readonly unknown[] = value.length === 0 ? ["x"] : value;
  return Array.from({ length: growth.entries }, (_, at) => grown(elements[at % elements.length], inner, bytes));
}

/** Half of the object is one value of a map, and lists hold their first text as often as an iteration may meet it. */
function withOneEntry(value: object, { entries }: Growth): unknown {
  if (Array.isArray(value)) {
    const [first = "x"] = value as readonly unknown[];
    const isText = typeof first === "string";
    return Array.from({ length: isText ? entries : 1 }, () => first);
  }
  const isMap = Object.values(value).every((one) => typeof one === "string");
  return Object.fromEntries(
    Object.entries(value).map(([key, one], at) => {
      if (isMap) return [key, at === 0 ? long(String(one), objectBytes / 2) : one];
      return [key, typeof one === "object" && one !== null ? withOneEntry(one as object, { entries, inside: 1 }) : one];
    }),
  );
}

function longIn({ text }: Growth, value: string, bytes: number): string {
  return text === undefined ? long(value, bytes) : long(text, Math.floor((bytes * 2) / 3));
}

function long(text: string, bytes: number): string {
  const part = text === "" ? "x" : text;
  return part.repeat(Math.ceil(bytes / part.length)).slice(0, bytes);
}

function countTexts(value: unknown): number {
  if (typeof value !== "object" || value === null) return typeof value === "string" ? 1 : 0;
  return Object.values(value).reduce<number>((sum, one) => sum + 1 + countTexts(one), 0);
}
