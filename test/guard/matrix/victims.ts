import type { ApiRequest } from "../../control-plane/api-client.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { type Attack, type StoredObject, type Victim, deletion, merge } from "./attack.ts";
import { marked } from "./protections.ts";
import { type Target, collectionPath, hold } from "./targets.ts";

interface Place {
  readonly namespace: string;
  readonly name: string;
}

/**
 * Returns when Pods can be created in it: they need a ServiceAccount, which a controller creates if nobody else does.
 */
export async function createNamespace(server: ControlPlane, name: string, labels: object = {}): Promise<void> {
  await stored(server, { method: "POST", path: "/api/v1/namespaces", body: { metadata: { name, labels } } });
  const path = `/api/v1/namespaces/${name}/serviceaccounts`;
  const { status, text } = await server.request({ method: "POST", path, body: { metadata: { name: "default" } } });
  // A conflict: the controller was faster.
  if (status !== 201 && status !== 409) throw new Error(`${path}: ${text}`);
}

/** Where it is not namespaced, its own name says to which run it belongs. */
export async function createObject(
  server: ControlPlane,
  target: Target,
  { namespace, name, ...metadata }: Place & { readonly [field: string]: unknown },
): Promise<Victim> {
  const apiVersion = target.group === "" ? target.version : `${target.group}/${target.version}`;
  const place = target.isNamespaced ? { name, namespace } : { name };
  const body = { apiVersion, kind: target.kind, metadata: { ...place, ...metadata }, ...target.fields };
  const object = await stored(server, { method: "POST", path: collectionPath(target, namespace), body });
  return { server, target, namespace, name, object, protection: marked };
}

/** Protected, and ready to be attacked. */
export async function createVictim(
  server: ControlPlane,
  { attack, target }: { readonly attack: Attack; readonly target: Target },
  place: Place,
): Promise<Victim> {
  const { hasBegun, protection = marked } = attack;
  const labels = protection.own;
  if (target.isNamespaced) await createNamespace(server, place.namespace, protection.ofNamespace);
  if (!hasBegun) return { ...(await createObject(server, target, { ...place, labels })), protection };
  const victim = await createObject(server, target, { ...place, finalizers: [hold] });
  await stored(server, deletion(victim));
  return { ...victim, protection, object: await stored(server, merge(victim, { metadata: { labels } })) };
}

async function stored(server: ControlPlane, request: ApiRequest): Promise<StoredObject> {
  const { status, body, text } = await server.request(request);
  if (status >= 300) throw new Error(`${request.method} ${request.path} was denied: ${text}`);
  return body as unknown as StoredObject;
}
