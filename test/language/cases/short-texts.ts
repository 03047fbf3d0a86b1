import type { Family } from "../language-case.ts";

/** Some characters are two units for JavaScript, and one for CEL. */
const astral = "\u{1f980}";

const requests = {
  short: { stored: { spec: { items: [{ image: "registry.example.com/team-a/web:v1.2.3" }, { image: " b " }] } } },
  "as long as may be": {
    stored: { spec: { items: [{ image: "a".repeat(1_000) }, { image: "registry.example.com/team-b/db:v1.0.0" }] } },
  },
  "as many characters": {
    stored: { spec: { items: [{ image: astral.repeat(1_000) }, { image: "registry.example.com/team-b/x:v1.0.0" }] } },
  },
  "too long": { stored: { spec: { items: [{ image: "a".repeat(1_001) }] } } },
  "too long behind": {
    stored: { spec: { items: [{ image: "registry.example.com/team-a/web:v1.2.3" }, { image: "a".repeat(1_001) }] } },
  },
  "too long before": {
    stored: { spec: { items: [{ image: `${astral.repeat(1_000)}a` }, { image: "registry.example.com/team-a/web:v1.2.3" }] } },
  },
  "too long elsewhere": { stored: { spec: { items: [{ name: "x".repeat(2_000), image: "a" }, { name: "y".repeat(2_000) }] } } },
  "too many": { stored: { spec: { items: Array.from({ length: 501 }, () => ({ image: "a" })) } } },
  "wrong types": { stored: { spec: { items: [{ image: 5 }, "registry.example.com/team-a/web:v1.2.3", null] } } },
  bare: { stored: {} },
} as const;

const spec = "({ oldObject: { spec } })";
const pattern = String.raw`/^registry\.example\.com\/(team-a|team-b)\/[a-z0-9-]+:v[0-9]+\.[0-9]+\.[0-9]+$/u`;

export const shortTexts: Family = {
  title: "patterns over texts that cost too much at any length",
  type: "spec?: { items?: { name?: string; image?: string }[] }",
  requests,
  cases: [
    {
      title: "some element matches",
      rule: `${spec} => spec?.items?.some(({ image }) => ${pattern}.test(image ?? ""))`,
      denies: ["short", "as long as may be", "as many characters", "too long", "too long behind", "too long before", "too many"],
      says: {
        "too long":
          "Thing too-long cannot be evaluated: a text that a pattern, split(), trim() or toLowerCase() reads has more than 1000 characters",
      },
    },
    {
      title: "every element matches",
      rule: `${spec} => (spec?.items ?? []).every((one) => one.image !== undefined && ${pattern}.test(one.image))`,
      denies: ["too long", "too long behind", "too long before", "too many", "bare"],
    },
    {
      title: "the first that matches",
      rule: `${spec} => (spec?.items ?? []).find((one) => ${pattern}.test(one.image ?? ""))?.name === undefined && spec?.items?.length === 2`,
      denies: [
        "short",
        "as long as may be",
        "as many characters",
        "too long",
        "too long behind",
        "too long before",
        "too long elsewhere",
        "too many",
      ],
    },
    {
      title: "behind a test of the name",
      rule: `${spec} => spec?.items?.some(({ name, image }) => name === undefined && ${pattern}.test((image ?? "").trim()))`,
      denies: ["short", "as long as may be", "as many characters", "too long", "too long behind", "too long before", "too many"],
    },
    {
      title: "a loop that counts until it is left",
      rule: `${spec} => { let found = false; for (const one of spec?.items ?? []) { if (${pattern}.test(one.image ?? "")) { found = true; break; } } return found; }`,
      denies: ["short", "as long as may be", "as many characters", "too long", "too long behind", "too long before", "too many"],
    },
    {
      title: "upper case, and what is known",
      rule: `${spec} => spec?.items?.some(({ image }) => image?.trim().toUpperCase() === "B" || ${pattern}.test(image ?? ""))`,
      denies: ["short", "as long as may be", "as many characters", "too long", "too long behind", "too long before", "too many"],
    },
  ],
};
