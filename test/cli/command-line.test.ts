import { describe, expect, it } from "vitest";
import { parseCommandLine } from "../../compiler/cli/command-line.ts";
import { UsageError } from "../../compiler/cli/usage-error.ts";

const compile = { kind: "compile", paths: ["policies"], out: "generated", mode: "write", show: false };

describe("understood", () => {
  it.each([
    ["compile", compile],
    ["compile a.ts b", { ...compile, paths: ["a.ts", "b"] }],
    ["compile --out x", { ...compile, out: "x" }],
    ["compile --out=x", { ...compile, out: "x" }],
    ["--out x compile a", { ...compile, out: "x", paths: ["a"] }],
    ["compile --check --show", { ...compile, mode: "check", show: true }],
    ["compile --check policy", { ...compile, mode: "check", paths: ["policy"] }],
    ["compile --check 2026.10 --out 007", { ...compile, mode: "check", paths: ["2026.10"], out: "007" }],
    ["compile --check false", { ...compile, mode: "check", paths: ["false"] }],
    ["compile -- --odd.ts", { ...compile, paths: ["--odd.ts"] }],
    ["--help", { kind: "help" }],
    ["help", { kind: "help" }],
    ["compile -h", { kind: "help" }],
    ["compile --unknown --help", { kind: "help" }],
    ["--version", { kind: "version" }],
    ["-v", { kind: "version" }],
  ])("holdfast %s", (line, expected) => {
    expect(parseCommandLine(line.split(" "))).toEqual(expected);
  });
});

describe("refused, with what is wrong and what to write", () => {
  it.each([
    ["", "no command given", "holdfast compile"],
    ["compil", "there is no command `compil`; did you mean `compile`?", "--help"],
    ["deploy", "there is no command `deploy`", "--help"],
    ["compile --chekc", "there is no flag `--chekc`; did you mean `--check`?", "--help"],
    ["compile --verbose", "there is no flag `--verbose`", "--help"],
    ["compile -x", "there is no flag `-x`", "--help"],
    ["compile -out x", "there is no flag `-o`", "--help"],
    ["compile --no-check", "there is no flag `--no-check`", "--help"],
    ["compile --constructor", "there is no flag `--constructor`", "--help"],
    ["compile --__proto__=x", "there is no flag `--__proto__`", "--help"],
    ["compile --check=no", "`--check` takes no value", "write `--check` alone"],
    ["compile --out", "`--out` needs a directory", "--out generated"],
    ["compile --out=", "`--out` needs a directory", "--out generated"],
    ["compile --out --check", "`--out` needs a directory", "--out generated"],
    ["compile --out a --out b", "`--out` is given 2 times", "give it once"],
    ["compile --out a --out a", "`--out` is given 2 times", "give it once"],
  ])("holdfast %s", (line, message, help) => {
    const words = line === "" ? [] : line.split(" ");
    expect(() => parseCommandLine(words)).toThrow(UsageError);
    expect(() => parseCommandLine(words)).toThrow(expect.objectContaining({ message, help: expect.stringContaining(help) }));
  });

  it("an empty path", () => {
    expect(() => parseCommandLine(["compile", ""])).toThrow("a path is empty");
  });
});
