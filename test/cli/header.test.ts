import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compile } from "../../compiler/compile.ts";
import { temporaryDirectory } from "../fixtures/temporary-directory.ts";
import { runCommand } from "./fake-run.ts";

const policy = `import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "a",
  match: [{ group: "apps", version: "v1", resource: "deployments" }],
  rules: { keep: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes", message: "kept" } },
});
`;
const files = { "policies/a.ts": policy, "my rules/a.ts": policy };

/** What the header of a generated file says of the command. */
function commandIn(directory: string, file: string): string | undefined {
  const third = readFileSync(join(directory, file), "utf8")
    .split("\n")
    .find((line) => line.includes("edit the source and run"));
  return third?.replace(/^.*edit the source and run: /, "");
}

describe("headers name the command that makes the file", () => {
  test.each<readonly [readonly string[], string, string]>([
    [[], "generated/a.yaml", "npx holdfast compile policies --out generated"],
    [["./policies/", "--out", "deploy/guards/"], "deploy/guards/a.yaml", "npx holdfast compile policies --out deploy/guards"],
    [["my rules", "--out", "it's here"], "it's here/a.yaml", "npx holdfast compile 'my rules' --out 'it'\\''s here'"],
    [["policies", "--kube", "1.34"], "generated/kustomization.yaml", "npx holdfast compile policies --out generated --kube 1.34"],
    [["policies", "--command", "npm run compile"], "generated/a.yaml", "npm run compile"],
  ])("%j", async (argv, file, expected) => {
    const directory = temporaryDirectory(files);
    expect((await runCommand(["compile", ...argv], directory, compile)).error).not.toContain("error");
    expect(commandIn(directory, file)).toBe(expected);
    expect((await runCommand(["compile", ...argv, "--check"], directory, compile)).code).toBe(0);
  });

  test("an absolute path inside the working directory is no other command", async () => {
    const directory = temporaryDirectory(files);
    const argv = ["compile", join(directory, "policies"), "--out", join(directory, "generated")];
    expect((await runCommand(argv, directory, compile)).code).toBe(0);
    expect(commandIn(directory, "generated/a.yaml")).toBe("npx holdfast compile policies --out generated");
    expect((await runCommand(["compile", "--check"], directory, compile)).code).toBe(0);
  });

  test("the report names it, too", async () => {
    const directory = temporaryDirectory(files);
    await runCommand(["compile", "--command", "make guards"], directory, compile);
    const report = JSON.parse(readFileSync(join(directory, "generated/report.json"), "utf8")) as { readonly advice: string };
    expect(report.advice).toBe("To change it, edit the source and run: make guards");
  });

  test.each([" ", "a\nb"])("a command is one line of text, and not %j", async (command) => {
    const directory = temporaryDirectory(files);
    const { code, error } = await runCommand(["compile", "--command", command], directory, compile);
    expect([code, error]).toEqual([2, expect.stringContaining("`--command` takes one line of text")]);
  });
});
