import { appendFileSync, chownSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { settingNames, settingsOf } from "../../compiler/project/settings.ts";
import { type Tree, writeTree } from "../fixtures/tree.ts";
import { schemaProblems } from "../fixtures/json-schema.ts";
import { filesOf } from "../plan/shared-guards/policy-texts.ts";
import { root } from "../house/source-files.ts";
import { holdfast, holdfastHere, keepLabelled, userProject } from "../cli/user-project.ts";

/** A repository whose policies and files have places of their own, and a directory beside them. */
function configured(settings: object = { policies: ["rules"], out: "deploy/guards", kube: "1.34" }): string {
  const directory = userProject({ "rules/keep.ts": keepLabelled, "holdfast.config.json": JSON.stringify(settings) });
  mkdirSync(join(directory, ".git"));
  mkdirSync(join(directory, "deploy/apps"), { recursive: true });
  return directory;
}

const filesIn = (directory: string): object =>
  Object.fromEntries(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), "utf8")]));

test("where it is run makes no difference: files, their headers and the advice of --check", async () => {
  const directory = configured();
  const apps = join(directory, "deploy/apps");
  expect(await holdfastHere(directory, ["compile"])).toMatchObject({ code: 0 });
  const made = filesIn(join(directory, "deploy/guards"));
  expect(made).toMatchObject({ "keep.yaml": expect.stringContaining("run: npx holdfast compile\n") as string });
  for (const words of [
    ["compile", "--check"],
    ["compile", "../../rules", "--out", "../guards", "--check"],
  ])
    expect(await holdfastHere(apps, words)).toMatchObject({ code: 0, out: "deploy/guards is up to date: 3 files\n" });
  expect(await holdfastHere(apps, ["compile"])).toMatchObject({ code: 0 });
  expect(filesIn(join(directory, "deploy/guards"))).toEqual(made);
  appendFileSync(join(directory, "deploy/guards/keep.yaml"), "# by hand\n");
  const { code, out } = await holdfastHere(apps, ["compile", "--check"]);
  expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining("To fix it: npx holdfast compile\n") as string });
});

test("what is given on the command line goes before it, and stands in the headers", async () => {
  const directory = configured();
  await holdfastHere(directory, ["compile", "--out", "other", "--kube", "1.30", "--installation", "acme"]);
  const header = "run: npx holdfast compile --out other --installation acme --kube 1.30\n";
  expect(readFileSync(join(directory, "other/keep.yaml"), "utf8")).toContain(header);
});

test("installation and command come from it, too", async () => {
  const settings = JSON.stringify({ installation: "acme", command: "make policies" });
  const directory = userProject({ ...filesOf(["keep-a", "keep-b"]), "holdfast.config.json": settings });
  expect(await holdfastHere(directory, ["compile"])).toMatchObject({ code: 0 });
  expect(readFileSync(join(directory, "generated/keep-a.yaml"), "utf8")).toContain("run: make policies\n");
  expect(readdirSync(join(directory, "generated"))).toContain("acme-guards.yaml");
});

test("other commands find policies and generated files by it", async () => {
  const directory = configured();
  const apps = join(directory, "deploy/apps");
  const explained = await holdfastHere(apps, ["explain", "keep-labelled"]);
  expect(explained).toMatchObject({ code: 0, out: expect.stringContaining("keep") as string });
  writeFileSync(
    join(directory, "rules/keep.test.yaml"),
    `policy: keep-labelled
cases:
  - name: without the label
    delete: { apiVersion: v1, kind: ConfigMap, metadata: { name: a, namespace: b } }
    expect: allow
`,
  );
  const tested = await holdfast(apps, ["test", "--only", "yaml"]);
  expect(tested.out).toContain("1 passed");
  expect(await holdfastHere(apps, ["verify", "--kubeconfig", "none"])).toMatchObject({
    error: expect.stringContaining("../guards") as string,
  });
});

test("none above counts outside of a repository, and none beyond its root", async () => {
  const directory = userProject({ "holdfast.config.json": "{", "in/policies/keep.ts": keepLabelled });
  const inside = join(directory, "in");
  expect(await holdfastHere(inside, ["compile"])).toMatchObject({ code: 0 });
  mkdirSync(join(inside, ".git"));
  expect(await holdfastHere(inside, ["compile", "--check"])).toMatchObject({ code: 0 });
});

