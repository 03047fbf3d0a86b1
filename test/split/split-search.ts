import fc from "fast-check";
import { AdmissionEvaluator } from "../../compiler/simulator/admission/index.ts";
import { readAskedWebhooks } from "../../compiler/simulator/admission/asked-webhooks.ts";
import { evaluate } from "../../compiler/simulator/evaluate/evaluate.ts";
import { isMeant } from "../../compiler/api/cluster-query.ts";
import type { Input } from "../../compiler/api/admission-review.ts";
import { documentsOf } from "../simulator/admission/policy-files.ts";
import { bodies } from "../fidelity/bodies.ts";
import type { Origin } from "../fidelity/generate.ts";
import type { Body } from "../language/language-case.ts";
import { objectOf } from "../language/requests.ts";
import { splitPolicy } from "../../compiler/split/split-policy.ts";
import { type Lowered, type Split, type SplitRule, compileQuerying, divide } from "./compile-querying.ts";
import { type Needs, queryingRules } from "./querying-rule.ts";
import { splitRequests } from "./split-requests.ts";

export interface SplitSearch {
  readonly rules: number;
  readonly rejected: number;
  /** Rules of which CEL denies some requests by itself. */
  readonly partlyNative: number;
  /** Rules whose webhook is spared some requests. */
  readonly narrowed: number;
  readonly requests: number;
  readonly denied: number;
  readonly deniedNatively: number;
  readonly notAsked: number;
  readonly problems: readonly string[];
}

const requestsPerRule = 25;

/**
 * Random rules that mix conditions and queries meet random requests and clusters: what CEL denies the whole rule
 * denies, and what the whole rule denies either CEL denies or the webhook is asked about.
 */
export async function searchSplits(origin: Origin, count: number, needs: Needs = "cluster"): Promise<SplitSearch> {
  const outcomes = await compileQuerying(queryingRules(origin, count, needs), { kube: origin.kube, split: splitPolicy });
  const compiled = outcomes.flatMap((outcome) => ("rejected" in outcome ? [] : outcome));
  const found = compiled.map((rule, at) => searchRule(rule, { seed: origin.seed + at, kube: origin.kube }));
  const sum = (part: (one: Found) => number): number => found.reduce((total, one) => total + part(one), 0);
  return {
    rules: compiled.length,
    rejected: outcomes.length - compiled.length,
    partlyNative: compiled.filter(({ native, webhooks }) => native !== undefined && webhooks !== undefined).length,
    narrowed: found.filter(({ notAsked }) => notAsked > 0).length,
    requests: sum(({ requests }) => requests),
    denied: sum(({ denied }) => denied),
    deniedNatively: sum(({ deniedNatively }) => deniedNatively),
    notAsked: sum(({ notAsked }) => notAsked),
    problems: found.flatMap(({ problems }) => problems),
  };
}

/** Whether the search finds this problem with rules that are divided so; it ends with the first that shows it. */
export function findsProblem(
  rules: readonly Lowered[],
  { seed, kube }: Origin,
  { split, problem }: { readonly split: Split; readonly problem: string },
): boolean {
  return rules.some((lowered, at) => {
    const rule = "rejected" in lowered ? lowered : divide(lowered, split);
    if ("rejected" in rule) return false;
    return searchRule(rule, { seed: seed + at, kube }).problems.some((text) => text.includes(problem));
  });
}

type Found = Pick<SplitSearch, "requests" | "denied" | "deniedNatively" | "notAsked" | "problems">;

function searchRule(rule: SplitRule, { seed, kube }: Origin): Found {
  const evaluatorOf = (documents: ReturnType<typeof documentsOf>) => new AdmissionEvaluator(documents, { kube: `1.${kube}` });
  const native = rule.native === undefined ? undefined : evaluatorOf(documentsOf(rule.native));
  const webhooks = rule.webhooks === undefined ? undefined : evaluatorOf(readAskedWebhooks(rule.webhooks));
  const sent = fc.sample(splitRequests(rule.rule.match), { seed, numRuns: requestsPerRule }).map(withRelease);
  const clusters = fc.sample(fc.array(bodies.complete, { maxLength: 3 }), { seed: seed + 1, numRuns: requestsPerRule });
  const judged = sent.map((request, at) => judge({ rule, native, webhooks }, request, clusters[at] ?? []));
  return {
    requests: judged.length,
    denied: judged.filter(({ whole }) => whole).length,
    deniedNatively: judged.filter(({ certain }) => certain).length,
    notAsked: judged.filter(({ asked }) => !asked).length,
    problems: judged.flatMap(({ problem }) => (problem === undefined ? [] : [`${rule.rule.text}\n${problem}`])),
  };
}

const now = Date.parse("2026-03-29T10:00:00Z");

/** What stands where `releasedUntil` looks: nothing, a release that lasts, is over or lasts too long, or none of the object. */
const releases: readonly ((uid: string) => string | undefined)[] = [
  () => undefined,
  (uid) => `${uid}/2026-03-29T11:00:00Z`,
  (uid) => `${uid}/2026-03-29T09:00:00Z`,
  (uid) => `${uid}/2026-03-30T10:00:00Z`,
  (uid) => `${uid}/2026-99-99T99:99:99Z`,
  (uid) => `other-${uid}/2026-03-29T11:00:00Z`,
];

function withRelease(input: Input, at: number): Input {
  const stored = input.request.oldObject as { readonly metadata: Readonly<Record<string, unknown>> };
  const { uid, annotations } = stored.metadata;
  const release = releases[at % releases.length]?.(String(uid));
  if (release === undefined) return { ...input, now };
  const marks = { ...(annotations as object | undefined), "holdfast.dev/released-until": release };
  return {
    ...input,
    now,
    request: { ...input.request, oldObject: { ...stored, metadata: { ...stored.metadata, annotations: marks } } },
  };
}

interface Subject {
  readonly rule: SplitRule;
  readonly native: AdmissionEvaluator | undefined;
  readonly webhooks: AdmissionEvaluator | undefined;
}

interface Judgement {
  readonly whole: boolean;
  readonly certain: boolean;
  readonly asked: boolean;
  readonly problem?: string;
}

function judge({ rule, native, webhooks }: Subject, sent: Input, others: readonly Body[]): Judgement {
  const objects = others.map((body, at) => objectOf(body, `other-${at}`));
  const input: Input = { ...sent, cluster: (query) => objects.filter((object) => isMeant(query, object)) };
  const whole = evaluate(rule.policy, input, rule.ir).some(({ action }) => action === "deny");
  const denials = native?.evaluate(input).findings ?? [];
  const certain = denials.length > 0;
  const asked = webhooks !== undefined && webhooks.evaluate(input).findings.length > 0;
  const shown = (): string => JSON.stringify({ ...sent, others });
  if (certain && !whole)
    return {
      whole,
      certain,
      asked,
      problem: `CEL denies (${denials[0]?.message ?? ""}) what the rule lets through: ${shown()}\n${rule.native ?? ""}`,
    };
  if (whole && !certain && !asked)
    return { whole, certain, asked, problem: `nobody is asked about what the rule denies: ${shown()}` };
  return { whole, certain, asked };
}
