import { expect, test } from "vitest";
import { compileText, documentsOf } from "../documents/compile-text.ts";

const policy = (group: string): string => `import { type KubernetesObject, deletionPolicy } from "holdfast";
interface Thing extends KubernetesObject { readonly template: string }
export default deletionPolicy<Thing>({
  name: "things",
  match: [{ group: "${group}", version: "v1", resource: "things" }],
  waysOut: { none: "the rule alone is asked" },
  rules: { rule: { denyWhen: ({ oldObject }) => oldObject.template !== "a", message: "no" } },
});
`;

interface AdmissionPolicy {
  readonly spec: { readonly validations: readonly { readonly expression: string }[] };
}

function expressionFor(group: string): string | undefined {
  const [document] = documentsOf(compileText("things.ts", policy(group))) as unknown as readonly AdmissionPolicy[];
  return document?.spec.validations.at(-1)?.expression;
}

test.each(["apps", "", "*.k8s.io"])("in group `%s` objects may be built in, so that the constant stands first", (group) => {
  expect(expressionFor(group)).toBe("'a' == oldObject.?template.orValue('')");
});

test.each(["example.com", "*.services.k8s.aws"])("in group `%s` nothing is", (group) => {
  expect(expressionFor(group)).toBe("oldObject.?template.orValue('') == 'a'");
});
