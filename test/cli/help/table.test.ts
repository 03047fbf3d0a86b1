import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { HelpfulError } from "../../../compiler/api/helpful-error.ts";
import { parseCommandLine } from "../../../compiler/cli/arguments/command-line.ts";
import { type Command, commands, everywhere } from "../../../compiler/cli/arguments/commands.ts";
import type { FlagDefinition } from "../../../compiler/cli/arguments/flags.ts";
import { root, sourceFiles } from "../../house/source-files.ts";
import { flagsIn, wordsOf } from "./shown.ts";

const rows = Object.entries(commands);
const flags = rows.flatMap(([command, definition]) =>
  Object.entries(definition.flags).map(([name, flag]) => ({ command, name, flag })),
);

/** A command line to which flags can be added. */
const bare: Readonly<Record<string, readonly string[]>> = {
  explain: ["keep", "--object", "x.yaml"],
  types: ["crds"],
  plan: ["delete", "namespace/shop"],
  diff: ["old", "new"],
  unprotect: ["cm/settings"],
};

/** What a flag needs beside it. */
const beside: Readonly<Record<string, readonly string[]>> = {
  "compile --static-path": ["--static", "x", "--kube", "1.36"],
  "plan --pruner": ["--from", "a", "--to", "b"],
  "unprotect --cascade": ["--reason", "moved"],
  "unprotect --format": ["--reason", "moved"],
  "unprotect --namespace": ["--reason", "moved"],
};

function parsed(command: string, name: string, more: readonly string[]): Command {
  const needs = beside[`${command} --${name}`] ?? [];
  const words = needs.includes("--from") ? [] : (bare[command] ?? []);
  return parseCommandLine([command, ...words, ...needs, ...more]);
}

describe.each(rows)("%s", (command, { examples, usage, page, does, flags: own }) => {
  test("its examples are command lines that are understood", () => {
    const lines = examples.map(({ line }) => line).filter((line) => line.includes("holdfast "));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect([line, parseCommandLine(wordsOf(line)).kind.split("-")[0]]).toEqual([line, command]);
  });

  test("its texts name flags that it has", () => {
    const known = Object.entries(own).flatMap(([name, { short }]) => [`--${name}`, `-${short ?? name}`]);
    const texts = [
      ...usage,
      ...(does.match(/`--?[a-z][^`]*`/g) ?? []),
      ...Object.values(own).flatMap(({ says }) => says.match(/`--[^`]*`/g) ?? []),
    ];
    const named = texts.flatMap((text) => flagsIn(text.replaceAll("`", "")));
    expect(named.filter((flag) => !known.includes(flag))).toEqual([]);
  });

  test("its page is there, and what it does is said in a few lines", () => {
    expect(existsSync(join(root, page))).toBe(true);
    expect([does.length > 50, does.split("\n").length <= 8]).toEqual([true, true]);
  });
});

const withWords = rows.flatMap(([command, { words = [] }]) =>
  typeof words === "string" ? [] : words.map((word) => ({ command, word })),
);

test.each(withWords)("holdfast $command takes the word $word, which shells offer", ({ command, word }) => {
  const more = command === "plan" ? ["namespace/shop"] : [];
  expect(parseCommandLine([command, word, ...more]).kind).toBe(command);
});

const withValue = flags.filter(({ flag }) => flag.value !== undefined);

test.each(withValue.filter(({ flag }) => flag.value?.oneOf !== undefined))(
  "$command --$name takes every value that it shows, and no other",
  ({ command, name, flag }) => {
    // An update needs both objects.
    const more = (value: string) => (value === "update" ? ["--old-object", "y.yaml"] : []);
    for (const value of flag.value?.oneOf ?? [])
      expect(() => parsed(command, name, [`--${name}`, value, ...more(value)])).not.toThrow();
    expect(() => parsed(command, name, [`--${name}`, "nonsense"])).toThrow(HelpfulError);
  },
);

test.each(withValue.filter(({ flag }) => flag.value?.someOf !== undefined))(
  "$command --$name takes every name that it shows, alone, and no other",
  ({ command, name, flag }) => {
    for (const value of flag.value?.someOf ?? []) expect(() => parsed(command, name, [`--${name}`, value])).not.toThrow();
    expect(() => parsed(command, name, [`--${name}`, "nonsense"])).toThrow(HelpfulError);
  },
);

/** Others say in words what counts. */
const withDefault = withValue.filter(({ flag }) => flag.value?.default?.includes(" ") === false);

test("most flags say what counts without them", () => {
  expect(withDefault.length).toBeGreaterThan(20);
});

test.each(withDefault)("without --$name, $command does as with its default", ({ command, name, flag }) => {
  expect(parsed(command, name, [`--${name}`, flag.value?.default ?? ""])).toEqual(parsed(command, name, []));
});

test("a flag takes a value in every command, or in none, and has one short form", () => {
  const form = ({ value, short }: FlagDefinition): string => `${value !== undefined} ${short ?? ""}`;
  const forms = Map.groupBy(flags, ({ name }) => name);
  expect([...forms].filter(([, those]) => new Set(those.map(({ flag }) => form(flag))).size > 1)).toEqual([]);
  expect(flags.filter(({ name }) => name in everywhere)).toEqual([]);
});

test("what is in the table is written for terminals and for Markdown: code in backticks, and no other mark", () => {
  const texts = [
    ...rows.flatMap(([, { does, summary, exitsWith1 = "", examples }]) => [
      does,
      summary,
      exitsWith1,
      ...examples.map((one) => one.does),
    ]),
    ...flags.flatMap(({ flag }) => [flag.says, flag.value?.default ?? ""]),
  ];
  expect(texts.length).toBeGreaterThan(150);
  expect(texts.filter((text) => /[<>*_[\]]|--/.test(text.replaceAll(/`[^`]*`/g, "")))).toEqual([]);
});

test("the commands that may end with 1 are those that say when", () => {
  const ends = sourceFiles("compiler/cli").filter(({ text }) => text.includes("exitCodes.findings"));
  const names = new Set(ends.map(({ path }) => path.split("/")[2] ?? "").filter((name) => name in commands));
  expect(
    rows
      .filter(([, { exitsWith1 }]) => exitsWith1 !== undefined)
      .map(([name]) => name)
      .toSorted(),
  ).toEqual([...names].toSorted());
});
