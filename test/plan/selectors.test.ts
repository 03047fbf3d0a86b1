import { expect, test } from "vitest";
import { CaseFiles, partsOf } from "../language/case-files.ts";

/** The selector of a policy that denies deletes by this rule. */
function selectorOf(rule: string): string | undefined {
  const files = new CaseFiles();
  try {
    const policy = `{ name: "keep", match: [{ group: "", resource: "configmaps" }], rules: { keep: { denyWhen: ${rule}, message: "kept" } } }`;
    files.write("keep.ts", `import { deletionPolicy } from "holdfast";\nexport default deletionPolicy(${policy});\n`);
    const { yaml } = partsOf(files.compileNext(["keep.ts"]), "keep");
    return /objectSelector:(?: \{\}|\n(?: {6,}.*\n)*)/.exec(yaml)?.[0];
  } finally {
    files.remove();
  }
}

const kept = expect.stringContaining(`matchLabels:\n        keep: "yes"`) as unknown;

test.each([
  ["as it stands", `({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes"`],
  ["of metadata that was taken apart", `({ oldObject: { metadata } }) => metadata.labels?.["keep"] === "yes"`],
  ["of labels with a name", `({ oldObject }) => { const { labels } = oldObject.metadata; return labels?.["keep"] === "yes"; }`],
  ["with more to it", `({ oldObject: { kind, metadata } }) => metadata.labels?.["keep"] === "yes" && kind !== "Secret"`],
])("objects without the label that the rule needs cost nothing: %s", (_, rule) => {
  expect(selectorOf(rule)).toEqual(kept);
});

test.each([
  [
    "a rule that may deny without it",
    `({ oldObject: { metadata } }) => metadata.labels?.["keep"] === "yes" || metadata.name === "a"`,
  ],
  ["the label of the Namespace", `({ namespaceObject }) => namespaceObject?.metadata.labels?.["keep"] === "yes"`],
])("every object is asked about: %s", (_, rule) => {
  expect(selectorOf(rule)).toBe("objectSelector: {}");
});
