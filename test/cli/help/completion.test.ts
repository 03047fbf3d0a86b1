import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commands } from "../../../compiler/cli/arguments/commands.ts";
import type { Shell } from "../../../compiler/cli/completion/completion-command.ts";
import { completionScript } from "../../../compiler/cli/completion/completion.ts";
import { suiteDirectory, temporaryDirectory } from "../../fixtures/temporary-directory.ts";
import { holdfastHere } from "../user-project.ts";
import { commandNames } from "./shown.ts";

const planFormats = ["text", "json", "yaml", "junit", "sarif", "github", "markdown", "html", "mermaid"];

const isThere = (program: string): boolean => spawnSync(program, ["-c", ":"]).status === 0;

const directory = suiteDirectory({
  "policies/keep.ts": "",
  "policy.ts": "",
  "deploy/a b.yaml": "",
  "deploy/$(touch made).yaml": "",
});

/** What bash would offer for the last of the words; `before` runs first. */
function offered(words: readonly string[], before = ""): readonly string[] {
  const script = join(temporaryDirectory({ "completion.bash": completionScript("bash") }), "completion.bash");
  const line = `source "$1"; shift; ${before}\n    COMP_WORDS=(holdfast "$@"); COMP_CWORD=$#; _holdfast
    for one in "\${COMPREPLY[@]}"; do printf '%s\\n' "$one"; done`;
  const out = execFileSync("bash", ["--norc", "--noprofile", "-c", line, "bash", script, ...words], { cwd: directory });
  return out.toString().split("\n").slice(0, -1);
}

describe.skipIf(!isThere("bash"))("in bash", () => {
  test("commands", () => {
    expect(offered([""])).toEqual(commandNames);
    expect(offered(["un"])).toEqual(["unprotect", "uninstall"]);
    expect(offered(["nothing"])).toEqual([]);
  });

  test.each(commandNames)("the flags of %s", (name) => {
    const flags = [...Object.keys(commands[name]?.flags ?? {}), "help"].map((flag) => `--${flag}`);
    expect(offered([name, "-"])).toEqual(flags);
  });

  test.each<readonly [words: string, values: readonly string[]]>([
    ["plan delete ns/shop --format ", planFormats],
    ["plan --format m", ["markdown", "mermaid"]],
    ["plan --format = ", planFormats],
    ["plan --format = j", ["json", "junit"]],
    ["plan --format =", planFormats],
    ["diff --format ", ["text", "json", "yaml", "junit", "sarif", "github", "markdown"]],
    ["unprotect cm/a --cascade f", ["foreground"]],
    ["compile --kube 1.36 --kube 1.3", ["1.30", "1.31", "1.32", "1.33", "1.34", "1.35", "1.36", "1.37"]],
    ["scan --fail-on unprotected,m", ["unprotected,misspelled"]],
    ["init --systems k", ["karmada", "kruise", "kubevirt"]],
    ["scan --context ", []],
    ["--format ", []],
    ["compile --check --o", ["--out"]],
    ["--out x comp", ["compile", "completion"]],
  ])("holdfast %s", (line, values) => {
    expect(offered(line.split(" "))).toEqual(values);
  });

  test.each<readonly [words: string, paths: readonly string[]]>([
    ["compile pol", ["policies", "policy.ts"]],
    ["compile --out pol", ["policies"]],
    ["compile --out = pol", ["policies"]],
    ["diff pol", ["policies"]],
    ["plan delete -f deploy/a", ["deploy/a b.yaml"]],
    ["plan delete --filename pol", ["policies", "policy.ts"]],
    ["compile -- -", []],
    ["compile -- pol", ["policies", "policy.ts"]],
  ])("paths: holdfast %s", (line, paths) => {
    expect(offered(line.split(" ")).toSorted()).toEqual(paths);
  });

  test.each<readonly [words: string, next: readonly string[]]>([
    ["plan ", ["delete"]],
    ["plan delete ", []],
    ["plan -n shop d", ["delete"]],
    ["completion ", ["bash", "zsh", "fish"]],
    ["completion zsh ", []],
    ["help pl", ["plan"]],
    ["types - cr", []],
    ["scan ", []],
  ])("words: holdfast %s", (line, next) => {
    expect(offered(line.split(" "))).toEqual(next);
  });

  const evil = [
    "$(touch made)",
    "`touch made`",
    "a[$(touch made)]",
    "; touch made",
    "<(touch made)",
    "${x:=$(touch made)}",
    "*",
    "'",
  ];

  test.each(evil)("nothing of %s is executed or expanded, wherever it stands", (word) => {
    const before = readdirSync(directory);
    for (const line of [[word], ["compile", word], ["compile", "--out", word], ["scan", "--fail-on", word]])
      expect([line, offered(line)]).toEqual([line, []]);
    for (const line of [
      [word, ""],
      ["compile", word, "-"],
      ["compile", "--out", word, "-"],
      ["plan", word, "=", word],
    ])
      offered(line);
    expect(readdirSync(directory)).toEqual(before);
  });

  test("a script that evaluates words is found by that", () => {
    const made = temporaryDirectory();
    offered(["compile", `$(touch ${made}/made)`, ""], `_holdfast() { eval "echo \${COMP_WORDS[*]}" >/dev/null; }`);
    expect(readdirSync(made)).toEqual(["made"]);
  });

  test("what a file is named is offered as it is", () => {
    expect(offered(["plan", "delete", "-f", "deploy/$"])).toEqual(["deploy/$(touch made).yaml"]);
    expect(readdirSync(directory)).not.toContain("made");
  });

  test("it reads no variable that is not set", () => {
    expect(offered(["compile", "--kube", ""], "set -u")).toHaveLength(8);
  });
});

