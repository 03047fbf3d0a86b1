import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { connect } from "../../../runtime-fallback/kubernetes/connect.ts";
import { isJsonObject } from "../../../compiler/api/json.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { mergePatch, created } from "../../control-plane/requests.ts";
import { endLease } from "../../install/installed/end-lease.ts";
import { type GarbageCollector, startGarbageCollector } from "../../install/installed/garbage-collector.ts";
import { type History, deletionHistory } from "./deletion-history.ts";
import { type Document, documentOf } from "./bulk-delete-document.ts";
import { type ProtectedCluster, coolResources, otherCoolResources, protectedCluster, providerOf } from "./protected-cluster.ts";

const document = documentOf(coolResources.group);
const other = documentOf(otherCoolResources.group, "-whole");
/** All three ManifestWorks of the document in one. */
const oneWork: Document = { ...other, works: [other.works.join("\n---\n")] };

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

/** Both deny, and `kubectl` comes again. */
const toBeExpected = [
  // While a definition goes, discovery is of two minds for a moment: the group is listed, and its version is not
  // served.
  ...[document, other].map(({ group }) => `/apis/${group}/v1 is answered 404`),
  // No Service is in between here, which leaves a Pod out that is not ready yet.
  "a review was turned away: not ready",
];

interface Meanwhile {
  readonly history: History;
  readonly denials: readonly string[];
  /** Until then nobody takes the finalizer away. */
  finalize(): void;
}

describeWithServer("the document's bulk delete", { controllerManager: true }, (server) => {
  const cluster = protectedCluster(server);
  let api: ApiServer;
  let collector: GarbageCollector;
  beforeAll(async () => {
    api = await connect({ kubeconfig: server().kubeconfig });
    // It knows CriticalServices, which are deleted in the foreground.
    collector = await startGarbageCollector(server());
  });
  afterAll(() => Promise.all([api.close(), collector.end()]));

  const underWay = async ({ history, denials }: Meanwhile): Promise<void> => {
    await waitUntil(
      "what has no protection is deleted",
      async () => history.has("instance deleted") && history.has("crd deleted"),
    );
    await waitUntil("the provider is denied", async () => denials.join().includes("is still needed by"));
  };

  const undisturbed = async (meanwhile: Meanwhile): Promise<void> => {
    await underWay(meanwhile);
    meanwhile.finalize();
  };

  const withoutWebhook = async (meanwhile: Meanwhile): Promise<void> => {
    const { history, denials, finalize } = meanwhile;
    const { webhook } = cluster.installation();
    await underWay(meanwhile);
    await webhook?.kill();
    finalize();
    await waitUntil("all criteria are met, and nobody is there to say so", async () => history.has("crd gone"));
    const before = denials.length;
    await waitUntil("everybody is denied", async () =>
      denials.slice(before).join().includes('failed calling webhook "provider.critical-services.holdfast.dev"'),
    );
    for (const step of ["deployment deleted", "namespace deleted", "service gone"]) expect(history.has(step), step).toBe(false);
    await webhook?.start();
  };

  const withoutController = async (meanwhile: Meanwhile): Promise<void> => {
    await underWay(meanwhile);
    await cluster.installation().controller.kill();
    meanwhile.finalize();
  };

  type Disturb = (meanwhile: Meanwhile) => Promise<void>;
  const title = "%s: ends without any order of clients, in the order of the document";

  const deleteAll = async (given: Document, disturb: Disturb): Promise<void> => {
    await createAll(server(), cluster, given);
    const history = await deletionHistory(api, given.paths);
    const stop = new AbortController();
    const denials: string[] = [];
    try {
      const released = Promise.withResolvers<void>();
      const finalizing = released.promise.then(() => finalizeWhileDeployed(server(), given, stop.signal));
      const deletes = given.works.map((work) => deleteInLoop(server(), { work, crd: given.paths.crd }, denials));
      await disturb({ history, denials, finalize: released.resolve });
      await Promise.all(deletes);
      stop.abort();
      await finalizing;
      await waitUntil("the last step has been seen", async () => history.has("service gone") && history.has("namespace gone"));
    } finally {
      history.stop();
      stop.abort();
    }
    for (const [earlier, later] of order)
      expect(history.at(earlier), `${earlier} before ${later}`).toBeLessThan(history.at(later));
    const said = denials.join("\n");
    expect(said).toContain(`CriticalService ${given.service} stays as long as its provider`);
    const why = "(some-instance still carries the finalizer|still exists)";
    expect(said).toMatch(new RegExp(`namespaces ${given.namespace} is still needed by .*${why}`));
  };

  // Kubernetes looks every 5 s whether a definition, and whether a Namespace, can go: both are waited for at once.
  test.concurrent.each([
    ["three works at once", document],
    ["a single work", oneWork],
  ])(title, (_, given) => deleteAll(given, undisturbed));

  test.each([
    ["three works while the webhook's Pods are gone for a time", withoutWebhook],
    ["three works while the controller has been killed", withoutController],
  ] as const)(title, (_, disturb) => deleteAll(document, disturb));

  test("nothing else was met by either process, and one that is started again goes on", async () => {
    await endLease(server());
    await cluster.installation().controller.start();
    await cluster.protect("afterwards", []);
    expect(cluster.warnings().filter((line) => !toBeExpected.some((text) => line.includes(text)))).toEqual([]);
  });
});

