import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { contents } from "../../fixtures/temporary-directory.ts";
import { root } from "../../house/source-files.ts";
import { type CachedProject, cachedProject, policyOf } from "./cached-project.ts";

const run = promisify(execFile);
const main = join(root, "compiler/cli/main.ts");

/** As a process of its own; the last line of `stderr` names the modules that it has loaded. */
function holdfast({ directory, cache }: CachedProject, flags: readonly string[]) {
  const program = `
    const loaded = [];
    (await import("node:module")).registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    process.once("exit", () => console.error(JSON.stringify(loaded)));
    process.argv = [process.argv[0], ${JSON.stringify(main)}, "compile", ...${JSON.stringify(flags)}];
    await import(${JSON.stringify(pathToFileURL(main).href)});`;
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined, HOLDFAST_CACHE: join(cache, "..") };
  return run(process.execPath, ["--input-type=module", "-e", program], { cwd: directory, env });
}

const modulesOf = (stderr: string): readonly string[] => JSON.parse(stderr.trimEnd().split("\n").at(-1) ?? "") as string[];

const heavy = (modules: readonly string[]): readonly string[] =>
  modules.filter((url) => /node_modules|\/compiler\/(lower|plan|guard|print|split|cel|report|compile\.ts)/.test(url));

test("three at once write the same, and one after them loads neither TypeScript nor the stages", async () => {
  const project = cachedProject({ "policies/a.ts": policyOf("a"), "policies/b.ts": policyOf("b") });
  const outs = ["one", "two", "three"];
  const command = ["--command", "make"];
  const runs = await Promise.all(outs.map((out) => holdfast(project, ["--out", out, ...command])));
  expect(heavy(modulesOf(runs[0]?.stderr ?? "")).some((url) => url.includes("/ts-morph/"))).toBe(true);
  const [first, ...others] = outs.map((out) => contents(join(project.directory, out)));
  expect(Object.keys(first ?? {})).toEqual(["a.yaml", "b.yaml", "kustomization.yaml", "report.json"]);
  for (const other of others) expect(other).toEqual(first);
  expect(readdirSync(project.cache).every((name) => /^[0-9a-f]{64}\.json$/.test(name))).toBe(true);

  for (const flags of [
    ["--out", "one"],
    ["--out", "four"],
    ["--out", "one", "--check"],
  ]) {
    const { stdout, stderr } = await holdfast(project, [...flags, ...command]);
    expect(stdout).toMatch(/2 policies, 2 rules|one is up to date/);
    expect(heavy(modulesOf(stderr))).toEqual([]);
  }
  expect(contents(join(project.directory, "four"))).toEqual(first);
});
