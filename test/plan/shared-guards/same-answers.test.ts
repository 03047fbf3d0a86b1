import fc from "fast-check";
import { expect, test } from "vitest";
import {
  AdmissionEvaluator,
  type AdmissionInput,
  type AdmissionPolicyDocuments,
  deleteOf,
  updateOf,
} from "../../../compiler/simulator/admission/index.ts";
import { compileFiles, problemsOf } from "../../fixtures/compile-files.ts";
import { documentsOf, oldestKube } from "../../simulator/admission/policy-files.ts";

/** Policies over one kind, whose labels and annotations meet on the same objects. */
const conditions: Readonly<Record<string, string>> = {
  exists: `(metadata.labels?.["a"] ?? "no") !== "no"`,
  is: `metadata.labels?.["a"] === "yes"`,
  either: `metadata.labels?.["b"] === "yes" || metadata.labels?.["b"] === "sure"`,
  both: `metadata.labels?.["b"] === "yes" && metadata.annotations?.["c"] === "yes"`,
  "same-label": `metadata.labels?.["b"] === "yes" && metadata.annotations?.["c"] !== "yes"`,
  iterates: `metadata.labels?.["c"] === "yes" && Object.entries(metadata.annotations ?? {}).some(([key, value]) => key.startsWith("c") && value === "yes")`,
  reads: `metadata.labels?.["c"] !== undefined && (metadata.annotations?.["c"] ?? "").split("e")[0] === "y"`,
  unanswerable: `metadata.finalizers!.length > 0 && metadata.annotations?.["a"] === "yes"`,
  annotated: `metadata.annotations?.["a"] === "yes"`,
  "other-annotation": `metadata.annotations?.["c"] === "yes"`,
  "third-annotation": `metadata.annotations?.["b"] === "yes"`,
};

const textOf = (name: string, condition: string): string => `import { deletionPolicy, released } from "holdfast";

export default deletionPolicy({
  name: "${name}",
  match: [{ group: "", resource: "configmaps" }],
  overrides: [released()],
  ${name === "annotated" ? 'enforcement: "warn",' : ""}
  rules: { keep: { denyWhen: ({ oldObject: { metadata } }) => ${condition}, message: "it is kept" } },
});
`;

const files = Object.fromEntries(Object.entries(conditions).map(([name, one]) => [`policies/${name}.ts`, textOf(name, one)]));

function documents(installation?: string): AdmissionPolicyDocuments {
  const compilation = compileFiles(files, ["policies"], installation === undefined ? {} : { installation });
  expect(problemsOf(compilation)).toEqual([]);
  return documentsOf(...compilation.files.filter(({ name }) => /^(?!kust).*\.yaml$/.test(name)).map(({ text }) => text));
}

const evaluator = (of: AdmissionPolicyDocuments): AdmissionEvaluator => new AdmissionEvaluator(of, { kube: oldestKube });

/** As if objects were not asked for their annotations before all else. */
function withoutConditions({ policies, ...rest }: AdmissionPolicyDocuments): AdmissionPolicyDocuments {
  return { ...rest, policies: policies.map((policy) => ({ ...policy, matchConditions: [] })) };
}

/** What is said of a request, each once, with the policy that says it: apart, its name tells. */
function said(by: AdmissionEvaluator, input: AdmissionInput): readonly string[] {
  const findings = by.evaluate(input).findings.map(({ admissionPolicy, action, message }) => {
    const [policy = ""] = admissionPolicy.split("-guard-");
    const named = / of [\w-]+:/.test(message) ? message : message.replace(":", ` of ${policy}:`);
    return `${action} ${named}`;
  });
  return [...new Set(findings)].toSorted();
}

const value = fc.constantFrom("yes", "no", "sure");
const marks = fc.dictionary(fc.constantFrom("a", "b", "c"), value, { maxKeys: 3 });
const uid = "0e3b1c2d-0000-4000-8000-000000000000";
const objects = fc.array(
  fc.record({ labels: marks, annotations: marks, isReleased: fc.nat({ max: 4 }).map((one) => one === 0) }),
  { maxLength: 3 },
);

const namespaces = { group: "", version: "v1", resource: "namespaces" };
const shop = { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" }, spec: { finalizers: ["kubernetes"] } };

const inputs = objects.map((found) => {
  const contents = found.map(({ labels, annotations, isReleased }, at) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name: `map-${at}`,
      namespace: "shop",
      uid,
      labels,
      annotations: { ...annotations, ...(isReleased && { "holdfast.dev/release": uid }) },
    },
  }));
  const finalize = updateOf(shop, { ...shop, spec: {} }, { resource: namespaces, subResource: "finalize" });
  return [deleteOf(shop, { resource: namespaces }), finalize].map((input) => ({ ...input, contents }));
});

test("guards say together what they say apart, of Namespaces with any objects", () => {
  const [apart, together] = [evaluator(documents()), evaluator(documents("acme"))];
  const unconditional = evaluator(withoutConditions(documents()));
  const found = fc.sample(inputs, { seed: 76, numRuns: 150 }).flat();
  const answers = found.map((input) => {
    const alone = said(apart, input);
    expect(said(together, input)).toEqual(alone);
    expect(said(unconditional, input)).toEqual(alone);
    return alone;
  });
  const names = new Set(answers.flat().map((text) => / of ([\w-]+):/.exec(text)?.[1] ?? ""));
  expect([...names].toSorted()).toEqual(Object.keys(conditions).toSorted());
  expect(answers.filter((one) => one.length === 0).length).toBeGreaterThan(30);
});
