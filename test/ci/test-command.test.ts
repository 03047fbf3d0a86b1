import { spawnSync } from "node:child_process";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { runCommand } from "../../.ci/run-command.ts";
import { type Command, type Step, commands } from "../../.ci/test-commands.ts";
import { root } from "../house/source-files.ts";

const passing: Step = { name: "first", does: "what passes", runs: "echo a && echo all is well" };
const failing: Step = { name: "second", does: "what fails", runs: "echo no; echo why >&2; exit 3" };
const last: Step = { name: "third", does: "what comes after", runs: "echo still run" };

const print = vi.spyOn(console, "log");
afterEach(() => print.mockReset());
afterAll(() => print.mockRestore());

async function run(rows: Command["rows"]) {
  print.mockImplementation(() => {});
  const code = await runCommand("sample", { does: "a sample", minutes: "1 s", rows });
  return { code, printed: print.mock.calls.join("\n") };
}

test("a command says what it will do, how long it takes, and what became of each step", async () => {
  const { code, printed } = await run([[passing, last]]);
  expect(code).toBe(0);
  expect(printed).toContain(
    "sample: a sample. About 1 s on two cores.\n  first       what passes\n  third       what comes after\n",
  );
  expect(printed).toMatch(/\n {2}first +\d\.\d s {2}ok: all is well\n {2}third +\d\.\d s {2}ok: still run\n/);
  expect(printed).toMatch(/\n {2}total +\d\.\d s\n\n0 passed, 0 failed, 0 skipped$/);
  expect(printed).not.toContain("echo a");
});

test("a step that fails shows what it printed, hides none after it, and fails the command", async () => {
  const { code, printed } = await run([[failing], [last]]);
  expect(code).toBe(1);
  expect(printed).toContain("second failed: echo no; echo why >&2; exit 3\nno\nwhy\n");
  expect(printed).toMatch(/\n {2}second +\d\.\d s {2}FAILED\n {2}third +\d\.\d s {2}ok: still run\n/);
  expect(printed.split("\n").at(-1)).toBe("0 passed, 1 failed, 0 skipped");
});

test("an unknown command exits 2 and names those that there are", () => {
  const { status, stderr } = spawnSync(process.execPath, [".ci/test.ts", "test:server"], { cwd: root, encoding: "utf8" });
  expect(status).toBe(2);
  expect(stderr).toContain('There is no command "test:server". There are:\n');
  for (const [name, { does }] of Object.entries(commands)) expect(stderr).toContain(`  ${name.padEnd(14)}${does}\n`);
});

test("no step is a script that package.json does not have", () => {
  const steps = Object.values(commands).flatMap(({ rows }) => rows.flat());
  expect(steps.filter(({ runs }) => runs.includes("has no script"))).toEqual([]);
});
