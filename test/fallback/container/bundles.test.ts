import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { type Bundle, bundleProcess } from "../../../.ci/image/bundle-processes.ts";
import { fallbackFiles } from "../../../.ci/image/process-files.ts";
import { root } from "../../house/source-files.ts";
import { temporaryDirectory } from "../../fixtures/temporary-directory.ts";

let webhook: Bundle;
let controller: Bundle;
beforeAll(async () => {
  webhook = await bundleProcess("runtime-fallback/start-webhook.ts");
  controller = await bundleProcess("runtime-fallback/start-controller.ts");
});

test("neither process carries what only the compiler, or a kubeconfig, needs", () => {
  const needless = ["ts-morph", "esbuild", "typescript", "@kubernetes/client-node", "openid-client", "ajv", "yaml", "vitest"];
  for (const { packages } of [webhook, controller]) expect(packages.filter((name) => needless.includes(name))).toEqual([]);
  expect(webhook.packages).toEqual(expect.arrayContaining(["pino", "prom-client", "undici"]));
});

test("a process that has no reader of kubeconfigs says so", async () => {
  const directory = temporaryDirectory();
  const file = join(directory, "controller.mjs");
  writeFileSync(file, controller.text);
  writeFileSync(join(directory, "package.json"), JSON.stringify({ name: "holdfast", version: "0.0.0", type: "module" }));
  const started = promisify(execFile)(process.execPath, [file, "--namespace", "holdfast", "--kubeconfig", "kubeconfig"]);
  await expect(started).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("this build cannot read a kubeconfig"),
  });
});

test("no process imports a module of Node, which evaluates what the module would load when it is first asked", async () => {
  const health = await bundleProcess("runtime-fallback/webhook/health/health-worker.ts");
  for (const { text } of [webhook, controller, health]) {
    const imported = [...text.matchAll(/^import .*? from "(.*?)";$/gm)].map(([, name]) => name);
    // The one that makes `require`.
    expect(imported.filter((name) => isBuiltin(name ?? ""))).toEqual(["node:module"]);
  }
});

test("only the controller makes certificates", () => {
  expect(controller.packages).toContain("@peculiar/x509");
  expect(webhook.packages).not.toContain("@peculiar/x509");
});

test("the licence of each bundled package goes with its code", async () => {
  const files = await fallbackFiles();
  const text = files.get("THIRD-PARTY-LICENCES.txt") ?? "";
  const { version } = JSON.parse(readFileSync(join(root, "node_modules/undici/package.json"), "utf8")) as { version: string };
  expect(text).toContain(`undici ${version}\n\nMIT License`);
  for (const name of controller.packages) expect(text).toContain(`${name} `);
});
