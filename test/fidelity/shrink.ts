import { inputOf } from "../language/requests.ts";
import type { Request } from "../language/language-case.ts";
import { type Execution, type Problem, type Said, problemOf } from "./execution.ts";
import { type Origin, generateRequests, generateRule } from "./generate.ts";
import { type CompiledRule, compileRules } from "./rule-files.ts";
import { smallerRules } from "./smaller-rules.ts";
import type { Finding } from "./tally.ts";
import type { GeneratedRule } from "./write-rule.ts";

/** A rule and a request with the same problem as a finding, and no more in them than it takes. */
export interface Shrunk {
  readonly rule: GeneratedRule;
  readonly request: Request | undefined;
  readonly said: Readonly<Record<string, Said>>;
}

/** Rules that are compiled together: most of that time is TypeScript's start. */
const atOnce = 24;
const maxRounds = 25;

/** Makes the rule of a finding smaller as long as the problem stays, and then its request. */
export async function shrink(
  finding: Finding,
  origin: Origin,
  executions: readonly Execution[],
  onRound: (rule: GeneratedRule) => void = () => {},
): Promise<Shrunk> {
  const rule = generateRule(origin, finding.rule);
  const { request } = generateRequests(origin.seed, finding.rule, rule.kind)[finding.object] ?? {};
  const ask = askerOf(finding.problem, executions);
  let best: Shrunk = { rule, request, said: finding.said };
  let compiled: CompiledRule | undefined;
  for (let round = 0; round < maxRounds; round += 1) {
    const candidates = smallerRules(best.rule).slice(0, atOnce);
    const found = await firstWithProblem(
      await compileRules(candidates, { kube: origin.kube, prefix: `shrink-${round}` }),
      request,
      ask,
    );
    if (found === undefined) break;
    compiled = found.compiled;
    best = { rule: found.compiled.rule, request, said: found.said };
    onRound(best.rule);
  }
  return compiled === undefined || request === undefined ? best : shrinkRequest(best, compiled, ask);
}

type Ask = (compiled: CompiledRule, request: Request | undefined) => Promise<Shrunk["said"] | undefined>;

/** What is said where the problem is still there. */
function askerOf(problem: Problem, executions: readonly Execution[]): Ask {
  return async (compiled, request) => {
    if ("crashed" in compiled) return problem === "crash" ? { compiler: { unanswered: compiled.crashed } } : undefined;
    if ("rejected" in compiled || request === undefined) return undefined;
    const input = inputOf(request, "generated");
    const answers = executions.map(async (one) => [one.name, (await one.ask(compiled.one, [input]))[0] ?? {}] as const);
    const said = Object.fromEntries(await Promise.all(answers));
    return problemOf(said) === problem ? said : undefined;
  };
}

async function firstWithProblem(
  rules: readonly CompiledRule[],
  request: Request | undefined,
  ask: Ask,
): Promise<{ readonly compiled: CompiledRule; readonly said: Shrunk["said"] } | undefined> {
  for (const compiled of rules) {
    const said = await ask(compiled, request);
    if (said !== undefined) return { compiled, said };
  }
  return undefined;
}

async function shrinkRequest(start: Shrunk, compiled: CompiledRule, ask: Ask): Promise<Shrunk> {
  let best = start;
  for (let found: Shrunk | undefined = best; found !== undefined;) {
    best = found;
    found = undefined;
    for (const request of withoutOneKey(best.request) as readonly Request[]) {
      const said = await ask(compiled, request);
      if (said === undefined) continue;
      found = { ...best, request, said };
      break;
    }
  }
  return best;
}

/** The same JSON without one of its keys or elements, at any depth. */
function withoutOneKey(value: unknown): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) {
    const elements = value as readonly unknown[];
    return [
      ...elements.map((_, at) => elements.toSpliced(at, 1)),
      ...elements.flatMap((element, at) => withoutOneKey(element).map((smaller) => elements.with(at, smaller))),
    ];
  }
  const entries = Object.entries(value);
  // Without a resource there is no request.
  const needed = (key: string): boolean => ["operation", "isCollection", "about"].includes(key);
  return [
    ...entries.filter(([key]) => !needed(key)).map(([key]) => Object.fromEntries(entries.filter(([other]) => other !== key))),
    ...entries.flatMap(([key, one]) =>
      (key === "about" ? [] : withoutOneKey(one)).map((smaller) => ({ ...value, [key]: smaller })),
    ),
  ];
}
