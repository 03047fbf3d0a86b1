import { describe, expect, test } from "vitest";
import { compileFiles, placesOf } from "../fixtures/compile-files.ts";

const policyOf = (
  top: string,
  rules: Readonly<Record<string, string>>,
): string => `import { type KubernetesObject, deletionPolicy } from "holdfast";
interface Thing extends KubernetesObject { readonly spec: { readonly names?: readonly string[]; readonly text?: string } }
${top}
export default deletionPolicy<Thing>({
  name: "all-at-once",
  match: [{ group: "language.example.com", version: "v1", resource: "things" }],
  overrides: { none: "the rules alone are asked" },
  rules: {
${Object.entries(rules)
  .map(([name, rule]) => `    ${name}: { denyWhen: ({ oldObject }) => ${rule}, message: "no" },`)
  .join("\n")}
  },
});
`;

const found = (top: string, rules: Readonly<Record<string, string>>): readonly string[] =>
  placesOf(compileFiles({ "policy.ts": policyOf(top, rules) }));

const illTyped = 'oldObject.metadata.labels["tier"] === "gold"';
const construct = "(oldObject.metadata.name.length & 1) === 1";
const costly =
  '(oldObject.spec.names ?? []).some((a) => (oldObject.metadata.finalizers ?? []).some((b) => /^(.*)x(.*)y(.*)z$/u.test(a + b + (oldObject.spec.text ?? ""))))';

describe("one run shows every error", () => {
  test("of types, of the language and of cost, in one file", () => {
    expect(found("", { illTyped, construct, costly, right: "true" })).toEqual([
      "policy.ts:9:46 type-error",
      "policy.ts:10:79 unsupported-operator",
      "policy.ts:11:5 too-expensive",
    ]);
  });

  test("of the language and of cost", () => {
    expect(found("", { construct, costly })).toEqual(["policy.ts:9:79 unsupported-operator", "policy.ts:10:5 too-expensive"]);
  });

  test("what follows from a wrong type is no error of its own", () => {
    const top = 'import { keep } from "./missing.ts";\nconst limit: number = "many";';
    expect(found(top, { isLimited: "keep === oldObject.metadata.name || limit > 3", construct })).toEqual([
      "policy.ts:3:22 type-error",
      "policy.ts:4:7 type-error",
      "policy.ts:11:79 unsupported-operator",
    ]);
  });

  test("a file that TypeScript cannot read has but that to say", () => {
    expect(found("const a = ;", { construct })).toEqual(["policy.ts:3:11 syntax-error"]);
  });
});
