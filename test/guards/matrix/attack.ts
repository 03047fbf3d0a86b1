import type { ApiRequest } from "../../control-plane/api-client.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { type Target, collectionPath, mark } from "./targets.ts";

/** A protected object that is attacked. */
export interface Victim {
  readonly server: ControlPlane;
  readonly target: Target;
  readonly namespace: string;
  readonly name: string;
  /** As it was stored. */
  readonly object: StoredObject;
}

export interface StoredObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly finalizers?: readonly string[];
  };
  readonly [field: string]: unknown;
}

/** What an attacker does to an object, request by request, as far as the server lets them. */
export interface Attack {
  /** Of the catalogue of threats. */
  readonly threat: string;
  readonly title: string;
  /** Where it works without a guard; the rest Kubernetes closes itself. */
  readonly isPossible: (target: Target) => boolean;
  /** The requests in their order; the first that is refused ends the attack. */
  readonly steps: (victim: Victim) => readonly ApiRequest[];
  /** A controller does the rest, in some seconds. */
  readonly takesTime?: true;
  /** What it is about, where that is not that the object is gone. */
  readonly harm?: Harm;
}

export interface Harm {
  readonly text: string;
  readonly isDone: (victim: Victim) => Promise<boolean>;
}

export function collectionOf({ target, namespace }: Victim): string {
  return collectionPath(target, namespace);
}

export function victimPath({ target, namespace, name }: Victim, subresource?: string): string {
  return `${collectionPath(target, namespace)}/${name}${subresource === undefined ? "" : `/${subresource}`}`;
}

/** Where it is not namespaced, its own name says to which run it belongs. */
export async function createVictim(
  server: ControlPlane,
  target: Target,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): Promise<Victim> {
  const apiVersion = target.group === "" ? target.version : `${target.group}/${target.version}`;
  const metadata = { name, labels: { [mark]: "true" } };
  const body = { apiVersion, kind: target.kind, metadata, ...target.fields };
  const response = await server.request({ method: "POST", path: collectionPath(target, namespace), body });
  if (response.status !== 201) throw new Error(`${target.kind} ${name} was not stored: ${response.text}`);
  return { server, target, namespace, name, object: response.body as unknown as StoredObject };
}

/** The attack as far as the server lets it; what it said where it refused. */
export async function carryOut({ steps }: Attack, victim: Victim): Promise<string | undefined> {
  for (const step of steps(victim)) {
    const { status, body } = await victim.server.request(step);
    if (status >= 400) return `${status} ${String(body["message"])}`;
  }
  return undefined;
}

export async function isDeleted(victim: Victim): Promise<boolean> {
  const { status, body } = await victim.server.request({ method: "GET", path: victimPath(victim) });
  const metadata = (body["metadata"] ?? {}) as Readonly<Record<string, unknown>>;
  return status === 404 || metadata["deletionTimestamp"] !== undefined || metadata["uid"] !== victim.object.metadata.uid;
}