/** Text in single quotes that does not end would take the rest of the script along. */
const openQuotes = { zsh: /'\\''/g, fish: /\\[\\']/g } as const;

describe.each(["zsh", "fish"] as const)("in %s", (shell) => {
  const script = completionScript(shell);

  test("every command and flag is there", () => {
    const long = (flag: string): string => (shell === "zsh" ? `--${flag}` : ` -l ${flag} `);
    for (const [name, { flags }] of Object.entries(commands)) {
      expect(script).toContain(name);
      for (const flag of Object.keys(flags)) expect(script).toContain(long(flag));
    }
  });

  test("every quote is closed on its line", () => {
    const lines = script.split("\n").filter((line) => !line.startsWith("#"));
    const open = lines.filter((line) => (line.replaceAll(openQuotes[shell], "").split("'").length - 1) % 2 === 1);
    expect(open).toEqual([]);
    expect(script).not.toContain("`");
  });

  test.skipIf(!isThere(shell))("the shell reads it", () => {
    const file = join(temporaryDirectory(), "completion");
    writeFileSync(file, script);
    expect(spawnSync(shell, ["-n", file]).stderr.toString()).toBe("");
  });
});

test("none of the scripts calls eval", () => {
  for (const shell of ["bash", "zsh", "fish"] as const) expect(completionScript(shell)).not.toMatch(/\beval\b/);
});

describe("holdfast completion", () => {
  test.each<Shell>(["bash", "zsh", "fish"])("%s prints the script, and nothing else", async (shell) => {
    expect(await holdfastHere(directory, ["completion", shell])).toEqual({
      code: 0,
      out: `${completionScript(shell)}\n`,
      error: "",
    });
  });

  test.each([[[]], [["powershell"]], [["bash", "zsh"]]])("%j is no shell", async (words) => {
    const { code, out, error } = await holdfastHere(directory, ["completion", ...words]);
    expect([code, out]).toEqual([2, ""]);
    expect(error).toContain("help: write one of bash, zsh, fish: source <(holdfast completion bash)");
  });
});
