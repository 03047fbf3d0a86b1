import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { ApiServer } from "../../../runtime-fallback/api/api-server.ts";
import { connect } from "../../../runtime-fallback/api/connect.ts";
import { isJsonObject } from "../../../runtime-fallback/api/json-object.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { created } from "../on-server.ts";
import { type History, deletionHistory } from "./deletion-history.ts";
import { type ProtectedCluster, protectedCluster, providerOf } from "./protected-cluster.ts";

const paths = {
  service: "/apis/protection.holdfast.dev/v1alpha1/criticalservices/for-finalizer-deployment",
  namespace: "/api/v1/namespaces/finalizer-namespace",
  deployment: "/apis/apps/v1/namespaces/finalizer-namespace/deployments/finalizer-deployment",
  crd: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/coolresources.my.crd.group",
  instance: "/apis/my.crd.group/v1/namespaces/users/coolresources/some-instance",
} as const;

const finalizer = "my.crd.group/super-important";
const coolResource = { group: "my.crd.group", kind: "CoolResource", plural: "coolresources", scope: "Namespaced" } as const;

const manifest = (apiVersion: string, kind: string, metadata: Readonly<Record<string, string>>): string =>
  [
    `apiVersion: ${apiVersion}`,
    `kind: ${kind}`,
    "metadata:",
    ...Object.entries(metadata).map((pair) => `  ${pair.join(": ")}`),
  ].join("\n");

/** What the document's ManifestWorks hold, in its order. */
const works = {
  finalizer: [
    manifest("protection.holdfast.dev/v1alpha1", "CriticalService", { name: "for-finalizer-deployment" }),
    manifest("v1", "Namespace", { name: "finalizer-namespace" }),
    manifest("apps/v1", "Deployment", { name: "finalizer-deployment", namespace: "finalizer-namespace" }),
  ].join("\n---\n"),
  crd: manifest("apiextensions.k8s.io/v1", "CustomResourceDefinition", { name: "coolresources.my.crd.group" }),
  cr: manifest("my.crd.group/v1", "CoolResource", { name: "some-instance", namespace: "users" }),
};
const threeWorks = Object.values(works);
const oneWork = [threeWorks.join("\n---\n")];

/** The effective order of the document, as far as something forces it. */
const order = [
  ["crd deleted", "crd gone"],
  ["instance deleted", "instance gone"],
  ["instance gone", "crd gone"],
  ["crd gone", "deployment deleted"],
  ["crd gone", "namespace deleted"],
  ["deployment deleted", "deployment gone"],
  ["namespace deleted", "namespace gone"],
  ["deployment gone", "namespace gone"],
  ["deployment gone", "service gone"],
] as const;

/** Both refuse, and `kubectl` comes again. */
const toBeExpected = [
  // While a definition goes, discovery is of two minds for a moment: the group is listed, and its version is not served.
  "/apis/my.crd.group/v1 is answered 404",
  // No Service is in between here, which leaves a Pod out that is not ready yet.
  "a review was turned away: not ready",
];

interface Meanwhile {
  readonly history: History;
  readonly refusals: readonly string[];
  /** Until then nobody takes the finalizer away. */
  finalize(): void;
}

