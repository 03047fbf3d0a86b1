import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { holdfastHere, userProject } from "../../cli/user-project.ts";
import { runScript, writeHoldfastBin } from "./checkout.ts";

interface Written {
  readonly jobs: { readonly policies: { readonly steps: readonly { readonly run?: string }[] } };
  readonly holdfast: { readonly script: readonly string[] };
}

const scriptsIn = {
  github: ({ jobs }: Written) => jobs.policies.steps.flatMap(({ run }) => run ?? []),
  gitlab: ({ holdfast }: Written) => holdfast.script,
};
const fileOf = { github: ".github/workflows/holdfast.yaml", gitlab: ".gitlab-ci.yml" };

describe.each(["github", "gitlab"] as const)("the pipeline that `holdfast init` writes for %s", (forge) => {
  test("passes in a new repository, and fails where a file is not compiled", async () => {
    const directory = userProject({});
    writeHoldfastBin(directory);
    await holdfastHere(directory, ["init", "--forge", forge, "--systems", "helm"]);
    const [install, ...scripts] = scriptsIn[forge](parse(readFileSync(join(directory, fileOf[forge]), "utf8")) as Written);
    expect(install).toBe("npm ci");
    const run = () => runScript(scripts.join("\n"), { cwd: directory });
    expect((await run()).code).toBe(1);
    await runScript("npm run compile", { cwd: directory });
    expect(await run()).toMatchObject({ code: 0, out: expect.stringContaining("passed") as string });
  });
});
