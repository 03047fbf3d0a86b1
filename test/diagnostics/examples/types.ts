import type { Example } from "../example.ts";

/** Types that would lie. */
export const typeExamples: readonly Example[] = [
  {
    code: "match-of-another-kind",
    why: "Types of `holdfast/kinds` describe one resource in one version. Other objects do not have these fields.",
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
    why: "The compiler infers the type of an `any` from its use: `x > 1` is a number, `x.some(...)` a list. If the use does not show the type, or `typeof` tests it, the compiler cannot know what is stored.",
    bad: { rule: "({ oldObject }) => ⟦(oldObject as any).spec?.owners⟧?.length > 2" },
    good: { rule: "({ oldObject }) => ((oldObject as any).spec?.owners as string[] | undefined)?.length! > 2" },
    says: "`(oldObject as any).spec?.owners`",
    override: "`as string[]`",
  },
  {
    code: "type-assertion",
    why: "`as` changes what TypeScript believes, not what is stored. It may declare the type of a field, as the type of the policy does. It cannot do so for a value that may have several types.",
    bad: { rule: "({ oldObject }) => (⟦oldObject.metadata.uid as unknown as number⟧) === 80" },
    good: { rule: '({ oldObject }) => oldObject.metadata.uid === "80"' },
    says: "`oldObject.metadata.uid as unknown as number`",
    override: "or test it with `typeof`",
  },
  {
    code: "may-be-absent",
    why: "JavaScript would continue with the word `undefined`, but the API server fails on an absent name.",
    bad: {
      rule: '({ oldObject, authorizer }) => authorizer.group("").resource("pods").name(⟦oldObject.spec?.owner⟧).check("delete").allowed()',
    },
    good: {
      rule: '({ oldObject, authorizer }) => authorizer.group("").resource("pods").name(oldObject.spec?.owner ?? "nobody").check("delete").allowed()',
    },
    says: "`oldObject.spec?.owner`",
    override: "give it a default",
  },
  {
    code: "type-predicate",
    why: "TypeScript trusts the predicate, even if it is wrong. Only the fields of an object may be declared this way.",
    bad: {
      top: "const isText = (x: unknown): ⟦x is string⟧ => x !== undefined;",
      rule: "({ oldObject }) => isText(oldObject.metadata.name)",
    },
    good: {
      top: 'const isText = (x: unknown) => typeof x === "string";',
      rule: "({ oldObject }) => isText(oldObject.metadata.name)",
    },
    says: "`x is string`",
    override: "TypeScript infers it",
  },
  {
    code: "suppressed-check",
    why: "The comment hides an error in types, and the compiler relies on them.",
    bad: {
      rule: '({ oldObject }) =>\n  // ⟦@ts-expect-error⟧ labels may be absent\n  oldObject.metadata.labels["tier"] === "gold"',
    },
    good: { rule: '({ oldObject }) => oldObject.metadata.labels?.["tier"] === "gold"' },
    says: "`@ts-expect-error`",
    override: "remove the comment and fix the error",
  },
];
