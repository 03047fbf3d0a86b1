import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { usualProviders } from "../../../compiler/fallback/critical-services.ts";
import { isJsonObject } from "../../../runtime-fallback/api/json-object.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { created } from "../on-server.ts";
import { deployment, install, providerOf, ready, service } from "./installed.ts";

const paths = {
  service: "/apis/protection.holdfast.dev/v1alpha1/criticalservices/for-finalizer-deployment",
  namespace: "/api/v1/namespaces/finalizer-namespace",
  deployment: "/apis/apps/v1/namespaces/finalizer-namespace/deployments/finalizer-deployment",
  crd: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/coolresources.my.crd.group",
  instance: "/apis/my.crd.group/v1/namespaces/users/coolresources/some-instance",
} as const;
type Name = keyof typeof paths;

const finalizer = "my.crd.group/super-important";

describeWithServer("the document's bulk delete", { controllerManager: true }, (server) => {
  const installed = install(server, usualProviders);

  async function createAll(): Promise<void> {
    for (const name of ["finalizer-namespace", "users"]) await created(server(), "/api/v1/namespaces", { metadata: { name } });
    await deployment(server(), "finalizer-namespace", "finalizer-deployment");
    const coolResource = { group: "my.crd.group", kind: "CoolResource", plural: "coolresources", scope: "Namespaced" } as const;
    await applyCustomResourceDefinition(server(), { ...coolResource, versions: [{ name: "v1" }] });
    await created(server(), "/apis/my.crd.group/v1/namespaces/users/coolresources", {
      apiVersion: "my.crd.group/v1",
      kind: "CoolResource",
      metadata: { name: "some-instance", finalizers: [finalizer] },
    });
    await service(server(), "for-finalizer-deployment", {
      provider: providerOf("finalizer-namespace", "finalizer-deployment"),
      criteria: [
        { type: "Finalizer", finalizer: { group: "my.crd.group", resource: "coolresources", finalizerName: finalizer } },
        {
          type: "SpecificResource",
          specificResource: {
            group: "apiextensions.k8s.io",
            resource: "CustomResourceDefinition",
            name: "coolresources.my.crd.group",
          },
        },
      ],
    });
    await ready(server(), "for-finalizer-deployment");
  }

  test("three works at once end without any order of theirs, in the order of the document", async () => {
    await createAll();
    const history = await recordHistory(installed.api(), Object.keys(paths) as readonly Name[]);
    const stop = new AbortController();
    const finalizing = finalizeWhileDeployed(server(), stop.signal);
    const refusals = await Promise.all([
      deleteAll(server(), ["service", "namespace", "deployment"]),
      deleteAll(server(), ["crd"]),
      deleteAll(server(), ["instance"]),
    ]);
    stop.abort();
    await finalizing;
    await waitUntil("the last step has been seen", async () => Promise.resolve(history.has("service gone")));
    history.stop();

    const at = (step: string): number => history.at(step);
    for (const [earlier, later] of [
      ["crd deleted", "crd gone"],
      ["instance deleted", "instance gone"],
      ["instance gone", "crd gone"],
      ["crd gone", "deployment deleted"],
      ["crd gone", "namespace deleted"],
      ["deployment deleted", "deployment gone"],
      ["namespace deleted", "namespace gone"],
      ["deployment gone", "namespace gone"],
      ["deployment gone", "service gone"],
    ] as const) {
      expect(at(earlier), `${earlier} before ${later}`).toBeLessThan(at(later));
    }
    const said = refusals.flat().join("\n");
    expect(said).toContain("CriticalService for-finalizer-deployment stays as long as its provider");
    expect(said).toMatch(
      /namespaces finalizer-namespace is still needed by .* some-instance still carries the finalizer|still exists/,
    );
  });
});

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

/** Deletes in this order again and again until nothing is left, as somebody would who knows nothing. Says what it was refused for. */
async function deleteAll(server: ControlPlane, names: readonly Name[]): Promise<readonly string[]> {
  const refusals: string[] = [];
  const left = new Set(names);
  await waitUntil(
    `${names.join(", ")} are gone`,
    async () => {
      for (const name of left) {
        const foreground = { kind: "DeleteOptions", apiVersion: "v1", propagationPolicy: "Foreground" };
        const { status, body } = await server.request({ method: "DELETE", path: paths[name], body: foreground });
        if (status === 404) left.delete(name);
        if (status >= 400 && status !== 404) refusals.push(String(body["message"]));
      }
      return left.size === 0;
    },
    50_000,
  );
  return refusals;
}

interface History {
  has(step: string): boolean;
  /** In which revision of etcd; fails where it has not been. */
  at(step: string): number;
  stop(): void;
}

/** From watches of each object: when it was deleted first, and when it was gone. Revisions order them across resources. */
async function recordHistory(api: ReturnType<ReturnType<typeof install>["api"]>, names: readonly Name[]): Promise<History> {
  const stop = new AbortController();
  const steps = new Map<string, number>();
  const follow = async (name: Name, from: string): Promise<void> => {
    const path = paths[name];
    const object = path.slice(path.lastIndexOf("/") + 1);
    const query = new URLSearchParams({ watch: "1", resourceVersion: from, fieldSelector: `metadata.name=${object}` });
    const watch = { path: `${path.slice(0, path.lastIndexOf("/"))}?${query.toString()}`, signal: stop.signal, idleMs: 120_000 };
    for await (const { type, object: seen } of api.watch(watch)) {
      const { resourceVersion, deletionTimestamp } = (seen["metadata"] ?? {}) as Record<string, string | undefined>;
      const note = (step: string) => steps.has(step) || steps.set(step, Number(resourceVersion));
      if (deletionTimestamp !== undefined) note(`${name} deleted`);
      if (type === "DELETED") note(`${name} gone`);
    }
  };
  for (const name of names) {
    const { body } = await api.request({ method: "GET", path: paths[name] });
    void follow(name, (body["metadata"] as { resourceVersion: string }).resourceVersion);
  }
  return {
    has: (step) => steps.has(step),
    at: (step) => {
      expect([...steps.keys()]).toContain(step);
      return steps.get(step) ?? NaN;
    },
    stop: () => stop.abort(),
  };
}
