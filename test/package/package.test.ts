import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ts } from "ts-morph";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copiedFiles } from "../documents/copied-files.ts";
import { writeTree } from "../fixtures/tree.ts";
import { root } from "../house/source-files.ts";
import { askingPolicy, fallbackDeclaration } from "../language/fallback/asking-policy.ts";
import { askOverTls } from "../serve/ask-over-tls.ts";
import { deletionReview } from "../serve/deletion-review.ts";
import { serveProcess } from "../serve/served-process.ts";
import { pathsOfPages, unreachableLinks } from "./published-pages.ts";
import { releaseSteps } from "./release-steps.ts";
import { environmentIn, installInEmptyProject, packPackage, run } from "./installed-package.ts";

let project = "";
let tarball = "";

beforeAll(async () => {
  tarball = await packPackage();
  project = await installInEmptyProject(tarball);
}, 300_000);

afterAll(() => rmSync(project, { recursive: true, force: true }));

/** As `npx` finds it from a directory below. */
const installedBin = (): string => join(project, "node_modules/.bin/holdfast");

const compile = ["compile", "policies", "--out", "generated"];

describe("the package, in a repository of its user", () => {
  test("holds compiled JavaScript and declarations, and nothing of the development set-up", async () => {
    const { stdout } = await run("tar", ["-tzf", tarball], project);
    const files = stdout.trim().split("\n");
    const isSource = (file: string): boolean => file.endsWith(".ts") && !/\.(d|source)\.ts$/.test(file);
    expect(files.filter((file) => isSource(file) && !/^package\/(policies|presets|fallback|starter)\//.test(file))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(["package/LICENSE", "package/README.md", "package/compiler/cli/main.js"]));
    const schemas = ["package/config.schema.json", "package/plan.schema.json", "package/scan.schema.json"];
    expect(files).toEqual(expect.arrayContaining(schemas));
    const manifest = JSON.parse(readFileSync(join(project, "node_modules/holdfast/package.json"), "utf8")) as object;
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(["devDependencies"]));
    expect(manifest).not.toHaveProperty("optionalDependencies");
    expect(manifest).not.toHaveProperty("scripts");
  });

  test("has what a job of GitLab takes", () => {
    const files = readdirSync(join(project, "node_modules/holdfast/pipelines"));
    expect(files).toEqual(["comment.mjs", "gitlab.yml"]);
  });

  test("names no page that its user does not have: pages are in it, and messages name addresses of them", () => {
    const installed = join(project, "node_modules/holdfast");
    const { relative, addresses } = pathsOfPages(installed);
    expect(relative).toEqual([]);
    expect(addresses.length).toBeGreaterThan(20);
    expect(addresses.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(unreachableLinks(installed)).toEqual([]);
    expect(existsSync(join(installed, "docs/adr"))).toBe(false);
  });

  test("each step of its release runs, up to where something would leave this machine", async () => {
    for (const { line, command } of releaseSteps(dirname(tarball))) {
      const finished = await run(process.execPath, command, root);
      expect(finished, `${line}\n${finished.stderr}`).toMatchObject({ code: line.includes("version.ts") ? 1 : 0 });
      if (line.includes("version.ts")) expect(finished.stderr).toContain("error: the tag is v999.0.0, but package.json has");
      if (line.endsWith("npm --publish")) expect(finished.stdout).toContain(`not run: npm publish ${tarball} --provenance`);
    }
    // `npm run --silent` of whoever runs the tests would silence this one, too.
    const publish = ["publish", tarball, "--dry-run", "--access", "public", "--tag", "next", "--loglevel", "notice"];
    const checked = await run("npm", publish, project);
    expect(checked).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\+ holdfast@/) as string });
  });

  test("has what docker build takes, and both processes start with nothing beside them", async () => {
    const container = join(project, "node_modules/holdfast/container");
    expect(readdirSync(container)).toEqual(expect.arrayContaining(["Dockerfile", "collect-runtime.sh"]));
    const alone = join(project, "alone");
    cpSync(container, alone, { recursive: true });
    const started = (file: string) => run("node", ["--disable-proto=delete", file], alone);
    expect(await started("webhook.mjs")).toMatchObject({ code: 1, stderr: expect.stringContaining("--tls-cert is missing") });
    expect(await started("controller.mjs")).toMatchObject({ code: 1, stderr: expect.stringContaining("--namespace is missing") });
    expect(readdirSync(join(container, "function"))).toEqual(
      expect.arrayContaining(["Dockerfile", "collect-runtime.sh", "package"]),
    );
    const unsure = { code: 1, stderr: expect.stringContaining("there are no certificates to serve with") as string };
    expect(await started("function/keep-namespace.mjs")).toMatchObject(unsure);
  });

  test("compiles a policy on the oldest Node it promises", async () => {
    const { stdout: version } = await run("node", ["--version"], project);
    // As its README says it; the other tests leave npx out, which takes as long as the command itself.
    const finished = await run("npx", ["holdfast", ...compile], project);
    expect(finished).toMatchObject({ code: 0, stdout: expect.stringContaining("generated/keep-labelled.yaml") });
    if (process.platform === "linux" && process.arch === "x64") expect(version.trim()).toBe("v22.19.0");
  });

  test("writes what keeps policies themselves, from the source that it ships", async () => {
    const command = ["compile", "policies", "--static", "control-plane", "--kube", "1.36", "--protection-only"];
    expect(await run("holdfast", command, project)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("control-plane/policies: 1 file"),
    });
    const text = readFileSync(join(project, "control-plane/policies/holdfast-protection.yaml"), "utf8");
    expect(text).toContain("name: holdfast-protection.static.k8s.io");
    expect(text).not.toContain(project);
  });

  test("its check in CI passes, and fails when the YAML was edited", async () => {
    expect(await run("npm", ["run", "check"], project)).toMatchObject({ code: 0 });
    const file = join(project, "generated/keep-labelled.yaml");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace("failurePolicy: Fail", "failurePolicy: Ignore"));
    const finished = await run("npm", ["run", "check"], project);
    expect(finished.code).toBe(1);
    expect(`${finished.stdout}${finished.stderr}`).toContain("npx holdfast compile policies");
    writeFileSync(file, text);
  });

  test("its presets are there to be copied, with their cases", async () => {
    const copied = ["helm-keep.ts", "helm-keep.test.yaml", "kept-kinds.ts", "objects.ts"];
    for (const file of copied) cpSync(join(project, "node_modules/holdfast/presets", file), join(project, "presets", file));
    const compiled = await run("holdfast", ["compile", "presets", "--out", "generated-presets"], project);
    expect(compiled).toMatchObject({ code: 0, stdout: expect.stringContaining("generated-presets/helm-keep.yaml") });
    const tested = await run("holdfast", ["test", "presets", "--policies", "presets"], project);
    expect(tested).toMatchObject({ code: 0, stdout: expect.stringContaining("1 of 1 rules have cases of both kinds") });
  });

  test("has the files that pages tell users to copy", () => {
    const systems = readdirSync(join(root, "docs/systems")).map((name) => `docs/systems/${name}`);
    const copied = [...systems, "docs/rules/presets.md", "docs/operate/fallback.md"].flatMap(copiedFiles);
    expect(copied.length).toBeGreaterThan(15);
    expect(copied.filter((path) => !existsSync(join(project, "node_modules/holdfast", path)))).toEqual([]);
  });

  test("its policies of the fallback are there to be copied, with a declaration", async () => {
    const from = join(project, "node_modules/holdfast/fallback");
    const copied = readdirSync(from).filter((file) => file.endsWith(".ts") && !/attempts|foreground/.test(file));
    for (const file of copied) cpSync(join(from, file), join(project, "fallback", file));
    const compiled = await run("holdfast", ["compile", "fallback", "--out", "generated-fallback"], project);
    expect(compiled).toMatchObject({ code: 0, stdout: expect.stringContaining("generated-fallback/fallback") });
  });

  test("compiles a policy over a built-in kind, and one over a type that it made from a definition", async () => {
    cpSync(join(root, "test/rules/definitions/gadgets.yaml"), join(project, "gadgets.yaml"));
    const made = await run("holdfast", ["types", "gadgets.yaml"], project);
    expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining("types/gadget.example.com.v1.d.ts") });
    mkdirSync(join(project, "typed"));
    const policies = { Deployment: ["apps", "holdfast/kinds"], Gadget: ["example.com", "../types/gadget.example.com.v1.d.ts"] };
    for (const [kind, [group = "", module = ""]] of Object.entries(policies)) {
      const file = `${kind.toLowerCase()}s`;
      const spec = kind === "Gadget" ? "copies" : "replicas";
      writeFileSync(join(project, "typed", `${file}.ts`), typedPolicy({ kind, group, module, file, spec }));
    }
    expect(await run("holdfast", ["compile", "typed", "--out", "typed-generated"], project)).toMatchObject({ code: 0 });
    const yaml = readFileSync(join(project, "typed-generated/deployments.yaml"), "utf8");
    expect(yaml).toContain("expression: oldObject.?spec.?replicas.orValue(0)\n");
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--types", ""];
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const checked = await run(process.execPath, [tsc, ...options, "typed/deployments.ts", "typed/gadgets.ts"], project);
    expect(checked).toMatchObject({ code: 0, stdout: "" });
    const loaded = await run(
      "node",
      ["-e", 'import("holdfast/kinds").then((kinds) => console.log(Object.keys(kinds).length))'],
      project,
    );
    expect(loaded).toMatchObject({ code: 0, stdout: "0\n" });
  });

  test("runs the policy's tests in the user's own vitest, and a suite in YAML", async () => {
    const suite = `cases:
  - name: a labelled ConfigMap is kept
    delete: { apiVersion: v1, kind: ConfigMap, metadata: { name: settings, labels: { example.com/keep: "yes" } } }
    expect: { deny: { rule: keep } }
`;
    writeFileSync(join(project, "policies/keep-labelled.test.yaml"), suite);
    const finished = await run("holdfast", ["test", "--typescript"], project);
    expect(finished).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("3 cases: 3 passed; 1 of 1 rules have cases of both kinds"),
    });
  });

  test("the user's vitest runs them by itself, too", async () => {
    const finished = await run("vitest", ["run"], project);
    expect(finished).toMatchObject({ code: 0, stdout: expect.stringContaining("2 passed") });
  });

  test("explains a policy", async () => {
    const finished = await run("holdfast", ["explain", "keep-labelled"], project);
    expect(finished).toMatchObject({ code: 0, stdout: expect.stringContaining("keep is valid when, cost at most") });
  });

  test("serves a rule that asks, with what it has installed", async () => {
    const files = { "used-config.ts": askingPolicy, "fallback.ts": fallbackDeclaration };
    mkdirSync(join(project, "asking"));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(project, "asking", name), text);
    const metadata = { name: "settings", namespace: "shop", labels: { "example.com/shared": "true" } };
    const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "a", namespace: "shop", labels: { keeps: "settings" } } };
    writeFileSync(join(project, "pod.json"), JSON.stringify(pod));
    const installed = { file: join(project, "node_modules/.bin/holdfast"), words: [], env: environmentIn(project) };
    const served = await serveProcess(project, ["asking", "--objects", "pod.json"], installed);
    const review = deletionReview({ apiVersion: "v1", kind: "ConfigMap", metadata }, "configmaps");
    expect(await askOverTls(`${served.url}/rules/used-config/kept/deny`, served.authority, review)).toMatchObject({
      allowed: false,
      code: 403,
    });
    expect(await served.end("SIGINT")).toBe(0);
  });

  test("reaches for the cluster of a kubeconfig, with what it has installed", async () => {
    const kubeconfig = {
      "current-context": "dead",
      clusters: [{ name: "c", cluster: { server: "https://127.0.0.1:1" } }],
      users: [{ name: "u", user: { token: "t" } }],
      contexts: [{ name: "dead", context: { cluster: "c", user: "u" } }],
    };
    writeFileSync(join(project, "kubeconfig"), JSON.stringify(kubeconfig));
    const finished = await run("holdfast", ["types", "--cluster", "--kubeconfig", "kubeconfig"], project);
    expect(finished).toMatchObject({ code: 3, stderr: expect.stringContaining("https://127.0.0.1:1 does not answer: ") });
  });

  test.each([
    ["CommonJS, with options of its own", { "package.json": "{}\r\n", "tsconfig.json": "{}" }],
    ["nothing, under a name with spaces", {}],
  ])("init makes a repository that compiles, passes its tests and suits editors: %s", async (name, files) => {
    const own = join(project, `a package of ${name}`);
    mkdirSync(own);
    writeTree(own, files);
    expect(await run(installedBin(), ["init", "--forge", "github"], own)).toMatchObject({ code: 0, stderr: "" });
    expect(await run("npm", ["run", "compile"], own)).toMatchObject({ code: 0 });
    expect(await run("npm", ["run", "check"], own)).toMatchObject({ code: 0 });
    expect(await run("npm", ["test"], own)).toMatchObject({ code: 0, stdout: expect.stringContaining("2 passed") as string });
    const options = "tsconfig.json" in files ? "policies" : ".";
    for (const library of ["typescript-5", "typescript-6", "typescript"]) {
      const tsc = join(root, "node_modules", library, "bin/tsc");
      const finished = await run(process.execPath, [tsc, "--project", options], own);
      expect(finished).toMatchObject({ code: 0, stdout: "" });
    }
  });

  test("init copies the policies of systems, which compile and pass their tests", async () => {
    const own = join(project, "systems");
    mkdirSync(own);
    expect(await run(installedBin(), ["init", "--systems", "ack,argocd,helm"], own)).toMatchObject({ code: 0, stderr: "" });
    expect(await run("npm", ["run", "compile"], own)).toMatchObject({ code: 0 });
    expect(await run("npm", ["test"], own)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("policies/ack-prevent-delete.test.ts") as string,
    });
  });

  test("importing the language does not load the compiler", async () => {
    const hook = `import { registerHooks } from "node:module";
      registerHooks({ load(url, context, next) { const found = next(url, context); console.log(url, found.source?.length); return found; } });
      await import("holdfast");`;
    const { stdout } = await run("node", ["--input-type=module", "-e", hook], project);
    const loaded = stdout
      .trim()
      .split("\n")
      .map((line) => line.split(" "));
    expect(loaded.length).toBeGreaterThan(1);
    expect(loaded.filter(([url = ""]) => !url.includes("/node_modules/holdfast/compiler/"))).toEqual([]);
    // The compiler alone is a megabyte.
    expect(loaded.reduce((sum, [, length]) => sum + Number(length), 0)).toBeLessThan(50_000);
  });

  test("its declarations are good for the user's own type check", async () => {
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--allowImportingTsExtensions", "--types", ""];
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const files = ["policies/keep-labelled.ts", "policies/keep-labelled.test.ts"];
    const finished = await run(process.execPath, [tsc, ...options, "--skipLibCheck", ...files], project);
    expect(finished).toMatchObject({ code: 0, stdout: "" });
  });
});

