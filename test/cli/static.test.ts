import { appendFileSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryDirectory, contents } from "../fixtures/temporary-directory.ts";
import { keepPolicy } from "../static/static-set.ts";
import { holdfastHere, keepLabelled, userProject } from "./user-project.ts";

const policies = { "policies/keep.ts": keepPolicy };
const flags = ["--static", "cp", "--kube", "1.36"] as const;
const compile = (directory: string, ...words: readonly string[]) => holdfastHere(directory, ["compile", ...flags, ...words]);
const written = (directory: string) => readdirSync(directory);

describe("holdfast compile --static", () => {
  it("writes what API servers read, and nothing for the API", async () => {
    const directory = userProject(policies, []);
    const { code, out } = await compile(directory);
    expect(code).toBe(0);
    expect(Object.keys(contents(join(directory, "cp")))).toEqual(["README.txt", "admission-configuration.yaml"]);
    expect(Object.keys(contents(join(directory, "cp/policies")))).toEqual(["holdfast-protection.yaml", "keep.yaml"]);
    expect(out).toContain("cp/policies/keep.yaml\n");
    expect(out).toContain(
      "1 policy, 1 rule; cp: 2 files written, 0 unchanged, 0 removed; cp/policies: 2 files written, 0 unchanged, 0 removed\n",
    );
    expect(written(directory)).not.toContain("generated");
  });

  it("writes both with --out, again the same, and removes what is left over in each", async () => {
    const directory = userProject({ ...policies, "policies/more.ts": keepPolicy.replace("keep-labelled", "more") }, []);
    await compile(directory, "--out", "generated");
    const first = [contents(join(directory, "cp")), contents(join(directory, "cp/policies"))];
    expect((await compile(directory, "--out", "generated")).out).toContain(
      "generated: 0 files written, 4 unchanged, 0 removed; cp: 0 files written, 2 unchanged, 0 removed; cp/policies: 0 files written, 3 unchanged, 0 removed",
    );
    expect([contents(join(directory, "cp")), contents(join(directory, "cp/policies"))]).toEqual(first);
    rmSync(join(directory, "policies/more.ts"));
    writeFileSync(join(directory, "cp/policies/by-hand.yaml"), "by: hand\n");
    expect((await compile(directory, "--out", "generated")).out).toContain(
      "generated: 2 files written, 1 unchanged, 1 removed; cp: 0 files written, 2 unchanged, 0 removed; cp/policies: 0 files written, 2 unchanged, 1 removed",
    );
    expect(Object.keys(contents(join(directory, "cp/policies")))).toEqual([
      "by-hand.yaml",
      "holdfast-protection.yaml",
      "keep.yaml",
    ]);
  });

  it("leaves the policies in the API with --protection-only, parameters or not", async () => {
    const directory = userProject({ "policies/keep-labelled.ts": keepLabelled }, []);
    const { code, out } = await compile(directory, "--protection-only", "--out", "generated");
    expect([code, Object.keys(contents(join(directory, "cp/policies")))]).toEqual([0, ["holdfast-protection.yaml"]]);
    expect(out).toContain("generated/keep-labelled.yaml\n");
  });

  it("denies policies with parameters, and writes nothing", async () => {
    const directory = userProject({ "policies/keep-labelled.ts": keepLabelled }, []);
    const { code, error } = await compile(directory, "--out", "generated");
    expect([code, written(directory).toSorted()]).toEqual([2, ["node_modules", "package.json", "policies"]]);
    expect(error).toContain("error[static-parameters]: the guard `namespaces` of `keep-labelled` looks up other objects");
    expect(error).toContain("`--static --protection-only`");
  });

  it("denies the name of the protection, also as the name of a file", async () => {
    const named = userProject({ "policies/keep.ts": keepPolicy.replace("keep-labelled", "holdfast-protection-update") }, []);
    expect((await compile(named)).error).toContain("error[static-name]: `holdfast-protection-update` cannot be the name");
    const filed = userProject({ "policies/Holdfast-Protection.ts": keepPolicy }, []);
    expect((await compile(filed)).error).toContain("error[static-name]: `keep-labelled` cannot be the name");
  });

  it.each([
    [
      "a directory that is a file",
      (root: string) => writeFileSync(join(root, "cp"), ""),
      "cannot use cp/policies: a part of the path is a file, not a directory",
    ],
    [
      "a file that is not ours in the place of one of ours",
      (root: string) => {
        mkdirSync(join(root, "cp/policies"), { recursive: true });
        writeFileSync(join(root, "cp/policies/keep.yaml"), "by: hand\n");
      },
      "keep.yaml is a file that Holdfast did not write",
    ],
    [
      "a link that leads outside",
      (root: string) => symlinkSync(temporaryDirectory(), join(root, "cp")),
      "if that is meant, say so: --static /",
    ],
  ])("%s: nothing is written anywhere", async (_, spoil, says) => {
    const directory = userProject(policies, []);
    spoil(directory);
    const { code, error } = await compile(directory, "--out", "generated");
    expect(code).toBe(2);
    expect(error).toContain(says);
    expect(written(directory)).not.toContain("generated");
  });

  it.each([["cp"], ["cp/policies"], ["./cp/policies/"]])("has a directory of its own: not --out %s", async (out) => {
    const { code, error } = await compile(userProject(policies, []), "--out", out);
    expect([code, error]).toEqual([2, expect.stringContaining("would hold the files of `--out` and those of `--static`")]);
  });

  it("keeps the policies of sources that were not compiled", async () => {
    const directory = userProject({ ...policies, "policies/more.ts": keepPolicy.replace("keep-labelled", "more") }, []);
    await compile(directory);
    const { code, error } = await compile(directory, "policies/keep.ts");
    expect(code).toBe(2);
    expect(error).toContain("this would remove cp/policies/more.yaml (from policies/more.ts)");
  });
});

describe("holdfast compile --static --check", () => {
  it("finds what is missing, different or left over in both directories, and the command that fixes it", async () => {
    const directory = userProject(policies, []);
    const more = ["--out", "generated", "--static-path", "/srv/holdfast", "--protection-only"];
    await compile(directory, ...more);
    expect(await compile(directory, ...more, "--check")).toMatchObject({
      code: 0,
      out: "generated is up to date: 3 files\ncp is up to date: 2 files\ncp/policies is up to date: 1 file\n",
    });
    rmSync(join(directory, "cp/README.txt"));
    appendFileSync(join(directory, "cp/policies/holdfast-protection.yaml"), "by: hand\n");
    const { code, out } = await compile(directory, ...more, "--check");
    expect(code).toBe(1);
    expect(out).toContain("missing:   cp/README.txt\n");
    expect(out).toContain("different: cp/policies/holdfast-protection.yaml\n");
    expect(out).toContain(
      "To fix it: npx holdfast compile policies --out generated --static cp --static-path /srv/holdfast --protection-only --kube 1.36\n",
    );
  });

  it("finds what another --static-path would be", async () => {
    const directory = userProject(policies, []);
    await compile(directory);
    const { code, out } = await compile(directory, "--static-path", "/srv/holdfast", "--check");
    expect([code, out]).toEqual([1, expect.stringContaining("different: cp/admission-configuration.yaml\n")]);
  });
});
