import { replaceInForce } from "../../ack/policies-in-force.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { yamlOf } from "../../fixtures/compile-files.ts";
import { type HandWritten, type Harm, type Victim, runAttack, isDeleted } from "./attack.ts";
import { handWrittenMessage } from "./hand-written.ts";
import { type Planned, planned } from "./planned.ts";
import { noGuards, policyText } from "./policy-text.ts";
import { createVictim } from "./victims.ts";

/** One attack on one kind, with what came of it. */
export interface Record {
  readonly threat: string;
  readonly attack: string;
  readonly kind: string;
  /** Undefined: it went through. */
  readonly denial: string | undefined;
  /** What it did, where it did. */
  readonly harm: string | undefined;
}

/** A record of an attack that has to go through. */
export interface WeakerRecord extends Record {
  readonly through: string;
  /** Whether a form that was written by hand denies what it is meant to deny. */
  readonly stopsTheRest: boolean;
}

export interface Prepared extends Planned {
  readonly victim: Victim;
}

/** Objects for attacks, each its own; those of one run begin with the same word. */
export async function prepare(server: ControlPlane, run: string, plans: readonly Planned[]): Promise<readonly Prepared[]> {
  return Promise.all(
    plans.map(async (plan) => {
      const name = `${run}-${plan.at}`;
      return { ...plan, victim: await createVictim(server, plan, { namespace: name, name }) };
    }),
  );
}

/**
 * Every attack against what it goes through, in the order of the plan. What was in force last stays so: it is given
 * back.
 */
export async function attackWeaker(
  server: ControlPlane,
): Promise<{ readonly records: readonly WeakerRecord[]; readonly inForce: string }> {
  const forms = Map.groupBy(planned, ({ attack }) => attack.through);
  const records: WeakerRecord[] = [];
  let inForce: string | undefined;
  for (const [through, plans] of forms) {
    const attacked = await prepare(server, "open", plans);
    const spared = through === undefined ? [] : await prepare(server, "spared", plans.map(withoutBeginning));
    const yaml = through === undefined ? yamlOf(policyText(noGuards)) : textOf(through, [...attacked, ...spared]);
    await replaceInForce(server, inForce, yaml);
    inForce = yaml;
    const stops = through === undefined ? [] : await Promise.all(spared.map(({ victim }) => isStopped(through, victim)));
    const title = through?.title ?? "guards off";
    for (const [at, record] of (await attackAll(attacked)).entries())
      records[plans[at]?.at ?? 0] = { ...record, through: title, stopsTheRest: stops[at] ?? true };
  }
  return { records, inForce: inForce ?? "" };
}

const withoutBeginning = ({ attack: { hasBegun: _hasBegun, ...attack }, ...plan }: Planned): Planned => ({ ...plan, attack });

function textOf({ documents }: HandWritten, prepared: readonly Prepared[]): string {
  return JSON.stringify({ apiVersion: "v1", kind: "List", items: documents(prepared.map(({ victim }) => victim)) });
}

async function isStopped({ stops }: HandWritten, victim: Victim): Promise<boolean> {
  for (const request of stops(victim)) {
    const { status, body } = await victim.server.request(request);
    if (status !== 403 || !String(body["message"]).endsWith(` denied request: ${handWrittenMessage}`)) return false;
  }
  return true;
}

const gone: Harm = { text: "gone", isDone: isDeleted };

/** The garbage collector learns of new kinds every half minute. */
const patienceMs = 90_000;

/** The attacks, side by side. What takes a controller is given its time. */
export async function attackAll(prepared: readonly Prepared[]): Promise<readonly Record[]> {
  const denials = await Promise.all(prepared.map(({ attack, victim }) => runAttack(attack, victim)));
  const records: Record[] = [];
  for (const [at, { attack, target, victim }] of prepared.entries()) {
    const denial = denials[at];
    const { text, isDone } = attack.harm ?? gone;
    if (attack.takesTime && denial === undefined)
      await waitUntil(`${target.kind} ${victim.name} is gone`, () => isDone(victim), patienceMs).catch(() => undefined);
    const harm = (await isDone(victim)) ? text : undefined;
    records.push({ threat: attack.threat, attack: attack.title, kind: target.kind, denial, harm });
  }
  return records;
}
