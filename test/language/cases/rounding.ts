import type { Family, Request } from "../language-case.ts";

const of = (n: unknown, m: unknown = 3): Request => ({ stored: { metadata: { annotations: { n: String(n) } }, spec: { n, m } } });

const requests: Readonly<Record<string, Request>> = {
  zero: of(0),
  two: of(2),
  "minus two": of(-2),
  "two and a half": of(2.5),
  "minus two and a half": of(-2.5),
  "a bit more than two": of(2.0000000000000004),
  "a bit less than a half": of(0.49999999999999994),
  "minus a half": of(-0.5),
  "a bit less than minus a half": of(-0.5000000000000001),
  "nearly 2^53": of(9007199254740991),
  "beyond 2^63": of(1e19),
  "minus 2^70": of(-1.1805916207174113e21),
  "a large half": of(4503599627370495.5),
  tiny: of(5e-324),
  "largest of all": of(1.7976931348623157e308),
  infinite: { stored: { metadata: { annotations: { n: "-Infinity" } }, spec: { m: 3 } } },
  text: of("two", "three"),
  null: of(null, 2.5),
  absent: { stored: {} },
};

const all = Object.keys(requests);
const but = (...names: readonly string[]): readonly string[] => all.filter((name) => !names.includes(name));
const n = 'Number(oldObject.metadata.annotations?.["n"] ?? "NaN")';
/** Of three digits, which no text may have. */
const exponents = ["tiny", "largest of all"];
const notThere = ["text", "null", "absent"];

export const rounding: Family = {
  title: "rounding",
  type: "spec?: { n?: number; m?: number; any?: unknown }",
  requests,
  cases: [
    {
      title: "floor of a field",
      rule: "({ oldObject }) => Math.floor(oldObject.spec?.n!) === 2 || Math.floor(oldObject.spec?.n ?? 0) === -1",
      denies: ["two", "two and a half", "a bit more than two", "minus a half", "a bit less than minus a half"],
    },
    {
      title: "ceil, trunc and round of a field",
      rule: "({ oldObject }) => { const n = oldObject.spec?.n ?? 7; return Math.ceil(n) + Math.trunc(n) * 10 + Math.round(n) * 100 === 323 || Math.round(n) === -1 || Math.round(n) + Math.ceil(n) === 1; }",
      denies: ["two and a half", "a bit less than a half", "a bit less than minus a half", "tiny"],
    },
    {
      title: "halves go up",
      rule: `({ oldObject }) => [3, -2, 0, 4503599627370496].includes(Math.round(${n}))`,
      denies: all.filter((name) =>
        [
          "zero",
          "minus two",
          "two and a half",
          "minus two and a half",
          "a bit less than a half",
          "minus a half",
          "a large half",
          "tiny",
          "largest of all",
        ].includes(name),
      ),
    },
    {
      title: "abs and sign",
      rule: "({ oldObject }) => Math.abs(oldObject.spec?.n ?? 0) === 2.5 && Math.sign(oldObject.spec?.n ?? 0) < 0 || Math.abs(oldObject.metadata.name.length - 6) + Math.sign(oldObject.metadata.name.length - 6) === 1",
      denies: ["zero", "minus two and a half", "tiny", "text", "null"],
    },
    {
      title: "min and max",
      rule: "({ oldObject }) => Math.max(oldObject.spec?.n ?? 0, oldObject.spec?.m!, 1) === 3 && Math.min(oldObject.spec?.n ?? 0, 2.5) === 2.5",
      denies: ["two and a half"],
    },
    {
      title: "NaN is neither least nor greatest",
      rule: `({ oldObject }) => { const least = Math.min(${n}, oldObject.spec?.m ?? 5); return least !== least; }`,
      denies: [...exponents, ...notThere],
    },
    {
      title: "min of lengths, in a message",
      rule: "({ oldObject }) => Math.min(oldObject.metadata.name.length, 4) === 4",
      message:
        "({ oldObject }) => `${Math.min(oldObject.metadata.name.length, 10)} ${Math.round(oldObject.spec?.n ?? 0)} ${Math.floor(2.5)}`",
      denies: but("two"),
      says: { "minus two and a half": "10 -2 2", "a bit more than two": "10 2 2", zero: "4 0 2" },
    },
    {
      title: "a divisor that is never 0",
      rule: "({ oldObject }) => (oldObject.spec?.n ?? 0) / Math.max(1, oldObject.spec?.m ?? 0) > 0.8",
      denies: ["two and a half", "nearly 2^53", "beyond 2^63", "a large half", "largest of all"],
    },
    {
      title: "isInteger and isSafeInteger",
      rule: "({ oldObject }) => Number.isInteger(oldObject.spec?.n) && Number.isSafeInteger(oldObject.spec?.n!)",
      denies: ["zero", "two", "minus two", "nearly 2^53"],
    },
    {
      title: "isInteger of what was worked out",
      rule: `({ oldObject }) => Number.isInteger(${n} * 2) && !Number.isInteger(${n})`,
      denies: ["two and a half", "minus two and a half", "minus a half", "a large half", ...exponents],
    },
    {
      title: "isFinite and isNaN",
      rule: `({ oldObject }) => isNaN(${n}) || !Number.isFinite(${n}) || Number.isNaN(oldObject.spec?.n) || isNaN(oldObject.spec?.m!)`,
      denies: [...exponents, "infinite", ...notThere],
    },
    {
      title: "of anything",
      rule: "({ oldObject }) => !Number.isFinite(oldObject.spec?.any) && !Number.isNaN(oldObject.spec?.any)",
      denies: all,
    },
    {
      title: "limits of doubles",
      rule: `({ oldObject }) => { const n = ${n}; return n < Infinity && n > Number.MIN_SAFE_INTEGER && !(n > NaN) && n !== Number.POSITIVE_INFINITY && n <= Number.MAX_VALUE && n > Math.PI; }`,
      denies: ["nearly 2^53", "beyond 2^63", "a large half", ...exponents],
    },
    {
      title: "infinity itself, and a field that is as large as may be",
      rule: `({ oldObject }) => { const n = ${n}; return n === -Infinity || oldObject.spec?.n === Number.MAX_VALUE || oldObject.spec?.n! === Number.MIN_VALUE; }`,
      denies: [...exponents, "infinite"],
    },
    {
      title: "constants",
      rule: "() => Math.max(1, 2.5) === 2.5 && Math.min() > 5 && Math.trunc(-2.5) === -2 && Number.isInteger(3) && !isNaN(3) && Math.floor(Math.max(2, 3) / 2) === 1",
      denies: all,
    },
  ],
};
