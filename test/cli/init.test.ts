import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { describe, expect, test } from "vitest";
import { run } from "../../compiler/cli/run.ts";
import { filesOfSystems, systemNames } from "../../compiler/cli/init/systems.ts";
import { temporaryDirectory } from "../fixtures/temporary-directory.ts";
import { type Tree, writeTree } from "../fixtures/tree.ts";
import { root } from "../house/source-files.ts";
import { holdfast, holdfastHere } from "./user-project.ts";

const filesIn = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1))
    .toSorted();

const textIn = (directory: string, path: string): string => readFileSync(join(directory, path), "utf8");

/** `holdfast init` in a repository with these files. */
async function initIn(tree: Tree, ...words: readonly string[]) {
  const directory = temporaryDirectory(tree);
  return { directory, ...(await holdfastHere(directory, ["init", ...words])) };
}

const own = [
  "holdfast.config.json",
  "package.json",
  "policies/keep-labelled.test.ts",
  "policies/keep-labelled.ts",
  "tsconfig.json",
];

describe("an empty directory", () => {
  test("gets a policy, its tests and what they need, and the same again changes nothing", async () => {
    const { directory, code, out } = await initIn({});
    expect(code).toBe(0);
    expect(filesIn(directory)).toEqual(own);
    expect(out).toMatch(/^wrote +policies\/keep-labelled\.ts +policy: a label keeps ConfigMaps\n/);
    expect(out).toMatch(/\nNext:\n {2}npm install .*\n {2}npm test .*\n {2}npm run compile .*\n$/);
    const before = own.map((path) => textIn(directory, path));
    const again = await holdfastHere(directory, ["init"]);
    expect(again.out).not.toMatch(/wrote|changed/);
    expect(own.map((path) => textIn(directory, path))).toEqual(before);
    expect(filesIn(directory)).toEqual(own);
  });

  test("what it gets compiles and passes its tests at once", async () => {
    const tree: Tree = {
      "node_modules/holdfast": { linkTo: root },
      "node_modules/vitest": { linkTo: join(root, "node_modules/vitest") },
    };
    const { directory } = await initIn(tree);
    expect(await holdfast(directory, ["test"])).toMatchObject({ code: 0, out: expect.stringContaining("2 passed") as string });
    expect(await holdfastHere(directory, ["compile"])).toMatchObject({ code: 0 });
    expect(textIn(directory, "generated/keep-labelled.yaml")).toContain("run: npm run compile\n");
    expect(await holdfastHere(join(directory, "policies"), ["compile", "policies", "--check"])).toMatchObject({ code: 2 });
    expect(await holdfastHere(directory, ["compile", "--check"])).toMatchObject({ code: 0 });
  });
});

describe("package.json", () => {
  const tabs =
    '{\r\n\t"name": "shop",\r\n\t"scripts": {\r\n\t\t"test": "jest"\r\n\t},\r\n\t"devDependencies": {\r\n\t\t"zod": "1"\r\n\t}\r\n}\r\n';

  test("keeps its indentation, its line ends and its own scripts", async () => {
    const { directory, out } = await initIn({ "package.json": tabs });
    const text = textIn(directory, "package.json");
    expect(text.replaceAll("\r\n", "")).not.toContain("\n");
    expect(text).toContain('\t"scripts": {\r\n\t\t"test": "jest",\r\n\t\t"policies:compile": "holdfast compile",\r\n');
    expect(text.endsWith("}\r\n")).toBe(true);
    expect(Object.keys((JSON.parse(text) as { devDependencies: object }).devDependencies)).toEqual(["holdfast", "vitest", "zod"]);
    expect(out).toContain("npm run policies:test");
    expect(textIn(directory, "holdfast.config.json")).toContain('"command": "npm run policies:compile"');
  });

  test("that npm made has short names for them", async () => {
    const scripts = { test: 'echo "Error: no test specified" && exit 1' };
    const { directory } = await initIn({ "package.json": JSON.stringify({ scripts, dependencies: { holdfast: "file:x.tgz" } }) });
    expect(JSON.parse(textIn(directory, "package.json"))).toEqual({
      scripts: { test: "holdfast test", compile: "holdfast compile", check: "holdfast compile --check" },
      dependencies: { holdfast: "file:x.tgz" },
      devDependencies: { vitest: "^5.0.0" },
    });
  });

  test("with a vitest that is too old is said to have it", async () => {
    const { out } = await initIn({ "package.json": '{ "devDependencies": { "vitest": "^3.2.0" } }' });
    expect(out).toContain("package.json has vitest ^3.2.0: `holdfast test` needs 5 or newer");
  });

  test("that cannot be read stops it, with nothing written", async () => {
    const { directory, code, error } = await initIn({ "package.json": "{ name: 1 }" });
    expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining("package.json cannot be read: ") as string });
    expect(filesIn(directory)).toEqual(["package.json"]);
  });
});

