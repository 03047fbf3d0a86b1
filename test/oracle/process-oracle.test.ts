import { execFileSync } from "node:child_process";

import { expect, test } from "vitest";

import { newestVersion } from "../control-plane/kubernetes-versions.ts";
import { goEnvironment } from "../control-plane/programs/go-build.ts";
import { commandLine } from "../control-plane/programs/process-identity.ts";
import { oracleProgram } from "./oracle-binary.ts";
import { describeWithOracle } from "./oracle-suite.ts";
import { startOracle } from "./oracle.ts";
import { deleteRequest, samplePolicy } from "./sample-requests.ts";

/** The first time vet looks at everything that is imported. */
const vetTimeoutMs = 10 * 60_000;
const task = { ...samplePolicy({ validations: [{ expression: "true" }] }), inputs: [deleteRequest()] };

describeWithOracle("the process of an oracle", {}, (shared) => {
  test("ends when it is stopped, and answers no more", async () => {
    const oracle = await startOracle();
    expect(commandLine(oracle.pid)).toContain("oracle");
    const answered = oracle.admit(task);
    await oracle.stop();
    await oracle.stop();
    expect((await answered).answers).toHaveLength(1);
    expect(commandLine(oracle.pid)).toBeUndefined();
    await expect(oracle.admit(task)).rejects.toThrow("ended (0)");
  });

  test("fails the tasks that it leaves unanswered, and says how it ended", async () => {
    const oracle = await startOracle();
    const slow = Array.from({ length: 2_000 }, () => oracle.admit(task));
    process.kill(oracle.pid, "SIGKILL");
    const results = await Promise.allSettled(slow);
    expect(results.at(-1)).toMatchObject({ status: "rejected", reason: { message: expect.stringContaining("ended (SIGKILL)") } });
  });

  test("says on stderr, and so in the error, why it does not start", async () => {
    await expect(startOracle({ kubernetes: "1.29" })).rejects.toThrow("-kube 1.29: can be 1.30 to 1.37");
  });

  test("knows which version it is of", () => {
    expect(shared()).toMatchObject({ kubernetes: newestVersion, isEmulated: false });
  });

  test("runs a program that gofmt leaves alone and go vet accepts", { timeout: vetTimeoutMs }, () => {
    expect(run("gofmt", "-l", ".")).toBe("");
    run("go", "vet", "-mod=readonly", "-buildvcs=false", "-trimpath", ".");
  });
});

function run(command: string, ...flags: readonly string[]): string {
  return execFileSync(command, flags, { cwd: oracleProgram.module, env: goEnvironment(), encoding: "utf8" });
}