async function createAll(server: ControlPlane, cluster: ProtectedCluster, given: Document): Promise<void> {
  const { group, namespace, deployment, crd, finalizer } = given;
  await created(server, "/api/v1/namespaces", { metadata: { name: namespace } });
  await cluster.deployment(namespace, deployment);
  const kind = { group, kind: "CoolResource", plural: "coolresources", scope: "Namespaced" } as const;
  await applyCustomResourceDefinition(server, { ...kind, versions: [{ name: "v1" }] });
  const metadata = { name: "some-instance", finalizers: [finalizer] };
  const instances = `/apis/${group}/v1/namespaces/users/coolresources`;
  await created(server, instances, { apiVersion: `${group}/v1`, kind: "CoolResource", metadata });
  const definition = { group: "apiextensions.k8s.io", resource: "CustomResourceDefinition", name: crd };
  await cluster.service(given.service, {
    provider: providerOf(namespace, deployment),
    criteria: [
      { type: "Finalizer", ifNotServed: "Met", finalizer: { group, resource: "coolresources", finalizerName: finalizer } },
      { type: "SpecificResource", specificResource: definition },
    ],
  });
  await cluster.ready(given.service);
}

/** As a controller whose pods run as long as there is its Deployment. */
async function finalizeWhileDeployed(server: ControlPlane, { paths }: Document, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const [instance, provider] = await Promise.all(
      [paths.instance, paths.deployment].map((path) => server.request({ method: "GET", path })),
    );
    const metadata = isJsonObject(instance?.body["metadata"]) ? instance.body["metadata"] : {};
    if (provider?.status === 200 && metadata["deletionTimestamp"] !== undefined)
      await server.request(mergePatch(paths.instance, { metadata: { finalizers: null } }));
    await sleep(100);
  }
}

interface Work {
  readonly work: string;
  /** The path of the definition in it, or in another. */
  readonly crd: string;
}

/**
 * `until kubectl delete -f work.yaml; do sleep 1; done`, as somebody would who knows nothing. What it was denied for
 * goes to `denials`.
 */
async function deleteInLoop(server: ControlPlane, { work, crd }: Work, denials: string[]): Promise<void> {
  const words = ["delete", "-f", "-", "--ignore-not-found", "--cascade=foreground", "--timeout=10s"];
  await waitUntil(
    "kubectl has deleted the work",
    async () => {
      const { code, stderr } = await server.kubectl(words, { input: work });
      const lines = stderr.split("\n").filter((line) => !isKindGone(line));
      denials.push(...lines);
      if (code !== 0 && lines.length > 0) await sleep(1_000);
      return code === 0 || (lines.length === 0 && (await server.request({ method: "GET", path: crd })).status === 404);
    },
    150_000,
  );
}

/**
 * `--ignore-not-found` is about objects: that there are no such kinds any more, or not yet in discovery, kubectl calls
 * an error still.
 */
function isKindGone(line: string): boolean {
  return line === "" || line.includes('no matches for kind "CoolResource"') || line === "ensure CRDs are installed first";
}