test.each([
  [{ policys: ["rules"] }, "`holdfast.config.json` knows no `policys`; did you mean `policies`?"],
  [{ policies: "rules" }, "`policies` in `holdfast.config.json` is no list of paths"],
  [{ policies: [] }, "`policies` in `holdfast.config.json` is no list of paths"],
  [{ policies: ["../../etc"] }, "`policies` in `holdfast.config.json` leads out of the directory of that file"],
  [{ out: "/etc/kubernetes" }, "`out` in `holdfast.config.json` leads out of the directory of that file"],
  [{ out: "a/../../b" }, "`out` in `holdfast.config.json` leads out of the directory of that file"],
  [{ out: String.raw`C:..\..\x` }, "`out` in `holdfast.config.json` leads out of the directory of that file"],
  [{ out: 1 }, "`out` in `holdfast.config.json` is no path"],
  [{ kube: 1.34 }, "`kube` in `holdfast.config.json` is no text with a version from 1.30 to 1.37"],
  [{ kube: "1.99" }, "`kube` in `holdfast.config.json` is no text with a version from 1.30 to 1.37"],
  [{ installation: "Acme" }, "`installation` in `holdfast.config.json` is not a name that policies can begin with"],
  [{ command: "a\nb" }, "`command` in `holdfast.config.json` is not one line of text"],
  [[], "`holdfast.config.json` is no object"],
])("%j: %s", async (settings, problem) => {
  const { code, error } = await holdfastHere(configured(settings), ["compile"]);
  expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining(problem) as string });
});

const foreign = 65_534;

// Only root may give files away.
test.skipIf(process.getuid?.() !== 0)("what others have put above counts for nothing", async () => {
  const settings = JSON.stringify({ policies: ["evil"], out: "elsewhere" });
  const shared = userProject({ "holdfast.config.json": settings, ".git": "", "in/policies/keep.ts": keepLabelled });
  const [inside, file] = [join(shared, "in"), join(shared, "holdfast.config.json")];
  chownSync(join(shared, ".git"), foreign, foreign);
  chownSync(file, foreign, foreign);
  expect(await holdfastHere(inside, ["compile"])).toMatchObject({ code: 0 });
  expect(readdirSync(shared)).not.toContain("elsewhere");
  // In a repository of one's own somebody else's file is no accident.
  chownSync(join(shared, ".git"), 0, 0);
  const { code, error } = await holdfastHere(inside, ["compile"]);
  expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining("belongs to another user") as string });
});

test.each<readonly [what: string, tree: Tree, problem: string]>([
  [
    "a key that is there twice",
    { "holdfast.config.json": '{ "out": "a", "policies": ["p"],\n "out" : "b" }' },
    "it has `out` twice",
  ],
  ["the same, escaped", { "holdfast.config.json": String.raw`{ "out": "a", "\u006fut": "b" }` }, "it has `out` twice"],
  ["a link out of the checkout", { "holdfast.config.json": { linkTo: "/etc/hostname" } }, "it is no file of at most 64 KiB"],
  ["a directory", { "holdfast.config.json": { is: "a directory" } }, "it is no file of at most 64 KiB"],
  ["one that is huge", { "holdfast.config.json": `{ "out": "${"x".repeat(70_000)}" }` }, "it is no file of at most 64 KiB"],
  ["one with a secret in it", { "holdfast.config.json": "TOKEN=abc" }, "it is no JSON\n"],
])("%s cannot be read, and nothing of it is shown", async (_, tree, problem) => {
  const directory = userProject({});
  writeTree(directory, tree);
  const { code, error } = await holdfastHere(directory, ["compile"]);
  expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining(`cannot be read: ${problem}`) as string });
  expect(error).not.toContain("abc");
});

test("a text that looks like a key is none", async () => {
  const directory = configured({ policies: ["rules"], command: 'echo "policies":' });
  expect(await holdfastHere(directory, ["compile"])).toMatchObject({ code: 0 });
});

test("one that is no JSON is said, and help needs none", async () => {
  const directory = userProject({ "holdfast.config.json": "{ // it" });
  expect(await holdfastHere(directory, ["compile"])).toMatchObject({
    code: 2,
    error: expect.stringContaining("`holdfast.config.json` cannot be read: ") as string,
  });
  expect(await holdfastHere(directory, ["--help"])).toMatchObject({ code: 0 });
});

test("what the schema of the package knows is what the command knows", () => {
  const schema = "compiler/project/config.schema.json";
  const { properties } = JSON.parse(readFileSync(join(root, schema), "utf8")) as { readonly properties: object };
  expect(Object.keys(properties).toSorted()).toEqual(["$schema", ...settingNames].toSorted());
  const good = { $schema: "x", policies: ["rules"], out: "deploy", kube: "1.34", installation: "acme", command: "make" };
  expect(schemaProblems(schema, good)).toEqual([]);
  expect(settingsOf(good)).toMatchObject({ kube: 34, out: "deploy" });
  for (const bad of [{ policies: [] }, { out: "../x" }, { out: "/x" }, { kube: 1.34 }, { installation: "A" }, { command: " " }]) {
    expect(schemaProblems(schema, bad)).not.toEqual([]);
    expect(() => settingsOf(bad)).toThrow();
  }
});
