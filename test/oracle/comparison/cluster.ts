import type { UntypedObject } from "../../../compiler/simulator/admission/index.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { applyCustomResourceDefinition, anything } from "../../control-plane/crds.ts";
import { created } from "../../control-plane/requests.ts";
import { namespaceLabel, clusterGroup } from "./compared-policy.ts";
import type { Context } from "./ask-oracle.ts";
import { inParallel } from "../../control-plane/in-parallel.ts";
import { createRole, type Role } from "../../control-plane/roles.ts";
import { clusterObject, collectionPath, group, type Stored, storedObjects } from "./stored-objects.ts";

/** Everybody who asks, and who has the rights below. */
export const askers = "comparers";
/** Who may do what, for `authorizer`: all that is asked here, and one verb for one user. */
export const askedVerbs = ["get", "list", "create", "update", "patch", "delete", "deletecollection"];
export const breaker = { user: "bob", group: "holdfast.dev", resource: "locks", verb: "break" };

/** Kinds, rights, Namespaces and what they hold. */
export async function fillCluster(server: ControlPlane, namespaces: readonly string[]): Promise<void> {
  await applyCustomResourceDefinition(server, {
    group,
    kind: "Widget",
    plural: "widgets",
    scope: "Namespaced",
    versions: [
      { name: "v1", schema: anything, statusSubresource: true },
      { name: "v1beta1", schema: anything },
    ],
  });
  await applyCustomResourceDefinition(server, {
    group: clusterGroup,
    kind: "ClusterWidget",
    plural: "clusterwidgets",
    scope: "Cluster",
    versions: [{ name: "v1", schema: anything }],
  });
  await grant(server);
  await created(server, collectionPath(clusterObject, undefined), clusterObject.object);
  await inParallel(namespaces, (namespace) => fillNamespace(server, namespace));
}

async function grant(server: ControlPlane): Promise<void> {
  const roles: readonly Role[] = [
    {
      name: "comparer",
      rules: [{ apiGroups: ["*"], resources: ["*"], verbs: askedVerbs }],
      subjects: [{ kind: "Group", name: askers }],
    },
    {
      name: "breaker",
      rules: [{ apiGroups: [breaker.group], resources: [breaker.resource], verbs: [breaker.verb] }],
      subjects: [{ kind: "User", name: breaker.user }],
    },
  ];
  for (const role of roles) await createRole(server, role);
}

async function fillNamespace(server: ControlPlane, namespace: string): Promise<void> {
  const metadata = { name: namespace, labels: { [namespaceLabel]: namespace }, annotations: { "holdfast.dev/inherited": "yes" } };
  await created(server, "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata });
  // Pods are rejected without it, and there is no controller to make it.
  await created(server, `/api/v1/namespaces/${namespace}/serviceaccounts`, { metadata: { name: "default" } });
  for (const stored of storedObjects) await created(server, collectionPath(stored, namespace), stored.object);
}

/** All stored objects of a Namespace, by the objects that were sent. */
export async function readObjects(server: ControlPlane, namespace: string): Promise<ReadonlyMap<Stored, UntypedObject>> {
  const read = await Promise.all(
    storedObjects.map(async (stored) => {
      const path = `${collectionPath(stored, namespace)}/${stored.object.metadata.name}`;
      return [stored, await readObject(server, path)] as const;
    }),
  );
  return new Map(read);
}

export async function readObject(server: ControlPlane, path: string): Promise<UntypedObject> {
  const { status, text, body } = await server.request({ method: "GET", path });
  if (status !== 200) throw new Error(`${path}: ${text}`);
  return body as unknown as UntypedObject;
}

/** What policies see beside the request: Namespaces, and ConfigMaps as parameters. */
export async function readContext(server: ControlPlane, namespaces: readonly string[]): Promise<Context> {
  const read = namespaces.map(async (name) => [name, await readObject(server, `/api/v1/namespaces/${name}`)] as const);
  const { body } = await server.request({ method: "GET", path: "/api/v1/configmaps" });
  const { items } = body as { readonly items: readonly Pick<UntypedObject, "metadata">[] };
  // A list leaves out what it is a list of.
  const configMaps = items.map((item) => ({ apiVersion: "v1", kind: "ConfigMap", ...item }));
  return { namespaces: new Map(await Promise.all(read)), configMaps };
}
