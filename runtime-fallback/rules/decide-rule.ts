import type { ClusterAnswers, ClusterQuestion } from "../../compiler/evaluate/cluster.ts";
import type { Finding } from "../../compiler/evaluate/finding.ts";
import type { AdmissionReviewRequest, Reviewed } from "../../compiler/evaluate/request.ts";
import type { Enforcement } from "../../compiler/dsl/enforcement.ts";
import type { Lookups } from "./lookups.ts";
import type { BundledRule, RulesModule } from "./rules-module.ts";

/** One rule, as one path asks for it. */
export interface AskedRule {
  readonly rule: BundledRule;
  readonly level: Enforcement;
  readonly Unanswered: RulesModule["Unanswered"];
}

/** Rules ask some questions, each of which may lead to another; more than this is no rule but a loop. */
const mostQuestions = 1_000;

/**
 * What a rule says of a request. A refusal may come from memory: the objects that it is about were there a moment ago, and whoever wants
 * to delete asks again. Nothing is let through that way: what admits a request has been read from the API server after the request came
 * (threats T1). Rejects where that cannot be done in time, so that the failure policy of the API server decides.
 */
export async function decideRule(
  asked: AskedRule,
  request: AdmissionReviewRequest,
  lookups: Lookups,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const reviewed = asked.rule.readsNamespace ? await withNamespace(request, lookups, signal) : { request };
  const remembered = runWith(asked, reviewed, (question) => lookups.cached(question));
  if (remembered.findings?.some(({ action }) => action === "deny") === true) return remembered.findings;
  const answers = new Map<string, readonly unknown[]>();
  while (answers.size <= mostQuestions) {
    const { findings, pending } = runWith(asked, reviewed, (question) => answers.get(keyOf(question)));
    if (findings !== undefined) return findings;
    if (pending === undefined) break;
    signal.throwIfAborted();
    answers.set(keyOf(pending), await lookups.live(pending, signal));
  }
  throw new Error(`rule ${asked.rule.rule} of ${asked.rule.policy} asks more than ${mostQuestions} questions about one request`);
}

/** Objects without a namespace have none; those of kind Namespace are not in themselves. */
async function withNamespace(request: AdmissionReviewRequest, lookups: Lookups, signal: AbortSignal): Promise<Reviewed> {
  const { namespace = "", resource } = request;
  const isNamespace = resource.group === "" && resource.resource === "namespaces";
  if (namespace === "" || isNamespace) return { request };
  return { request, namespaceObject: await lookups.namespace(namespace, signal) };
}

interface Run {
  readonly findings?: readonly Finding[];
  /** The question that had no answer. */
  readonly pending?: ClusterQuestion;
}

function runWith(
  { rule, level, Unanswered }: AskedRule,
  reviewed: Reviewed,
  answer: (question: ClusterQuestion) => readonly unknown[] | undefined,
): Run {
  let pending: ClusterQuestion | undefined;
  const cluster: ClusterAnswers = (question) => {
    const known = answer(question);
    if (known !== undefined) return known;
    pending = question;
    throw new Unanswered("not read yet");
  };
  try {
    return { findings: rule.run({ ...reviewed, cluster }, level) };
  } catch (error) {
    if (error instanceof Unanswered && pending !== undefined) return { pending };
    throw error;
  }
}

/** Indices are none of it: the compiler lets a policy declare each resource once. */
function keyOf({ resource: { group, version, resource }, which }: ClusterQuestion): string {
  return JSON.stringify([group, version, resource, sorted(which)]);
}

/** Two ways to write one question are one. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, entry]) => [key, sorted(entry)]);
}
