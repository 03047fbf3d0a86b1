import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileCachedIn } from "../cli/cache/cached-project.ts";
import { holdfastHere } from "../cli/user-project.ts";
import { policyText } from "../diagnostics/examples/files.ts";
import { temporaryDirectory } from "../fixtures/temporary-directory.ts";
import { type Tree, directory, usingHoldfast, writeTree } from "../fixtures/tree.ts";

const secret = "hunter2-of-another";
const keep = policyText("keep");
const withNames = (from: string): string =>
  `import data from "${from}";\n${keep.replace('=== "main"', '=== data.name || oldObject.metadata.name === "main"')}`;

/** `checkout/` is a git checkout with `policies/`; beside it there are files that are none of it. */
function besideSecrets(tree: Tree, git: Tree = { "checkout/.git": directory }): string {
  const place = temporaryDirectory({
    "secrets/names.json": `{ "name": "${secret}" }`,
    "secrets/key.ts": `${secret} is no TypeScript`,
    "secrets/types.ts": `export type Name = "${secret}"; export const name = "${secret}";`,
    ...git,
    ...Object.fromEntries(Object.entries({ ...usingHoldfast, ...tree }).map(([path, entry]) => [`checkout/${path}`, entry])),
  });
  return join(place, "checkout");
}

async function compileIn(checkout: string, ...words: readonly string[]) {
  const { code, out, error } = await holdfastHere(checkout, ["compile", "--verbose", ...words]);
  return { code, said: `${out}\n${error}` };
}

describe("in a git checkout compile reads nothing outside of it, and shows nothing of it", () => {
  test.each<[what: string, tree: Tree, place: string]>([
    [
      "JSON through a link",
      { "policies/keep.ts": withNames("./names.json"), "policies/names.json": { linkTo: "../../secrets/names.json" } },
      "policies/keep.ts:1:18",
    ],
    ["JSON by its path", { "policies/keep.ts": withNames("../../secrets/names.json") }, "policies/keep.ts:1:18"],
    [
      "a module",
      { "policies/keep.ts": `import { name } from "../../secrets/types.ts";\n${keep.replace('"main"', "name")}` },
      "policies/keep.ts:1:22",
    ],
    ["a type", { "policies/keep.ts": `import type { Name } from "../../secrets/types.ts";\n${keep}` }, "policies/keep.ts:1:27"],
    [
      "a type in the middle",
      {
        "policies/keep.ts": `${keep}export type Other = import("../../secrets/types.ts").Name;\nexport const other: Other = 1;\n`,
      },
      "../secrets/types.ts",
    ],
    ["a reference", { "policies/keep.ts": `/// <reference path="../../secrets/types.ts" />\n${keep}` }, "../secrets/types.ts"],
    [
      "a policy file that is a link",
      { "policies/keep.ts": keep, "policies/key.ts": { linkTo: "../../secrets/key.ts" } },
      "policies/key.ts",
    ],
    [
      "a directory that is a link",
      { "policies/keep.ts": keep, "policies/more": { linkTo: "../../secrets" } },
      "policies/more/key.ts",
    ],
    ["the directory of policies itself", { policies: { linkTo: "../secrets" } }, "policies/key.ts"],
  ])("%s", async (_, tree, place) => {
    const { code, said } = await compileIn(besideSecrets(tree));
    expect(said).toContain(`${place} error[outside-of-checkout]`);
    expect(code).toBe(2);
    expect(said).not.toContain(secret);
  });
});

test("a copy without .git ends where its packages end, and a path elsewhere changes nothing of that", async () => {
  const checkout = besideSecrets({ "policies/keep.ts": withNames("../../secrets/names.json") }, {});
  writeTree(join(checkout, "../other"), { "rules/keep.ts": keep.replace('"keep"', '"other"') });
  for (const more of [[], ["policies", "../other/rules"]]) {
    const { code, said } = await compileIn(checkout, ...more);
    expect([code, said]).toEqual([2, expect.stringContaining("outside-of-checkout")]);
    expect(said).not.toContain(secret);
  }
});

describe("what stays possible", () => {
  test("a link to another place of the checkout", async () => {
    const checkout = besideSecrets({
      "policies/keep.ts": withNames("./names.json"),
      "policies/names.json": { linkTo: "../shared/names.json" },
      "shared/names.json": '{ "name": "other" }',
    });
    expect(await compileIn(checkout)).toMatchObject({ code: 0 });
  });

  test("a package that its manager keeps elsewhere", async () => {
    const checkout = besideSecrets({
      "policies/keep.ts": withNames("names/names.json"),
      "node_modules/names": { linkTo: "../../store/node_modules/names" },
    });
    writeTree(join(checkout, "../store/node_modules/names"), { "names.json": '{ "name": "other" }', "package.json": "{}" });
    expect(await compileIn(checkout)).toMatchObject({ code: 0 });
  });

  test("in a copy without .git, a file of the outermost package", async () => {
    const place = besideSecrets({}, { "checkout/shared/names.json": '{ "name": "other" }' });
    writeTree(place, { "packages/rules/package.json": "{}" });
    writeTree(join(place, "packages/rules"), { "policies/keep.ts": withNames("../../../shared/names.json") });
    expect(await compileIn(join(place, "packages/rules"))).toMatchObject({ code: 0 });
  });

  test("policies of another checkout that are named on the command line", async () => {
    const checkout = besideSecrets({ "policies/keep.ts": keep });
    writeTree(join(checkout, "../other"), { ".git": directory, ...usingHoldfast, "rules/keep.ts": keep });
    expect(await compileIn(checkout, "../other/rules")).toMatchObject({ code: 0 });
  });
});

test("what was compiled before does not stand for a file that has become a link which leads out", async () => {
  const inside = { "policies/keep.ts": withNames("./names.json"), "policies/names.json": '{ "name": "other" }' };
  const checkout = besideSecrets(inside);
  const cache = temporaryDirectory();
  expect(await compileCachedIn(checkout, cache, [])).toMatchObject({ code: 0, compiled: 1 });
  expect(await compileCachedIn(checkout, cache, [])).toMatchObject({ code: 0, compiled: 0 });
  const names = join(checkout, "policies/names.json");
  rmSync(names);
  symlinkSync("../../secrets/names.json", names);
  const { code, error } = await compileCachedIn(checkout, cache, []);
  expect([code, error]).toEqual([2, expect.stringContaining("outside-of-checkout")]);
});
