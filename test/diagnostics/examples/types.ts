import type { Example } from "../example.ts";

/** Types that would lie. */
export const typeExamples: readonly Example[] = [
  {
    code: "any-type",
    why: "The compiler takes from the types what is stored where. `any` says nothing and lets everything pass.",
    bad: {
      top: 'const isMain = (name: ⟦any⟧): boolean => name === "main";',
      rule: "({ oldObject }) => isMain(oldObject.metadata.name)",
    },
    good: {
      top: 'const isMain = (name: string): boolean => name === "main";',
      rule: "({ oldObject }) => isMain(oldObject.metadata.name)",
    },
    says: "`any`",
    wayOut: "write the type, or `unknown`",
  },
  {
    code: "type-assertion",
    why: "`as` changes what TypeScript believes and nothing that is stored. `as const` and `satisfies` claim nothing and may be used.",
    bad: { rule: '({ oldObject }) => (⟦oldObject.metadata.name as "main" | "other"⟧) === "main"' },
    good: { rule: '({ oldObject }) => oldObject.metadata.name === "main"' },
    says: '`oldObject.metadata.name as "main" | "other"`',
    wayOut: "declare the field with its type",
  },
  {
    code: "non-null-assertion",
    why: "Nothing makes sure that the value is there, and CEL fails where it is not.",
    bad: { rule: '({ oldObject }) => ⟦oldObject.metadata.labels!⟧["tier"] === "gold"' },
    good: { rule: '({ oldObject }) => oldObject.metadata.labels?.["tier"] === "gold"' },
    says: "`oldObject.metadata.labels!`",
    wayOut: "handle the absent value: `?.`, `??`",
  },
  {
    code: "suppressed-check",
    why: "What the comment hides is an error in the types that the compiler is about to believe.",
    bad: {
      rule: '({ oldObject }) =>\n  // ⟦@ts-expect-error⟧ labels may be absent\n  oldObject.metadata.labels["tier"] === "gold"',
    },
    good: { rule: '({ oldObject }) => oldObject.metadata.labels?.["tier"] === "gold"' },
    says: "`@ts-expect-error`",
    wayOut: "remove the comment and mend what it hides",
  },
];
