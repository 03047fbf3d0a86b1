import type { Family } from "../language-case.ts";

const requests = {
  three: { stored: { spec: { n: 3, m: 4, list: [1, 2, 3] } } },
  "three point five": { stored: { spec: { n: 3.5, m: 3.5 } } },
  zero: { stored: { spec: { n: 0, m: -1 } } },
  tiny: { stored: { spec: { n: 5e-7, m: 1e-300 } } },
  huge: { stored: { spec: { n: 9007199254740991, m: 1e22 } } },
  "beyond 2^53": { stored: { spec: { n: 9007199254740994, m: 9007199254740992 } } },
  "other types": { stored: { spec: { n: "3", m: [3] } } },
  nulls: { stored: { spec: { n: null, m: true } } },
  bare: { stored: {} },
} as const;

export const numbers: Family = {
  title: "numbers",
  type: "spec?: { n?: number; m?: number; list?: number[] }",
  requests,
  cases: [
    {
      title: "< with a literal",
      rule: `({ oldObject: { spec } }) => spec?.n !== undefined && spec.n < 3.2`,
      denies: ["three", "zero", "tiny"],
    },
    {
      title: ">= with a literal",
      rule: `({ oldObject: { spec } }) => (spec?.n ?? 0) >= 3`,
      denies: ["three", "three point five", "huge", "beyond 2^53"],
    },
    { title: "a literal first, negative", rule: `({ oldObject: { spec } }) => -1 >= (spec?.m ?? 0)`, denies: ["zero"] },
    {
      title: "two stored numbers",
      rule: `({ oldObject: { spec } }) => spec?.n != null && spec.m !== undefined && spec.n > spec.m`,
      denies: ["zero", "tiny", "beyond 2^53"],
    },
    {
      // CEL's checker would take the constant's type for that of both: an int, and a stored 3.5 would then be an error.
      title: "a constant or a stored number",
      rule: `({ oldObject: { spec }, request }) => {
        const chosen = request.dryRun ? spec?.n : 1;
        return chosen !== undefined && chosen === spec?.m;
      }`,
      denies: ["three point five"],
    },
    {
      // What stands in for an absent double has to be one: CEL's checker denies `optional.of(2.5).orValue(0)`.
      title: "doubles that may be absent",
      rule: `({ oldObject: { spec, metadata }, request }) => {
        const chosen = request.dryRun ? number(metadata.annotations?.["a"]) : 2.5 - (spec?.m ?? 0);
        const either = request.dryRun ? chosen : spec?.list?.length;
        const first = chosen ?? spec?.list?.length;
        return chosen === spec?.n || chosen === 1.5 || either === 4 || (first ?? 7) === -1.5 || (either ?? metadata.finalizers?.length) === 2;
      }`,
      denies: ["other types", "nulls", "bare"],
    },
    {
      title: "not less",
      rule: `({ oldObject: { spec } }) => !((spec?.n ?? 1) <= 3)`,
      denies: ["three point five", "huge", "beyond 2^53"],
    },
    {
      title: "a literal with an exponent",
      rule: `({ oldObject: { spec } }) => spec?.n === 5e-7 || spec?.n === 3e0 || (spec?.m ?? 0) > 1e15`,
      denies: ["three", "tiny", "huge", "beyond 2^53"],
    },
    {
      title: "a length with a stored number",
      rule: `({ oldObject: { spec } }) => spec?.list?.length === spec?.n && spec?.n !== undefined`,
      denies: ["three"],
    },
    {
      title: "an infinite number where none is stored",
      rule: `({ oldObject: { spec } }) => (spec?.n ?? Infinity) > 3.2 && Math.min(spec?.m ?? Infinity, 7) > 3.2`,
      denies: ["three point five", "huge", "beyond 2^53", "other types", "nulls", "bare"],
    },
    {
      title: "one that is chosen, and compared with itself, and none at all",
      rule: `({ oldObject: { spec } }) => { const n = spec?.n !== undefined && spec.n < 1 ? -Infinity : (spec?.n ?? NaN); return n === -Infinity || !(n > 3.2); }`,
      denies: ["three", "zero", "tiny", "other types", "nulls", "bare"],
    },
    {
      title: "the least of all, and none where there is none",
      rule: `({ oldObject: { spec } }) => { let least = Infinity; for (const one of spec?.list ?? []) least = Math.min(least, one); return least < 2 || (spec?.n === 0 && least === Infinity); }`,
      denies: ["three", "zero"],
    },
    {
      title: "a chosen number",
      rule: `({ oldObject: { spec }, request }) => (request.dryRun ? (spec?.n ?? 1.5) : 2) === 1.5 || (spec?.n === 3 ? 1 : 2.5) < 2`,
      denies: ["three", "other types", "nulls", "bare"],
    },
    {
      title: "numbers in lists of the policy",
      rule: `({ oldObject: { spec } }) => [1, 3.5, 3].includes(spec?.n ?? 7) || [0, 8].includes(spec?.n ?? 8)`,
      denies: ["three", "three point five", "zero", "other types", "nulls", "bare"],
    },
    {
      title: "an int of CEL's with a fraction",
      rule: `({ oldObject: { spec } }) => spec?.list?.length !== 2.5 && (spec?.list ?? []).length === 3`,
      denies: ["three"],
    },
    {
      title: "a chosen int with a fraction",
      rule: `({ oldObject: { spec, metadata }, request }) => (request.dryRun ? (metadata.finalizers?.length ?? 1) : spec?.n) === 2.5 || (spec?.n === 3 ? 2.5 : spec?.list?.length) === 2.5`,
      denies: ["three"],
    },
    {
      title: "constants compared",
      before: `const LIMIT = 0x10; const LOW = 1_000;`,
      rule: `({ oldObject: { spec } }) => LIMIT < LOW && (spec?.n ?? LIMIT) === LIMIT && LIMIT === 16`,
      denies: ["other types", "nulls", "bare"],
    },
  ],
};

/** The same objects under a type that says what kind of number a schema promises: what is stored may be another. */
export const numberFormats: Family = {
  title: "numbers with a format",
  type: "spec?: { n?: Int32 | null; m?: Double; list?: (Int64 | null)[] }",
  requests,
  cases: [
    {
      title: "literals and arithmetic types are assignable",
      before: `const LIMIT: Int32 = 3; const atLeast = (n: Int64, least: number): boolean => n >= least;`,
      rule: `({ oldObject: { spec } }) => atLeast(spec?.n ?? 0, LIMIT)`,
      denies: ["three", "three point five", "huge", "beyond 2^53"],
    },
    {
      title: "compared with each other",
      rule: `({ oldObject: { spec } }) => spec?.n != null && spec.m !== undefined && (spec.n > spec.m || spec.n === spec.m)`,
      denies: ["three point five", "zero", "tiny", "beyond 2^53"],
    },
    {
      title: "switch",
      rule: `({ oldObject: { spec } }) => { switch (spec?.n) { case 0: return true; case 3: return true; default: return false; } }`,
      denies: ["three", "zero"],
    },
    {
      title: "in a list",
      rule: `({ oldObject: { spec } }) => (spec?.list ?? []).some((n) => n != null && n > 2) && [0, 3].includes(spec?.n ?? 7)`,
      denies: ["three"],
    },
  ],
};
