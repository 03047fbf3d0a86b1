import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { root } from "../../house/source-files.ts";
import { type Installation, install } from "../../install/installed/installation.ts";
import { byName, operators, providerOf, servicesPath, sources } from "./protected-cluster.ts";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { mergePatch, created } from "../../control-plane/requests.ts";
import { workloadSpec } from "../../fixtures/objects.ts";

const freeze = readFileSync(join(root, "policies/fallback/critical-services-freeze.ts"), "utf8");

const scale = (server: ControlPlane, name: string, replicas: number) =>
  server.kubectl(["scale", `deployment/${name}`, "--namespace=serving", `--replicas=${replicas}`]);

/** The provider `main` of a CriticalService that is not met, and `free`, each with two replicas. */
async function serving(server: ControlPlane): Promise<void> {
  await created(server, "/api/v1/namespaces", { metadata: { name: "serving" } });
  await created(server, "/api/v1/namespaces/serving/configmaps", { metadata: { name: "keeps" } });
  for (const name of ["main", "free"]) {
    const spec = workloadSpec({ app: name }, { replicas: 2 });
    await created(server, "/apis/apps/v1/namespaces/serving/deployments", { metadata: { name }, spec });
  }
  await created(server, servicesPath, {
    apiVersion: "protection.holdfast.dev/v1alpha1",
    kind: "CriticalService",
    metadata: { name: "main" },
    spec: { provider: providerOf("serving", "main"), criteria: [byName("serving", "keeps")] },
  });
  await waitUntil("the service is ready", async () => {
    const { text } = await server.request({ method: "GET", path: `${servicesPath}/main` });
    return text.includes('"reason":"Marked"');
  });
}

describe.each([
  ["without the opt-in policy", {}],
  ["with the opt-in policy", { "critical-services-freeze.ts": freeze }],
])("%s", (title, more) => {
  describeWithServer("a provider that is scaled to nothing", {}, (server) => {
    let installation: Installation | undefined;

    beforeAll(async () => {
      const versions = [{ name: "v1" }] as const;
      await applyCustomResourceDefinition(server(), {
        ...operators,
        kind: "Operator",
        plural: "operators",
        scope: "Namespaced",
        versions,
      });
      installation = await install(server(), { ...sources(), ...more });
      await serving(server());
    }, 300_000);
    afterAll(() => installation?.end());

    if (title.startsWith("without")) {
      test("is no delete: it passes, and nobody serves any more", async () => {
        expect(await scale(server(), "main", 0)).toMatchObject({ code: 0 });
      });
      return;
    }

    test("is denied through the Scale and through the Deployment, and the command of the denial lets it pass", async () => {
      expect(await scale(server(), "main", 1)).toMatchObject({ code: 0 });
      const denied = await scale(server(), "main", 0);
      expect(denied).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(
          'admission webhook "scaled-to-nothing.critical-services-freeze.holdfast.dev" denied the request: scaledToNothing: Deployment main is the provider of CriticalService main',
        ),
      });
      const patch = await server().request(
        mergePatch("/apis/apps/v1/namespaces/serving/deployments/main", { spec: { replicas: 0 } }),
      );
      expect(patch).toMatchObject({ status: 403, text: expect.stringContaining("scaledToNothing") });
      const [, command = ""] = /first run: kubectl ([^\n]*)/.exec(denied.stderr) ?? [];
      expect(await server().kubectl(command.split(" "))).toMatchObject({ code: 0 });
      expect(await scale(server(), "main", 0)).toMatchObject({ code: 0 });
    });

    test("is nobody's concern where no CriticalService names it", async () => {
      expect(await scale(server(), "free", 0)).toMatchObject({ code: 0 });
      expect(await scale(server(), "free", 1)).toMatchObject({ code: 0 });
    });
  });
});
