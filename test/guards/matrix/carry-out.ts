import { waitUntil } from "../../control-plane/wait-until.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { type Attack, type Harm, type Victim, carryOut, createVictim, isDeleted, victimPath } from "./attack.ts";
import { namespaceDeletions, definitionDeletions, evictions, ownerInjections } from "./beside.ts";
import { type Target, mark, targets } from "./targets.ts";
import { unmarkings, unmarkingsThroughSubresources } from "./unmark.ts";

/** One attack on one kind, with what came of it. */
export interface Record {
  readonly threat: string;
  readonly attack: string;
  readonly kind: string;
  /** Undefined: it went through. */
  readonly refusal: string | undefined;
  /** What it did, where it did. */
  readonly harm: string | undefined;
}

export const attacks: readonly Attack[] = [
  ...unmarkings,
  ...unmarkingsThroughSubresources,
  ...ownerInjections,
  ...evictions,
  ...definitionDeletions,
  ...namespaceDeletions,
];

interface Planned {
  readonly attack: Attack;
  readonly target: Target;
}

/** Each attack on each kind that it is possible on. */
export const planned: readonly Planned[] = attacks.flatMap((attack) =>
  targets.filter(attack.isPossible).map((target) => ({ attack, target })),
);

/** Objects for all attacks, each its own; those of one run begin with the same word. */
export async function prepare(server: ControlPlane, run: string): Promise<readonly (Planned & { readonly victim: Victim })[]> {
  const prepared: (Planned & { readonly victim: Victim })[] = [];
  for (const [at, { attack, target }] of planned.entries()) {
    const name = `${run}-${at}`;
    if (target.isNamespaced) await createNamespace(server, name);
    prepared.push({ attack, target, victim: await createVictim(server, target, { namespace: name, name }) });
  }
  return prepared;
}

async function createNamespace(server: ControlPlane, name: string): Promise<void> {
  const body = { apiVersion: "v1", kind: "Namespace", metadata: { name } };
  const { status, text } = await server.request({ method: "POST", path: "/api/v1/namespaces", body });
  if (status !== 201) throw new Error(`Namespace ${name} was not stored: ${text}`);
}

const gone: Harm = { text: "gone", isDone: isDeleted };

/** The garbage collector learns of new kinds every half minute. */
const patienceMs = 90_000;

/** The attacks, one after the other. What takes a controller is given its time. */
export async function attackAll(prepared: readonly (Planned & { readonly victim: Victim })[]): Promise<readonly Record[]> {
  const records: Record[] = [];
  for (const { attack, target, victim } of prepared) {
    const { text, isDone } = attack.harm ?? gone;
    const refusal = await carryOut(attack, victim);
    if (attack.takesTime && refusal === undefined)
      await waitUntil(`${target.kind} ${victim.name} is gone`, () => isDone(victim), patienceMs).catch(() => undefined);
    const harm = (await isDone(victim)) ? text : undefined;
    records.push({ threat: attack.threat, attack: attack.title, kind: target.kind, refusal, harm });
  }
  return records;
}

/** Whether the object is there as it was, mark included. */
export async function isUnharmed(victim: Victim): Promise<boolean> {
  const { server, object } = victim;
  const { status, body } = await server.request({ method: "GET", path: victimPath(victim) });
  const { uid, labels, deletionTimestamp } = (body["metadata"] ?? {}) as {
    readonly uid?: string;
    readonly labels?: Readonly<{ [key: string]: string }>;
    readonly deletionTimestamp?: string;
  };
  return status === 200 && uid === object.metadata.uid && labels?.[mark] === "true" && deletionTimestamp === undefined;
}
