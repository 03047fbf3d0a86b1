import { setTimeout as sleep } from "node:timers/promises";
import { waitForPolicies } from "../../test/ack/policies-in-force.ts";
import { findBinaries } from "../../test/control-plane/availability.ts";
import { bindings, collectionOf, namespaces, policies } from "../../test/control-plane/collections.ts";
import { type ControlPlane, startControlPlane } from "../../test/control-plane/control-plane.ts";
import { inParallel } from "../../test/control-plane/in-parallel.ts";
import { created } from "../../test/control-plane/requests.ts";
import { toolsFor } from "../../test/control-plane/tools.ts";
import { waitUntil } from "../../test/control-plane/wait-until.ts";
import type { StoredObject } from "../../runtime-fallback/kubernetes/stored-object.ts";
import { type Bench, type Closable, Missing } from "../row.ts";
import { type PolicySet, type SetName, keptNames, policySets } from "./policy-sets.ts";

export type PreparedServer = ControlPlane & Closable & { readonly set: PolicySet };

/** Where ConfigMaps are. Those of `keptNames` are marked, where the set has a mark. */
export const configMaps = `${namespaces}/bench/configmaps`;
/** It holds 1,000 ConfigMaps without a mark. */
export const fullNamespace = `${namespaces}/full`;
export const heldConfigMaps = 1_000;

/** An API server for each set, all at once, so that requests to them can alternate. */
export function serverWith(bench: Bench, name: SetName): Promise<PreparedServer> {
  return bench.shared(`API server: ${name}`, async () => {
    const found = findBinaries(toolsFor({}));
    if (found.kind === "unavailable") throw new Missing(`there is no API server: ${found.reason}`);
    const set = await policySets[name]();
    const server = await startControlPlane();
    try {
      await fill(server, set);
      await enforce(server, set);
    } catch (error) {
      await server.stop();
      throw error;
    }
    return { ...server, set, close: server.stop };
  });
}

export const configMap = (name: string, metadata: object = {}): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, ...metadata },
  data: { color: "blue", size: "42" },
});

async function fill(server: ControlPlane, { mark }: PolicySet): Promise<void> {
  for (const name of ["bench", "full"]) {
    await created(server, namespaces, { apiVersion: "v1", kind: "Namespace", metadata: { name } });
  }
  const marks = (name: string): object => (mark === undefined ? {} : { [mark]: { [`example.com/${name}`]: "yes" } });
  await inParallel(keptNames, (name) => created(server, configMaps, configMap(name, marks(name))));
  const held = Array.from({ length: heldConfigMaps }, (_, at) => `held-${at}`);
  await inParallel(held, (name) => created(server, `${fullNamespace}/configmaps`, configMap(name)));
}

async function enforce(server: ControlPlane, { objects, mark, guardsNamespaces }: PolicySet): Promise<void> {
  if (objects.length === 0) return;
  const byKind = (kind: string): typeof objects => objects.filter((one) => one.kind === kind);
  for (const kind of ["ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"]) {
    await inParallel(byKind(kind), (one) => created(server, collectionOf(one), one));
  }
  await waitForPolicies(server);
  await removeCanaries(server);
  if (mark === undefined) return;
  await inParallel(keptNames, (name) => waitUntil(`${name} is kept`, () => isDenied(server, `${configMaps}/${name}`, name)));
  if (guardsNamespaces) await waitUntil("a Namespace is guarded", () => isDenied(server, `${namespaces}/bench`, "keep-"));
}

/** Whether the delete is denied, by the policy that is meant. */
async function isDenied(server: ControlPlane, path: string, says: string): Promise<boolean> {
  const { status, body } = await server.request({ method: "DELETE", path: `${path}?dryRun=All` });
  return status === 403 && String(body["message"]).includes(says);
}

/** They would count as one policy more. */
async function removeCanaries(server: ControlPlane): Promise<void> {
  for (const collection of [bindings, policies]) {
    const { body } = await server.request({ method: "GET", path: collection });
    const names = (body["items"] as readonly StoredObject[]).map(({ metadata }) => metadata.name);
    for (const name of names.filter((one) => one.startsWith("canary-"))) {
      await server.request({ method: "DELETE", path: `${collection}/${name}` });
    }
  }
  // The API server takes what it has each second.
  await sleep(2_000);
}
