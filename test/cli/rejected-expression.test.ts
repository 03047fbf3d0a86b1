import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { compileFiles } from "../fixtures/compile-files.ts";
import { writeTree } from "../fixtures/tree.ts";
import { temporaryDirectory } from "../fixtures/temporary-directory.ts";
import { runCommand } from "./fake-run.ts";

type Compile = typeof import("../../compiler/compile.ts").compile;

/**
 * A fault of ours: where a rule says `planted`, the printed CEL compares what CEL's type checker does not let compare.
 */
async function faultyCompile(): Promise<Compile> {
  vi.doMock("../../compiler/print/print.ts", async (original) => {
    const actual = await original<typeof import("../../compiler/print/print.ts")>();
    const faulty = (text: string): string => (text.includes("'planted'") ? `(${text}) && null == ''` : text);
    return {
      ...actual,
      printExpression: (...args: Parameters<typeof actual.printExpression>) => faulty(actual.printExpression(...args)),
    };
  });
  // Other files of this worker have loaded the compiler already.
  vi.resetModules();
  const { compile } = await import("../../compiler/compile.ts");
  return compile;
}

afterEach(() => {
  vi.doUnmock("../../compiler/print/print.ts");
  vi.resetModules();
});

const policyFile = (name: string): string => `import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "a",
  match: [{ group: "apps", version: "v1", resource: "deployments" }],
  rules: { keep: { denyWhen: ({ oldObject }) => oldObject.metadata.name === "${name}", message: "kept" } },
});
`;

test("an expression that API servers would reject ends with exit code 4, asks for a report, and nothing is written", async () => {
  const directory = temporaryDirectory();
  writeTree(directory, { "policies/a.ts": policyFile("planted") });
  const { code, out, error } = await runCommand(["compile"], directory, await faultyCompile());
  expect([code, out, existsSync(join(directory, "generated"))]).toEqual([4, "", false]);
  expect(error).toMatch(/internal error: .*a\.yaml: a: Kubernetes 1\.30 would reject an expression: .*please report/);
});

test("the same policy without the fault compiles", () => {
  expect(compileFiles({ "a.ts": policyFile("plain") }).diagnostics).toEqual([]);
});
