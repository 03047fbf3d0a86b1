import type { Family } from "../language-case.ts";

const texts = {
  zero: "0",
  whole: "12",
  signed: "+12",
  negative: "-12.50",
  "negative zero": "-0",
  "many digits": "00000000000000000000000000000012",
  "too many digits": "000000000000000000000000000000012",
  "beyond 2^53": "9007199254740993",
  fraction: "0.1",
  "no whole": ".5",
  "no fraction": "5.",
  exponent: "1.2e+1",
  "large exponent": "1e99",
  "too large exponent": "1e100",
  tiny: "1e-99",
  empty: "",
  space: " 12",
  hexadecimal: "0x10",
  underscore: "1_000",
  infinity: "Infinity",
  nan: "NaN",
  point: ".",
  "a line": "12\n",
  "Arabic digits": "١٢",
  "full width": "１２",
  "a unit": "12Gi",
  "spaces of all sorts": "\u00a0\ufeff\t-12 apples",
  "more than a double holds": `-${"9".repeat(400)}`,
  "zeros before": `${"0".repeat(400)}12`,
} as const;

const requests = {
  ...Object.fromEntries(
    Object.entries(texts).map(([name, a]) => [name, { stored: { metadata: { annotations: { a } }, spec: { a, n: 3 } } }]),
  ),
  absent: { stored: {} },
  "other types": { stored: { spec: { a: 12, n: "3" } } },
};

const all = Object.keys(requests);
const read = "number(oldObject.metadata.annotations?.['a'])";
const twelve = ["whole", "signed", "many digits", "exponent"];

export const numberText: Family = {
  title: "numbers and text",
  type: "spec?: { a?: string; n?: number }",
  requests,
  cases: [
    {
      title: "beside NaN and what is infinite, which CEL cannot write",
      rule: `({ oldObject }) => ["a", "Infinity", oldObject.spec?.a ?? ""].map(Number).some((n) => n > 11 && n < 13)`,
      denies: [
        "whole",
        "signed",
        "many digits",
        "too many digits",
        "exponent",
        "too large exponent",
        "space",
        "hexadecimal",
        "a line",
        "more than a double holds",
        "zeros before",
      ],
    },
    {
      title: "the same number, by Object.is",
      rule: `({ oldObject }) => Object.is(oldObject.spec?.n, 3) && Object.is(NaN, NaN) && !Object.is(0, -0) && oldObject.spec?.a === "12"`,
      denies: ["whole"],
    },
    {
      title: "NaN is among numbers",
      rule: `({ oldObject }) => [NaN, 12].includes(NaN) && new Set([NaN]).has(NaN) && ![1].includes(NaN) && oldObject.spec?.a === "12"`,
      denies: ["whole"],
    },
    { title: "text that is a number", rule: `({ oldObject }) => ${read} === 12`, denies: twelve },
    {
      title: "one of whole numbers",
      rule: `({ oldObject }) => { const a = number(oldObject.spec?.a); if (a === undefined) return false; return [11, 12].includes(a); }`,
      denies: twelve,
    },
    { title: "of a custom resource", rule: `({ oldObject }) => number(oldObject.spec?.a) === 12`, denies: twelve },
    {
      title: "parseInt",
      rule: `({ oldObject }) => parseInt(oldObject.metadata.annotations?.["a"] ?? "", 10) === 12`,
      denies: [
        "whole",
        "signed",
        "many digits",
        "too many digits",
        "space",
        "a line",
        "a unit",
        "more than a double holds",
        "zeros before",
      ],
    },
    {
      title: "parseInt in order, where NaN is neither",
      rule: `({ oldObject }) => { const n = parseInt(oldObject.metadata.annotations?.["a"]!, 10); return n * 2 > 24 || n < -12 || 1 / n < -1e15; }`,
      denies: ["negative zero", "beyond 2^53", "more than a double holds", "zeros before"],
    },
    {
      title: "whether it is one",
      rule: `({ oldObject }) => ${read} === undefined`,
      denies: [
        "too many digits",
        "too large exponent",
        "empty",
        "space",
        "hexadecimal",
        "underscore",
        "infinity",
        "nan",
        "point",
        "a line",
        "Arabic digits",
        "full width",
        "a unit",
        "spaces of all sorts",
        "more than a double holds",
        "zeros before",
        "absent",
        "other types",
      ],
    },
    {
      title: "in order",
      rule: `({ oldObject }) => (${read} ?? -1) >= 0.1`,
      denies: [...twelve.slice(0, 3), "beyond 2^53", "fraction", "no whole", "no fraction", "exponent", "large exponent"],
    },
    { title: "rounded as doubles", rule: `({ oldObject }) => (${read} ?? 0) - 9007199254740991 === 1`, denies: ["beyond 2^53"] },
    {
      title: "calculated with",
      rule: `({ oldObject }) => { const n = ${read}; return n !== undefined && n * 2 + 1 === 25 || 1 / (n ?? 1) < -1e15; }`,
      denies: [...twelve.slice(0, 2), "negative zero", ...twelve.slice(2)],
    },
    { title: "text of the policy", rule: `() => number("2.5") === 2.5 && number("0x10") === undefined`, denies: all },
    {
      title: "in text",
      rule: `() => true`,
      message:
        "({ oldObject, request }) => `${(oldObject.metadata.finalizers ?? []).length} ${oldObject.kind.length - 7} ${request.dryRun} ${oldObject.kind === 'Thing'} ${String(oldObject.metadata.name.length)} ${String(oldObject.kind)} ${String(2.5)} ${show(3)} ${show(oldObject.metadata.name.length > 5)} ${show(oldObject.metadata.name.indexOf('-'))} ${show(\"é\")}`",
      denies: all,
      says: {
        zero: "0 -2 true true 4 Thing 2.5 3 false -1 (cannot be shown)",
        "a line": "0 -2 true true 6 Thing 2.5 3 true 1 (cannot be shown)",
      },
    },
    {
      title: "a boolean of a custom resource in text",
      rule: "({ oldObject }) => `${oldObject.spec?.n === 3}` === 'true'",
      denies: Object.keys(texts),
    },
  ],
};
