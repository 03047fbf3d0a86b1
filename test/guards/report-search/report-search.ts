import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { parseAllDocuments } from "yaml";
import type { JudgedPath } from "../../../compiler/deletion-paths/paths.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import type { Report } from "../../deletion-paths/page.ts";
import { CaseFiles } from "../../language/case-files.ts";
import { untilCompiled } from "../../language/until-compiled.ts";
import { hold } from "../matrix/targets.ts";
import { type Marks, namespaceUpdates } from "../namespace-rules.ts";
import { type AttackedRule, hasField, policyText } from "./attacked-rules.ts";
import { type Attack, type Victim, attacksOn } from "./attacks.ts";
import { deadEndOf } from "./dead-end.ts";
import { type State, Subject, circumstances, clean, patched } from "./subject.ts";

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
  /** To see that a report that is wrong is found out. */
  readonly changeReport?: (policy: string, path: JudgedPath) => JudgedPath;
}

/** Also the YAML that is in force now: nothing takes it away. */
export async function attackReports(
  server: ControlPlane,
  rules: readonly AttackedRule[],
  { seed, inForce, changeReport = (_, path) => path }: SearchOptions,
): Promise<ReportSearch & { readonly inForce: string }> {
  const { report } = compileAll(rules);
  const { yaml } = compileAll(rules.map((rule) => ({ ...rule, ...rule.enforced })));
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

async function apply(server: ControlPlane, yaml: string): Promise<void> {
  const { code, stderr } = await server.kubectl(["apply", "--server-side", "-f", "-"], { input: yaml });
  if (code !== 0) throw new Error(`the policies were refused: ${stderr}`);
  await untilInForce(server);
}

let waits = 0;

/** Not by a canary that the rules may deny, and by another name each time: the previous one may be in force still. */
async function untilInForce(server: ControlPlane): Promise<void> {
  waits += 1;
  await untilCompiled(server, `attacks-${waits}`);
}

/** After the new ones are in force: what guards look up would never be right again once all of them had been taken away (limits/parameters.test.ts). */
async function takeAway(server: ControlPlane, before: string | undefined, after: string): Promise<void> {
  if (before === undefined) return;
  const kept = new Set(placesOf(after));
  const left = placesOf(before).filter((path) => !kept.has(path));
  for (const path of left) await server.request({ method: "DELETE", path });
  await untilInForce(server);
}

interface Named {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

const documentsIn = (yaml: string): readonly Named[] =>
  parseAllDocuments(yaml).flatMap((document) => (document.toJS() as Named | null) ?? []);

/** Bindings first, or a policy would be gone that one of them names. */
function placesOf(yaml: string): readonly string[] {
  const found = documentsIn(yaml).map(({ kind, metadata }) => {
    const plural = kind === "ValidatingAdmissionPolicy" ? "validatingadmissionpolicies" : "validatingadmissionpolicybindings";
    return `/apis/admissionregistration.k8s.io/v1/${plural}/${metadata.name}`;
  });
  return found.toSorted().toReversed();
}

interface Compiled {
  readonly yaml: string;
  readonly report: Report;
}

function compileAll(rules: readonly AttackedRule[]): Compiled {
  const files = new CaseFiles();
  try {
    for (const rule of rules) files.write(`${rule.policy}.ts`, policyText(rule));
    const { files: written, diagnostics } = files.compile(rules.map(({ policy }) => `${policy}.ts`));
    const [first] = diagnostics;
    if (first !== undefined) throw new Error(`${first.span.file}: ${first.code}: ${first.message}`);
    const report = written.find(({ name }) => name === "report.json")?.text ?? "{}";
    const yaml = written.filter(({ name }) => /^attacked-.*\.yaml$/.test(name)).map(({ text }) => text);
    return { yaml: yaml.join("\n---\n"), report: JSON.parse(report) as Report };
  } finally {
    files.remove();
  }
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
    const { is, answer } = await carryOut(victim, attack);
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

async function carryOut({ subject }: Victim, { request, isHarm = () => true }: Attack): Promise<Outcome> {
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

const candidates = 12;

async function findVictim(subject: Subject, seed: number): Promise<Victim | undefined> {
  const samples = fc.sample(namespaceUpdates, { seed, numRuns: candidates });
  const { target } = subject.rule;
  for (const [at, { before, after }] of samples.entries()) {
    const state: State = {
      own: clean(at === 0 ? { labels: { a: "true" } } : before),
      isLocked: hasField(target) && at % 2 === 0,
      ofNamespace: target.isNamespaced ? clean(after) : {},
    };
    const passes = await Promise.all(circumstances.map((one) => subject.passes(state, one)));
    const denied = circumstances.filter((_, one) => passes[one] === false);
    if (denied.length > 0) return { ...(await victimOf(subject, state)), denied, others: others(seed) };
  }
  return undefined;
}

const others = (seed: number): readonly Marks[] =>
  fc.sample(namespaceUpdates, { seed: seed + 1, numRuns: 6 }).map(({ after }) => clean(after));

async function victimOf(subject: Subject, state: State): Promise<Pick<Victim, "subject" | "place" | "uid" | "state" | "begun">> {
  const place = await subject.create(state);
  const plain = { method: "GET", path: subject.deletion(place, { as: "a" }).path.replace("?dryRun=All", "") } as const;
  const { body } = await subject.request(plain);
  const { uid } = body["metadata"] as { readonly uid: string };
  return { subject, place, uid, state, begun: await begin(subject, state) };
}

/** Unmarked, deleted, and marked while a finalizer holds it. */
async function begin(subject: Subject, state: State): Promise<Victim["begun"]> {
  const unmarked = { own: {}, isLocked: false, ofNamespace: state.ofNamespace };
  const place = await subject.create(unmarked, { finalizers: [hold] });
  const path = subject.deletion(place, { as: "a" }).path.replace("?dryRun=All", "");
  const { status } = await subject.request({ method: "DELETE", path });
  if (status >= 300) return undefined;
  const spec = state.isLocked ? { spec: { locked: true } } : {};
  const marked = await subject.request(patched(path, { metadata: state.own, ...spec }));
  if (marked.status !== 200) throw new Error(`it was not marked: ${marked.text}`);
  await waitUntil("its deletion has begun", async () => {
    const { body } = await subject.request({ method: "GET", path });
    return (body["metadata"] as { readonly deletionTimestamp?: string } | undefined)?.deletionTimestamp !== undefined;
  });
  return place;
}
