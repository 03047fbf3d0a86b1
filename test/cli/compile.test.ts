import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { InternalError, createDiagnostic } from "../../compiler/diagnostics/diagnostic.ts";
import { temporaryDirectory, contents } from "../fixtures/temporary-directory.ts";
import { compilationOf, runCommand } from "./fake-run.ts";

const compile = (...words: string[]) => ["compile", ...words];
const a = () => compilationOf(["a"]);
const ab = () => compilationOf(["a", "b"]);
const sources = { "policies/a.ts": "", "policies/b.ts": "" };

describe("holdfast compile", () => {
  it("writes what the compiler planned and says what it is", async () => {
    const directory = temporaryDirectory(sources);
    const { code, out, error } = await runCommand(compile(), directory, ab);
    expect(code).toBe(0);
    expect(Object.keys(contents(join(directory, "generated")))).toEqual(["a.yaml", "b.yaml", "kustomization.yaml"]);
    expect(out.split("\n")).toEqual([
      "POLICY  RULES  ANSWERED BY  FILE",
      "a       1      API server   generated/a.yaml",
      "b       1      API server   generated/b.yaml",
      "",
      "2 policies, 2 rules; generated: 3 files written, 0 unchanged, 0 removed",
      "next: commit generated, and apply it (`kubectl apply -k generated`, or GitOps)",
      "`--verbose` shows every rule and guard, `--show <policy>` the YAML beside its rules",
      "",
    ]);
    expect(error).toBe("");
  });

  it("hands over the paths as they were typed, and writes where --out says", async () => {
    const directory = temporaryDirectory();
    const seen: unknown[] = [];
    await runCommand(compile("x", "y/z.ts", "--out", "deploy/here"), directory, (options) => (seen.push(options), a()));
    expect(seen).toEqual([
      {
        paths: ["x", "y/z.ts"],
        workingDirectory: directory,
        kube: 30,
        command: "npx holdfast compile x y/z.ts --out deploy/here",
      },
    ]);
    expect(Object.keys(contents(join(directory, "deploy/here")))).toEqual(["a.yaml", "kustomization.yaml"]);
  });

  it("removes what a removed policy left behind, and nothing that is not ours", async () => {
    const directory = temporaryDirectory({ "policies/a.ts": "", "generated/README.md": "by hand" });
    await runCommand(compile(), directory, ab);
    const { code, out } = await runCommand(compile(), directory, a);
    expect([code, Object.keys(contents(join(directory, "generated")))]).toEqual([
      0,
      ["README.md", "a.yaml", "kustomization.yaml"],
    ]);
    expect(out).toContain("1 file written, 1 unchanged, 1 removed");
  });

  it("shows each rule above its YAML, behind a gutter, and where the files are", async () => {
    const { out } = await runCommand(compile("--show", "a"), temporaryDirectory(), a);
    expect(out).toContain(
      [
        "byName, policies/a.ts:9",
        "",
        "   9 | byName: {",
        "  10 |   deny",
        "  11 | }",
        "",
        "in generated/a.yaml, ValidatingAdmissionPolicy a:",
      ].join("\n"),
    );
    expect(out).toContain(["     | validations:", "     |   - reason: Forbidden"].join("\n"));
  });

  it("shows one policy by its name, its file or its directory, and says which there are", async () => {
    const shown = async (name: string) => (await runCommand(compile("--show", name), temporaryDirectory(sources), ab)).out;
    expect(await shown("b")).toMatch(/^byName, policies\/b\.ts:9\n/);
    expect(await shown("./policies/b.ts")).not.toContain("byName, policies/a.ts");
    expect(await shown("policies/")).toMatch(/^byName, policies\/a\.ts:9\n[^]*byName, policies\/b\.ts:9\n/);
    expect(await runCommand(compile("--show", "c"), temporaryDirectory(sources), ab)).toMatchObject({
      code: 2,
      error: expect.stringContaining("there is no policy `c`") as string,
    });
  });

  it("prints no control character of a policy", async () => {
    const { policies, files } = a();
    const hostile = policies.map((policy) => ({
      ...policy,
      name: "a\u001b[2J",
      rules: policy.rules.map((rule) => ({
        ...rule,
        name: "r\u0007",
        text: "x: '\u001b]0;t\u0007'",
        native: { admissionPolicy: "a\u0007", yaml: "a: \u009b31m" },
      })),
    }));
    const { out, error } = await runCommand(compile("--show", "a\u001b[2J"), temporaryDirectory(), () => ({
      policies: hostile,
      files,
    }));
    expect((out + error).replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
    expect(out).toContain("a\\u{1b}[2J");
  });
});

describe("holdfast compile, with mistakes in policies", () => {
  const diagnostic = createDiagnostic("no-such-path", { file: "policies/a.ts", start: 2, end: 5 }, { path: "x" });

  it("shows each with its frame, writes nothing and exits with 2", async () => {
    const directory = temporaryDirectory();
    const { code, out, error } = await runCommand(compile(), directory, () => ({
      diagnostics: [diagnostic],
      sources: new Map([["policies/a.ts", "a bcd"]]),
    }));
    expect([code, out, contents(directory)]).toEqual([2, "", {}]);
    expect(error).toContain(
      "policies/a.ts:1:3 error[no-such-path]: there is no file or directory `x`\n  |\n1 | a bcd\n  |   ^^^\nhelp: ",
    );
    expect(error.trimEnd().split("\n").at(-1)).toBe("1 error; nothing written");
  });

  it("shows warnings with their frames and counts them, and writes anyway", async () => {
    const span = { file: "policies/a.ts", start: 2, end: 5 };
    const warning = createDiagnostic("absent-in-message", span, { text: "bcd", word: "undefined" });
    const warned = { warnings: [warning], sources: new Map([["policies/a.ts", "a bcd"]]) };
    const { code, out, error } = await runCommand(compile(), temporaryDirectory(sources), () => ({ ...a(), ...warned }));
    expect(code).toBe(0);
    expect(error).toContain(
      "policies/a.ts:1:3 warning[absent-in-message]: `bcd` may be absent, and the message then shows `undefined`\n  |\n1 | a bcd\n  |   ^^^\nhelp: ",
    );
    expect(out).toContain("1 policy, 1 rule, 1 warning; generated: ");
    const failed = await runCommand(compile(), temporaryDirectory(), () => ({ ...warned, diagnostics: [diagnostic] }));
    expect(failed.error.trimEnd().split("\n").at(-1)).toBe("1 error, 1 warning; nothing written");
  });

  it("leaves the output of the last good run alone", async () => {
    const directory = temporaryDirectory();
    await runCommand(compile(), directory, ab);
    const before = contents(join(directory, "generated"));
    await runCommand(compile(), directory, () => ({ diagnostics: [diagnostic] }));
    expect(contents(join(directory, "generated"))).toEqual(before);
  });

  it("shows the first fifty of very many", async () => {
    const { error } = await runCommand(compile(), temporaryDirectory(), () => ({
      diagnostics: Array.from({ length: 60 }, () => diagnostic),
    }));
    expect(error.match(/error\[no-such-path\]/g)).toHaveLength(50);
    expect(error).toContain("60 errors, the first 50 of them above; nothing written");
  });
});

describe("holdfast compile, with an output directory that cannot be used", () => {
  it.each([
    ["a foreign file in the way", (path: string) => writeFileSync(path, "kind: Mine"), "is a file that Holdfast did not write"],
    ["a directory in the way", (path: string) => mkdirSync(path), "is a directory"],
    ["a link in the way", (path: string) => symlinkSync("/etc/hostname", path), "is a symbolic link"],
  ])("%s: nothing is written, exit code 2, with or without --check", async (_, put, reason) => {
    for (const words of [compile(), compile("--check")]) {
      const directory = temporaryDirectory({ "generated/keep.txt": "x" });
      put(join(directory, "generated/b.yaml"));
      const { code, error } = await runCommand(words, directory, ab);
      expect([code, Object.keys(contents(join(directory, "generated"))).filter((name) => name !== "b.yaml")]).toEqual([
        2,
        ["keep.txt"],
      ]);
      expect(error).toContain(`generated/b.yaml ${reason}\nhelp: nothing was changed; move it away`);
    }
  });

  it("a file where the directory should be", async () => {
    const directory = temporaryDirectory({ generated: "a file" });
    const { code, error } = await runCommand(compile(), directory, a);
    expect([code, contents(directory)]).toEqual([2, { generated: "a file" }]);
    expect(error).toContain("generated is not a directory\nhelp: name a directory with --out");
  });

  it("a link that leads out of the working directory", async () => {
    const directory = temporaryDirectory();
    const elsewhere = temporaryDirectory();
    symlinkSync(elsewhere, join(directory, "generated"));
    const { code, error } = await runCommand(compile(), directory, a);
    expect([code, contents(elsewhere)]).toEqual([2, {}]);
    expect(error).toContain("leads outside the working directory through a symbolic link");
  });

  it("a part of the policies must not remove the output of the others", async () => {
    const directory = temporaryDirectory(sources);
    await runCommand(compile(), directory, ab);
    const before = contents(join(directory, "generated"));
    const { code, error } = await runCommand(compile("policies/a.ts"), directory, a);
    expect([code, contents(join(directory, "generated"))]).toEqual([2, before]);
    expect(error).toContain(
      "this would remove generated/b.yaml (from policies/b.ts): the source still exists but was not compiled",
    );
  });
});

/** The text of the first file for one source. */
function textOf(stem: string): string {
  return compilationOf([stem]).files[0]?.text ?? "";
}

/** Compiles, spoils the output, and checks it; nothing may be written on the way. */
async function checked(sabotage: (generated: string) => void, words: readonly string[] = []) {
  const directory = temporaryDirectory(sources);
  await runCommand(compile(), directory, ab);
  sabotage(join(directory, "generated"));
  const before = contents(join(directory, "generated"));
  const outcome = await runCommand(compile("--check", ...words), directory, ab);
  expect(contents(join(directory, "generated"))).toEqual(before);
  return outcome;
}

describe("holdfast compile --check", () => {
  it("is content with what compile wrote, and with foreign files beside it", async () => {
    const { code, out } = await checked((generated) => writeFileSync(join(generated, "README.md"), "by hand"));
    expect([code, out]).toEqual([0, "generated is up to date: 3 files\n"]);
  });

  it("names a file that differs, with the first difference, and the command that fixes it", async () => {
    const { code, out } = await checked((generated) => appendFileSync(join(generated, "a.yaml"), "\u001b[31mby hand\n"));
    expect(code).toBe(1);
    expect(out).toMatch(
      /^different: generated\/a\.yaml\n {2}line \d+\n {2}- \\u\{1b\}\[31mby hand\nTo fix it: npx holdfast compile policies --out generated\n$/,
    );
  });

  it("names a file that is missing", async () => {
    const { code, out } = await checked((generated) => rmSync(join(generated, "b.yaml")));
    expect([code, out]).toEqual([1, "missing:   generated/b.yaml\nTo fix it: npx holdfast compile policies --out generated\n"]);
  });

  it("names a file of ours that no policy compiles to", async () => {
    const { code, out } = await checked((generated) => writeFileSync(join(generated, "old.yaml"), textOf("old")));
    expect([code, out]).toEqual([
      1,
      "stale:     generated/old.yaml (no policy compiles to it)\nTo fix it: npx holdfast compile policies --out generated\n",
    ]);
  });

  it("takes a copy of one of our files for stale", async () => {
    const { code, out } = await checked((generated) => writeFileSync(join(generated, "copy.yaml"), textOf("a")));
    expect([code, out]).toEqual([1, expect.stringContaining("stale:     generated/copy.yaml")]);
  });

  it("finds everything missing where there is no directory", async () => {
    const { code, out } = await checked((generated) => {
      rmSync(generated, { recursive: true });
      mkdirSync(generated);
    });
    expect([code, out.match(/^missing: /gm)?.length]).toEqual([1, 3]);
  });

  it("tells output of policies that were not compiled, and how to check all of them", async () => {
    const directory = temporaryDirectory(sources);
    await runCommand(compile(), directory, ab);
    const { code, out } = await runCommand(compile("--check", "policies/a.ts"), directory, a);
    expect(code).toBe(1);
    expect(out).toContain("extra:     generated/b.yaml (from policies/b.ts, which was not compiled)");
    expect(out).toContain(
      "To fix it, compile all policies together: npx holdfast compile policies/a.ts policies/b.ts --out generated",
    );
  });

  it.each([
    [["my rules", "--out", "it's here"], "npx holdfast compile 'my rules' --out 'it'\\''s here'"],
    [["--", "-x.ts"], "npx holdfast compile --out generated -- -x.ts"],
  ])("the command has the same paths and directory, quoted for a shell: %j", async (words, command) => {
    const { out } = await runCommand(compile("--check", ...words), temporaryDirectory(), a);
    expect(out).toContain(`To fix it: ${command}\n`);
  });
});

describe("what is our fault", () => {
  it.each([
    [
      "a broken invariant",
      () => {
        throw new InternalError("no \u001b[31m parent");
      },
    ],
    [
      "anything unexpected",
      () => {
        throw new TypeError("no \u001b[31m parent");
      },
    ],
    [
      "even a string",
      () => {
        throw "no \u001b[31m parent";
      },
    ],
  ])("%s: one line that asks for a report, exit code 4, nothing written", async (_, broken) => {
    const directory = temporaryDirectory();
    const { code, out, error } = await runCommand(compile(), directory, broken);
    expect([code, out, contents(directory)]).toEqual([4, "", {}]);
    const [line, ...rest] = error.trimEnd().split("\n");
    expect(rest).toEqual([]);
    expect(line).toMatch(/^holdfast: internal error: .*no \\u\{1b\}\[31m parent.*please report/);
  });
});
