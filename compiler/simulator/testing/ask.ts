import type { Policy } from "../../language/index.ts";
import { resourceCovers, groupCovers } from "../../api/coverage.ts";
import { type PolicyAnswer, describeAnswer, isSameAnswer } from "./answer.ts";
import { clusterAnswersOf } from "./cluster-of.ts";
import { describeRequest } from "./describe-request.ts";
import { admissionInputOf } from "./input-of.ts";
import type { RequestDescription } from "./request-description.ts";
import { type KnownKind, type RequestTarget, resourceOf } from "./resource-of.ts";
import type { TestedPolicy } from "./tested-policy.ts";

/** A policy to be asked; with its TypeScript, both executions are asked and compared. */
export interface AskedPolicy {
  readonly tested: TestedPolicy;
  readonly typescript?: Policy;
}

/** What the policies say to a request, and which of their rules it concerns. */
export interface Asked {
  readonly answer: PolicyAnswer;
  readonly concerned: readonly RuleName[];
}

export interface RuleName {
  readonly policy: string;
  readonly rule: string;
}

/** The two executions of a policy disagree. That is never the fault of a test or of a policy. */
export class Disagreement extends Error {
  override readonly name = "Disagreement";

  constructor(
    policy: string,
    description: RequestDescription,
    answers: { readonly typescript: PolicyAnswer; readonly cel: PolicyAnswer },
  ) {
    const said = (answer: PolicyAnswer): string => describeAnswer(answer).join("; ");
    super(
      `TypeScript says: ${said(answers.typescript)}. CEL says: ${said(answers.cel)}. ` +
        `This is a bug of Holdfast: please report it with the policy ${policy} and this request: ${describeRequest(description)}`,
    );
  }
}

/**
 * Asks each policy as the API server would. Throws a `RequestProblem` where the request is none, and `NotEvaluatedHere`
 * where only a server can tell.
 */
export function ask(policies: readonly AskedPolicy[], description: RequestDescription, kinds: readonly KnownKind[]): Asked {
  const match = policies.flatMap(({ tested }) => tested.compiled.ir.match);
  const target = resourceOf(description, { kinds, match });
  return {
    answer: policies.flatMap((policy) => answerOf(policy, description, { target, kinds })),
    concerned: policies.flatMap(({ tested }) => concernedBy(tested, description, target)),
  };
}

interface Asking {
  readonly target: RequestTarget;
  readonly kinds: readonly KnownKind[];
}

function answerOf({ tested, typescript }: AskedPolicy, description: RequestDescription, { target, kinds }: Asking): PolicyAnswer {
  const { match, asks } = tested.compiled.ir;
  const cluster = clusterAnswersOf(description, { kinds, asked: asks.map(({ resource }) => resource) });
  const input = { ...admissionInputOf(description, target, match), cluster };
  const cel = tested.answerInCel(input);
  if (typescript === undefined) return tested.requireNoQuery(input, cel);
  const said = tested.answerInTypeScript(typescript, input);
  const native = cel.filter(({ isGuard }) => isGuard !== true);
  const ofRules = [...native, ...tested.answerOfWebhook(input, { native, whole: said })];
  if (isSameAnswer(said, ofRules)) return [...cel, ...ofRules.slice(native.length)];
  throw new Disagreement(tested.name, description, { typescript: said, cel: ofRules });
}

/** The rules that are about such requests, whatever they say. */
function concernedBy(
  { name, compiled }: TestedPolicy,
  { operation }: RequestDescription,
  target: RequestTarget,
): readonly RuleName[] {
  const { group, resource, subresource } = target;
  const asked = subresource === undefined ? resource : `${resource}/${subresource}`;
  const { match, rules } = compiled.ir;
  if (!match.some((entry) => groupCovers(entry.group, group) && resourceCovers(entry.resource, asked))) return [];
  const own = operation === "deleteCollection" ? "delete" : operation;
  return rules.filter(({ operations }) => operations.includes(own)).map((rule) => ({ policy: name, rule: rule.name }));
}
