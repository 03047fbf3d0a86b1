import type { ApiRequest, ApiResponse } from "../../control-plane/api-client.ts";
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
  readonly isPossible: (target: Target) => boolean;
  /** The requests in their order; the first that is refused ends the attack. */
  readonly steps: (victim: Victim) => readonly ApiRequest[];
  /** A controller does the rest, in some seconds. */
  readonly takesTime?: true;
  /** The object survives, but not where it is. */
  readonly harms?: "namespace";
}

/** How an attack went. */
export interface Outcome {
  /** The object is gone, or on its way. */
  readonly isDeleted: boolean;
  /** What the server said where it refused; undefined where it refused nothing. */
  readonly refusal: string | undefined;
  readonly status: number;
}

export function collectionOf({ target, namespace }: Victim): string {
  return collectionPath(target, namespace);
}

export function victimPath({ target, namespace, name }: Victim, subresource?: string): string {
  return `${collectionPath(target, namespace)}/${name}${subresource === undefined ? "" : `/${subresource}`}`;
}

/** Where it is not namespaced, its own name says to which run it belongs. */
export async function createVictim(server: ControlPlane, target: Target, { namespace, name }: { readonly namespace: string; readonly name: string }): Promise<Victim> {
  const apiVersion = target.group === "" ? target.version : `${target.group}/${target.version}`;
  const metadata = { name, labels: { [mark]: "true" } };
  const body = { apiVersion, kind: target.kind, metadata, ...target.fields };
  const response = await server.request({ method: "POST", path: collectionPath(target, namespace), body });
  if (response.status !== 201) throw new Error(`${target.kind} ${name} was not stored: ${response.text}`);
  return { server, target, namespace, name, object: response.body as unknown as StoredObject };
}

export async function carryOut({ steps }: Attack, victim: Victim): Promise<Outcome> {
  let last: ApiResponse | undefined;
  for (const step of steps(victim)) {
    last = await victim.server.request(step);
    if (last.status >= 400) break;
  }
  const status = last?.status ?? 0;
  const refusal = status >= 400 ? String(last?.body["message"]) : undefined;
  return { isDeleted: await isDeleted(victim), refusal, status };
}

async function isDeleted(victim: Victim): Promise<boolean> {
  const { status, body } = await victim.server.request({ method: "GET", path: victimPath(victim) });
  const metadata = (body["metadata"] ?? {}) as Readonly<Record<string, unknown>>;
  return status === 404 || metadata["deletionTimestamp"] !== undefined || metadata["uid"] !== victim.object.metadata.uid;
}
