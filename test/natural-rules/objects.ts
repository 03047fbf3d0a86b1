import fc from "fast-check";
import type { RecordShape, Shape } from "../../compiler/api/shape.ts";

/** What a rule names: without it hardly any object would be denied. */
export interface Named {
  /** Names in its source, of fields among others. */
  readonly words: ReadonlySet<string>;
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
}

/** The words of a rule, what it has in quotes, and its numbers. */
export function namedIn(source: string): Named {
  const texts = [...source.matchAll(/["'`]([^"'`\n$]{1,60})["'`]/g)].map(([, text = ""]) => text);
  const numbers = [...source.matchAll(/\b(\d{1,6})\b/g)].map(([, digits]) => Number(digits));
  const words = new Set(source.match(/[A-Za-z]\w*/g));
  return { words, texts: [...new Set(texts)], numbers: [...new Set(numbers)] };
}

/** What people do not think of, and what somebody writes to get around a rule. */
const oddTexts = ["", " ", "\u0085x", "a\nb", "'", '"', "\\", "é", "😀", "$&", "%", "x".repeat(300)];
const oddWords = ["__proto__", "constructor", "NaN", "true", "false", "a/b", "a,b;c", "payments , x", "https://a.example.com/x"];
const figures = ["-1", "01", "1e3", "10Gi", "1.5", "1001", "v2.1.0", "2026-01-01T00:00:00Z", "2026-02-30T00:00:00Z"];
const hostile: readonly string[] = [...oddTexts, ...oddWords, ...figures];

/** Where no schema of a built-in kind is in the way, anything can be stored in place of anything. */
const ofAnotherType: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(null, true, 1, -1.5, "x", [], {}, ["x"], { a: 1 }, [null]);

/** Deeper parts are empty: types of Kubernetes hold themselves. */
const deepest = 8;

interface Place extends Named {
  readonly depth: number;
  /** The API server stores nothing else there. */
  readonly isTyped: boolean;
}

/** Objects of this shape, as they can be stored: fields left out, odd texts, and other types where nothing checks them. */
export function objectsOf(shape: RecordShape, named: Named): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  return recordOf(shape, { ...named, depth: 0, isTyped: false });
}

/** The same as a schema lets them in: no value has another type than the declared one. */
export function typedObjectsOf(shape: RecordShape, named: Named): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  return recordOf(shape, { ...named, depth: 0, isTyped: true });
}

function valueOf(shape: Shape, place: Place): fc.Arbitrary<unknown> {
  const right = ofShape(shape, { ...place, depth: place.depth + 1 });
  return place.isTyped ? right : fc.oneof({ weight: 20, arbitrary: right }, { weight: 1, arbitrary: ofAnotherType });
}

function ofShape(shape: Shape, place: Place): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case "boolean":
      return fc.boolean();
    case "string":
      return textOf(place);
    case "number":
      return fc.oneof(fc.constantFrom(0, 1, 2, 3, -1, ...place.numbers), fc.integer());
    case "list":
      return place.depth > deepest ? fc.constant([]) : fc.array(valueOf(shape.element, place), { maxLength: 3 });
    case "map":
      return mapOf(shape.value, place);
    case "record":
      return place.depth > deepest ? fc.constant({}) : recordOf(shape, place);
    case "union":
      return fc.oneof(...shape.members.map((member) => ofShape(member, place)));
    default:
      return ofAnotherType;
  }
}

function textOf({ texts }: Named): fc.Arbitrary<string> {
  const own = fc.constantFrom(...texts, "x");
  const odd = fc.constantFrom(...hostile);
  const both = fc.tuple(own, fc.oneof(own, odd)).map(([first, second]) => first + second);
  return fc.oneof({ weight: 5, arbitrary: own }, { weight: 2, arbitrary: odd }, { weight: 1, arbitrary: both });
}

/** `__proto__` is a key as any other, as it is in JSON. */
function mapOf(value: Shape, place: Place): fc.Arbitrary<unknown> {
  const keys = fc.constantFrom(...place.texts, "k", "__proto__", "constructor");
  return fc
    .array(fc.tuple(keys, valueOf(value, place)), { maxLength: 4 })
    .map((entries) => Object.assign(Object.create(null) as object, Object.fromEntries(entries)));
}

/** The fields that the rule reads, some others, and those that are always there. */
function recordOf(shape: RecordShape, place: Place): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const fields = Object.entries(shape.fields).filter(([name]) => name !== "managedFields");
  const isAlways = ([, field]: (typeof fields)[number]): boolean =>
    field.presence === "always" && (place.isTyped || field.typedByServer);
  const others = fields.filter((field) => !isAlways(field));
  const read = others.filter(([name]) => place.words.has(name));
  const unread = others.filter(([name]) => !place.words.has(name));
  const some = fc.tuple(mostOf(read), fc.shuffledSubarray(unread, { maxLength: Math.min(3, unread.length) }));
  return some.chain((chosen) => {
    const values = [...fields.filter(isAlways), ...chosen.flat()].map(([name, field]) => {
      return [name, valueOf(field.shape, { ...place, isTyped: place.isTyped || field.typedByServer })];
    });
    return fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<unknown>>);
  });
}

/** Three of four. */
function mostOf<T>(all: readonly T[]): fc.Arbitrary<readonly T[]> {
  const isThere = fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) });
  return fc
    .array(isThere, { minLength: all.length, maxLength: all.length })
    .map((there) => all.filter((_, at) => there[at] === true));
}
