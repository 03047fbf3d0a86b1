import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseCommandLine } from "../../compiler/cli/arguments/command-line.ts";
import { holdfastHere } from "../cli/user-project.ts";
import { temporaryDirectory } from "../fixtures/temporary-directory.ts";
import { root } from "../house/source-files.ts";
import { fencesOf } from "./fences.ts";

/** Decisions tell of what was, and are not kept up with it. */
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md") && !path.startsWith("adr/"))
    .map((path) => `docs/${path}`),
];

/** A line that a reader would type: `npx holdfast`, `kubectl holdfast` or `holdfast`, after `$ ` or not. */
const typed = /^(?:\$ )?(?:npx |kubectl )?holdfast (?<words>.+)$/;

/** The words of one command line, up to a comment, a pipe or the next command. Texts in quotes are one word. */
const wordsOf = (line: string): readonly string[] => {
  const [, alone = ""] = /^((?:'[^']*'|"[^"]*"|[^'"#|>&;])*)/.exec(line) ?? [];
  return [...alone.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word.replaceAll(/['"]/g, ""));
};

/** Help and the tables of docs/reference/commands.md name what may be left out in brackets. */
const isTemplate = (line: string): boolean => /[[\]]|\.\.\.|<[a-z]/.test(line);

function linesOf(page: string): readonly (readonly [place: string, words: readonly string[]])[] {
  return fencesOf(page).flatMap(({ language, text, line }) => {
    if (!["sh", "console", "bash", "text"].includes(language)) return [];
    return text
      .replaceAll("\\\n", " ")
      .split("\n")
      .flatMap((typedLine) => {
        const words = typed.exec(typedLine.trim())?.groups?.["words"];
        return words === undefined || isTemplate(words) ? [] : [[`${page}:${line}: ${typedLine}`, wordsOf(words)] as const];
      });
  });
}

const lines = pages.flatMap(linesOf);

test("enough command lines are found", () => {
  expect(lines.length).toBeGreaterThan(60);
});

test("every command line in the documents has a command and flags that exist", () => {
  const wrong = lines.flatMap(([place, words]) => {
    try {
      parseCommandLine(words);
      return [];
    } catch (error) {
      return [`${place}\n  ${String(error)}`];
    }
  });
  expect(wrong).toEqual([]);
});

test("docs/start/first-policy.md shows what `holdfast init` prints", async () => {
  const shown = fencesOf("docs/start/first-policy.md").find(({ text }) => text.startsWith("$ npx holdfast init\n"));
  const { code, out } = await holdfastHere(temporaryDirectory({}), ["init"]);
  expect(code).toBe(0);
  expect(`$ npx holdfast init\n${out}`).toBe(shown?.text);
});
