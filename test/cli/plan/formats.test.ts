import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { schemaProblems } from "../../fixtures/json-schema.ts";
import { openDirectory, removeDirectory } from "../../fixtures/open-directory.ts";
import { keepSettings } from "../../deletion/keep-settings.ts";
import { pageText } from "../html/page-text.ts";
import { object, planIn } from "./objects.ts";

const directory = openDirectory();
const plan = planIn(directory);
afterAll(() => removeDirectory(directory));

const inFormats = (of: string, words: readonly string[], formats: readonly string[]) =>
  Promise.all(formats.map((format) => plan(of, ...words, "--format", format)));

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

test.each([
  ["crossplane", ["database/db"]],
  ["cloud", ["namespace/shop"]],
  ["sets", ["sts/db", "sts/queue", "--cascade", "orphan"]],
  ["volumes", ["namespace/shop"]],
  ["others", ["cm/hostile", "job/migrate", "-f", "sets.yaml"]],
])(
  "a page of %s has a row for each object of the JSON, and the parts and words of the text; it exits as they do",
  async (of, words) => {
    const [json, text, page] = await inFormats(of, words, ["json", "text", "html"]);
    const { headline, titles, rows } = pageText(page?.out ?? "");
    const { objects } = JSON.parse(json?.out ?? "") as { objects: readonly { kind: string; namespace?: string; name: string }[] };
    expect(objects.length).toBeGreaterThan(0);
    for (const { kind, namespace, name } of objects) {
      const shown = `${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`;
      expect(rows.filter((row) => row === shown || row.startsWith(`${shown}: `))).toEqual([expect.any(String)]);
    }
    const [first, ...said] = (text?.out ?? "")
      .replaceAll(/^[ │├└─]+/gm, "")
      .split("\n")
      .filter((line) => line !== "");
    expect(headline).toBe(first);
    const known = [...titles.map((title) => `${title}:`), ...rows];
    expect(said.filter((line) => !known.includes(line))).toEqual([]);
    expect(titles.filter((title) => title !== "What goes" && !said.includes(`${title}:`))).toEqual([]);
    expect(page?.code).toBe(text?.code);
  },
);

test("what denies stands first in a page, with the message", async () => {
  const settings = object("v1", "ConfigMap", "settings", { metadata: { labels: { keep: "yes" } } });
  writeFileSync(join(directory, "kept.yaml"), JSON.stringify(settings));
  writeFileSync(join(directory, "keep.yaml"), keepSettings);
  const [text, page] = await inFormats("kept", ["cm/settings", "--generated", "keep.yaml"], ["text", "html"]);
  const [, message = ""] = /is not deleted:\n {2}(keep-settings: .*)\n/.exec(text?.out ?? "") ?? [];
  expect(message).toContain("keep-settings: keep: it is kept");
  expect(pageText(page?.out ?? "")).toEqual({
    headline: "Denied by 1 policy; without this policy it would delete 1 object in 1 Namespace",
    titles: ["What denies it", "What goes"],
    rows: [`ConfigMap shop/settings is not deleted: ${message}`, "ConfigMap shop/settings"],
  });
  expect([text?.code, page?.code]).toEqual([1, 1]);
});

test("a page shows all objects of a kind, also where the text counts them", async () => {
  const many = Array.from({ length: 40 }, (_, at) => object("v1", "ConfigMap", `settings-${at}`));
  const namespace = object("v1", "Namespace", "shop", {
    metadata: { namespace: undefined },
    spec: { finalizers: ["kubernetes"] },
  });
  writeFileSync(join(directory, "many.yaml"), [namespace, ...many].map((one) => JSON.stringify(one)).join("\n---\n"));
  const [text, page] = await inFormats("many", ["namespace/shop"], ["text", "html"]);
  expect(text?.out).toContain("… 35 more ConfigMap objects");
  expect(pageText(page?.out ?? "").rows.filter((row) => row.startsWith("ConfigMap"))).toHaveLength(40);
});

test("a page steers nothing: what is invisible or turns text is written out", async () => {
  const hostile = object("v1", "ConfigMap", "turned", { metadata: { finalizers: ["a/\u009b31m\u202e\u2066<b>\u0000"] } });
  writeFileSync(join(directory, "turned.yaml"), JSON.stringify(hostile));
  const { out } = await plan("turned", "cm/turned", "--format", "html");
  expect(out).toContain(String.raw`waits for a/\u{9b}31m\u{202e}\u{2066}&#60;b&#62;\u{0}`);
  expect(/[\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u.test(out)).toBe(false);
});
