import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quote } from "../../compiler/print/quote.ts";
import { answerOf } from "./answer-of.ts";
import { celValueOfJson, celValueOfText } from "../../compiler/cel/index.ts";
import { runsOf } from "../searches/search-of.ts";

/** Fails with the seed and the smallest counter-example. */
function holds<T>(arbitrary: fc.Arbitrary<T>, predicate: (value: T) => void): void {
  fc.assert(fc.property(arbitrary, predicate), runsOf("cel-values"));
}

const evaluate = (cel: string, object: unknown): unknown => {
  const answer = answerOf({ cel, object: JSON.stringify(object) });
  if (!("value" in answer)) throw new Error(`${cel}: ${JSON.stringify(answer)}`);
  return answer.value;
};

/** Any text without lone surrogates: those are stored as U+FFFD and cannot be written in CEL. */
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("", "😀", "！", "\u0000", "a\nb", "__proto__", "constructor", "'\\"),
);
const texts = fc.tuple(text, text);
const literalNumber = fc.oneof(
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -(2 ** 53), max: 2 ** 53 }),
);
const storedNumber = fc.oneof(
  literalNumber,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(2 ** 53, 2 ** 53 + 2, 2 ** 63, -(2 ** 63), 1e21),
);
const json = fc.jsonValue({ stringUnit: "binary" });

describe("text", () => {
  test("equals a literal as in JavaScript", () => {
    holds(texts, ([a, b]) => {
      expect(evaluate(`object.a == ${quote(b)}`, { a })).toBe(a === b);
      expect(evaluate(`object.a == ${quote(a)}`, { a })).toBe(true);
    });
  });

  test("is tested, taken apart and joined as in JavaScript", () => {
    holds(texts, ([a, b]) => {
      expect(evaluate(`object.a.startsWith(${quote(b)})`, { a })).toBe(a.startsWith(b));
      expect(evaluate(`object.a.endsWith(${quote(b)})`, { a })).toBe(a.endsWith(b));
      expect(evaluate(`object.a.contains(${quote(b)})`, { a })).toBe(a.includes(b));
      expect(evaluate(`[object.a, object.b].join(${quote(b)}) + object.a`, { a, b })).toBe(a + b + b + a);
      if (b !== "") expect(evaluate(`object.a.split(${quote(b)})`, { a })).toEqual(a.split(b));
    });
  });

  test("is counted in code points and ordered as UTF-8", () => {
    holds(texts, ([a, b]) => {
      expect(evaluate("size(object.a)", { a })).toBe(BigInt([...a].length));
      expect(evaluate("object.a < object.b", { a, b })).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0);
      expect(evaluate("object.a >= object.b", { a, b })).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)) >= 0);
    });
  });

  test("matches the pattern of show() as in JavaScript", () => {
    holds(text, (a) => {
      expect(evaluate("object.a.matches('^[ -~]*$')", { a })).toBe(/^[ -~]*$/.test(a));
    });
  });
});

/** As compiler/print/print.ts writes numbers. */
const written = (value: number): string =>
  Number.isSafeInteger(value) || /[.e]/.test(String(value)) ? String(value) : `${value}.0`;

describe("numbers", () => {
  test("compare with a literal as in JavaScript, whatever is stored", () => {
    holds(fc.tuple(storedNumber, literalNumber), ([a, b]) => {
      expect(evaluate(`object.a == ${written(b)}`, { a })).toBe(a === b);
      expect(evaluate(`object.a < ${written(b)}`, { a })).toBe(a < b);
      expect(evaluate(`object.a >= ${written(b)}`, { a })).toBe(a >= b);
      expect(evaluate(`object.a in [${written(b)}]`, { a })).toBe(a === b);
    });
  });

  test("compare with each other as in JavaScript, as doubles", () => {
    holds(fc.tuple(storedNumber, storedNumber), ([a, b]) => {
      expect(evaluate("double(object.a) == double(object.b)", { a, b })).toBe(a === b);
      expect(evaluate("double(object.a) < double(object.b)", { a, b })).toBe(a < b);
    });
  });
});

describe("lists and maps", () => {
  test("are equal when their JSON is", () => {
    holds(fc.tuple(json, json), ([a, b]) => {
      expect(evaluate("object.a == object.a", { a })).toBe(true);
      expect(evaluate("object.a == object.b", { a, b })).toBe(isDeepStrictEqual(stored(a), stored(b)));
      expect(evaluate("object.a in [object.b, object.a]", { a, b })).toBe(true);
    });
  });

  test("give what is under a key, and only that", () => {
    holds(fc.tuple(fc.dictionary(text, text), text), ([map, key]) => {
      const present = Object.hasOwn(map, key);
      expect(evaluate(`${quote(key)} in object`, map)).toBe(present);
      expect(evaluate(`object[?${quote(key)}].orValue('absent')`, map)).toBe(present ? map[key] : "absent");
      expect(evaluate(`object.exists(k, k == ${quote(key)} && object[k] == ${quote(map[key] ?? "")})`, map)).toBe(present);
      expect(evaluate("size(object)", map)).toBe(BigInt(Object.keys(map).length));
    });
  });

  test("are the same from text and from a JavaScript value", () => {
    holds(json, (value) => {
      expect(celValueOfJson(value)).toEqual(celValueOfText(JSON.stringify(value)));
    });
  });
});

/** As it comes back from the API server: -0 as 0, and no prototype to compare. */
function stored(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    isRecord(part) ? new Map(Object.entries(part)) : part === 0 ? 0 : part,
  );
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