/** What the page says that an editor needs, for `.ts` in imports and for Node's own type stripping. */
function documentedOptions(): object {
  const [, text = ""] =
    /```json\n(\{\n {2}"compilerOptions"[^`]*)```/.exec(readFileSync(join(root, "docs/rules/language.md"), "utf8")) ?? [];
  return (JSON.parse(text) as { readonly compilerOptions: object }).compilerOptions;
}

describe.each([
  ["5.9", "typescript-5"],
  ["6", "typescript-6"],
  ["7", "typescript"],
])("an editor with TypeScript %s", (version, library) => {
  const tsc = join(root, "node_modules", library, "bin/tsc");
  let editor = "";

  beforeAll(async () => {
    editor = join(project, `editor-${version}`);
    const isSource = (path: string): boolean => !/\.test\.(ts|yaml)$/.test(path);
    cpSync(join(root, "policies"), join(editor, "policies"), { recursive: true, filter: isSource });
    await run(process.execPath, [tsc, "--init"], editor);
  });

  const check = (options: object): ReturnType<typeof run> => {
    writeFileSync(join(editor, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include: ["policies"] }));
    return run(process.execPath, [tsc, "--project", "."], editor);
  };

  test("takes our declarations and policies under what `tsc --init` writes, and names ending in .ts", async () => {
    const { config } = ts.parseConfigFileTextToJson("tsconfig.json", readFileSync(join(editor, "tsconfig.json"), "utf8")) as {
      readonly config: { readonly compilerOptions: object };
    };
    const { compilerOptions } = config;
    expect(compilerOptions).toMatchObject({
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
    });
    const more = { skipLibCheck: false, noEmit: true, allowImportingTsExtensions: true };
    expect(await check({ ...compilerOptions, ...more })).toMatchObject({ code: 0, stdout: "" });
  });

  test("takes them under the tsconfig.json of the docs", async () => {
    expect(await check(documentedOptions())).toMatchObject({ code: 0, stdout: "" });
  });
});

interface TypedPolicy {
  readonly kind: string;
  readonly group: string;
  readonly module: string;
  readonly file: string;
  readonly spec: string;
}

function typedPolicy({ kind, group, module, file, spec }: TypedPolicy): string {
  return `import { deletionPolicy } from "holdfast";
import type { ${kind} } from "${module}";
export default deletionPolicy<${kind}>({
  name: "${file}",
  match: [{ group: "${group}", version: "v1", resource: "${file}" }],
  rules: { several: { denyWhen: ({ oldObject }) => (oldObject.spec?.${spec} ?? 0) > 1, message: "there are several" } },
});
`;
}
