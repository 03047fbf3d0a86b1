import { expect, test } from "vitest";
import { compileText, ruleInCel } from "../fixtures/compile-files.ts";

const policy = (group: string, resource: string): string => `import { type KubernetesObject, deletionPolicy } from "holdfast";
interface Thing extends KubernetesObject { readonly template: string }
export default deletionPolicy<Thing>({
  name: "things",
  match: [{ group: "${group}", version: "v1", resource: "${resource}" }],
  overrides: { none: "the rule alone is asked" },
  rules: { rule: { denyWhen: ({ oldObject }) => oldObject.template !== "a", message: "no" } },
});
`;

const expressionFor = (group: string, resource: string): string => ruleInCel(compileText("things.ts", policy(group, resource)));

test.each([
  ["apps", "deployments"],
  ["", "configmaps"],
  ["*.k8s.io", "things"],
])("in group `%s` objects may be built in, so that the constant stands first", (group, resource) => {
  expect(expressionFor(group, resource)).toBe("'a' == oldObject.?template.orValue('')");
});

test.each(["example.com", "*.services.k8s.aws"])("in group `%s` nothing is", (group) => {
  expect(expressionFor(group, "things")).toBe("oldObject.?template.orValue('') == 'a'");
});

test("what a variable holds is sorted whatever the type of its elements", () => {
  const text = `import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "things",
  match: [{ group: "apps", version: "v1", resource: "deployments" }],
  rules: {
    rule: {
      denyWhen: ({ oldObject: { metadata } }) =>
        (metadata.finalizers ?? []).toSorted()[0] === "a/x" && (metadata.finalizers ?? []).toSorted().at(-1) === "b/y",
      message: "no",
    },
  },
});
`;
  // That the API server takes it is asked by whatever compiles (manifest/type-check.ts).
  const { files } = compileText("things.ts", text, { kube: 35 });
  expect(files.find(({ name }) => name === "things.yaml")?.text).toContain("variables.countedFinalizers.orValue(dyn([])).sort()");
});
