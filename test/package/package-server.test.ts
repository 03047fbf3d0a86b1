import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { untilAudited } from "../control-plane/audited.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { installInEmptyProject, packPackage, run } from "./installed-package.ts";

const settings = `apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: default, labels: { example.com/keep: "yes" } }
`;

describeWithServer("the user's YAML on a real API server", {}, (server) => {
  let project = "";

  beforeAll(async () => {
    project = await installInEmptyProject(await packPackage(), []);
    const compiled = await run("npx", ["holdfast", "compile", "policies", "--out", "generated"], project);
    expect(compiled).toMatchObject({ code: 0 });
  }, 300_000);

  afterAll(() => rmSync(project, { recursive: true, force: true }));

  test("denies the delete, and lets it pass after the command of the message", async () => {
    const applied = await server().kubectl(["apply", "-k", "generated"], { cwd: project });
    expect(applied).toMatchObject({ code: 0 });
    await server().kubectl(["create", "configmap", "settings"]);
    await server().kubectl(["label", "configmap", "settings", "example.com/keep=yes"]);
    const path = "/api/v1/namespaces/default/configmaps/settings?dryRun=All";
    await waitUntil("keep-labelled denies", async () => (await server().request({ method: "DELETE", path })).status === 403);
    const denied = await server().kubectl(["delete", "configmap", "settings"]);
    expect(denied.stderr).toContain(
      "keep: ConfigMap default/settings is protected by its label; to delete it anyway: kubectl annotate",
    );
    await waitUntil("the release guard denies", async () => {
      const unmarked = await server().kubectl(["label", "configmap", "settings", "example.com/keep-", "--dry-run=server"]);
      return unmarked.stderr.includes("releaseGuard: ConfigMap default/settings is protected against deletion");
    });
    const holdfast = (...words: readonly string[]) =>
      run("npx", ["holdfast", ...words, "-n", "default", "--kubeconfig", server().kubeconfig], project);
    expect(await holdfast("plan", "delete", "configmap/settings")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("keep-labelled: keep: ConfigMap default/settings is protected by its label") as string,
    });
    writeFileSync(join(project, "before.yaml"), settings);
    // What is pruned was applied, and is in a Namespace of what is applied now.
    writeFileSync(join(project, "after.yaml"), settings.replaceAll("settings", "others"));
    expect(await server().kubectl(["apply", "-f", join(project, "before.yaml")])).toMatchObject({ code: 0 });
    expect(await holdfast("plan", "--from", "before.yaml", "--to", "after.yaml", "--pruner", "kubectl")).toMatchObject({
      code: 1,
    });
    expect(await holdfast("scan")).toMatchObject({ code: 0 });
    const found = await holdfast("unprotect", "configmap/settings", "--reason", "moved", "--format", "json");
    expect(JSON.parse(found.stdout)).toMatchObject({ isWhole: true, steps: [{ name: "settings" }] });
    const command = /kubectl (annotate .*) \(or commit that annotation\)$/m.exec(denied.stderr)?.[1] ?? "";
    expect(await server().kubectl(command.trim().split(" "))).toMatchObject({ code: 0 });
    expect(await server().kubectl(["delete", "configmap", "settings"])).toMatchObject({ code: 0 });
    await untilAudited(server(), "keep-labelled/released", "released: ConfigMap default/settings is protected");
  });
});
