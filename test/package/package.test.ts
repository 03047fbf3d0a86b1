import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { root } from "../house/source-files.ts";
import { installInEmptyProject, packPackage, run } from "./installed-package.ts";

let project = "";
let tarball = "";

beforeAll(async () => {
  tarball = await packPackage();
  project = await installInEmptyProject(tarball);
}, 300_000);

afterAll(() => rmSync(project, { recursive: true, force: true }));

const compile = ["compile", "policies", "--out", "generated"];

describe("the package, in a repository of its user", () => {
  test("holds compiled JavaScript and declarations, and nothing of the development set-up", async () => {
    const { stdout } = await run("tar", ["-tzf", tarball], project);
    const files = stdout.trim().split("\n");
    expect(files.filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(["package/LICENSE", "package/README.md", "package/compiler/cli/main.js"]));
    const manifest = JSON.parse(readFileSync(join(project, "node_modules/holdfast/package.json"), "utf8")) as object;
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(["devDependencies"]));
    expect(manifest).not.toHaveProperty("optionalDependencies");
    expect(manifest).not.toHaveProperty("scripts");
  });

  test("compiles a policy on the oldest Node it promises", async () => {
    const { stdout: version } = await run("node", ["--version"], project);
    const finished = await run("npx", ["holdfast", ...compile], project);
    expect(finished).toMatchObject({ code: 0, stdout: expect.stringContaining("generated/keep-labelled.yaml") });
    if (process.platform === "linux" && process.arch === "x64") expect(version.trim()).toBe("v22.19.0");
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

  test("importing the language does not load the compiler", async () => {
    const hook = `import { registerHooks } from "node:module";
      registerHooks({ resolve(name, context, next) { const found = next(name, context); console.log(found.url); return found; } });
      await import("holdfast");`;
    const { stdout } = await run("node", ["--input-type=module", "-e", hook], project);
    const loaded = stdout.trim().split("\n");
    expect(loaded.length).toBeGreaterThan(1);
    expect(loaded.filter((url) => !url.includes("/holdfast/compiler/dsl/"))).toEqual([]);
  });

  test("its declarations are good for the user's own type check", async () => {
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--allowImportingTsExtensions", "--types", ""];
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const finished = await run(process.execPath, [tsc, ...options, "policies/keep-labelled.ts"], project);
    expect(finished).toMatchObject({ code: 0, stdout: "" });
  });
});

describeWithServer("the user's YAML on a real API server", {}, (server) => {
  test("refuses the delete, and lets it pass after the command of the message", async () => {
    const applied = await server().kubectl(["apply", "-k", "generated"], { cwd: project });
    expect(applied).toMatchObject({ code: 0 });
    await server().kubectl(["create", "configmap", "settings"]);
    await server().kubectl(["label", "configmap", "settings", "example.com/keep=yes"]);
    const path = "/api/v1/namespaces/default/configmaps/settings?dryRun=All";
    await waitUntil("keep-labelled refuses", async () => (await server().request({ method: "DELETE", path })).status === 403);
    const refused = await server().kubectl(["delete", "configmap", "settings"]);
    expect(refused.stderr).toContain(
      "keep: ConfigMap default/settings is kept by its label. To delete it, first run: kubectl label",
    );
    const command = /kubectl (label .*)$/m.exec(refused.stderr)?.[1] ?? "";
    expect(await server().kubectl(command.trim().split(" "))).toMatchObject({ code: 0 });
    expect(await server().kubectl(["delete", "configmap", "settings"])).toMatchObject({ code: 0 });
  });
});
