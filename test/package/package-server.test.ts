import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { untilAudited } from "../control-plane/audited.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { installInEmptyProject, packPackage, run } from "./installed-package.ts";

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
      "keep: ConfigMap default/settings is kept by its label; to delete it all the same: kubectl annotate",
    );
    await waitUntil("the release guard denies", async () => {
      const unmarked = await server().kubectl(["label", "configmap", "settings", "example.com/keep-", "--dry-run=server"]);
      return unmarked.stderr.includes("releaseGuard: ConfigMap default/settings is protected against deletion");
    });
    const command = /kubectl (annotate .*) \(or commit that annotation\)$/m.exec(denied.stderr)?.[1] ?? "";
    expect(await server().kubectl(command.trim().split(" "))).toMatchObject({ code: 0 });
    expect(await server().kubectl(["delete", "configmap", "settings"])).toMatchObject({ code: 0 });
    await untilAudited(server(), "keep-labelled/released", "released: ConfigMap default/settings is protected");
  });
});
