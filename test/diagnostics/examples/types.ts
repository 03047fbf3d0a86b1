import type { Example } from "../example.ts";

/** Types that would lie. */
export const typeExamples: readonly Example[] = [
  {
    code: "match-of-another-kind",
    why: "Types of `holdfast/kinds` describe one resource in one version; of anything else they would promise fields that it does not have.",
    bad: {
      file: `import { deletionPolicy } from "holdfast";
import type { Deployment } from "holdfast/kinds";

export default deletionPolicy<Deployment>({
  name: "scaled-up",
  match: [⟦{ group: "apps", version: "v1", resource: "statefulsets" }⟧],
  rules: { replicas: { denyWhen: ({ oldObject }) => (oldObject.spec?.replicas ?? 1) > 0, message: "it still has replicas" } },
});
`,
    },
    good: {
      file: `import { deletionPolicy } from "holdfast";
import type { StatefulSet } from "holdfast/kinds";

export default deletionPolicy<StatefulSet>({
  name: "scaled-up",
  match: [{ group: "apps", version: "v1", resource: "statefulsets" }],
  rules: { replicas: { denyWhen: ({ oldObject }) => (oldObject.spec?.replicas ?? 1) > 0, message: "it still has replicas" } },
});
`,
    },
    says: "`statefulsets.v1.apps`",
    override: 'match `{ group: "apps", version: "v1", resource: "deployments" }`',
  },
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
    override: "write the type, or `unknown`",
  },
  {
    code: "type-assertion",
    why: "`as` changes what TypeScript believes and nothing that is stored. `as const` and `satisfies` claim nothing and may be used.",
    bad: { rule: '({ oldObject }) => (⟦oldObject.metadata.name as "main" | "other"⟧) === "main"' },
    good: { rule: '({ oldObject }) => oldObject.metadata.name === "main"' },
    says: '`oldObject.metadata.name as "main" | "other"`',
    override: "declare the field with its type",
  },
  {
    code: "non-null-assertion",
    why: "Nothing makes sure that the value is there, and CEL fails where it is not.",
    bad: { rule: '({ oldObject }) => ⟦oldObject.metadata.labels!⟧["tier"] === "gold"' },
    good: { rule: '({ oldObject }) => oldObject.metadata.labels?.["tier"] === "gold"' },
    says: "`oldObject.metadata.labels!`",
    override: "handle the absent value: `?.`, `??`",
  },
  {
    code: "suppressed-check",
    why: "What the comment hides is an error in the types that the compiler is about to believe.",
    bad: {
      rule: '({ oldObject }) =>\n  // ⟦@ts-expect-error⟧ labels may be absent\n  oldObject.metadata.labels["tier"] === "gold"',
    },
    good: { rule: '({ oldObject }) => oldObject.metadata.labels?.["tier"] === "gold"' },
    says: "`@ts-expect-error`",
    override: "remove the comment and fix what it hides",
  },
];
