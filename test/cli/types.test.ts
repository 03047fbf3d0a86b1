import { appendFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { compileFiles } from "../fixtures/compile-files.ts";
import { definitionOf, schemaWithSpec } from "../crd-types/definition-text.ts";
import { root } from "../house/source-files.ts";
import { temporaryDirectory, contents } from "../fixtures/temporary-directory.ts";
import { type Outcome, runCommand } from "./fake-run.ts";

const thing = (type = "string", versions: readonly string[] = []) =>
  stringify(
    definitionOf(schemaWithSpec({ type: "object", properties: { size: { type } } }), {
      more: versions.map((name) => ({ name, served: true, storage: false, schema: { openAPIV3Schema: schemaWithSpec({}) } })),
    }),
  );
const other = stringify(definitionOf(schemaWithSpec({ type: "object" }), { kind: "Other", plural: "others" }));
const configMap = stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } });

const thingFile = "thing.example.com.v1.d.ts";
const otherFile = "other.example.com.v1.d.ts";

const types = (directory: string, ...words: readonly string[]): Promise<Outcome> => runCommand(["types", ...words], directory);

describe("holdfast types", () => {
  it("writes a type for each definition, says where, and how to import it", async () => {
    const directory = temporaryDirectory({ "crds/a.yaml": thing(), "crds/deep/b.yml": `${other}---\n${configMap}` });
    const { code, out, error } = await types(directory, "crds");
    expect([code, error]).toEqual([0, "  crds/deep/b.yml: passed over 1 object of other kinds\n"]);
    expect(Object.keys(contents(join(directory, "types")))).toEqual([otherFile, thingFile]);
    expect(out.split("\n")).toEqual([
      "KIND   GROUP        VERSION  FILE",
      "Other  example.com  v1       types/other.example.com.v1.d.ts",
      "Thing  example.com  v1       types/thing.example.com.v1.d.ts",
      "",
      "2 types; types: 2 files written, 0 unchanged, 0 removed",
      'In a policy: import type { Other } from "../types/other.example.com.v1.d.ts";',
      "",
    ]);
  });

  it("what it writes is what a policy imports", async () => {
    const directory = temporaryDirectory({ "crd.yaml": thing("integer") });
    const { out } = await types(directory, "crd.yaml");
    const line = /In a policy: (import .*)/.exec(out)?.[1] ?? "";
    const policy = `import { deletionPolicy } from "holdfast";
${line}
export default deletionPolicy<Thing>({
  name: "large",
  match: [{ group: "example.com", version: "v1", resource: "things" }],
  rules: { large: { denyWhen: ({ oldObject }) => (oldObject.spec?.size ?? 0) > 10, message: "large" } },
});`;
    const declarations = Object.entries(contents(join(directory, "types"))).map(([name, text]) => [`types/${name}`, text]);
    const tree = { "policies/large.ts": policy, ...Object.fromEntries(declarations) } as Record<string, string>;
    const { diagnostics, ir } = compileFiles(tree, ["policies"]);
    expect(diagnostics).toEqual([]);
    expect(ir[0]?.objectShape.fields["spec"]?.shape).toMatchObject({
      fields: { size: { shape: { kind: "number", format: "int64" } } },
    });
    const wrong = compileFiles({ ...tree, "policies/large.ts": policy.replace("spec?.size", "spec?.sise") }, ["policies"]);
    expect(wrong.diagnostics.map(({ message }) => message)).toEqual([expect.stringContaining("'sise'")]);
  });

  it("reads standard input, also among other paths", async () => {
    const directory = temporaryDirectory({ "crd.yaml": other });
    const { code } = await runCommand(["types", "-", "crd.yaml", "--out", "x/y"], directory, undefined, thing());
    expect([code, Object.keys(contents(join(directory, "x/y")))]).toEqual([0, [otherFile, thingFile]]);
  });

  it("leaves the types of other definitions alone, and foreign files", async () => {
    const directory = temporaryDirectory({
      "a.yaml": thing(),
      "b.yaml": other,
      "types/README.md": "by hand",
      "types/x.d.ts": "export {};",
    });
    await types(directory, "a.yaml");
    const { code, out } = await types(directory, "b.yaml");
    expect([code, Object.keys(contents(join(directory, "types")))]).toEqual([0, ["README.md", otherFile, thingFile, "x.d.ts"]]);
    expect(out).toContain("1 file written, 0 unchanged, 0 removed");
  });

  it("removes the type of a version that a definition does not serve any more", async () => {
    const directory = temporaryDirectory({ "a.yaml": thing("string", ["v1beta1"]), "b.yaml": other });
    await types(directory, "a.yaml", "b.yaml");
    writeFileSync(join(directory, "a.yaml"), thing());
    const { out } = await types(directory, "a.yaml");
    expect(out).toContain("0 files written, 1 unchanged, 1 removed");
    expect(Object.keys(contents(join(directory, "types")))).toEqual([otherFile, thingFile]);
  });

  it("compile does not touch what types wrote, nor the other way round", async () => {
    const directory = temporaryDirectory({ "a.yaml": thing() });
    await types(directory, "a.yaml", "--out", "generated");
    const { compilationOf } = await import("./fake-run.ts");
    const { out } = await runCommand(["compile"], directory, () => compilationOf(["p"]));
    expect(out).toContain("2 files written, 0 unchanged, 0 removed");
    expect((await types(directory, "a.yaml", "--out", "generated")).out).toContain("0 files written, 1 unchanged, 0 removed");
    expect(Object.keys(contents(join(directory, "generated")))).toEqual(["kustomization.yaml", "p.yaml", thingFile]);
  });
});

