import { expect, test } from "vitest";
import type { Compilation } from "../../compiler/compile.ts";
import { identifier, literal, method, optionalSelect, select } from "../../compiler/ir/expression.ts";
import { withGuardsMerged } from "../../compiler/plan/merge.ts";
import { compileText, problemsOf } from "../fixtures/compile-files.ts";
import { deployments, requestsFor, samplePolicy, sampleValidation, span } from "../manifest/sample-policy.ts";

interface Parts {
  readonly rules?: string;
  readonly more?: string;
}

function compiled({ rules = "", more = "" }: Parts): Compilation {
  const compilation = compileText(
    "keep.ts",
    `import { deletionPolicy, released } from "holdfast";
export default deletionPolicy({
  name: "keep",
  match: [{ group: "", resource: "configmaps" }],
  overrides: [released()],
  ${more}
  rules: {
    keep: { denyWhen: ({ oldObject }) => oldObject.metadata.annotations?.["keep"] === "yes", message: "it is kept" },
    ${rules}
  },
});
`,
  );
  expect(problemsOf(compilation)).toEqual([]);
  return compilation;
}

/** What each ValidatingAdmissionPolicy holds: `keep: keep of delete, ownerGuard of update`. */
function shapeOf({ admissionPolicies }: Compilation): readonly string[] {
  return admissionPolicies.map(({ name, validations }) => {
    const rules = validations.map(({ rule, operations }) => `${rule} of ${operations.join(" and ")}`);
    return `${name}: ${[...new Set(rules)].join(", ")}`;
  });
}

test("the guard of updates joins the rule about deletes, and that of finalizing the one of the Namespace", () => {
  expect(shapeOf(compiled({}))).toEqual([
    "keep: keep of delete, releaseGuard of update, ownerGuard of update, overrideGuard of update",
    "keep-guard-namespaces-with-configmaps: namespaceGuard of delete and update",
  ]);
});

test("each validation of a merged policy begins with its operations, and no other does", () => {
  for (const { operations, validations } of compiled({}).admissionPolicies)
    for (const { expression, operations: own } of validations)
      expect(expression.text.startsWith("request.operation ")).toBe(operations.length > own.length);
});

test("rules of the author's about updates stay a policy of their own", () => {
  const rules = `freeze: { operation: "update", denyWhen: ({ object }) => object.metadata.labels?.["frozen"] === "yes", message: "it is frozen" },`;
  expect(shapeOf(compiled({ rules }))).toEqual([
    "keep: keep of delete, releaseGuard of update, ownerGuard of update, overrideGuard of update",
    "keep-update: freeze of update",
    expect.stringContaining("keep-guard-namespaces-with-configmaps: ") as string,
  ]);
});

test("variables of both are written once, and those of one name that are not the same have two", () => {
  const { admissionPolicies } = compiled({});
  for (const { variables } of admissionPolicies) {
    expect(new Set(variables.map(({ name }) => name)).size).toBe(variables.length);
    expect(new Set(variables.map(({ text }) => text)).size).toBe(variables.length);
  }
  expect(admissionPolicies[0]?.variables.filter(({ name }) => name === "released")).toHaveLength(1);
});

test("what is enforced otherwise stays apart: guards of Namespaces, where the policy is enforced by their label", () => {
  const more = `enforcement: { label: "stage", values: { production: "deny" }, otherwise: "audit" },`;
  const { admissionPolicies } = compiled({ more });
  const bindings = (name: string) => admissionPolicies.find((one) => one.name === name)?.bindings.map((one) => one.name);
  expect(bindings("keep")).toEqual(["keep-where-deny", "keep"]);
  expect(bindings("keep-guard-namespace-labels")).toEqual(["keep-guard-namespace-labels"]);
});

/** 650,000 units: the pattern is looked for in a text as long as any that is stored. */
const dear = method(
  method(optionalSelect(select(identifier("oldObject", span), "spec", span), "text", span), "orValue", [literal("", span)], span),
  "matches",
  [literal("a".repeat(15), span)],
  span,
);

test("what the API server would not take together stays apart", () => {
  const partOf = (most: number): readonly (readonly [string, number])[] => {
    const validations = Array.from({ length: most }, () => ({ ...sampleValidation, expression: dear }));
    const guards = validations.map((one) => ({ ...one, isGuard: true, operations: ["update"] as const }));
    const rules = samplePolicy({ validations });
    const guard = samplePolicy({ name: "keep-guard", requests: requestsFor(deployments, ["update"]), validations: guards });
    return withGuardsMerged([rules, guard]).map((one) => [one.name, one.validations.length]);
  };
  expect(partOf(2)).toEqual([["keep", 4]]);
  expect(partOf(12)).toEqual([
    ["keep", 12],
    ["keep-guard", 12],
  ]);
});

test("one rule over one kind is two admission policies, and 200 lines of YAML at most", () => {
  const policy = `import { deletionPolicy } from "holdfast";
import type { StatefulSet } from "holdfast/kinds";
export default deletionPolicy<StatefulSet>({
  name: "keep",
  match: [{ group: "apps", version: "v1", resource: "statefulsets" }],
  rules: {
    tier: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["tier"] === "production",
      message: ({ oldObject }) => \`StatefulSet \${oldObject.metadata.name} is production\`,
    },
  },
});
`;
  const { admissionPolicies, files } = compileText("keep.ts", policy);
  expect(admissionPolicies).toHaveLength(2);
  const lines =
    files
      .find(({ name }) => name === "keep.yaml")
      ?.text.trimEnd()
      .split("\n") ?? [];
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.length).toBeLessThanOrEqual(200);
});

test("overrides are told in the audit log, but for those that ask the authorizer, or whose rules do", () => {
  const told = (overrides: string) => {
    const text = `import { confirmedByName, deletionPolicy, permitted, released } from "holdfast";
export default deletionPolicy({
  name: "keep",
  match: [{ group: "", resource: "configmaps" }],
  overrides: [${overrides}],
  rules: { keep: { denyWhen: ({ oldObject }) => oldObject.metadata.annotations?.["keep"] === "yes", message: "it is kept" } },
});
`;
    const lines = compileText("keep.ts", text).files.flatMap((file) => file.text.split("\n"));
    return lines.flatMap((line) => /^ {4}- key: (\w+)$|^ {2}name: (keep-overrides)$/.exec(line)?.slice(1).find(Boolean) ?? []);
  };
  expect(told("released(), confirmedByName()")).toEqual(["released", "confirmedByName"]);
  expect(told(`released(), permitted("delete-protected")`)).toEqual(["released", "keep-overrides", "keep-overrides"]);
});
