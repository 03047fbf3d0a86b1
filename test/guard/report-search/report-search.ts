import { setTimeout as sleep } from "node:timers/promises";
import type { JudgedPath } from "../../../compiler/report/paths.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import type { AttackedRule } from "./attacked-rules.ts";
import { type Attack, type Victim, attacksOn } from "./attacks.ts";
import { deadEndOf } from "./dead-end.ts";
import { apply, compileAll, takeAway } from "./in-force.ts";
import { Subject } from "./subject.ts";
import { findVictim } from "./victims.ts";

export interface ReportSearch {
  readonly rules: number;
  /** Rules of which no object was found that they protect. */
  readonly withoutVictim: number;
  /** Rows that say "closed", and were attacked. */
  readonly rows: number;
  readonly attacks: number;
  /** Attacks that a policy denied; the others were invalid, or changed nothing that matters. */
  readonly denied: number;
  /** `policy, path: how`: the report says closed, and it is not. */
  readonly through: readonly string[];
  /** Rows that say "closed", and nothing here attacks them. */
  readonly unattacked: readonly string[];
  /** `policy: why`: what was attacked cannot be deleted after the commands of its denials. */
  readonly deadEnds: readonly string[];
}

export interface SearchOptions {
  readonly seed: number;
  /** Of what was in force before, by the same policies. */
  readonly inForce?: string | undefined;
  /** Guards of several rules share policies that begin with it. */
  readonly installation?: string;
  /** To see that a report that is wrong is found out. */
  readonly changeReport?: (policy: string, path: JudgedPath) => JudgedPath;
}

/** Also the YAML that is in force now: nothing takes it away. */
export async function attackReports(
  server: ControlPlane,
  rules: readonly AttackedRule[],
  { seed, inForce, installation, changeReport = (_, path) => path }: SearchOptions,
): Promise<ReportSearch & { readonly inForce: string }> {
  const { report } = compileAll(rules, installation);
  const { yaml } = compileAll(
    rules.map((rule) => ({ ...rule, ...rule.enforced })),
    installation,
  );
  await apply(server, yaml);
  await takeAway(server, inForce, yaml);
  const found = await Promise.all(
    rules.map(async (rule, at) => {
      const paths = report.policies.find(({ name }) => name === rule.policy)?.paths ?? [];
      const closed = paths.map((path) => changeReport(rule.policy, path)).filter(({ state }) => state === "closed");
      return attackRule(new Subject(server, rule, `r${seed}-${at}`), closed, seed + at);
    }),
  );
  const sum = (part: (one: RuleSearch) => number): number => found.reduce((total, one) => total + part(one), 0);
  return {
    inForce: yaml,
    rules: rules.length,
    withoutVictim: sum(({ hasVictim }) => (hasVictim ? 0 : 1)),
    rows: sum(({ rows }) => rows),
    attacks: sum(({ attacks }) => attacks),
    denied: sum(({ denied }) => denied),
    through: found.flatMap(({ through }) => through),
    unattacked: found.flatMap(({ unattacked }) => unattacked),
    deadEnds: found.flatMap(({ deadEnds }) => deadEnds),
  };
}

interface RuleSearch extends Pick<ReportSearch, "rows" | "attacks" | "denied" | "through" | "unattacked" | "deadEnds"> {
  readonly hasVictim: boolean;
}

async function attackRule(subject: Subject, closed: readonly JudgedPath[], seed: number): Promise<RuleSearch> {
  const victim = await findVictim(subject, seed);
  if (victim === undefined)
    return { hasVictim: false, rows: 0, attacks: 0, denied: 0, through: [], unattacked: [], deadEnds: [] };
  const attacks = attacksOn(victim).filter(({ path }) => closed.some((row) => row.path === path));
  const { policy, condition } = subject.rule;
  const through: string[] = [];
  let denied = 0;
  for (const attack of attacks) {
    // One is enough to call the row a lie.
    if (through.some((text) => text.startsWith(`${policy}, ${attack.path}: `))) continue;
    const { is, answer } = await runAttack(victim, attack);
    const shown = `${JSON.stringify(victim.state)}: ${JSON.stringify(attack.request)}: ${answer}`;
    if (is === "through") through.push(`${policy}, ${attack.path}: ${attack.title}, of ${condition} on ${shown}`);
    if (is === "denied") denied += 1;
  }
  // Last: it deletes the victim.
  const deadEnd = await deadEndOf(victim);
  const attacked = closed.filter(({ path }) => attacks.some((attack) => attack.path === path));
  const unattacked = closed.filter(({ path }) => !attacks.some((attack) => attack.path === path) && !isOutside(path, victim));
  return {
    hasVictim: true,
    rows: attacked.length,
    attacks: attacks.length,
    denied,
    through,
    unattacked: unattacked.map(({ path }) => `${policy}, ${path}`),
    deadEnds: deadEnd === undefined ? [] : [`${policy}: ${deadEnd}`],
  };
}

/** What the kind or the rule has no such way for. */
function isOutside(path: JudgedPath["path"], { subject: { rule }, begun }: Victim): boolean {
  switch (path) {
    case "version":
      return rule.target.otherVersion === undefined;
    case "impersonation":
      return rule.condition.includes("userInfo");
    case "unmark-subresource":
      return rule.target.subresources.length === 0;
    case "finalizer":
      return begun === undefined;
    default:
      return false;
  }
}

/** What guards look up may be some milliseconds old. */
const tries = 10;

interface Outcome {
  readonly is: "through" | "denied" | "harmless";
  readonly answer: string;
}

async function runAttack({ subject }: Victim, { request, isHarm = () => true }: Attack): Promise<Outcome> {
  let answer = "";
  for (let left = tries; left > 0; left -= 1) {
    const { status, body, text } = await subject.request(request);
    answer = `${status} ${text.slice(0, 300)}`;
    if (status >= 400) return { is: text.includes(" denied request: ") ? "denied" : "harmless", answer };
    if (!(await isHarm(body))) return { is: "harmless", answer };
    await sleep(100);
  }
  return { is: "through", answer };
}
