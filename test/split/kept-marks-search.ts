import fc from "fast-check";
import { AdmissionEvaluator } from "../../compiler/simulator/admission/index.ts";
import { beyondIn } from "../../compiler/ir/webhook-rule.ts";
import { evaluate } from "../../compiler/simulator/evaluate/evaluate.ts";
import { isMeant, type ClusterAnswers } from "../../compiler/api/cluster-query.ts";
import { splitPolicy } from "../../compiler/split/split-policy.ts";
import { documentsOf } from "../simulator/admission/policy-files.ts";
import { bodies } from "../fidelity/bodies.ts";
import type { Origin } from "../fidelity/generate.ts";
import { type GeneratedRequest, requestsFor } from "../fidelity/objects.ts";
import { type Update, updates, withMarks } from "../guard/updates.ts";
import type { Body, Request } from "../language/language-case.ts";
import { inputOf, objectOf } from "../language/requests.ts";
import { type Split, type SplitRule, compileQuerying } from "./compile-querying.ts";
import { type Needs, queryingRules } from "./querying-rule.ts";

export interface KeptMarksSearch {
  readonly rules: number;
  /** Rules that read marks, so that they have a release guard. */
  readonly guarded: number;
  readonly updates: number;
  readonly rejected: number;
  readonly problems: readonly string[];
}

const updatesPerRule = 40;
const circumstancesPerUpdate = 6;

/** The same Namespace and the same things in the cluster, before the update and after it. */
interface Circumstances {
  readonly request: Request;
  readonly others: readonly Body[];
}

/**
 * Random rules that ask the cluster meet random updates: one that the release guard lets through never turns a rejected
 * delete into an allowed one by its marks, whatever there is in the cluster.
 */
export async function searchKeptMarks(
  origin: Origin,
  count: number,
  { split = splitPolicy, needs = "cluster" }: { readonly split?: Split; readonly needs?: Needs } = {},
): Promise<KeptMarksSearch> {
  const outcomes = await compileQuerying(queryingRules(origin, count, needs), { kube: origin.kube, split });
  // What is read as a whole no guard keeps, and the report says so.
  const compiled = outcomes.flatMap((outcome) => ("rejected" in outcome || readsWhole(outcome) ? [] : outcome));
  const found = compiled.flatMap(
    (rule, at) => searchRule({ ...rule, needs }, { seed: origin.seed + at, kube: origin.kube }) ?? [],
  );
  return {
    rules: compiled.length,
    guarded: found.length,
    updates: found.length * updatesPerRule * circumstancesPerUpdate,
    rejected: found.reduce((total, { rejected }) => total + rejected, 0),
    problems: found.flatMap(({ problems }) => problems),
  };
}

function readsWhole({ ir }: SplitRule): boolean {
  return ir.rules.some(({ when }) => beyondIn(when).some(({ wholes }) => wholes.length > 0));
}

type Searched = SplitRule & { readonly needs: Needs };

function searchRule(rule: Searched, { seed, kube }: Origin): Pick<KeptMarksSearch, "rejected" | "problems"> | undefined {
  const guards = rule.webhooks === undefined ? "" : rule.guards();
  if (!guards.includes("# Rule releaseGuard")) return undefined;
  const evaluator = new AdmissionEvaluator(documentsOf(guards), { kube: `1.${kube}` });
  const sent = fc.sample(updates, { seed, numRuns: updatesPerRule });
  const circumstances = circumstancesFor(seed);
  const judged = sent.flatMap((update) =>
    circumstances.map((one) => ({ update, one, rejected: isDenied(evaluator, update, one) })),
  );
  const unmarked = judged.filter(({ update, one, rejected }) => !rejected && isUnmarked(rule, update, one));
  return {
    rejected: judged.filter(({ rejected }) => rejected).length,
    problems: unmarked.map(
      ({ update, one }) => `${rule.rule.text}\nlifted: ${JSON.stringify({ update, ...one })}\n${releaseGuardOf(guards)}`,
    ),
  };
}

function circumstancesFor(seed: number): readonly Circumstances[] {
  const deletes: fc.Arbitrary<GeneratedRequest> = requestsFor({ name: "delete", roots: ["oldObject"], isTyped: true, weight: 1 });
  const one = fc.record({ request: deletes.map(({ request }) => request), others: fc.array(bodies.complete, { maxLength: 3 }) });
  return fc.sample(one, { seed: seed + 1, numRuns: circumstancesPerUpdate });
}

/** An update in the Namespace of the delete. */
function isDenied(
  evaluator: AdmissionEvaluator,
  { stored, written }: Update,
  { request: { namespace } }: Circumstances,
): boolean {
  const update: Request = { operation: "UPDATE", stored, written, ...(namespace !== undefined && { namespace }) };
  const { findings } = evaluator.evaluate(inputOf(update, "update"));
  return findings.some(({ message }) => message.startsWith("releaseGuard"));
}

function isUnmarked(rule: Searched, { stored, written }: Update, { request, others }: Circumstances): boolean {
  const objects = others.map((body, at) => objectOf(body, `other-${at}`));
  const cluster: ClusterAnswers = (query) => objects.filter((object) => isMeant(query, object));
  const denials = (body: Body): readonly string[] => {
    const input = { ...inputOf({ ...request, stored: body }, "update"), cluster };
    return evaluate(rule.policy, input, rule.ir).map(({ message }) => message);
  };
  const before = denials(stored);
  if (before.length === 0 || before.some((message) => message.includes(" cannot be judged: "))) return false;
  // What is protected without a mark is confirmed by one, and that may be put on it.
  if (rule.needs !== "cluster" && denials(withMarks(stored, {}, {})).length > 0) return false;
  return denials(withMarks(stored, written.metadata?.labels, written.metadata?.annotations)).length === 0;
}

function releaseGuardOf(guards: string): string {
  const start = guards.indexOf("# Rule releaseGuard");
  return guards.slice(start, guards.indexOf("messageExpression", start));
}
