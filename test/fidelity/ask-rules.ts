import { createHash } from "node:crypto";
import { inputOf } from "../language/requests.ts";
import { type Execution, type Said, problemOf } from "./execution.ts";
import { generateRequests, generateRules } from "./generate.ts";
import type { GeneratedRequest } from "./objects.ts";
import { type CompiledRule, compileRules } from "./rule-files.ts";
import { messageText, ruleText } from "./rule-text.ts";
import { type Finding, type Tally, addTallies, countOf, emptyTally } from "./tally.ts";
import { type GeneratedRule, constructsIn } from "./write-rule.ts";

/** So many rules are compiled in one go: enough that TypeScript's start does not count. */
export const batchSize = 200;

/** So many rules are asked about at once: the evaluator, a process of its own, never waits for the next. */
const underWay = 8;

export interface Asked {
  readonly seed: number;
  readonly kube: number;
  readonly executions: readonly Execution[];
}

/** Makes the rules from number `from` on, compiles them and lets them meet their objects. */
export async function askRules(asked: Asked, from: number, count: number): Promise<Tally> {
  const rules = generateRules(asked, from, count);
  const compiled = await compileRules(rules, { kube: asked.kube, prefix: "generated" });
  let tally = emptyTally;
  for (let at = 0; at < compiled.length; at += underWay) {
    const some = compiled.slice(at, at + underWay);
    const met = await Promise.all(some.map((one, place) => askRule(asked, from + at + place, one)));
    tally = met.reduce(addTallies, tally);
  }
  return tally;
}

async function askRule({ seed, executions }: Asked, at: number, compiled: CompiledRule): Promise<Tally> {
  const { rule } = compiled;
  const met = tallyOfRule(compiled);
  if ("rejected" in compiled) return met;
  if ("crashed" in compiled)
    return { ...met, problems: { crash: 1 }, findings: [findingOf(rule, at, { compiler: { unanswered: compiled.crashed } })] };
  const requests = generateRequests(seed, at, rule.kind);
  const inputs = requests.map(({ request }) => inputOf(request, "generated"));
  const answers = await Promise.all(
    executions.map(async (execution) => [execution.name, await execution.ask(compiled.one, inputs)] as const),
  );
  const said = requests.map((_, object) =>
    Object.fromEntries(answers.map(([name, all]): [string, Said] => [name, all[object] ?? { unanswered: "nothing" }])),
  );
  return tallyOfCases({ rule, at, met }, requests, said);
}

interface Met {
  readonly rule: GeneratedRule;
  readonly at: number;
  /** What is counted of the rule itself. */
  readonly met: Tally;
}

/** `said` is what each execution said about each of the requests. */
export function tallyOfCases(
  { rule, at, met }: Met,
  requests: readonly GeneratedRequest[],
  said: readonly Readonly<Record<string, Said>>[],
): Tally {
  const findings = requests.flatMap(({ request }, object): readonly Finding[] => {
    const answers = said[object] ?? {};
    const problem = problemOf(answers);
    return problem === undefined ? [] : [{ ...findingOf(rule, at, answers), problem, object, request }];
  });
  return {
    ...met,
    cases: requests.length,
    constructs: countOf(constructsIn(rule), requests.length),
    kinds: countOf([rule.kind.name], requests.length),
    labels: countOf(requests.map(({ label }) => label)),
    evaluations: countOf(said.map(evaluationOf)),
    problems: countOf(findings.map(({ problem }) => problem)),
    findings,
  };
}

/** What TypeScript says counts. */
export function evaluationOf(said: Readonly<Record<string, Said>>): "denied" | "admitted" {
  return Object.values(said)[0]?.message === undefined ? "admitted" : "denied";
}

export function tallyOfRule(compiled: CompiledRule): Tally {
  const hash = createHash("sha256").update(textOfRule(compiled.rule)).digest("base64url").slice(0, 16);
  const rule = { ...emptyTally, rules: 1, hashes: [hash] };
  return "rejected" in compiled ? { ...rule, rejectedRules: 1, rejections: countOf(new Set(compiled.rejected)) } : rule;
}

export function textOfRule(rule: GeneratedRule): string {
  return `${rule.kind.name}: ${ruleText(rule)}\n      message: ${messageText(rule)}`;
}

export function findingOf(rule: GeneratedRule, at: number, said: Readonly<Record<string, Said>>): Finding {
  return { problem: "crash", rule: at, object: 0, ruleText: textOfRule(rule), request: undefined, said };
}
