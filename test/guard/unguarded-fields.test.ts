import { expect, test } from "vitest";
import { compileText } from "../fixtures/compile-files.ts";

/** What the compiler says of the release guard of a policy over volumes. */
function releaseOf(condition: string, more = ""): string {
  const { policies, diagnostics } = compileText(
    "keep.ts",
    `
import { deletionPolicy } from "holdfast";
import type { PersistentVolume } from "holdfast/kinds";
export default deletionPolicy<PersistentVolume>({
  name: "keep",
  match: [{ group: "", resource: "persistentvolumes" }],
  ${more}
  rules: { keep: { denyWhen: ({ oldObject, namespaceObject }) => ${condition}, message: "kept" } },
});
`,
  );
  expect(diagnostics).toEqual([]);
  const release = policies[0]?.guards.find(({ name }) => name === "release");
  return `${release?.state}: ${release?.text}`;
}

const policyOf = "oldObject.spec?.persistentVolumeReclaimPolicy";
const labelled = `oldObject.metadata.labels?.["keep"] === "yes"`;
const frozen = "guards: { freeze: true },";

test("a field that rules read and no guard keeps is said with who may change it, and what to write", () => {
  expect(releaseOf(`${policyOf} === "Retain" && ${labelled}`)).toBe(
    "open: whoever may update the object can change spec.persistentVolumeReclaimPolicy, which the rules read, and then delete " +
      "the object; if no controller changes that field, guard it: " +
      'marks: ["spec.persistentVolumeReclaimPolicy"]; guarded: label keep',
  );
  expect(releaseOf(`${policyOf} === "Retain" && oldObject.spec?.storageClassName !== ""`)).toMatch(
    /can change spec\.\w+, spec\.\w+, which .* changes those fields, guard them: marks: \["spec\.\w+", "spec\.\w+"\]$/,
  );
});

test.each([
  `${policyOf} === "Retain"`,
  `${labelled} && (${policyOf} === "Retain" || oldObject.metadata.name === "main")`,
  `"Retain" === ${policyOf}`,
])("the field that `guards.freeze` keeps is not open: %s", (condition) => {
  expect(releaseOf(condition)).toMatch(/^open: .*spec\.persistentVolumeReclaimPolicy/);
  expect(releaseOf(condition, frozen)).not.toMatch(/^open/);
});

test.each([`${policyOf} === "Delete"`, `${policyOf} !== "Retain"`, `!(${policyOf} === "Retain")`])(
  "where another of its values protects it is: %s",
  (condition) => {
    expect(releaseOf(condition, frozen)).toMatch(/^open: .*spec\.persistentVolumeReclaimPolicy/);
  },
);
