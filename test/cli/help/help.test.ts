import { describe, expect, test } from "vitest";
import { commands, groups } from "../../../compiler/cli/arguments/commands.ts";
import { helpText } from "../../../compiler/cli/arguments/help.ts";
import { temporaryDirectory } from "../../fixtures/temporary-directory.ts";
import { holdfastHere } from "../user-project.ts";
import { commandNames } from "./shown.ts";

const plain = { color: false };
const escape = String.fromCodePoint(0x1b);

async function printed(...words: readonly string[]): Promise<string> {
  const { code, out, error } = await holdfastHere(temporaryDirectory(), words);
  expect([code, error]).toEqual([0, ""]);
  return out;
}

describe.each(commandNames)("holdfast %s --help", (name) => {
  const text = helpText(name, plain);

  test("is what `holdfast help` says of it, and -h", async () => {
    const out = await printed(name, "--help");
    expect(out).toBe(`${text}\n`);
    expect(await printed(name, "-h")).toBe(out);
    expect(await printed("help", name)).toBe(out);
    expect(await printed("help", name, "--help")).toBe(out);
    expect(await printed("--help", name)).toBe(out);
  });

  test("lists the flags of this command, each once, and no others", () => {
    const listed = Array.from(text.matchAll(/^ {2}(?:-\w, )?--([a-z-]+)(?= |$)/gm), ([, flag = ""]) => flag);
    expect(listed.toSorted()).toEqual([...Object.keys(commands[name]?.flags ?? {}), "help"].toSorted());
  });

  test("shows usage, examples and exit codes, and where there is more", () => {
    const headings = text.split("\n").filter((line) => /^\S/.test(line));
    for (const heading of ["Usage", "Examples", "Flags", "Exit codes", "See also"]) expect(headings).toContain(heading);
    for (const { line } of commands[name]?.examples ?? []) expect(text).toContain(`\n  ${line}`);
  });
});

test.each(["", ...commandNames])("no line of holdfast %s --help is wider than a terminal, or ends with a space", (name) => {
  const wide = helpText(name === "" ? undefined : name, plain)
    .split("\n")
    .filter((line) => line.length > 80 || line.endsWith(" "));
  expect(wide).toEqual([]);
});

describe("holdfast --help", () => {
  test("is what `holdfast help` says, and -h", async () => {
    const out = await printed("--help");
    expect(out).toBe(`${helpText(undefined, plain)}\n`);
    expect(await printed("help")).toBe(out);
    expect(await printed("-h")).toBe(out);
  });

  test("lists every command once, with what it does", () => {
    const text = helpText(undefined, plain);
    expect(groups.flatMap(({ names }) => names).toSorted()).toEqual(commandNames.toSorted());
    for (const [name, { summary }] of Object.entries(commands))
      expect(text.split("\n").filter((line) => line.startsWith(`  ${name} `) && line.endsWith(`  ${summary}`))).toHaveLength(1);
  });

  test("says what exit codes, variables and files mean", () => {
    const text = helpText(undefined, plain);
    for (const word of ["3  the cluster could not be reached", "NO_COLOR=1", "HOLDFAST_CACHE=", "holdfast.config.json"])
      expect(text).toContain(word);
  });
});

describe("colours", () => {
  test.each([
    { of: "the overview", name: undefined },
    { of: "a command", name: "plan" },
  ])("headings of $of are bold, and nothing else is", ({ name }) => {
    const text = helpText(name, { color: true });
    const bold = text.split("\n").filter((line) => line.includes(escape));
    expect(bold.length).toBeGreaterThan(4);
    for (const line of bold) expect([line.startsWith(`${escape}[1m`), line.endsWith(`${escape}[22m`)]).toEqual([true, true]);
    expect(text.replaceAll(new RegExp(String.raw`${escape}\[\d+m`, "g"), "")).toBe(helpText(name, plain));
  });
});

describe("help of what is no command", () => {
  test.each([
    ["help", "compil"],
    ["compil", "--help"],
    ["--help", "compil"],
  ])("holdfast %s %s", async (...words) => {
    const { code, out, error } = await holdfastHere(temporaryDirectory(), words);
    expect([code, out]).toEqual([2, ""]);
    expect(error).toBe(
      "error: there is no command `compil`; did you mean `compile`?\nhelp: `holdfast --help` shows every command\n",
    );
  });
});

test("a flag that a command has not leads to the help of that command", async () => {
  const { code, error } = await holdfastHere(temporaryDirectory(), ["compile", "--chek"]);
  expect([code, error]).toEqual([
    2,
    "error: there is no flag `--chek`; did you mean `--check`?\nhelp: `holdfast compile --help` shows its flags\n",
  ]);
});
