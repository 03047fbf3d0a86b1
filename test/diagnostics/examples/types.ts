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
    why: "What is read of an `any` has the type that the rule uses it as: `x > 1` a number, `x.some(...)` a list. Where that does not tell, or `typeof` tells types apart, the compiler cannot know what is stored.",
    bad: { rule: "({ oldObject }) => ⟦(oldObject as any).spec?.owners⟧?.length > 2" },
    good: { rule: "({ oldObject }) => ((oldObject as any).spec?.owners as string[] | undefined)?.length! > 2" },
    says: "`(oldObject as any).spec?.owners`",
    override: "`as string[]`",
  },
  {
    code: "type-assertion",
    why: "`as` changes what TypeScript believes and nothing that is stored. Of a field of the object it says which type that has, as the type of the policy does; of what has several types it can say nothing.",
    bad: { rule: "({ oldObject }) => (⟦oldObject.metadata.uid as unknown as number⟧) === 80" },
    good: { rule: '({ oldObject }) => oldObject.metadata.uid === "80"' },
    says: "`oldObject.metadata.uid as unknown as number`",
    override: "or ask `typeof`",
  },
  {
    code: "may-be-absent",
    why: "JavaScript would go on with the word `undefined`, and the API server fails on a name that is not there.",
    bad: {
      rule: '({ oldObject, authorizer }) => authorizer.group("").resource("pods").name(⟦oldObject.spec?.owner⟧).check("delete").allowed()',
    },
    good: {
      rule: '({ oldObject, authorizer }) => authorizer.group("").resource("pods").name(oldObject.spec?.owner ?? "nobody").check("delete").allowed()',
    },
    says: "`oldObject.spec?.owner`",
    override: "say what stands in for it",
  },
  {
    code: "type-predicate",
    why: "TypeScript believes the function whatever it says. Of an object it may say what fields that has.",
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
    why: "What the comment hides is an error in the types that the compiler is about to believe.",
    bad: {
      rule: '({ oldObject }) =>\n  // ⟦@ts-expect-error⟧ labels may be absent\n  oldObject.metadata.labels["tier"] === "gold"',
    },
    good: { rule: '({ oldObject }) => oldObject.metadata.labels?.["tier"] === "gold"' },
    says: "`@ts-expect-error`",
    override: "remove the comment and fix what it hides",
  },
];
