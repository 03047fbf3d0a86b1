import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Compilation, type CompileOptions, compile } from "../../../compiler/compile.ts";
import { asksPods, fallbackText, policyText } from "../../install/manifests/compile-fallback.ts";
import { contents } from "../../fixtures/temporary-directory.ts";
import { type Tree, writeTree } from "../../fixtures/tree.ts";
import { root } from "../../house/source-files.ts";
import { type CachedProject, cachedProject, policyOf, warnedPolicy } from "./cached-project.ts";

/** Which files were compiled anew, one list for each time that the compiler ran. */
async function compiledIn(project: CachedProject): Promise<readonly (readonly string[])[]> {
  const runs: (readonly string[])[] = [];
  const watching = (options: CompileOptions): Compilation => {
    const compiled = compile(options);
    const kept = new Set([...(options.kept?.values() ?? [])].map(({ file }) => file));
    const all = options.reads?.paths.map((path) => path.slice(project.directory.length + 1)) ?? [];
    runs.push(all.filter((file) => !kept.has(file)));
    return compiled;
  };
  await project.runWith(watching);
  return runs;
}

const outputOf = ({ directory }: CachedProject, name = "generated") =>
  existsSync(join(directory, name)) ? contents(join(directory, name)) : {};

/** What is there and printed is what a run without the cache would have made. */
async function expectAsCold(project: CachedProject): Promise<void> {
  const warm = await project.run("--show", "policies");
  const cached = warm.code === 0 ? outputOf(project) : {};
  rmSync(join(project.directory, "generated"), { recursive: true, force: true });
  const cold = await project.run("--show", "policies", "--no-cache");
  expect(outputOf(project)).toEqual(cached);
  // What is to be done next is said where something was written.
  const rest = (out: string): string => out.replace(/\d+ files? written, \d+ unchanged/, "").replace(/^next: [^]*/m, "");
  expect([warm.code, rest(warm.out), warm.error]).toEqual([cold.code, rest(cold.out), cold.error]);
}

const files: Tree = {
  "policies/a.ts": policyOf("a"),
  "policies/b.ts": policyOf("b", "mark", 'import { mark } from "./marks.ts";'),
  "policies/c.ts": policyOf("c", "mark", 'import { mark } from "./marks.ts";'),
  "policies/marks.ts": 'export const mark = "example.com/mark";\n',
  "policies/warned.ts": warnedPolicy,
};

const edited = (name: string): string => policyOf(name, '"example.com/edited"');

/** Its message, with a warning, is in a module. */
const warnedBy = (name: string): string =>
  policyOf(name, undefined, 'import { said } from "./said.ts";').replace(/`\$\{metadata.name\} is kept`/, "said(metadata)");

interface Change {
  readonly what: string;
  readonly change: Tree;
  readonly compiled: readonly string[];
}

const changes: readonly Change[] = [
  { what: "one policy", change: { "policies/a.ts": edited("a") }, compiled: ["policies/a.ts"] },
  {
    what: "a module, with the policies that import it",
    change: { "policies/marks.ts": 'export const mark = "example.com/other";\n' },
    compiled: ["policies/b.ts", "policies/c.ts", "policies/marks.ts"],
  },
  { what: "a policy with a warning", change: { "policies/warned.ts": `${warnedPolicy}\n` }, compiled: ["policies/warned.ts"] },
  { what: "a new policy, first of all", change: { "policies/0.ts": policyOf("new") }, compiled: ["policies/0.ts"] },
  { what: "a new policy, in the middle", change: { "policies/b/x.ts": policyOf("new") }, compiled: ["policies/b/x.ts"] },
  {
    what: "what a policy imports",
    change: { "policies/a.ts": policyOf("a", "mark", 'import { mark } from "./marks.ts";') },
    compiled: ["policies/a.ts"],
  },
];

describe("compiles only", () => {
  test.each(changes)("$what", async ({ change, compiled }) => {
    const project = cachedProject(files);
    await project.run();
    writeTree(project.directory, change);
    expect(await compiledIn(project)).toEqual([compiled]);
    await expectAsCold(project);
  });

  test("nothing after a policy was removed", async () => {
    const project = cachedProject(files);
    await project.run();
    rmSync(join(project.directory, "policies/c.ts"));
    expect(await compiledIn(project)).toEqual([[]]);
    await expectAsCold(project);
  });

  test("what was wrong, once it is right", async () => {
    const project = cachedProject(files);
    await project.run();
    writeTree(project.directory, { "policies/a.ts": policyOf("a").replace('=== "yes"', "=== yes") });
    expect((await compiledIn(project)).map((run) => run.length)).toEqual([1, 5]);
    writeTree(project.directory, { "policies/a.ts": edited("a") });
    expect(await compiledIn(project)).toEqual([["policies/a.ts"]]);
    await expectAsCold(project);
  });

  test("what changes, also for API servers' disks", async () => {
    const lone = (name: string, mark?: string): string =>
      policyOf(name, mark).replace("  rules:", '  guards: { namespaces: { off: "shown elsewhere" } },\n  rules:');
    const project = cachedProject({ "policies/a.ts": lone("a"), "policies/b.ts": lone("b") });
    const flags = ["--static", "disk", "--kube", "1.36", "--out", "generated"];
    expect(await project.run(...flags)).toEqual(expect.objectContaining({ code: 0 }));
    writeTree(project.directory, { "policies/b.ts": lone("b", '"example.com/edited"') });
    await project.run(...flags);
    const cached = outputOf(project, "disk/policies");
    rmSync(join(project.directory, "disk"), { recursive: true });
    await project.run(...flags, "--no-cache");
    expect(outputOf(project, "disk/policies")).toEqual(cached);
    expect(Object.keys(cached)).toEqual(["a.yaml", "b.yaml", "holdfast-protection.yaml"]);
  });
});

