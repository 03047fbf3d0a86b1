import { expect, test } from "vitest";
import { compileFiles } from "../fixtures/compile-files.ts";

/** A rule that goes through the text of each image about ten times. */
function codesOf(lists: string): readonly string[] {
  const text = `import { deletionPolicy } from "holdfast";
import type { Deployment } from "holdfast/kinds";
const tag = (image: string): string => { const i = image.lastIndexOf(":"); return i === -1 ? "latest" : image.substring(i + 1); };
export default deletionPolicy<Deployment>({
  name: "images",
  match: [{ group: "apps", version: "v1", resource: "deployments" }],
  rules: {
    images: {
      denyWhen: ({ oldObject }) => {
        const pod = oldObject.spec?.template?.spec;
        return [${lists}].some(({ image = "" }) => image.replaceAll("/", " ").startsWith("registry.example.com ") && tag(image) !== "latest");
      },
      message: "no",
    },
  },
});
`;
  return compileFiles({ "images.ts": text }).diagnostics.map(({ code }) => code);
}

test("two lists of one object have no more text together than the object", () => {
  expect(codesOf("...(pod?.containers ?? []), ...(pod?.initContainers ?? [])")).toEqual([]);
});

test("a list that is joined with itself has it twice", () => {
  expect(codesOf("...(pod?.containers ?? []), ...(pod?.containers ?? [])")).toEqual(["too-expensive"]);
});

/** Cost of what the rule itself is, by the CEL that it holds. */
function costOf(condition: string, part: string): number {
  const text = `import { type KubernetesObject, deletionPolicy } from "holdfast";
interface Thing extends KubernetesObject { readonly a?: readonly string[] }
export default deletionPolicy<Thing>({
  name: "joined",
  match: [{ group: "example.com", version: "v1", resource: "things" }],
  overrides: { none: "only the rule is asked" },
  rules: { rule: { denyWhen: ({ oldObject: { a, metadata } }) => ${condition}, message: "no" } },
});
`;
  const { admissionPolicies, diagnostics } = compileFiles({ "joined.ts": text });
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  const rules = admissionPolicies.flatMap(({ validations }) => validations.filter(({ isGuard }) => !isGuard));
  return rules.find(({ expression }) => expression.text.includes(part))?.expression.cost ?? 0;
}

test.each([
  [
    "the largest of their numbers",
    "Math.max(...Object.values(metadata.labels ?? {}).map((x) => x.length), ...(a ?? []).map((x) => x.length)) === 5",
    ".max()",
    4_000,
  ],
  [
    "what is in them",
    `{ const own = [...(a ?? []), ...(metadata.finalizers ?? [])]; own.push("y"); return own.includes("x"); }`,
    "'x' in variables.own",
    4_001,
  ],
])("%s costs as much as both lists have entries", (_, condition, part, entries) => {
  expect(costOf(condition, part)).toBeGreaterThanOrEqual(entries);
});
