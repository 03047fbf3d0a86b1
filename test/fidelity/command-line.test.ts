import { describe, expect, test } from "vitest";
import { readCommand } from "./command-line.ts";
import { exitCodeOf, headerOf } from "./report.ts";
import { emptyTally } from "./tally.ts";

const all = ["TypeScript", "local CEL", "API server's evaluator"];

test("without arguments all executions are compared, with a new seed", () => {
  expect(readCommand([], 7)).toMatchObject({ cases: 20_000, seed: 7, kube: 30, executions: all, mutants: undefined });
});

describe("--only", () => {
  test("leaves the executions that are named", () => {
    const { executions } = readCommand(["--only", "API server's evaluator", "--only", "TypeScript"], 1);
    expect(executions).toEqual(["TypeScript", "API server's evaluator"]);
  });

  test("leaves one where a real server is the other", () => {
    expect(readCommand(["--server", "--only", "TypeScript"], 1).executions).toEqual(["TypeScript"]);
  });

  test.each([
    [["--only", "TypeScript"], "compares with nothing"],
    [["--only", "typescript"], "there is no such execution. There are: TypeScript, local CEL, API server's evaluator"],
    [["--server", "--only", "API server's evaluator"], "there is no such execution"],
    [["--mutants", "--only", "TypeScript"], "there is no such planted fault"],
  ])("%j is rejected", (words, message) => {
    expect(() => readCommand(words, 1)).toThrow(message);
  });

  test("names planted faults after --mutants", () => {
    expect(readCommand(["--mutants", "--only", "null as present"], 1).mutants).toEqual(["null as present"]);
    expect(readCommand(["--mutants"], 1).mutants?.length).toBeGreaterThanOrEqual(40);
  });
});

test.each([
  ["--cases", "0"],
  ["--cases", "1.5"],
  ["--seed", "-1"],
  ["--kube", "1.x"],
  ["--kube", "30"],
  ["--case", "1"],
])("%s %s is rejected", (...words) => {
  expect(() => readCommand(words, 1)).toThrow(words[0]);
});

describe("what was not compared", () => {
  const clean = { ...emptyTally, cases: 100 };
  const circumstances = { seed: 1, kube: 30, executions: ["TypeScript", "local CEL"] };

  test("stands in the header", () => {
    expect(headerOf({ ...circumstances, notCompared: ["API server's evaluator: no Go"] })).toEqual([
      "fidelity search: TypeScript, local CEL; Kubernetes 1.30; seed 1",
      "NOT COMPARED         API server's evaluator: no Go",
    ]);
    expect(headerOf({ ...circumstances, notCompared: [] })).toHaveLength(1);
  });

  test("fails the run unless it was asked for", () => {
    const result = { isClean: true, notCompared: ["API server's evaluator: no Go"] };
    expect(exitCodeOf({ ...result, mayDoWithoutEvaluator: false })).toBe(1);
    expect(exitCodeOf({ ...result, mayDoWithoutEvaluator: true })).toBe(0);
    expect(exitCodeOf({ isClean: false, notCompared: [], mayDoWithoutEvaluator: true })).toBe(1);
    expect(exitCodeOf({ isClean: true, notCompared: [], mayDoWithoutEvaluator: false })).toBe(0);
    expect(clean.problems).toEqual({});
  });
});
