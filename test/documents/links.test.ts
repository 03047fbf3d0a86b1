import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { root } from "../house/source-files.ts";
import { headingsOf } from "./headings.ts";

const pages = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  encoding: "utf8",
  cwd: root,
})
  .split("\n")
  .filter((path) => path !== "" && existsSync(join(root, path)));

const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$/gm, "").replaceAll(/`[^`\n]*`/g, "`");

/** The relative links of a page: `guards.md#the-guards` in `[...](guards.md#the-guards)`. */
function linksOf(page: string): readonly string[] {
  const links = [...withoutCode(readFileSync(join(root, page), "utf8")).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = ""]) => to);
  return links.filter((to) => !/^[a-z]+:/.test(to));
}

function isBroken(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : normalize(join(dirname(page), path));
  if (target.startsWith("..") || !existsSync(join(root, target))) return true;
  if (anchor === undefined || statSync(join(root, target)).isDirectory() || !target.endsWith(".md")) return false;
  return !headingsOf(target).has(anchor);
}

test("every relative link in a document leads to a file, and to a heading of it", () => {
  const broken = pages.flatMap((page) =>
    linksOf(page)
      .filter((link) => isBroken(page, link))
      .map((link) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test("docs/README.md leads to every page of docs/ but decisions", () => {
  const listed = new Set(linksOf("docs/README.md").map((link) => normalize(join("docs", link))));
  const left = pages.filter((page) => /^docs\/(?!adr\/|README\.md)/.test(page) && !listed.has(page));
  expect(left).toEqual([]);
});
