import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryAddress, withAddresses, withLinks } from "../../../.ci/published-docs.ts";
import { root } from "../../house/source-files.ts";

const { version, homepage, bugs } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly version: string;
  readonly homepage: string;
  readonly bugs: { readonly url: string };
};
const shown = `https://github.com/holdfast-dev/holdfast/blob/v${version}`;

test("the address of the repository stands in package.json, once for all", () => {
  expect(repositoryAddress()).toBe("https://github.com/holdfast-dev/holdfast");
  expect([homepage, bugs.url].filter((address) => !address.startsWith(repositoryAddress()))).toEqual([]);
});

test.each([
  ['"see docs/rules/testing.md for the form"', `"see ${shown}/docs/rules/testing.md for the form"`],
  ["`docs/operate/scan.md#${anchor}`", `\`${shown}/docs/operate/scan.md#\${anchor}\``],
  ["(docs/README.md)", `(${shown}/docs/README.md)`],
  ["docs/operate/monitoring/alerts.yaml", `${shown}/docs/operate/monitoring/alerts.yaml`],
  [`${shown}/docs/rules/testing.md`, `${shown}/docs/rules/testing.md`],
  ["../docs/rules/testing.md, my-docs/rules/testing.md", "../docs/rules/testing.md, my-docs/rules/testing.md"],
])("what names a page has its address in the package: %s", (text, written) => {
  expect(withAddresses(text)).toBe(written);
});

const isThere = (path: string): boolean => path === "docs/rules/testing.md" || path === "README.md";

test.each([
  ["README.md", "[a](docs/rules/testing.md#b)", `[a](${shown}/docs/rules/testing.md#b)`],
  ["README.md", "[a](policies/presets)", `[a](https://github.com/holdfast-dev/holdfast/tree/v${version}/policies/presets)`],
  ["README.md", "![a](docs/a.svg)", `![a](https://github.com/holdfast-dev/holdfast/raw/v${version}/docs/a.svg)`],
  ["README.md", "[a](#b) [c](https://d.example/e) [f](mailto:g@h)", "[a](#b) [c](https://d.example/e) [f](mailto:g@h)"],
  ["docs/rules/guards.md", "[a](testing.md#b) [c](../../README.md)", "[a](testing.md#b) [c](../../README.md)"],
  ["docs/rules/guards.md", "[a](../adr/0016-guards.md)", `[a](${shown}/docs/adr/0016-guards.md)`],
])("links of %s lead somewhere in the package: %s", (page, text, written) => {
  expect(withLinks(text, page, isThere)).toBe(written);
});
