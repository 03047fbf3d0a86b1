import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compile } from "../../../compiler/compile.ts";
import { bundleRules } from "../../../compiler/fallback/rules-bundle.ts";
import type { ApiServer } from "../../../runtime-fallback/api/api-server.ts";
import { connect } from "../../../runtime-fallback/api/connect.ts";
import { liveAnswers } from "../../../runtime-fallback/questions/live-answers.ts";
import { ruleRoutes } from "../../../runtime-fallback/rules/rule-routes.ts";
import { loadRules } from "../../../runtime-fallback/rules/rules-module.ts";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { root } from "../../house/source-files.ts";
import { CaseFiles } from "../../language/case-files.ts";
import { created } from "../on-server.ts";
import { aimWebhook } from "../webhook/aim-webhook.ts";
import { type Served, serve } from "../webhook/serve.ts";

const group = "vshn.appcat.vshn.io";
const source = "policies/fallback/foreground-composites.ts";

describeWithServer("composites whose claim says Foreground", {}, (server) => {
  const files = new CaseFiles();
  let [served, api]: [Served?, ApiServer?] = [];

  const instance = async (name: string, policy?: string): Promise<void> => {
    const claimRef = { apiVersion: `${group}/v1`, kind: "VSHNRedis", namespace: "default", name };
    const spec = { ...(policy !== undefined && { compositeDeletePolicy: policy }) };
    const apiVersion = `${group}/v1`;
    await created(server(), `/apis/${group}/v1/xvshnredis`, {
      apiVersion,
      kind: "XVSHNRedis",
      metadata: { name },
      spec: { claimRef },
    });
    if (policy !== "gone")
      await created(server(), `/apis/${group}/v1/namespaces/default/vshnredis`, {
        apiVersion,
        kind: "VSHNRedis",
        metadata: { name },
        spec,
      });
  };
  const remove = async (name: string, propagationPolicy?: string) => {
    const path = `/apis/${group}/v1/xvshnredis/${name}?dryRun=All`;
    const body = propagationPolicy === undefined ? {} : { body: { propagationPolicy } };
    const answer = await server().request({ method: "DELETE", path, ...body });
    return { status: answer.status, message: String(answer.body["message"]) };
  };

  beforeAll(async () => {
    const define = (kind: string, plural: string, scope: "Cluster" | "Namespaced") =>
      applyCustomResourceDefinition(server(), { group, kind, plural, scope, versions: [{ name: "v1" }] });
    await define("XVSHNRedis", "xvshnredis", "Cluster");
    await define("VSHNRedis", "vshnredis", "Namespaced");
    const compilation = compile({ paths: [source], workingDirectory: root });
    expect(compilation.diagnostics).toEqual([]);
    const { text, sha256 } = bundleRules(
      compilation.webhookRules.map((rule) => ({ rule, file: join(root, source) })),
      root,
    );
    writeFileSync(join(files.directory, "rules.mjs"), text);
    const module = await loadRules(join(files.directory, "rules.mjs"), sha256);
    api = await connect({ kubeconfig: server().kubeconfig });
    const lookups = {
      cached: () => undefined,
      live: liveAnswers(api),
      namespace: () => Promise.reject(new Error("composites are in none")),
    };
    const routes = ruleRoutes(module, lookups);
    served = await serve({ routes });
    await aimWebhook(
      server(),
      served,
      routes.map(({ path }) => ({ path, groups: [group], resources: ["xvshnredis"] })),
    );
    await instance("canary", "Foreground");
    await waitUntil("the webhook is asked", async () => (await remove("canary")).status === 403);
  });

  afterAll(async () => {
    await served?.drain();
    await api?.close();
    files.remove();
  });

  test.each([
    ["says Foreground, deleted as usual", "Foreground", undefined, 403],
    ["says Foreground, deleted in the background", "Foreground", "Background", 403],
    ["says Foreground, deleted with orphans", "Foreground", "Orphan", 403],
    ["says Foreground, deleted in the foreground", "Foreground", "Foreground", 200],
    ["says Background", "Background", undefined, 200],
    ["says nothing", undefined, undefined, 200],
    ["is gone", "gone", undefined, 200],
  ])("whose claim %s", async (title, policy, propagation, status) => {
    const name = title.toLowerCase().replaceAll(/[^a-z]+/g, "-");
    await instance(name, policy);
    const answer = await remove(name, propagation);
    expect(answer.status).toBe(status);
    if (status === 403)
      expect(answer.message).toContain(
        `XVSHNRedis ${name} is deleted in the foreground, says its claim. Delete the claim, or run: kubectl delete xvshnredis.${group}/${name} --cascade=foreground`,
      );
  });
});