describe("compiles all where files are about each other", () => {
  test.each<{ readonly what: string; readonly add: Tree; readonly says?: string }>([
    { what: "a global type", add: { "policies/x.ts": `${policyOf("x")}\ndeclare global { interface Array<T> { x: T } }\n` } },
    {
      what: "what a declaration adds for everybody",
      add: {
        "policies/x.ts": policyOf("x", undefined, 'import type {} from "../types/all.d.ts";'),
        "types/all.d.ts": "export {};\ndeclare global { interface Array<T> { readonly extra?: T } }\n",
      },
    },
    {
      what: "a warning about a module of several",
      add: {
        "policies/x.ts": warnedBy("x"),
        "policies/y.ts": warnedBy("y"),
        "policies/said.ts": "export const said = (x: { namespace?: string }): string => `${x.namespace} is kept`;\n",
      },
    },
    {
      what: "`any`",
      add: { "policies/x.ts": policyOf("x").replace("oldObject.metadata.labels", "(oldObject as any).metadata.labels") },
    },
    { what: "the same name twice", add: { "policies/x.ts": policyOf("a") }, says: "same-policy-name" },
    { what: "the same file name twice", add: { "policies/x/a.ts": policyOf("x") }, says: "same-file-name" },
    { what: "a fallback", add: { "policies/x.ts": fallbackText() } },
    { what: "a rule that nobody answers", add: { "policies/x.ts": policyText(asksPods) }, says: "no-fallback" },
    { what: "a type error", add: { "policies/x.ts": policyOf("x", "1 + {}") }, says: "type-error" },
    { what: "a file without a policy", add: { "policies/x.ts": "export const x = 1;\n" } },
  ])("$what", async ({ add, says }) => {
    const project = cachedProject(files);
    await project.run();
    writeTree(project.directory, add);
    const runs = await compiledIn(project);
    expect(runs.at(-1)?.length).toBeGreaterThanOrEqual(6);
    if (says !== undefined) expect((await project.run()).error).toContain(says);
    await expectAsCold(project);
    writeTree(project.directory, { "policies/a.ts": edited("a") });
    await project.run();
    await expectAsCold(project);
  });

  test("a module that nobody imports any more", async () => {
    const project = cachedProject({
      ...files,
      "policies/marks.ts":
        'import { deletionPolicy } from "holdfast";\nexport const mark = "example.com/mark", x = deletionPolicy;\n',
    });
    await project.run();
    writeTree(project.directory, { "policies/b.ts": edited("b"), "policies/c.ts": edited("c") });
    const { code, error } = await project.run();
    expect([code, error]).toEqual([2, expect.stringContaining("policies/marks.ts:1:1 error[no-default-export]")]);
  });
});

test("what is kept is believed only in its shape", async () => {
  const project = cachedProject(files);
  await project.run();
  const { hashOf } = await import("../../../compiler/source/reads.ts");
  const paths = readdirSync(project.cache).map((name) => join(project.cache, name));
  const path = paths.find((one) => readFileSync(one, "utf8").includes('"parts":')) ?? "";
  const body = readFileSync(path, "utf8").split("\n").slice(1).join("\n");
  writeTree(project.directory, { "policies/a.ts": edited("a") });
  for (const damaged of [
    body.replaceAll('"stem":"b"', '"stem":"../b"'),
    body.replace('"yaml":"', '"yaml":1,"x":"'),
    body.replaceAll('"file":"policies/b.ts"', '"file":"policies/c.ts"'),
    "{}",
  ]) {
    expect(damaged).not.toBe(body);
    writeFileSync(path, `${hashOf(damaged)}\n${damaged}`);
    for (const other of readdirSync(project.cache)) if (join(project.cache, other) !== path) rmSync(join(project.cache, other));
    const [compiled = []] = await compiledIn(project);
    expect(compiled).toContain("policies/b.ts");
    await expectAsCold(project);
  }
});

test("each of the presets in turn gives what all of them give", async () => {
  const directory = join(root, "policies/presets");
  const names = readdirSync(directory).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const texts = names.map((name) => [`policies/${name}`, readFileSync(join(directory, name), "utf8")] as const);
  const project = cachedProject(Object.fromEntries(texts));
  await project.run();
  const cold = outputOf(project);
  for (const [file, text] of texts) {
    writeTree(project.directory, { [file]: `${text}\n` });
    const [compiled = [], ...more] = await compiledIn(project);
    const isPolicy = text.includes("export default");
    expect([compiled.includes(file), isPolicy, more]).toEqual([true, compiled.length === 1, []]);
    expect(outputOf(project)).toEqual(cold);
  }
});
