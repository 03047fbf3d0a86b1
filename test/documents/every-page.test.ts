import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { parseCommandLine } from "../../compiler/cli/arguments/command-line.ts";
import { root } from "../house/source-files.ts";
import { fencesOf } from "./fences.ts";

const listed = ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"];
const pages = execFileSync("git", listed, { encoding: "utf8", cwd: root })
  .split("\n")
  .filter((path) => path !== "" && existsSync(join(root, path)));

/** Without code blocks, in which links and headings are none. */
const proseOf = (page: string): string => readFileSync(join(root, page), "utf8").replaceAll(/^[ \t]*```[\s\S]*?^[ \t]*```/gm, "");

/** As GitHub makes them: lower case, without punctuation, `-` for spaces. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, "")
    .replaceAll(" ", "-");

const anchors = new Map<string, ReadonlySet<string>>();

function anchorsOf(page: string): ReadonlySet<string> {
  const known = anchors.get(page);
  if (known !== undefined) return known;
  const found = new Set([...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading)));
  anchors.set(page, found);
  return found;
}

function leadsNowhere(link: string, page: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : relative(root, join(root, dirname(page), path));
  if (!existsSync(join(root, target))) return true;
  return anchor !== undefined && target.endsWith(".md") && !anchorsOf(target).has(anchor);
}

test("links between pages lead to files and headings that are there", () => {
  const wrong = pages.flatMap((page) =>
    [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = ""]) => link)
      .filter((link) => !/^[a-z]+:/.test(link) && leadsNowhere(link, page))
      .map((link) => `${page}: ${link}`),
  );
  expect(wrong).toEqual([]);
});

/** `npx holdfast plan delete a b > file   # what for`, as words; undefined for what is no command of ours. */
function wordsOf(line: string): readonly string[] | undefined {
  const [, command] = /^(?:\$ )?(?:.* \| )?(?:npx )?holdfast (.*)$/.exec(line) ?? [];
  const [alone = ""] = (command ?? "").split(/ +#| +[>|]|;| && /);
  return command === undefined
    ? undefined
    : (alone.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll(/["']/g, ""));
}

test("commands that pages show are understood", () => {
  const shown = pages
    .filter((page) => !page.startsWith("docs/adr/"))
    .flatMap((page) =>
      fencesOf(page)
        .filter(({ language }) => ["sh", "console"].includes(language))
        .flatMap(({ text }) => text.split("\n"))
        .flatMap((line) => (wordsOf(line) === undefined ? [] : [{ page, line, words: wordsOf(line) ?? [] }])),
    );
  expect(shown.length).toBeGreaterThan(50);
  const wrong = shown.flatMap(({ page, line, words }) => {
    try {
      parseCommandLine(words);
      return [];
    } catch (error) {
      return [`${page}: ${line}: ${String(error)}`];
    }
  });
  expect(wrong).toEqual([]);
});
