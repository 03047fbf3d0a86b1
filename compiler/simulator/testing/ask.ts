import type { Policy } from "../../language/index.ts";
import { resourceCovers, groupCovers, type MatchEntry } from "../../api/coverage.ts";
import { type PolicyAnswer, describeAnswer, isSameAnswer } from "./answer.ts";
import { RequestProblem, describeRequest, type RequestDescription, type TestedObject } from "./request-description.ts";
import { admissionInputOf } from "./input-of.ts";
import { type KnownKind, type RequestTarget, resourceOf } from "./resource-of.ts";
import type { TestedPolicy } from "./tested-policy.ts";
import { type ClusterAnswers, isMeant } from "../evaluate/index.ts";
import { storedObjects } from "./stored-object.ts";

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
  const known = { ...admissionInputOf(description, target, match), cluster };
  const concerned = concernedBy(tested, description, target).map(({ rule }) => rule);
  const now = timeOf(description, tested, () => concerned.find((rule) => tested.readsTime(rule)) ?? tested.readsTimeFor(known));
  const input = { ...known, ...(now !== undefined && { now }) };
  const cel = tested.answerInCel(input);
  if (typescript === undefined) return tested.requireNoQuery(input, cel);
  const said = tested.answerInTypeScript(typescript, input);
  const native = cel.filter(({ isGuard }) => isGuard !== true);
  const ofRules = [...native, ...tested.answerOfWebhook(input, { native, whole: said })];
  if (isSameAnswer(said, ofRules)) return [...cel, ...ofRules.slice(native.length)];
  throw new Disagreement(tested.name, description, { typescript: said, cel: ofRules });
}

/** RFC 3339, and nothing else that JavaScript takes for a date: without an offset it would mean another time elsewhere. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** A test that passes today and fails next week is none. */
function timeOf({ now }: RequestDescription, tested: TestedPolicy, whichAsks: () => string | undefined): number | undefined {
  if (now !== undefined) {
    const time = instant.test(now) ? Date.parse(now) : NaN;
    if (Number.isNaN(time)) throw new RequestProblem(`${now} is no time`, "write one such as 2026-03-29T01:30:00Z");
    return time;
  }
  const rule = whichAsks();
  if (rule === undefined) return undefined;
  throw new RequestProblem(
    `rule ${rule} of ${tested.name} asks what time it is`,
    'say it: `.at("2026-03-29T01:30:00Z")`, or `now: "2026-03-29T01:30:00Z"` in YAML',
  );
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

/** A review that a test put to policies, and the answer: plain data, for reports and to put it to a real API server. */
export interface RecordedReview {
  readonly policies: readonly string[];
  readonly request: RequestDescription;
  readonly answer: PolicyAnswer;
  /** The rules that the request concerns, whatever they said. */
  readonly concerned: readonly RuleName[];
}

interface Known {
  readonly kinds: readonly KnownKind[];
  /** What rules ask about: where no API server of ours serves the kind, it tells the plural. */
  readonly asked: readonly MatchEntry[];
}

/** Answers as a cluster that holds, besides what the request is about, these objects and no others. */
function clusterAnswersOf({ inCluster = [] }: RequestDescription, { kinds, asked }: Known): ClusterAnswers {
  const held = inCluster.map((object, at) => {
    const description = { operation: "delete", object: withUid(object, at) } as const;
    const target = resourceOf(description, { kinds, match: asked });
    return { target, object: storedObjects(description, target).object };
  });
  return (query) => {
    const { group, resource } = query.resource;
    const own = held.filter(({ target }) => target.group === group && target.resource === resource);
    return own.map(({ object }) => object).filter((object) => isMeant(query, object));
  };
}

/** No two objects have the same. */
function withUid(object: TestedObject, at: number): TestedObject {
  const uid = `00000000-0000-4000-8000-${String(at + 1).padStart(12, "0")}`;
  return { ...object, metadata: { uid, ...object.metadata } };
}
