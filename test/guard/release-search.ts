import fc from "fast-check";
import { AdmissionEvaluator } from "../../compiler/simulator/admission/index.ts";
import type { Input } from "../../compiler/api/admission-review.ts";
import { documentsOf } from "../simulator/admission/policy-files.ts";
import { type GeneratedRequest, requestsFor } from "../fidelity/objects.ts";
import { type Origin, generateRules } from "../fidelity/generate.ts";
import { type CompiledRule, compileRules } from "../fidelity/rule-files.ts";
import { ruleText } from "../fidelity/rule-text.ts";
import type { CompiledCase } from "../language/case-files.ts";
import type { Request } from "../language/language-case.ts";
import { inputOf } from "../language/requests.ts";
import { sayInTypeScript } from "../language/typescript.ts";
import { type Update, updates, withMarks, withoutAdded } from "./updates.ts";

/** What the search found, and what it met on the way. */
export interface ReleaseSearch {
  readonly rules: number;
  /** Rules that read marks, so that they have a release guard. */
  readonly guarded: number;
  readonly updates: number;
  readonly denied: number;
  readonly admittedChanges: number;
  readonly problems: readonly string[];
}

const updatesPerRule = 20;
const circumstancesPerUpdate = 3;

/**
 * Random rules about deletes meet random updates. An update that the release guard lets through never turns a denied
 * delete into an allowed one by its marks, whoever deletes; and an update that leaves labels and annotations alone is
 * never denied. `changeYaml` puts something else in the place of the guard, to see that the search would find it.
 */
export async function searchReleases(
  origin: Origin,
  count: number,
  changeYaml: (yaml: string) => string = (yaml) => yaml,
): Promise<ReleaseSearch> {
  const rules = generateRules(origin, 0, count).filter(
    ({ kind }) => kind.operation === undefined && kind.action === undefined && kind.about === undefined,
  );
  const compiled = await compileRules(rules, { kube: origin.kube, prefix: "release" });
  const found = compiled.map((rule, at) => searchRule(rule, { seed: origin.seed + at, kube: origin.kube, changeYaml }));
  const sum = (part: (one: RuleSearch) => number): number => found.reduce((total, one) => total + part(one), 0);
  return {
    rules: found.length,
    guarded: found.filter(({ isGuarded }) => isGuarded).length,
    updates: sum((one) => one.updates),
    denied: sum((one) => one.denied),
    admittedChanges: sum((one) => one.admittedChanges),
    problems: found.flatMap(({ problems }) => problems),
  };
}

interface RuleSearch extends Pick<ReleaseSearch, "updates" | "denied" | "admittedChanges" | "problems"> {
  readonly isGuarded: boolean;
}

const unguarded: RuleSearch = { isGuarded: false, updates: 0, denied: 0, admittedChanges: 0, problems: [] };

interface Searched {
  readonly seed: number;
  readonly kube: number;
  readonly changeYaml: (yaml: string) => string;
}

function searchRule(compiled: CompiledRule, { seed, kube, changeYaml }: Searched): RuleSearch {
  if (!("one" in compiled)) return unguarded;
  const guards = compiled.guards();
  if (!guards.includes("# Rule releaseGuard")) return unguarded;
  let evaluator: AdmissionEvaluator;
  try {
    evaluator = new AdmissionEvaluator(documentsOf(changeYaml(guards)), { kube: `1.${kube}` });
  } catch (error) {
    return { ...unguarded, problems: [`${ruleText(compiled.rule)}: ${String(error)}\n${guards}`] };
  }
  const sent = fc.sample(updates, { seed, numRuns: updatesPerRule });
  const circumstances = fc.sample(requestsFor(compiled.rule.kind), { seed: seed + 1, numRuns: circumstancesPerUpdate });
  const judged = sent.map((update) => judge({ rule: compiled.one, evaluator, circumstances }, update));
  return {
    isGuarded: true,
    updates: judged.length,
    denied: judged.filter(({ isDenied }) => isDenied).length,
    admittedChanges: judged.filter(({ isDenied, isChange }) => isChange && !isDenied).length,
    problems: judged.flatMap(({ problem }) =>
      problem === undefined ? [] : [`${compiled.one.name} (${ruleText(compiled.rule)}): ${problem}`],
    ),
  };
}

interface Subject {
  readonly rule: CompiledCase;
  readonly evaluator: AdmissionEvaluator;
  readonly circumstances: readonly GeneratedRequest[];
}

interface Judgement {
  readonly isDenied: boolean;
  readonly isChange: boolean;
  readonly problem?: string;
}

function judge({ rule, evaluator, circumstances }: Subject, update: Update): Judgement {
  const { stored, written } = update;
  const findingsIn = (namespace: Request["namespace"]) => {
    const input = inputOf({ operation: "UPDATE", stored, written, ...(namespace && { namespace }) }, "update");
    return evaluator.evaluate(input).findings.filter(({ message }) => !message.startsWith("ownerGuard"));
  };
  const findings = findingsIn(undefined);
  const isDenied = findings.length > 0;
  const isChange =
    !isSame(stored.metadata?.labels, written.metadata?.labels) ||
    !isSame(stored.metadata?.annotations, written.metadata?.annotations);
  const shown = JSON.stringify(update);
  const error = findings.find(({ expressionError }) => expressionError !== undefined);
  if (error !== undefined) return { isDenied, isChange, problem: `failed: ${error.message} on ${shown}` };
  if (isDenied && !isChange) return { isDenied, isChange, problem: `denied without a change: ${shown}` };
  // The object stays in its Namespace, whose own marks other guards keep.
  const goesThrough = ({ request }: GeneratedRequest): boolean => findingsIn(request.namespace).length === 0;
  const unmarked = circumstances.find((one) => goesThrough(one) && isUnmarked(rule, update, one.request));
  if (unmarked === undefined) return { isDenied, isChange };
  return { isDenied, isChange, problem: `unmarked: ${shown} for ${JSON.stringify(unmarked.request)}` };
}

/**
 * The same delete is denied before the update, and would not be with its marks, nor without some of those that are put
 * on.
 */
function isUnmarked(rule: CompiledCase, { stored, written }: Update, circumstances: Request): boolean {
  const before = sayInTypeScript(rule, deletion(circumstances, stored));
  if (before === undefined || before.includes(" cannot be judged: ")) return false;
  return withoutAdded(stored.metadata ?? {}, written.metadata ?? {}).every(({ labels, annotations }) => {
    const marked = withMarks(stored, labels, annotations);
    return sayInTypeScript(rule, deletion(circumstances, marked)) === undefined;
  });
}

function deletion(circumstances: Request, stored: Request["stored"]): Input {
  return inputOf({ ...circumstances, ...(stored === undefined ? {} : { stored }) }, "update");
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? {}) === JSON.stringify(b ?? {});
}
