import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { fencesOf } from "../documents/fences.ts";
import { temporaryDirectory } from "../fixtures/temporary-directory.ts";
import { root } from "../house/source-files.ts";
import { keepLabelled, userProject } from "./user-project.ts";

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill();
});

/** `holdfast` with `--watch`, and what it has said. */
function watching(directory: string, ...words: readonly string[]) {
  const env = { ...process.env, NO_COLOR: "1", HOLDFAST_CACHE: temporaryDirectory({}) };
  const child = spawn(process.execPath, [join(root, "compiler/cli/main.ts"), ...words, "--watch"], { cwd: directory, env });
  running.push(child);
  let said = "";
  let seen = 0;
  const wakes: (() => void)[] = [];
  const hear = (chunk: Buffer): void => {
    said += chunk.toString();
    for (const wake of wakes.splice(0)) wake();
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  /** What it says from the end of the run before to the end of the next. */
  const nextRun = async (): Promise<string> => {
    for (;;) {
      const end = said.indexOf("watching for changes", seen);
      if (end >= 0) {
        const text = said.slice(seen, end);
        seen = said.indexOf("\n", end) + 1;
        if (seen > 0) return text;
      }
      await new Promise<void>((resolve) => wakes.push(resolve));
    }
  };
  return { child, nextRun };
}

const files = {
  "policies/keep.ts": keepLabelled
    .replace("is protected by its label", "is ${KEPT}")
    .replace("\n\n", '\nimport { KEPT } from "../lib/kept.ts";\n\n'),
  "lib/kept.ts": 'export const KEPT = "kept";\n',
};

test("compile goes on with what has changed, also in a module of another directory, and through mistakes", async () => {
  const directory = userProject(files);
  const yaml = (): string => readFileSync(join(directory, "generated/keep.yaml"), "utf8");
  const { child, nextRun } = watching(directory, "compile");
  expect(await nextRun()).toContain("1 policy, 1 rule; generated: 3 files written");
  writeFileSync(join(directory, "lib/kept.ts"), 'export const KEPT = "locked";\n');
  const changed = await nextRun();
  expect(changed).toMatch(/^\[begin\] lib\/kept\.ts\n/);
  expect(changed).toContain("generated: 1 file written");
  expect(yaml()).toContain("is locked");
  writeFileSync(join(directory, "policies/keep.ts"), files["policies/keep.ts"].replace("denyWhen", "denyWhem"));
  expect(await nextRun()).toMatch(/\npolicies\/keep\.ts:\d+:\d+ error\[/);
  writeFileSync(join(directory, "policies/keep.ts"), files["policies/keep.ts"]);
  expect(await nextRun()).toContain("1 policy, 1 rule; generated: 0 files written");
  mkdirSync(join(directory, "policies/more"));
  writeFileSync(join(directory, "policies/more/also.ts"), keepLabelled.replaceAll("keep-labelled", "also"));
  while (!(await nextRun()).includes("2 policies, 2 rules"));
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("what holdfast.config.json says is taken up when it changes, is mistaken, comes and goes", async () => {
  const directory = userProject({
    "rules/keep.ts": keepLabelled,
    "other/also.ts": keepLabelled.replaceAll("keep-labelled", "also"),
  });
  const settings = (text: string): void => writeFileSync(join(directory, "holdfast.config.json"), text);
  settings('{ "policies": ["rules"], "out": "yaml" }');
  const { nextRun } = watching(directory, "compile");
  expect(await nextRun()).toContain("1 policy, 1 rule; yaml: 3 files written");
  settings('{ "policies": ["rules", "other"], "out": "more" }');
  const changed = await nextRun();
  expect(changed).toMatch(/^\[begin\] holdfast\.config\.json\n/);
  expect(changed).toContain("2 policies, 2 rules; more: 4 files written");
  // What it names now is looked after.
  writeFileSync(join(directory, "other/also.ts"), keepLabelled.replaceAll("keep-labelled", "third"));
  expect(await nextRun()).toMatch(/^\[begin\] other\/also\.ts\n[^]*more: \d files? written/);
  settings('{ "polices": ["rules"] }');
  expect(await nextRun()).toMatch(/\nerror: .*polices/);
  settings('{ "policies": ["rules"], "out": "yaml" }');
  expect(await nextRun()).toContain("1 policy, 1 rule; yaml: 0 files written");
  // Nothing else of its directory counts.
  writeFileSync(join(directory, "values.yaml"), "a: 1\n");
  await sleep(100);
  rmSync(join(directory, "holdfast.config.json"));
  expect(await nextRun()).toMatch(/^\[begin\] holdfast\.config\.json\npolicies error\[no-such-path\]/);
});

test("a link that leads to itself ends nothing, and a directory that is made anew is looked after again", async () => {
  const directory = userProject({ "policies/team/keep.ts": keepLabelled });
  const { nextRun } = watching(directory, "compile");
  await nextRun();
  symlinkSync("loop", join(directory, "policies/loop"));
  await sleep(200);
  rmSync(join(directory, "policies/loop"));
  rmSync(join(directory, "policies/team"), { recursive: true });
  mkdirSync(join(directory, "policies/team"));
  writeFileSync(join(directory, "policies/team/keep.ts"), keepLabelled);
  await nextRun();
  writeFileSync(join(directory, "policies/team/keep.ts"), keepLabelled.replace("is protected by its label", "is locked"));
  while (!readFileSync(join(directory, "generated/keep.yaml"), "utf8").includes("is locked")) await nextRun();
});

test("test goes on with its cases", async () => {
  const suite = (expected: string): string => `policy: keep-labelled
cases:
  - name: without the label
    delete: { apiVersion: v1, kind: ConfigMap, metadata: { name: a, namespace: b } }
    expect: ${expected}
`;
  const directory = userProject({ "policies/keep.ts": keepLabelled, "policies/keep.test.yaml": suite("deny") });
  const { nextRun } = watching(directory, "test", "--only", "yaml");
  expect(await nextRun()).toContain("1 failed");
  writeFileSync(join(directory, "policies/keep.test.yaml"), suite("allow"));
  expect(await nextRun()).toContain("1 passed");
});

test("the problem matcher of the docs finds diagnostics, and where a run begins and ends", async () => {
  const [matcher] = fencesOf("docs/start/first-policy.md").filter(({ text }) => text.includes("problemMatcher"));
  const [task] = (JSON.parse(matcher?.text ?? "") as { readonly tasks: readonly [Task] }).tasks;
  const { pattern, background } = task.problemMatcher;
  const directory = userProject({ "policies/keep.ts": keepLabelled.replace("denyWhen", "denyWhem") });
  const { nextRun } = watching(directory, "compile");
  const lines = `${await nextRun()}watching for changes`.split("\n");
  const found = lines.flatMap((line) => [...(new RegExp(pattern.regexp).exec(line) ?? [])].slice(1, 2));
  expect(new Set(found)).toEqual(new Set(["policies/keep.ts"]));
  expect(new RegExp(background.beginsPattern).test(lines[0] ?? "")).toBe(true);
  expect(new RegExp(background.endsPattern).test(lines.at(-1) ?? "")).toBe(true);
  expect(lines.filter((line) => new RegExp(background.endsPattern).test(line))).toHaveLength(1);
});

interface Task {
  readonly problemMatcher: {
    readonly pattern: { readonly regexp: string };
    readonly background: { readonly beginsPattern: string; readonly endsPattern: string };
  };
}
