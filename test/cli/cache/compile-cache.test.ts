import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Compilation, type CompileOptions, compile } from "../../../compiler/compile.ts";
import { asksPods, fallbackText, policyText } from "../../install/manifests/compile-fallback.ts";
import { contents } from "../../fixtures/temporary-directory.ts";
import { type Tree, writeTree } from "../../fixtures/tree.ts";
import { type CachedProject, cachedProject, policyOf, warnedPolicy } from "./cached-project.ts";

const two = { "policies/a.ts": policyOf("a"), "policies/warned.ts": warnedPolicy };

const generated = ({ directory }: CachedProject): Readonly<Record<string, string>> => contents(join(directory, "generated"));

const forget = ({ directory }: CachedProject): void => rmSync(join(directory, "generated"), { recursive: true });

describe("with nothing changed", () => {
  test("the compiler is not loaded, and the same is printed and written, warnings too", async () => {
    const project = cachedProject(two);
    const cold = await project.run();
    const files = generated(project);
    expect([cold.code, cold.compiled]).toEqual([0, 1]);
    expect(cold.error).toContain("policies/warned.ts:11:52 ");
    expect(cold.error).toContain("warning[absent-in-message]");
    expect(Object.keys(files)).toEqual(["a.yaml", "kustomization.yaml", "report.json", "warned.yaml"]);
    forget(project);
    expect(await project.run()).toEqual({ ...cold, compiled: 0 });
    expect(generated(project)).toEqual(files);
  });

  test("--check and --show say what they say without the cache", async () => {
    const project = cachedProject(two);
    await project.run();
    for (const flags of [["--check"], ["--show", "policies"], ["--verbose"]]) {
      const cold = await project.run(...flags, "--no-cache");
      expect(await project.run(...flags)).toEqual({ ...cold, compiled: 0 });
    }
    writeFileSync(join(project.directory, "generated/a.yaml"), generated(project)["a.yaml"]?.replace("Deny", "Warn") ?? "");
    const drifted = await project.run("--check");
    expect([drifted.code, drifted.compiled]).toEqual([1, 0]);
    expect(drifted.out).toContain("different: generated/a.yaml");
  });

  test("the fallback and the files for API servers are written from the cache, too", async () => {
    const files = { "policies/fallback.ts": fallbackText(), "policies/used.ts": policyText(asksPods) };
    const project = cachedProject({ ...files, "static/policies/a.ts": policyOf("a") });
    const cold = await project.run();
    const written = contents(join(project.directory, "generated/fallback"));
    expect(Object.keys(written)).toContain("rules.yaml");
    forget(project);
    expect(await project.run()).toEqual({ ...cold, compiled: 0 });
    expect(contents(join(project.directory, "generated/fallback"))).toEqual(written);

    const asked = ["static/policies", "--static", "out", "--protection-only", "--kube", "1.36"];
    await project.run(...asked);
    const disk = contents(join(project.directory, "out/policies"));
    rmSync(join(project.directory, "out"), { recursive: true });
    expect((await project.run(...asked)).compiled).toBe(0);
    expect(contents(join(project.directory, "out/policies"))).toEqual(disk);
  });
});

/** A policy that takes its mark from this module. */
const from = (module: string, clause = "{ mark }"): Tree => ({
  "policies/a.ts": policyOf("a", "mark", `import ${clause} from "${module}";`),
});

const markModule = (key: string): string => `export const mark = "example.com/${key}";\n`;

interface Change {
  readonly what: string;
  readonly files: Tree;
  readonly change: Tree;
  /** What `a.yaml` then says, or what is reported. */
  readonly says: string;
}

const changes: readonly Change[] = [
  { what: "the policy", files: from("./mark.ts"), change: { "policies/a.ts": policyOf("a", '"new"') }, says: "[?'new']" },
  {
    what: "a module that it imports",
    files: { ...from("./mark.ts"), "policies/mark.ts": markModule("old") },
    change: { "policies/mark.ts": markModule("new") },
    says: "example.com/new",
  },
  {
    what: "data",
    files: {
      "policies/a.ts": policyOf("a", "data.mark", 'import data from "../mark.json";'),
      "mark.json": '{ "mark": "example.com/old" }',
    },
    change: { "mark.json": '{ "mark": "example.com/new" }' },
    says: "example.com/new",
  },
  {
    what: "a package that ships TypeScript",
    files: {
      ...from("marks"),
      "node_modules/marks/package.json": '{ "name": "marks", "type": "module", "exports": "./index.ts" }',
      "node_modules/marks/index.ts": markModule("old"),
    },
    change: { "node_modules/marks/index.ts": markModule("new") },
    says: "example.com/new",
  },
  {
    what: "what a package exports",
    files: {
      ...from("marks"),
      "node_modules/marks/package.json": '{ "name": "marks", "type": "module", "exports": "./index.ts" }',
      "node_modules/marks/index.ts": markModule("old"),
      "node_modules/marks/other.ts": markModule("new"),
    },
    change: { "node_modules/marks/package.json": '{ "name": "marks", "type": "module", "exports": "./other.ts" }' },
    says: "example.com/new",
  },
  {
    what: "a file that comes first now",
    files: { ...from("./marks"), "policies/marks/index.ts": markModule("old") },
    change: { "policies/marks.ts": markModule("new") },
    says: "example.com/new",
  },
  {
    what: "a package nearer by",
    files: {
      ...from("marks"),
      "node_modules/marks/package.json": '{ "name": "marks", "type": "module", "exports": "./index.ts" }',
      "node_modules/marks/index.ts": markModule("old"),
    },
    change: {
      "policies/node_modules/marks/package.json": '{ "name": "marks", "type": "module", "exports": "./index.ts" }',
      "policies/node_modules/marks/index.ts": markModule("new"),
    },
    says: "example.com/new",
  },
  {
    what: "a declaration of types",
    files: {
      "policies/a.ts": policyOf("a", "mark", 'import type { Mark } from "../types/mark.d.ts";\nconst mark: Mark = "old";'),
      "types/mark.d.ts": 'export type Mark = "old";\n',
    },
    change: { "types/mark.d.ts": 'export type Mark = "new";\n' },
    says: "type-error",
  },
  {
    what: "another policy file",
    files: { "policies/a.ts": policyOf("a") },
    change: { "policies/b.ts": policyOf("a") },
    says: "same-policy-name",
  },
];