describe("holdfast types, with input that cannot be used", () => {
  /** Nothing may be written on the way. */
  async function denied(files: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<string> {
    const directory = temporaryDirectory(files);
    const { code, out, error } = await types(directory, ...words);
    expect([code, out]).toEqual([2, ""]);
    expect(Object.keys(contents(directory))).toEqual(
      Object.keys(files)
        .filter((name) => !name.includes("/"))
        .toSorted(),
    );
    return error;
  }

  it("one bad document among good ones: each problem with its place, nothing written", async () => {
    const bad = thing().replace("group: example.com", "group: ../up");
    const error = await denied(
      { "a.yaml": thing(), "b.yaml": `${configMap}---\n${bad}`, "c.yaml": "CustomResourceDefinition: [" },
      ".",
    );
    expect(error).toContain("error: b.yaml:6 is a CustomResourceDefinition whose spec.group is missing or wrong\n");
    expect(error).toContain("error: c.yaml:1 is no YAML that can be read: ");
    expect(error).toContain("help: templates have to be rendered first");
    expect(error.trimEnd().split("\n").at(-1)).toBe("2 errors; nothing written");
  });

  it.each([
    [
      "a path that leads nowhere",
      {},
      "crds",
      "cannot read crds: there is no such file or directory\nhelp: name a YAML or JSON file",
    ],
    [
      "no definition at all",
      { "a.yaml": configMap },
      "a.yaml",
      "there is no CustomResourceDefinition with a served version in a.yaml\nhelp: types of built-in kinds",
    ],
    [
      "an empty file",
      { "a.yaml": "\n" },
      "a.yaml",
      "error: nothing is in a.yaml\nhelp: name files with definitions, or print those of a cluster",
    ],
    [
      "a list of none",
      { "a.yaml": "apiVersion: v1\nkind: List\nitems: []" },
      "a.yaml",
      "there is no CustomResourceDefinition with a served version in a.yaml\nhelp: name files with definitions",
    ],
    [
      "half a definition, which may be a patch",
      { "a.yaml": "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: a.b }\nspec: {}" },
      "a.yaml",
      "a.yaml: passed over 1 definition without group and versions\nerror: there is no CustomResourceDefinition",
    ],
    [
      "a definition of an old version",
      { "a.yaml": thing().replace("apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1") },
      "a.yaml",
      "only apiextensions.k8s.io/v1 is understood\nhelp: `kubectl get crds -o yaml` prints",
    ],
    [
      "a definition that cannot be one, without advice about templates",
      { "a.yaml": thing().replace("group: example.com", "group: ../up") },
      "a.yaml",
      "spec.group is missing or wrong\n1 error; nothing written",
    ],
    [
      "an empty directory",
      { "crds/README.md": "" },
      "crds",
      "there is no CustomResourceDefinition with a served version in crds",
    ],
    [
      "only versions that are not served",
      { "a.yaml": thing().replace("served: true", "served: false") },
      "a.yaml",
      "with a served version in a.yaml",
    ],
    ["a file of another kind", { "a.png": "\u0089PNG\u0000: [" }, "a.png", "error: a.png:1 is no YAML that can be read"],
  ])("%s", async (_, files, path, message) => {
    expect(await denied(files as unknown as Record<string, string>, path)).toContain(message);
  });

  it("standard input without anything in it", async () => {
    const { code, error } = await runCommand(["types", "-"], temporaryDirectory(), undefined, "");
    expect(code).toBe(2);
    expect(error).toContain(
      "error: nothing is in standard input\nhelp: name files with definitions, or print those of a cluster",
    );
  });

  it("text that is not UTF-8", async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, "a.yaml"), Buffer.from([0x61, 0x3a, 0x20, 0xff, 0xfe]));
    expect(await types(directory, "a.yaml")).toMatchObject({
      code: 2,
      error: "error: a.yaml is not UTF-8 text\nhelp: save it as UTF-8\n",
    });
  });

  it("a link to a file that is not there, and one to itself", async () => {
    const directory = temporaryDirectory({ "crds/a.yaml": thing() });
    symlinkSync("nowhere.yaml", join(directory, "crds/b.yaml"));
    expect(await types(directory, "crds")).toMatchObject({
      code: 2,
      error: expect.stringContaining("cannot read crds/b.yaml: there is no such"),
    });
    rmSync(join(directory, "crds/b.yaml"));
    symlinkSync("..", join(directory, "crds/up"));
    expect(await types(directory, "crds")).toMatchObject({ code: 0 });
  });

  it("a foreign file in the way", async () => {
    const directory = temporaryDirectory({ "a.yaml": thing(), [`types/${thingFile}`]: "export type Thing = string;" });
    const { code, error } = await types(directory, "a.yaml");
    expect([code, contents(join(directory, "types"))]).toEqual([2, { [thingFile]: "export type Thing = string;" }]);
    expect(error).toContain(`types/${thingFile} is a file that Holdfast did not write\nhelp: nothing was changed; move it away`);
  });

  it("hostile names reach the terminal spelled out", async () => {
    const { error } = await types(temporaryDirectory(), "\u001b[2J");
    expect(error).toContain("cannot read \\u{1b}[2J: ");
    expect(error.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
  });
});

