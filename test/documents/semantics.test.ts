import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { families } from "../language/families.ts";

const page = readFileSync("docs/reference/semantics-differences.md", "utf8");

/** The rows of the last table: the test that each of them names. */
const named = [...page.matchAll(/^\|.*\| `([\w-]+\.ts)`: "([^"]+)" \|$/gm)].map(([, file = "", title = ""]) => ({ file, title }));

test("the page names a test for each difference", () => {
  const rows = page
    .slice(page.indexOf("| held by |"))
    .split("\n")
    .filter((line) => line.startsWith("| "));
  expect(named.length).toBe(rows.length - 1);
  expect(named.length).toBeGreaterThan(15);
});

test.each(named)("$file has “$title”, and it runs", ({ file, title }) => {
  expect(readFileSync(`test/language/cases/${file}`, "utf8")).toContain(`"${title}"`);
  expect(Object.values(families).flatMap(({ cases }) => cases.map((one) => one.title))).toContain(title);
});
