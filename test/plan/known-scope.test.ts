import { expect, test } from "vitest";
import { compileFiles } from "../fixtures/compile-files.ts";

function yamlOf(match: string): string {
  const policy = `{ name: "keep", match: [${match}], rules: { keep: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes" && oldObject.metadata.namespace !== "tmp", message: "kept" } } }`;
  const { files } = compileFiles({
    "keep.ts": `import { deletionPolicy } from "holdfast";\nexport default deletionPolicy(${policy});\n`,
  });
  return files.find(({ name }) => name === "keep.yaml")?.text ?? "";
}

const asked = "oldObject.metadata.?namespace.hasValue()";
const inNamespace = "oldObject.kind + ' ' + oldObject.metadata.namespace + '/' + oldObject.metadata.name";
const inNone = "expression: oldObject.kind + ' ' + oldObject.metadata.name\n";

test.each([
  [
    "kinds that are all in Namespaces",
    `{ group: "", resource: "configmaps" }, { group: "apps", resource: "deployments" }`,
    inNamespace,
  ],
  ["kinds that are in none", `{ group: "", resource: "persistentvolumes" }`, inNone],
  ["some of both", `{ group: "", resource: "configmaps" }, { group: "", resource: "persistentvolumes" }`, asked],
  ["a kind that is not built in", `{ group: "example.com", resource: "databases" }`, asked],
  ["a pattern", `{ group: "", resource: "*" }`, asked],
])("messages about %s say where the object is, and ask no more than they have to", (_, match, text) => {
  const yaml = yamlOf(match);
  expect(yaml).toContain(text);
  if (text !== asked) expect(yaml).not.toContain(asked);
});

test("conditions ask anyway", () => {
  expect(yamlOf(`{ group: "", resource: "configmaps" }`)).toContain("oldObject.metadata.?namespace.orValue('') == 'tmp'");
});