describe("compiles anew after a change of", () => {
  test.each(changes)("$what", async ({ files, change, says }) => {
    const project = cachedProject(files);
    const before = await project.run();
    if (before.code === 0) expect(generated(project)["a.yaml"]).not.toContain(says);
    writeTree(project.directory, change);
    const after = await project.run();
    expect(after.compiled).toBe(1);
    expect(`${generated(project)["a.yaml"]}${after.error}`).toContain(says);
  });

  test("the names of the files", async () => {
    const project = cachedProject(two);
    await project.run();
    rmSync(join(project.directory, "policies/warned.ts"));
    const { compiled, error } = await project.run();
    expect([compiled, Object.keys(generated(project)), error]).toEqual([
      1,
      ["a.yaml", "kustomization.yaml", "report.json"],
      expect.not.stringContaining("warning"),
    ]);
    writeTree(project.directory, { "policies/warned.ts": warnedPolicy });
    expect((await project.run()).compiled, "both together are known from before").toBe(0);
  });

  test("each option that shapes the output", async () => {
    const project = cachedProject({ "policies/a.ts": policyOf("a") });
    const onDisk = ["--static", "disk", "--kube", "1.36", "--protection-only"];
    const plain = [[], ["--kube", "1.36"], ["--command", "make"], ["--out", "other"], ["policies/a.ts"]];
    const named = ["acme", "other"].map((name) => ["--command", "make", "--installation", name]);
    const options = [...plain, ...named, onDisk, [...onDisk, "--static-path", "/srv"], [...onDisk, "--out", "other"]];
    for (const compiled of [1, 0])
      for (const flags of options)
        expect(await project.run(...flags), flags.join(" ")).toEqual(expect.objectContaining({ code: 0, compiled }));
  });

  test("package.json of what goes into the module of the webhook", async () => {
    const used = policyText(asksPods);
    const project = cachedProject({ "policies/fallback.ts": fallbackText(), "policies/used.ts": used });
    await project.run();
    expect((await project.run()).compiled).toBe(0);
    writeTree(project.directory, { "package.json": '{ "name": "gitops", "type": "module", "sideEffects": false }' });
    expect((await project.run()).compiled).toBe(1);
  });
});

test("what has errors is compiled each time, and says the same each time", async () => {
  const project = cachedProject({ ...two, "policies/wrong.ts": policyOf("a") });
  const first = await project.run();
  expect([first.code, first.error]).toEqual([2, expect.stringContaining("same-policy-name")]);
  expect(await project.run()).toEqual(first);
});

test("--no-cache takes nothing and leaves nothing", async () => {
  const project = cachedProject({ "policies/a.ts": policyOf("a") });
  expect((await project.run("--no-cache")).compiled).toBe(1);
  expect(readdirSync(join(project.cache, ".."))).toEqual([]);
  await project.run();
  expect((await project.run("--no-cache")).compiled).toBe(1);
});

test("--fix repairs, and what it leaves is kept", async () => {
  const project = cachedProject({ "policies/a.ts": policyOf("a").replace('=== "yes"', '== "yes"') });
  const fixed = await project.run("--fix");
  expect([fixed.code, (await project.run()).compiled]).toEqual([0, 0]);
});

test("a file that changes while it is read leaves no entry, for neither of its texts", async () => {
  const project = cachedProject({ "policies/a.ts": policyOf("a") });
  const path = join(project.directory, "policies/a.ts");
  const changed = policyOf("a", '"example.com/changed"');
  const changing = (options: CompileOptions): Compilation => {
    const compiled = compile(options);
    options.reads?.text(path, Buffer.from(changed));
    return compiled;
  };
  expect((await project.runWith(changing)).code).toBe(0);
  writeFileSync(path, changed);
  expect((await project.run()).compiled).toBe(1);
  expect(generated(project)["a.yaml"]).toContain("example.com/changed");
});