describe("holdfast types --check", () => {
  async function checked(sabotage: (directory: string) => void, ...words: readonly string[]): Promise<Outcome> {
    const directory = temporaryDirectory({ "crds/a.yaml": thing("string", ["v1beta1"]), "crds/b.yaml": other });
    await types(directory, "crds");
    sabotage(directory);
    const before = contents(join(directory, "types"));
    const outcome = await types(directory, "--check", ...(words.length === 0 ? ["crds"] : words));
    expect(contents(join(directory, "types"))).toEqual(before);
    return outcome;
  }

  it("is content with what types wrote, and with types of other definitions beside it", async () => {
    expect(await checked(() => {})).toMatchObject({ code: 0, out: "types is up to date: 3 files\n" });
    expect(await checked(() => {}, "crds/b.yaml")).toMatchObject({ code: 0, out: "types is up to date: 1 file\n" });
  });

  it("names what is missing, different and stale, and the command that fixes it", async () => {
    const { code, out } = await checked((directory) => {
      appendFileSync(join(directory, "types", otherFile), "export const stolen = 1;\n");
      rmSync(join(directory, "types", thingFile));
      writeFileSync(join(directory, "crds/a.yaml"), thing());
    });
    expect(code).toBe(1);
    expect(out).toMatch(
      /^missing: {3}types\/thing\.example\.com\.v1\.d\.ts\ndifferent: types\/other\.example\.com\.v1\.d\.ts\n {2}line \d+\n {2}- export const stolen = 1;\nstale: {5}types\/thing\.example\.com\.v1beta1\.d\.ts \(the definition does not serve this version\)\nTo fix it: npx holdfast types crds --out types\n$/,
    );
  });

  it("notices that a schema has changed", async () => {
    const { code, out } = await checked((directory) =>
      writeFileSync(join(directory, "crds/a.yaml"), thing("integer", ["v1beta1"])),
    );
    expect([code, out.split("\n")[0]]).toEqual([1, `different: types/${thingFile}`]);
  });

  it.each([
    [["-"], "(the same input) | npx holdfast types - --out types"],
    [["it's.yaml"], "npx holdfast types 'it'\\''s.yaml' --out types"],
    [["--", "-x.yaml"], "npx holdfast types --out types -- -x.yaml"],
  ])("the command fits: %j", async (words, command) => {
    const directory = temporaryDirectory({ "it's.yaml": thing(), "-x.yaml": thing() });
    const { out } = await runCommand(["types", "--check", ...words], directory, undefined, thing());
    expect(out).toContain(`To fix it: ${command}\n`);
  });
});

it("the types that the rules of this repository are tested with are what their definitions say", async () => {
  expect(await types(root, "--check", "test/rules/definitions", "--out", "test/rules/types")).toMatchObject({ code: 0 });
});
