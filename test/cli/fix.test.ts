import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compile } from "../../compiler/compile.ts";
import { policyText } from "../diagnostics/examples/files.ts";
import { contents, temporaryDirectory } from "../fixtures/temporary-directory.ts";
import { runCommand } from "./fake-run.ts";

const wrong = policyText("Keep").replace('"keep it"', '"keep\\nit"');

test("compile --fix says what it has written, and compiles", async () => {
  const directory = temporaryDirectory({ "policies/keep.ts": wrong });
  const { code, error } = await runCommand(["compile", "--fix"], directory, compile);
  expect({ code, error: error.split("\n").slice(0, 3) }).toEqual({
    code: 0,
    error: [
      'fixed policies/keep.ts:3 [policy-name]: "keep"',
      'fixed policies/keep.ts:5 [message-lines]: "keep it"',
      "2 places fixed in 1 file",
    ],
  });
  expect(readFileSync(join(directory, "policies/keep.ts"), "utf8")).toBe(policyText("keep"));
  expect(Object.keys(contents(join(directory, "generated")))).toContain("keep.yaml");
  expect((await runCommand(["compile", "--fix"], directory, compile)).error).toContain("nothing to fix");
});

test("what is left is reported as ever", async () => {
  const directory = temporaryDirectory({ "policies/keep.ts": wrong.replace(' === "main"', ".length & 1") });
  const { code, error } = await runCommand(["compile", "--fix"], directory, compile);
  expect(code).toBe(2);
  expect(error).toContain("2 places fixed in 1 file");
  expect(error).toContain("error[unsupported-operator]");
});

test("compile --check --fix is a contradiction", async () => {
  const { code, error } = await runCommand(["compile", "--check", "--fix"], temporaryDirectory());
  expect(code).toBe(2);
  expect(error).toContain("`--check` writes nothing, and `--fix` writes into policies");
});
