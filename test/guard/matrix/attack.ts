import { setTimeout as sleep } from "node:timers/promises";
import type { ApiRequest } from "../../control-plane/api-client.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { mergePatch } from "../../control-plane/requests.ts";
import { type Protection, carries } from "./protections.ts";
import { type Target, collectionPath, hold } from "./targets.ts";

/** A protected object that is attacked. */
export interface Victim {
  readonly server: ControlPlane;
  readonly target: Target;
  readonly namespace: string;
  readonly name: string;
  readonly protection: Protection;
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
    readonly deletionTimestamp?: string;
  };
  readonly [field: string]: unknown;
}

/** What an attacker does to an object, request by request, as far as the server lets them. */
export interface Attack {
  /** Of the catalogue of threats. */
  readonly threat: string;
  readonly title: string;
  /** What it goes through: the same policy with its guards switched off, unless told. */
  readonly through?: HandWritten;
  /** Where it works against that; the rest Kubernetes closes itself. */
  readonly isPossible: (target: Target) => boolean;
  /** The label that protects it, unless it is that of the policy `protect`. */
  readonly protection?: Protection;
  /** The deletion of the object has begun, before it was protected, and a finalizer holds it. */
  readonly hasBegun?: true;
  /** The requests in their order; the first that is denied ends the attack. */
  readonly steps: (victim: Victim) => readonly ApiRequest[];
  /** After the first request the API server has to see what has changed: the next one is sent until it goes through. */
  readonly isRepeated?: true;
  /** A controller does the rest, in some seconds. */
  readonly takesTime?: true;
  /** What it is about, where that is not that the object is gone. */
  readonly harm?: Harm;
  /** What the denial says with guards. */
  readonly denial: string;
}

export interface Harm {
  readonly text: string;
  readonly isDone: (victim: Victim) => Promise<boolean>;
}

/** A policy as people write it by hand, where the compiled one has no such hole. */
export interface HandWritten {
  /** What is wrong with it. */
  readonly title: string;
  /** Everything that has to be applied. */
  readonly documents: (victims: readonly Victim[]) => readonly object[];
  /** What it does deny, or it would be no protection at all. */
  readonly stops: (victim: Victim) => readonly ApiRequest[];
}

/** How a denial by a rule of the policy begins, or of its guards. */
export function denialBy(policy: string, rule: string, binding = policy): string {
  return `'${policy}' with binding '${binding}' denied request: ${rule}: `;
}

export function victimPath({ target, namespace, name }: Victim, subresource?: string): string {
  return `${collectionPath(target, namespace)}/${name}${subresource === undefined ? "" : `/${subresource}`}`;
}

export const namespacePath = (name: string): string => `/api/v1/namespaces/${name}`;

export const deletion = (victim: Victim): ApiRequest => ({ method: "DELETE", path: victimPath(victim) });

export const merge = (victim: Victim, body: object, subresource?: string): ApiRequest =>
  mergePatch(victimPath(victim, subresource), body);

/** The attack as far as the server lets it; what it said where it denied. */
export async function runAttack({ steps, isRepeated }: Attack, victim: Victim): Promise<string | undefined> {
  for (const [at, step] of steps(victim).entries()) {
    let denial = await denialTo(step, victim);
    const tries = isRepeated && at > 0 ? maxTries : 0;
    for (let left = tries; left > 0 && denial !== undefined; left -= 1) {
      await sleep(pauseMs);
      denial = await denialTo(step, victim);
    }
    if (denial !== undefined) return denial;
  }
  return undefined;
}

/** Some seconds in all. */
const maxTries = 100;
const pauseMs = 50;

async function denialTo(request: ApiRequest, { server }: Victim): Promise<string | undefined> {
  const { status, body } = await server.request(request);
  return status >= 400 ? `${status} ${String(body["message"])}` : undefined;
}

/** Gone, made anew, or going where it was not. */
export async function isDeleted(victim: Victim): Promise<boolean> {
  const now = await readVictim(victim);
  const { uid, deletionTimestamp } = victim.object.metadata;
  return now === undefined || now.metadata.uid !== uid || now.metadata.deletionTimestamp !== deletionTimestamp;
}

/** Whether the object is there as it was, mark and finalizers included. */
export async function isUnharmed(victim: Victim): Promise<boolean> {
  const { labels, finalizers = [] } = (await readVictim(victim))?.metadata ?? {};
  const isHeld = victim.object.metadata.finalizers?.includes(hold) !== true || finalizers.includes(hold);
  return !(await isDeleted(victim)) && carries(labels, victim.protection.own) && isHeld && (await isNamespaceMarked(victim));
}

async function isNamespaceMarked({ server, target, namespace, protection }: Victim): Promise<boolean> {
  if (!target.isNamespaced) return true;
  const { body } = await server.request({ method: "GET", path: namespacePath(namespace) });
  return carries((body as unknown as Partial<StoredObject>).metadata?.labels, protection.ofNamespace);
}

async function readVictim(victim: Victim): Promise<StoredObject | undefined> {
  const { status, body, text } = await victim.server.request({ method: "GET", path: victimPath(victim) });
  if (status === 404) return undefined;
  if (status !== 200) throw new Error(`${victim.target.kind} ${victim.name} cannot be read: ${text}`);
  return body as unknown as StoredObject;
}
