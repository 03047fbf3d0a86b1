import { expect, test } from "vitest";
import { releaseNotes, sectionOf } from "../../../.ci/release/release-notes.ts";
import { type Checkout, readCheckout, releaseProblems } from "../../../.ci/release/version.ts";

const changelog = `# Changelog

## Unreleased

## 0.2.0, 2026-12-01

- A rule may say [more](docs/rules/language.md#what).
- And [this](https://example.com/x), and [that](#0.1.0).

## 0.1.0, 2026-11-01

The first version.
`;

const ready: Checkout = { tag: "v0.2.0", manifestVersion: "0.2.0", lockVersion: "0.2.0", changelog, changes: [] };

test("a tag, package.json, its lock and a section of CHANGELOG.md with the same version are a release", () => {
  expect(releaseProblems(ready)).toEqual([]);
  const preview = "0.3.0-beta.1";
  const text = `## ${preview}, 2026-12-02\n\n- New.\n`;
  expect(
    releaseProblems({ tag: `v${preview}`, manifestVersion: preview, lockVersion: preview, changelog: text, changes: [] }),
  ).toEqual([]);
});

test.each<[string, Partial<Checkout>, readonly string[]]>([
  [
    "another version in package.json",
    { manifestVersion: "0.1.0", lockVersion: "0.1.0" },
    [
      "the tag is v0.2.0, but package.json has version 0.1.0: run `npm version 0.2.0 --no-git-tag-version`, commit, and tag " +
        "that commit",
    ],
  ],
  ["an old lock file", { lockVersion: "0.1.0" }, ["package-lock.json has version 0.1.0, package.json 0.2.0: run `npm install`"]],
  [
    "no section",
    { changelog: "## 0.1.0\n\n- First.\n" },
    ["CHANGELOG.md has no section `## 0.2.0`: give what is unreleased that heading"],
  ],
  [
    "a section without a day",
    { changelog: "## 0.2.0, unreleased\n\n- New.\n" },
    ["CHANGELOG.md says that 0.2.0 is unreleased: write the day, `## 0.2.0, 2026-12-01`"],
  ],
  [
    "an empty section",
    { changelog: "## 0.2.0\n\n## 0.1.0\n\n- First.\n" },
    ["the section `## 0.2.0` of CHANGELOG.md is empty: say what changed"],
  ],
  [
    "unreleased entries beside it",
    { changelog: "## Unreleased\n\n- Newer.\n\n## 0.2.0\n\n- New.\n" },
    ["CHANGELOG.md has entries below `## Unreleased`: they are in 0.2.0, so move them there"],
  ],
  [
    "changes that are not committed",
    { changes: [" M a.ts", "?? b.ts"] },
    ["the checkout has changes that are not committed: a.ts, b.ts: commit or remove them"],
  ],
  ["a tag that is no version", { tag: "0.2.0" }, ["the tag `0.2.0` is not `v` and a version: name it like `v0.2.0`"]],
])("%s is no release, and the error says what to do", (_, change, problems) => {
  expect(releaseProblems({ ...ready, ...change })).toEqual(problems);
});

test("0.2 is not the section of 0.2.0, and 0.2.0 is not that of 0.2.0-beta.1", () => {
  expect(sectionOf(changelog, "0.2")).toBeUndefined();
  expect(sectionOf("## 0.2.0-beta.1\n\n- x\n", "0.2.0")).toBeUndefined();
});

test("the notes of a release are its section, with addresses for links", () => {
  const { manifestVersion } = readCheckout();
  const address = `https://github.com/holdfast-dev/holdfast/blob/v${manifestVersion}/docs/rules/language.md#what`;
  expect(releaseNotes(changelog, "0.2.0")).toBe(
    `- A rule may say [more](${address}).\n- And [this](https://example.com/x), and [that](#0.1.0).\n`,
  );
  expect(releaseNotes(changelog, "0.4.0")).toBeUndefined();
});