describeWithServer("the document's bulk delete", { controllerManager: true }, (server) => {
  const cluster = protectedCluster(server);
  let api: ApiServer;
  beforeAll(async () => void (api = await connect({ kubeconfig: server().kubeconfig })));
  afterAll(() => api.close());

  const underWay = async ({ history, refusals }: Meanwhile): Promise<void> => {
    await waitUntil(
      "what has no protection is deleted",
      async () => history.has("instance deleted") && history.has("crd deleted"),
    );
    await waitUntil("the provider is refused", async () => refusals.join().includes("is still needed by"));
  };

  const undisturbed = async (meanwhile: Meanwhile): Promise<void> => {
    await underWay(meanwhile);
    meanwhile.finalize();
  };

  const withoutWebhook = async (meanwhile: Meanwhile): Promise<void> => {
    const { history, refusals, finalize } = meanwhile;
    const { webhook } = cluster.installation();
    await underWay(meanwhile);
    await webhook?.kill();
    finalize();
    await waitUntil("all criteria are met, and nobody is there to say so", async () => history.has("crd gone"));
    const before = refusals.length;
    await waitUntil("everybody is refused", async () =>
      refusals.slice(before).join().includes('failed calling webhook "provider.critical-services.holdfast.dev"'),
    );
    for (const step of ["deployment deleted", "namespace deleted", "service gone"]) expect(history.has(step), step).toBe(false);
    await webhook?.start();
  };

  const withoutController = async (meanwhile: Meanwhile): Promise<void> => {
    await underWay(meanwhile);
    await cluster.installation().controller.kill();
    meanwhile.finalize();
  };

  test.each([
    ["three works at once", threeWorks, undisturbed],
    ["a single work", oneWork, undisturbed],
    ["three works while the webhook's Pods are gone for a time", threeWorks, withoutWebhook],
    ["three works while the controller has been killed", threeWorks, withoutController],
  ] as const)("%s: ends without any order of clients, in the order of the document", async (_, given, disturb) => {
    await createAll(server(), cluster);
    const history = await deletionHistory(api, paths);
    const stop = new AbortController();
    onTestFinished(() => {
      history.stop();
      stop.abort();
    });
    const released = Promise.withResolvers<void>();
    const finalizing = released.promise.then(() => finalizeWhileDeployed(server(), stop.signal));
    const refusals: string[] = [];
    const deletes = given.map((work) => deleteInLoop(server(), work, refusals));
    await disturb({ history, refusals, finalize: released.resolve });
    await Promise.all(deletes);
    stop.abort();
    await finalizing;
    await waitUntil("the last step has been seen", async () => history.has("service gone") && history.has("namespace gone"));
    for (const [earlier, later] of order)
      expect(history.at(earlier), `${earlier} before ${later}`).toBeLessThan(history.at(later));
    const said = refusals.join("\n");
    expect(said).toContain("CriticalService for-finalizer-deployment stays as long as its provider");
    const needed = /namespaces finalizer-namespace is still needed by .*(some-instance still carries the finalizer|still exists)/;
    expect(said).toMatch(needed);
  });

  test("nothing else was met by either process, and one that is started again goes on", async () => {
    await cluster.installation().controller.start();
    await cluster.protect("afterwards", []);
    expect(cluster.warnings().filter((line) => !toBeExpected.some((text) => line.includes(text)))).toEqual([]);
  });
});

async function createAll(server: ControlPlane, { deployment, service, ready }: ProtectedCluster): Promise<void> {
  await created(server, "/api/v1/namespaces", { metadata: { name: "finalizer-namespace" } });
  await deployment("finalizer-namespace", "finalizer-deployment");
  await applyCustomResourceDefinition(server, { ...coolResource, versions: [{ name: "v1" }] });
  const metadata = { name: "some-instance", finalizers: [finalizer] };
  const instances = "/apis/my.crd.group/v1/namespaces/users/coolresources";
  await created(server, instances, { apiVersion: "my.crd.group/v1", kind: "CoolResource", metadata });
  const definition = { group: "apiextensions.k8s.io", resource: "CustomResourceDefinition", name: "coolresources.my.crd.group" };
  await service("for-finalizer-deployment", {
    provider: providerOf("finalizer-namespace", "finalizer-deployment"),
    criteria: [
      { type: "Finalizer", finalizer: { group: "my.crd.group", resource: "coolresources", finalizerName: finalizer } },
      { type: "SpecificResource", specificResource: definition },
    ],
  });
  await ready("for-finalizer-deployment");
}

/** As a controller whose pods run as long as there is its Deployment. */
async function finalizeWhileDeployed(server: ControlPlane, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const [instance, provider] = await Promise.all(
      [paths.instance, paths.deployment].map((path) => server.request({ method: "GET", path })),
    );
    const metadata = isJsonObject(instance?.body["metadata"]) ? instance.body["metadata"] : {};
    if (provider?.status === 200 && metadata["deletionTimestamp"] !== undefined)
      await server.request({
        method: "PATCH",
        path: paths.instance,
        contentType: "application/merge-patch+json",
        body: { metadata: { finalizers: null } },
      });
    await sleep(100);
  }
}

/** `until kubectl delete -f work.yaml; do sleep 1; done`, as somebody would who knows nothing. What it was refused for goes to `refusals`. */
async function deleteInLoop(server: ControlPlane, work: string, refusals: string[]): Promise<void> {
  const words = ["delete", "-f", "-", "--ignore-not-found", "--cascade=foreground", "--timeout=10s"];
  await waitUntil(
    "kubectl has deleted the work",
    async () => {
      const { code, stderr } = await server.kubectl(words, { input: work });
      const lines = stderr.split("\n").filter((line) => !isKindGone(line));
      refusals.push(...lines);
      if (code !== 0 && lines.length > 0) await sleep(500);
      return code === 0 || (lines.length === 0 && (await server.request({ method: "GET", path: paths.crd })).status === 404);
    },
    150_000,
  );
}

/** `--ignore-not-found` is about objects: that there are no such kinds any more, or not yet in discovery, kubectl calls an error still. */
function isKindGone(line: string): boolean {
  return line === "" || line.includes('no matches for kind "CoolResource"') || line === "ensure CRDs are installed first";
}
