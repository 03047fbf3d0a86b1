import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { mergePatch, created } from "../control-plane/requests.ts";
import { type Installation, install } from "../install/installed/installation.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../house/source-files.ts";
import { workloadSpec } from "../fixtures/objects.ts";
import { fencesOf } from "./fences.ts";

const fences = fencesOf("docs/systems/critical-services.md");
const textOf = (language: string): string => fences.find((fence) => fence.language === language)?.text ?? "";
const declaration = `import { fallback } from "holdfast";
export default fallback({ image: "registry.example.com/holdfast@sha256:${"a".repeat(64)}",
${textOf("ts")}
});
`;
const deployments = "/apis/apps/v1/namespaces/databases/deployments";
const services = "/apis/protection.holdfast.dev/v1alpha1/criticalservices";

describeWithServer("docs/systems/critical-services.md", { controllerManager: true }, (server) => {
  let installation: Installation | undefined;

  beforeAll(async () => {
    const policy = readFileSync(join(root, "policies/fallback/critical-services.ts"), "utf8");
    installation = await install(server(), { "critical-services.ts": policy, "fallback.ts": declaration });
    await created(server(), "/api/v1/namespaces", { metadata: { name: "databases" } });
    const spec = workloadSpec({ app: "operator" }, { replicas: 0 });
    await created(server(), deployments, { metadata: { name: "operator" }, spec });
    const finalizers = ["databases.example.com/backup"];
    await created(server(), "/api/v1/namespaces/shop/configmaps", { metadata: { name: "main", finalizers } });
    await created(server(), services, parse(textOf("yaml")) as object);
    await waitUntil("the service is in force", async () => {
      const { stdout } = await server().kubectl(["get", "criticalservices", "--no-headers"]);
      return /^databases\s+operator\s+databases\s+True\s/.test(stdout);
    });
  });

  afterAll(() => installation?.end());

  test("its example denies with the words that are shown, until the criteria are met", async () => {
    const remove = () => server().request({ method: "DELETE", path: `${deployments}/operator?dryRun=All` });
    const { status, body } = await remove();
    expect([status, String(body["message"])]).toEqual([403, expect.stringContaining(textOf("text").trim())]);
    const patch = { metadata: { finalizers: null } };
    const path = "/api/v1/namespaces/shop/configmaps/main";
    await server().request(mergePatch(path, patch));
    expect(await remove()).toMatchObject({ status: 200 });
  });

  test("its commands let the service go before its provider", async () => {
    const denied = await server().kubectl(["delete", "criticalservices", "databases"]);
    expect([denied.code === 0, denied.stderr]).toEqual([false, expect.stringContaining("holdfast.dev/release=")]);
    const path = `${services}/databases`;
    const { body } = await server().request({ method: "GET", path });
    const { uid } = body["metadata"] as { uid: string };
    const [annotate = "", remove = ""] = (fences.findLast(({ language }) => language === "sh")?.text ?? "").trim().split("\n");
    for (const line of [annotate.replace(/"\$\(.*\)"/, uid), remove]) {
      const [command, ...words] = line.split(" ");
      expect(command).toBe("kubectl");
      expect(await server().kubectl(words)).toMatchObject({ code: 0 });
    }
    expect(await server().request({ method: "GET", path })).toMatchObject({ status: 404 });
  });
});