describe("what is somebody else's", () => {
  test("scripts that have the second names, too, are left alone", async () => {
    const scripts = { compile: "mine", "policies:test": "mine" };
    const { directory } = await initIn({ "package.json": JSON.stringify({ scripts }) });
    expect(JSON.parse(textIn(directory, "package.json"))).toMatchObject({
      scripts: { ...scripts, "holdfast:compile": "holdfast compile", "holdfast:test": "holdfast test" },
    });
    const all = { ...scripts, "holdfast:check": "mine" };
    const taken = await initIn({ "package.json": JSON.stringify({ scripts: all }) });
    expect(taken).toMatchObject({ code: 2, error: expect.stringContaining("scripts of all names") as string });
  });

  test.each([{ scripts: ["a"] }, { devDependencies: "left-pad" }])("%j is no reason to drop it", async (manifest) => {
    const { directory, code, error } = await initIn({ "package.json": JSON.stringify(manifest) });
    expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining("in package.json is no object") as string });
    expect(JSON.parse(textIn(directory, "package.json"))).toEqual(manifest);
  });

  test.each<readonly [what: string, tree: Tree]>([
    ["policies", { policies: { linkTo: "../elsewhere" } }],
    ["pipelines", { ".github": { linkTo: "../elsewhere" } }],
    ["package.json", { "package.json": { linkTo: "../elsewhere/package.json" } }],
  ])("a link of %s out of the checkout is not followed", async (_, tree) => {
    const place = temporaryDirectory({ "elsewhere/package.json": "{}", "in/.git/config": "" });
    writeTree(join(place, "in"), tree);
    const { code, error } = await holdfastHere(join(place, "in"), ["init", "--forge", "github"]);
    expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining("symbolic link") as string });
    expect(filesIn(join(place, "elsewhere"))).toEqual(["package.json"]);
    expect(textIn(place, "elsewhere/package.json")).toBe("{}");
  });
});

test.each<readonly [tree: Tree, install: string, locked: string, run: string]>([
  [{ "pnpm-lock.yaml": "" }, "pnpm install", "pnpm install --frozen-lockfile", "pnpm run compile"],
  [{ "yarn.lock": "" }, "yarn install", "yarn install --frozen-lockfile", "yarn run compile"],
  [{ "package.json": '{ "packageManager": "pnpm@9.0.0" }', "yarn.lock": "" }, "pnpm install", "pnpm install", "pnpm run compile"],
  [{ "package-lock.json": "{}" }, "npm install", "npm ci", "npm run compile"],
])("%j: %s", async (tree, install, locked, command) => {
  const { directory, out } = await initIn(tree, "--forge", "github");
  expect(out).toContain(`\n  ${install} `);
  expect(out).toContain(`\n  ${command} `);
  expect(textIn(directory, ".github/workflows/holdfast.yaml")).toContain(`- run: ${locked}`);
  // npm and pnpm install the peers of vitest.
  expect(textIn(directory, "package.json").includes('"vite"')).toBe(install.startsWith("yarn"));
});

describe("pipelines", () => {
  test("of the forge that the checkout is pushed to, at its root, for the package in it", async () => {
    const config = '[remote "origin"]\n\turl = git@github.com:acme/deploy.git\n';
    const directory = temporaryDirectory({ ".git/config": config, "apps/shop/package.json": "{}", "pnpm-lock.yaml": "" });
    const { out } = await holdfastHere(join(directory, "apps/shop"), ["init"]);
    expect(out).toContain("../../.github/workflows/holdfast.yaml");
    expect(parse(textIn(directory, ".github/workflows/holdfast.yaml"))).toMatchObject({
      jobs: {
        policies: {
          defaults: { run: { "working-directory": "apps/shop" } },
          steps: [
            { uses: "actions/checkout@v4" },
            { uses: "pnpm/action-setup@v4" },
            { uses: "actions/setup-node@v4" },
            { run: "pnpm install --frozen-lockfile" },
            { run: "pnpm run check" },
            { run: "pnpm test" },
          ],
        },
      },
    });
    expect(textIn(directory, ".gitignore")).toBe("node_modules/\n");
  });

  test("of GitLab stand beside one that is there", async () => {
    const { directory, out } = await initIn({ ".gitlab-ci.yml": "lint: { script: [make] }\n", ".gitignore": "dist/\n" });
    expect(out).toContain("include it in .gitlab-ci.yml");
    expect(textIn(directory, ".gitlab-ci.yml")).toBe("lint: { script: [make] }\n");
    expect(parse(textIn(directory, ".gitlab/holdfast.yml"))).toEqual({
      holdfast: { image: "node:24", script: ["npm ci", "npm run check", "npm test"] },
    });
    expect(textIn(directory, ".gitignore")).toBe("dist/\n");
  });

  test("enter directories of any name, and run none of it", async () => {
    const odd = "infra: prod #1 $(id) 'x'";
    const directory = temporaryDirectory({ ".git/config": "" });
    await holdfastHere(directory, ["init", odd, "--forge", "gitlab"]);
    const { holdfast: job } = parse(textIn(directory, ".gitlab-ci.yml")) as { readonly holdfast: { readonly script: string[] } };
    const [enter = ""] = job.script;
    expect(execFileSync("sh", ["-c", `${enter} && pwd`], { cwd: directory, encoding: "utf8" })).toBe(`${join(directory, odd)}\n`);
  });

  test("are left out where nobody runs them, or where it is said", async () => {
    expect(filesIn((await initIn({ ".git/config": "", ".gitignore": "" })).directory)).toEqual(
      [".git/config", ".gitignore", ...own].toSorted(),
    );
    expect(filesIn((await initIn({ ".github/dependabot.yml": "" }, "--forge", "none")).directory)).toEqual(
      [".github/dependabot.yml", ...own].toSorted(),
    );
  });
});

