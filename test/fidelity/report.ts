import { constructNames } from "./write-rule.ts";
import { objectLabels } from "./objects.ts";
import { ruleKinds } from "./rule-kind.ts";
import { maxRejected } from "./generate.ts";
import { type Counts, type Finding, type Tally } from "./tally.ts";

/**
 * Cases from which on every construct is to be seen. There are more than 700, of which a rule has about ten: 20,000 cases
 * are 250 rules, and half of the constructs stand in two of them or in none.
 */
const wholeSearch = 1_000_000;

/** A search that misses one of these proves little. */
export function missedQuotas(tally: Tally, kube: number): readonly string[] {
  const { rules, cases, rejectedRules, constructs, kinds, labels, evaluations, hashes } = tally;
  // Of 250 rules, as one seed has, the share is within 5 % of that of many.
  const mostRejected = cases < wholeSearch ? maxRejected + 5 : maxRejected;
  const odd = (labels["sparse"] ?? 0) + (labels["malformed"] ?? 0);
  const quotas: readonly (readonly [boolean, string])[] = [
    [cases > 0, "there are no cases"],
    [rejectedRules * 100 <= rules * mostRejected, `the compiler rejects more than ${mostRejected} % of the rules`],
    [new Set(hashes).size * 100 >= rules * 95, "more than 5 % of the rules are the same as others"],
    [odd * 100 >= cases * 30, "less than 30 % of the objects are sparse or malformed"],
    ...["denied", "admitted"].map(
      (evaluation) => [(evaluations[evaluation] ?? 0) * 4 >= cases, `less than 25 % are ${evaluation}`] as const,
    ),
    ...ruleKinds.map(({ name }) => [(kinds[name] ?? 0) * 100 >= cases, `less than 1 % of the cases are on: ${name}`] as const),
    ...(cases < wholeSearch ? [] : constructNames(kube)).map(
      (name) => [(constructs[name] ?? 0) * 5_000 >= cases, `fewer than 1 of 5,000 cases have: ${name}`] as const,
    ),
  ];
  return quotas.flatMap(([isMet, text]) => (isMet ? [] : [text]));
}

export function isClean(tally: Tally, kube: number): boolean {
  return Object.keys(tally.problems).length === 0 && missedQuotas(tally, kube).length === 0;
}

interface Circumstances {
  readonly seed: number;
  readonly kube: number;
  readonly executions: readonly string[];
  /** Executions that were wanted, and why they are not among these. */
  readonly notCompared?: readonly string[];
}

export function headerOf({ seed, kube, executions, notCompared = [] }: Circumstances): readonly string[] {
  return [
    `fidelity search: ${executions.join(", ")}; Kubernetes 1.${kube}; seed ${seed}`,
    ...notCompared.map((text) => `NOT COMPARED         ${text}`),
  ];
}

interface Result {
  readonly isClean: boolean;
  readonly notCompared: readonly string[];
  readonly mayDoWithoutEvaluator: boolean;
}

/** 0 only where everything that was wanted was compared and nothing was found. */
export function exitCodeOf({ isClean: found, notCompared, mayDoWithoutEvaluator }: Result): 0 | 1 {
  return found && (notCompared.length === 0 || mayDoWithoutEvaluator) ? 0 : 1;
}

export function textReport(tally: Tally, circumstances: Circumstances): string {
  const { kube } = circumstances;
  const { cases, rules, hashes, rejectedRules, rejections, constructs, labels, kinds, evaluations, problems } = tally;
  const missed = missedQuotas(tally, kube);
  const lines = [
    ...headerOf(circumstances),
    `cases                ${cases}`,
    `distinct rules       ${new Set(hashes).size} of ${rules}, ${rejectedRules} (${percent(rejectedRules, rules)}) rejected by the compiler`,
    `rejections by code     ${listed(rejections)}`,
    `evaluations             ${shares(evaluations, cases)}`,
    `objects              ${shares(labels, cases, objectLabels)}`,
    `rules on             ${shares(kinds, cases)}`,
    `differences          ${problems["difference"] ?? 0}`,
    `run-time errors      ${problems["error"] ?? 0}`,
    `not answered         ${problems["unanswered"] ?? 0}`,
    `compiler broke down  ${problems["crash"] ?? 0}`,
    `quotas missed        ${missed.length === 0 ? "none" : missed.map((text) => `\n  ${text}`).join("")}`,
    "constructs, share of the cases",
    ...columns(constructNames(kube).map((name) => [percent(constructs[name] ?? 0, cases), name] as const)),
    ...tally.findings.map(findingText),
  ];
  return lines.join("\n");
}

function findingText({ problem, rule, object, ruleText, request, said }: Finding): string {
  const answers = Object.entries(said).map(([name, one]) => `  ${name}: ${JSON.stringify(one).slice(0, 600)}`);
  return [`\n${problem} (rule ${rule}, object ${object})`, `  ${ruleText}`, `  on ${shortJson(request)}`, ...answers].join("\n");
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 1_500 ? `${text.slice(0, 1_500)}… (${text.length} characters)` : text;
}

function percent(part: number, whole: number): string {
  return `${whole === 0 ? "0.0" : ((part * 100) / whole).toFixed(1)} %`;
}

function shares(counts: Counts, whole: number, names: readonly string[] = Object.keys(counts).toSorted()): string {
  return names.map((name) => `${name} ${percent(counts[name] ?? 0, whole)}`).join(", ");
}

function listed(counts: Counts): string {
  const entries = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  return entries.length === 0 ? "none" : entries.map(([name, count]) => `${name} ${count}`).join(", ");
}

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const cells = rows.map(([share, name]) => `${share.padStart(7)}  ${name}`.padEnd(50));
  return Array.from({ length: Math.ceil(cells.length / 3) }, (_, row) =>
    `  ${cells.slice(row * 3, row * 3 + 3).join("")}`.trimEnd(),
  );
}
