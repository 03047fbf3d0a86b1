import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { schemaProblems } from "../../fixtures/json-schema.ts";
import { openDirectory, removeDirectory } from "../../fixtures/open-directory.ts";
import { object, planIn } from "./objects.ts";

const directory = openDirectory();
const plan = planIn(directory);
afterAll(() => removeDirectory(directory));

test("in Markdown the tree is folded, and names of others stay text", async () => {
  const { out } = await plan("others", "cm/hostile", "--format", "markdown");
  expect(out).toBe(`**Deletes 1 object in 1 Namespace**

<details><summary>What goes</summary>

\`\`\`text
ConfigMap shop/hostile: waits for example.com/\`] @someone <b> (nobody known here removes it)
\`\`\`

</details>

Not known:

- which policies are in force, unless the manifests hold them: name those that count, --generated &lt;path\\>
`);
});

test("Mermaid draws small plans alone, and names of others end no label", async () => {
  const { out } = await plan("others", "cm/hostile", "--format", "mermaid");
  const [head, title, row, ...rest] = out.split("\n");
  expect(title).toBe('  plan["Deletes 1 object in 1 Namespace"]:::plain');
  expect(head).toBe("flowchart LR");
  expect(row).toBe(
    '  o0["ConfigMap shop/hostile: waits for example.com/#96;#93; #64;someone #60;b#62; #40;nobody known here removes it#41;"]:::waits',
  );
  expect(rest.every((line) => line === "" || line.startsWith("  classDef "))).toBe(true);
  const drawn = await plan("sets", "sts/db", "--format", "mermaid");
  expect(drawn.out).toContain("  o0 --> o1\n");
});

const schema = "compiler/cli/plan/plan.schema.json";

test.each([
  ["crossplane", ["database/db"]],
  ["cloud", ["namespace/shop"]],
  ["sets", ["sts/db", "--cascade", "orphan"]],
  ["others", ["cm/hostile", "job/migrate", "-f", "sets.yaml"]],
])("JSON of %s is of the schema that the package has", async (of, words) => {
  const { out } = await plan(of, ...words, "--format", "json");
  expect(schemaProblems(schema, JSON.parse(out))).toEqual([]);
});

test("JSON steers no terminal, and programs read what was stored", async () => {
  const hostile = object("v1", "ConfigMap", "b", { metadata: { finalizers: ["a/\u009b31m\u202e"] } });
  writeFileSync(join(directory, "terminal.yaml"), JSON.stringify(hostile));
  const { out } = await plan("terminal", "cm/b", "--format", "json");
  expect(/[\u0080-\u009f\u202a-\u202e]/.test(out)).toBe(false);
  expect(out).toContain(String.raw`a/\u009b31m\u202e`);
  const {
    objects: [first],
  } = JSON.parse(out) as { objects: readonly { waitsFor: readonly { finalizer: string }[] }[] };
  expect(first?.waitsFor[0]?.finalizer).toBe("a/\u009b31m\u202e");
});

test("the schema takes no plan for good that has another field, or lacks one", async () => {
  const { out } = await plan("cloud", "namespace/shop", "--format", "json");
  const { gaps: _, ...without } = JSON.parse(out) as Readonly<Record<string, unknown>>;
  expect(schemaProblems(schema, without)).toEqual([" must have required property 'gaps'"]);
  expect(schemaProblems(schema, { ...without, gaps: [], more: 1 })).toEqual([" must NOT have additional properties"]);
});