describe("systems", () => {
  test.each(systemNames)("%s: its policies compile, and their tests are there", async (system) => {
    const { directory } = await initIn({ "node_modules/holdfast": { linkTo: root } }, "--systems", system);
    const policies = readdirSync(join(directory, "policies"));
    expect(policies.filter((name) => /\.test\.(ts|yaml)$/.test(name)).length).toBeGreaterThan(0);
    expect(policies).not.toContain("keep-labelled.ts");
    const { code, error } = await holdfastHere(directory, ["compile"]);
    expect({ code, error }).toMatchObject({ code: 0 });
    const tested = await holdfastHere(directory, ["test", "--only", "yaml"]);
    expect(tested).toMatchObject({ code: 0 });
  });

  test("no two policies are described in the same words", () => {
    const policies = filesOfSystems(systemNames).filter(({ is }) => is.startsWith("policy: "));
    expect(policies.length).toBeGreaterThan(systemNames.length);
    expect(new Set(policies.map(({ is }) => is)).size).toBe(policies.length);
  });

  test("several share what their policies import", async () => {
    const { directory } = await initIn({}, "--systems", "argocd, helm,flux");
    expect(readdirSync(join(directory, "policies")).toSorted()).toEqual([
      "argo-cd-sync-options.test.yaml",
      "argo-cd-sync-options.ts",
      "flux-prune-disabled.test.yaml",
      "flux-prune-disabled.ts",
      "helm-keep.test.yaml",
      "helm-keep.ts",
      "kept-kinds.ts",
      "objects.ts",
    ]);
  });

  test("one that is not known is an error, with nothing written", async () => {
    const { directory, code, error } = await initIn({}, "--systems", "argcd");
    expect(code).toBe(2);
    expect(error).toContain("there is no system `argcd`; did you mean `argocd`?");
    expect(filesIn(directory)).toEqual([]);
  });

  test("are asked for where somebody can answer", async () => {
    const directory = temporaryDirectory({});
    const shown: string[] = [];
    const terminal = {
      workingDirectory: directory,
      color: false,
      outputColor: false,
      showsProgress: true,
      debug: false,
      kubeconfig: undefined,
      cache: { given: undefined, ofUser: undefined },
      print: (text: string) => void shown.push(text),
      report: (text: string) => void shown.push(text),
      readInput: () => Promise.resolve(""),
      ask: (prompt: string) => {
        shown.push(prompt);
        return Promise.resolve("Helm");
      },
    };
    const unused = () => Promise.reject(new Error("nothing is compiled"));
    expect(await run(["init"], { terminal, loadCompiler: unused, loadDeclarations: unused })).toBe(0);
    expect(shown[0]).toContain("  argocd      Argo CD: sync options");
    expect(shown[1]).toContain("Which of them do you use?");
    expect(filesIn(directory)).toContain("policies/helm-keep.ts");
  });
});

test("files of others stay as they are, also a link that leads nowhere", async () => {
  const { directory, out } = await initIn({
    "tsconfig.json": "{}",
    "policies/keep-labelled.ts": "export {};\n",
    "holdfast.config.json": { linkTo: "nowhere" },
  });
  expect(textIn(directory, "policies/keep-labelled.ts")).toBe("export {};\n");
  expect(textIn(directory, "tsconfig.json")).toBe("{}");
  expect(textIn(directory, "policies/tsconfig.json")).toContain('"include": ["."]');
  expect(out).toMatch(/kept +policies\/keep-labelled\.ts/);
  expect(out).toMatch(/kept +holdfast\.config\.json/);
});

test("where one file cannot be written none is", async () => {
  const directory = temporaryDirectory({ policies: "a file\n" });
  const { code, error } = await holdfastHere(directory, ["init"]);
  expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining("cannot write ") as string });
  expect(filesIn(directory)).toEqual(["policies"]);
  rmSync(join(directory, "policies"));
  mkdirSync(join(directory, "new"));
  writeFileSync(join(directory, "new/package.json"), "{}");
  expect((await holdfastHere(directory, ["init", "new"])).out).toContain("\n  cd new\n");
});
