import type { Family } from "../language-case.ts";

const requests = {
  small: { stored: { metadata: { finalizers: ["a/x", "a/y", "a/z"] }, spec: { n: 3, m: 4, list: [1, 2, 3] } } },
  fractions: { stored: { spec: { n: 0.1, m: 0.2 } } },
  zero: { stored: { spec: { n: 0, m: 0 } } },
  "a zero with a sign": { stored: { spec: { n: -0, m: -0 } } },
  negative: { stored: { spec: { n: -7, m: 2 } } },
  "beyond 2^53": { stored: { spec: { n: 9007199254740994, m: 1 } } },
  "the largest int": { stored: { spec: { n: 9223372036854774784, m: -9223372036854774784 } } },
  "the largest double": { stored: { spec: { n: 1.7e308, m: 1.7e308 } } },
  "other types": { stored: { spec: { n: "3", m: [3] } } },
  nulls: { stored: { spec: { n: null, m: true } } },
  bare: { stored: {} },
} as const;

const all = Object.keys(requests);
const except = (...names: readonly (keyof typeof requests)[]) => all.filter((name) => !names.some((other) => other === name));

const n = "(spec?.n ?? 1)";
const m = "(spec?.m ?? 1)";

export const arithmetic: Family = {
  title: "arithmetic",
  type: "spec?: { n?: number; m?: number; list?: number[] }",
  requests,
  cases: [
    {
      title: "a sum with a literal",
      rule: `({ oldObject: { spec } }) => spec?.n !== undefined && spec.n + 1 > 3`,
      denies: ["small", "beyond 2^53", "the largest int", "the largest double"],
    },
    {
      title: "divided by a zero with a sign",
      rule: `({ oldObject: { spec } }) => { const zero = 0 * -3; return spec?.n !== undefined && (spec.n + 1) / zero < 0; }`,
      denies: ["small", "fractions", "zero", "a zero with a sign", "beyond 2^53", "the largest int", "the largest double"],
    },
    {
      title: "divided by a zero with a sign, perhaps",
      rule: `({ oldObject: { spec }, request }) => {
        const divisor = request.dryRun ? 0 / -3 : 3;
        return spec?.n !== undefined && (spec.n + 1) / divisor < 0 && divisor === 0 && (spec.list ?? []).length >= divisor;
      }`,
      denies: ["small", "fractions", "zero", "a zero with a sign", "beyond 2^53", "the largest int", "the largest double"],
    },
    {
      title: "divided by a stored zero",
      rule: `({ oldObject: { spec } }) => spec?.n === 0 && 1 / spec.n < 0`,
      denies: [],
    },
    { title: "a sum of two", rule: `({ oldObject: { spec } }) => ${n} + ${m} === 7`, denies: ["small"] },
    {
      title: "doubles round as they do in TypeScript",
      rule: `({ oldObject: { spec } }) => ${n} + ${m} === 0.30000000000000004`,
      denies: ["fractions"],
    },
    {
      title: "the grouping of a sum",
      rule: `({ oldObject: { spec } }) => ${n} + (${m} + 0.3) !== ${n} + ${m} + 0.3`,
      denies: ["fractions", "the largest int"],
    },
    { title: "a difference", rule: `({ oldObject: { spec } }) => ${n} - ${m} < 0 && -${n} <= 0`, denies: ["small", "fractions"] },
    {
      title: "differences from the left",
      rule: `({ oldObject: { spec } }) => 10 - ${n} - ${m} === 10 - (${n} - ${m})`,
      denies: ["zero", "a zero with a sign"],
    },
    { title: "a product", rule: `({ oldObject: { spec } }) => ${n} * ${m} * 0.5 === 6`, denies: ["small"] },
    {
      title: "infinity",
      rule: `({ oldObject: { spec } }) => ${n} + ${m} > 1e15 && ${n} * ${m} - ${n} * ${m} !== 0`,
      denies: ["the largest double"],
    },
    { title: "a quotient", rule: `({ oldObject: { spec } }) => ${n} / ${m} === -3.5`, denies: ["negative"] },
    {
      title: "divided by zero",
      rule: `({ oldObject: { spec } }) => 1 / ${n} > 1e15 || (0 - 1) / -${n} > 1e15`,
      denies: ["zero", "a zero with a sign"],
    },
    {
      title: "no number is not less",
      rule: `({ oldObject: { spec } }) => !(${n} / ${m} < 1) && !(${n} / ${m} >= 1)`,
      denies: ["zero", "a zero with a sign"],
    },
    {
      title: "no number is not more, in the rule and turned round",
      rule: `({ oldObject: { spec } }) => ${n} / ${m} >= 0 || ${n} / ${m} < 0`,
      denies: except("zero", "a zero with a sign"),
    },
    {
      title: "no number is not itself",
      rule: `({ oldObject: { spec } }) => ${n} / ${m} !== ${n} / ${m}`,
      denies: ["zero", "a zero with a sign"],
    },
    {
      title: "ints lose what doubles lose",
      rule: `({ oldObject: { spec } }) => ${n} + 0 - 9007199254740990 === 4`,
      denies: ["beyond 2^53"],
    },
    {
      title: "lengths are whole numbers",
      rule: `({ oldObject: { spec, metadata } }) => (metadata.finalizers ?? []).length + (spec?.list ?? []).length - 1 === 5`,
      denies: ["small"],
    },
    {
      title: "a length and a fraction",
      rule: `({ oldObject: { metadata } }) => (metadata.finalizers ?? []).length * 0.5 === 1.5 && (metadata.finalizers ?? []).length / 2 > 1`,
      denies: ["small"],
    },
    {
      title: "a remainder",
      rule: `({ oldObject: { metadata } }) => (metadata.finalizers ?? []).length % 2 === 1 && ((metadata.finalizers ?? []).length - 10) % 4 === -3`,
      denies: ["small"],
    },
    {
      title: "known numbers",
      before: "const HOURS = 24; const WEEK = 7 * HOURS; const HALF = WEEK / 2 - 80 % 7; const MINUS = -HALF + 1;",
      rule: `({ oldObject: { spec } }) => MINUS === -80 && ${n} * WEEK === 504`,
      denies: ["small"],
    },
    {
      title: "a calculated or another number",
      rule: `({ oldObject: { spec, metadata }, request }) => (request.dryRun ? ${n} * 2 : (metadata.finalizers ?? []).length) === 6 && (spec?.m ?? ${n} * 2) === 4 && (metadata.finalizers?.length ?? ${n} * 2) === 3`,
      denies: ["small"],
    },
    {
      title: "a calculated number in a list",
      rule: `({ oldObject: { spec } }) => [1, 6, 2.5].includes(${n} * 2) || [${n} * 2, ${m}].includes(-14) || (spec?.list ?? []).includes(${n} / 3)`,
      denies: ["small", "negative"],
    },
    {
      title: "in a switch",
      rule: `({ oldObject: { spec } }) => { switch (${n} - 1) { case 2: return true; case -8: return true; default: return false; } }`,
      denies: ["small", "negative"],
    },
    {
      title: "powers of what is known",
      rule: `({ oldObject: { spec } }) => spec?.n !== undefined && spec.n * 2 ** 2 === LIMIT - 4`,
      before: "const LIMIT = 4 ** 2;",
      denies: ["small"],
    },
  ],
};
