import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../clock.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics, Evaluation } from "../telemetry/metrics.ts";
import { type CheckedRequest, type Expected, checkRequest } from "./review/check-request.ts";
import { covers, requestText } from "./coverage.ts";
import type { Caller, OnDenied, Route, DecisionContext, Decision } from "./decision.ts";
import { type StartedDeadline, startAnswerDeadline } from "./deadline.ts";
import { encodeAnswer, isDecision } from "./review/encode-answer.ts";
import { type Readiness, allOf } from "./health/readiness.ts";
import type { ReceivedReview, Receiver } from "./review/receive-review.ts";
import { type HttpReply, failureAnswer, respond } from "./respond.ts";
import { turningAway } from "./connections/turn-away.ts";
import { decisionMs } from "./timeout.ts";
import type { LineFields } from "../telemetry/fields.ts";
import { own, isJsonObject } from "../../compiler/api/json.ts";
import { Rejection } from "./rejection.ts";
import type { Review } from "./review/review.ts";

export interface HandlerOptions {
  readonly expected: Expected;
  readonly receiver: Receiver;
  /** Readiness of all routes. A route may need more. */
  readonly readiness: () => Readiness;
  /** Whether each answer closes its connection. */
  readonly isDraining: () => boolean;
  readonly onDenied?: OnDenied | undefined;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clock: Clock;
}

export interface AdmissionHandler {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  reviewsAtWork(): number;
}

/** Handles a request and sends the answer. It never rejects. Only a rule that answers in time can allow a request. */
export function createAdmissionHandler(options: HandlerOptions): AdmissionHandler {
  let atWork = 0;
  const turnAway = turningAway(options);

  const decide = async (response: ServerResponse, call: Call): Promise<void> => {
    const { route, received } = call;
    atWork += 1;
    const outcome = await askRule(route, received.review, call).finally(() => (atWork -= 1));
    const answer = answerTo(outcome, call);
    respond(response, options.isDraining() ? { ...answer, last: true } : answer);
    report(outcome, call, options);
    tellOfDenial(outcome, call, options);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const startedAt = options.clock.monotonic();
    let deadline: StartedDeadline | undefined;
    let received: ReceivedReview | undefined;
    try {
      const checked = checkRequest(request, options.expected);
      const readiness = allOf([options.readiness(), checked.route.readiness?.()]);
      if (!readiness.isReady) return turnAway.unready(response, checked.route.rule, readiness.reasons);
      const started = startAnswerDeadline(options.clock, decisionMs(checked.timeoutMs));
      deadline = started;
      response.once("close", () => started.end("whoever asked has gone"));
      received = await options.receiver.receive(request, checked, started);
      requireCovered(checked.route, received.review);
      const caller = { address: request.socket.remoteAddress ?? "", isAuthenticated: options.expected.clientNames !== undefined };
      await decide(response, { ...checked, received, deadline: started, caller, startedAt });
    } catch (error) {
      turnAway.rejected(response, error);
    } finally {
      deadline?.end("the review is answered");
      received?.release();
    }
  };

  return {
    handle,
    reviewsAtWork: () => atWork,
  };
}

/**
 * The review is about something that the rule does not cover, so the webhook configuration comes from another
 * compilation. Such a rule would find nothing to deny, and that must not allow the request.
 */
function requireCovered({ covers: coverage, rule }: Route, { request }: Review): void {
  if (covers(coverage, request)) return;
  const what = `the rule ${rule} of this replica is not about this resource, version, subresource or operation`;
  const help = "apply all of generated/fallback, and wait until every replica of the webhook is replaced";
  throw new Rejection("not-covered", `${what}: ${help}`, requestText(request));
}

interface Call extends CheckedRequest {
  readonly received: ReceivedReview;
  readonly deadline: StartedDeadline;
  readonly caller: Caller;
  readonly startedAt: number;
}

function answerTo(outcome: RuleOutcome, { received, route }: Call): HttpReply {
  switch (outcome.kind) {
    case "decided":
      return { status: 200, body: encodeAnswer(received.review.uid, outcome.decision), contentType: "application/json" };
    case "late":
      return failureAnswer(504, `the rule ${route.rule} did not decide in time`);
    case "failed":
      // Not what it threw: that may hold what the API server told us and would not tell the caller.
      return failureAnswer(500, `the rule ${route.rule} failed; the webhook's log says why`);
  }
}

function evaluationOf(outcome: RuleOutcome): Evaluation {
  if (outcome.kind !== "decided") return "error";
  return outcome.decision.allowed ? "allowed" : "denied";
}

function outcomeOf(outcome: RuleOutcome) {
  const evaluation = evaluationOf(outcome);
  if (outcome.kind === "late") return { evaluation, code: 504 };
  if (outcome.kind === "decided")
    return outcome.decision.allowed ? { evaluation, code: 200 } : { evaluation, code: outcome.decision.code };
  return { evaluation, code: 500, error: outcome.error instanceof Error ? outcome.error : String(outcome.error) };
}

function report(outcome: RuleOutcome, { route, received, startedAt }: Call, { clock, log, metrics }: HandlerOptions): void {
  const durationMs = clock.monotonic() - startedAt;
  metrics.reviewed({ rule: route.rule, evaluation: evaluationOf(outcome), seconds: durationMs / 1000 });
  // A denial is everyday work; a rule that gave no evaluation is not.
  log[evaluationOf(outcome) === "error" ? "error" : "info"]("review", {
    rule: route.rule,
    ...outcomeOf(outcome),
    ...fieldsOf(received.review),
    durationMs: Math.round(durationMs),
  });
}

/** Whatever it throws: the answer has gone. */
function tellOfDenial(outcome: RuleOutcome, { route, received }: Call, { onDenied, log }: HandlerOptions): void {
  if (onDenied === undefined || outcome.kind !== "decided" || outcome.decision.allowed) return;
  try {
    onDenied(received.review, outcome.decision, route.rule);
  } catch (error) {
    log.error("a denial was not told of", { rule: route.rule, error: error instanceof Error ? error : String(error) });
  }
}

/** The fields of the log line about a review. */
function fieldsOf({ uid, request, isDryRun }: Review): LineFields {
  const { kind, namespace, operation, userInfo } = request;
  const name = request.name ?? nameOf(request.oldObject ?? request.object);
  return {
    operation,
    kind: kind.group === "" ? kind.kind : `${kind.kind}.${kind.group}`,
    object: namespace === undefined ? name : `${namespace}/${name}`,
    user: userInfo.username,
    dryRun: isDryRun,
    uid,
  };
}

/** A delete of a collection has no name in the request, but each review has an object. */
function nameOf(object: unknown): string {
  const metadata = isJsonObject(object) ? own(object, "metadata") : undefined;
  const name = isJsonObject(metadata) ? own(metadata, "name") : undefined;
  return typeof name === "string" ? name : "";
}

/** The result of evaluating a rule. Only `decided` can allow a request. */
type RuleOutcome =
  | { readonly kind: "decided"; readonly decision: Decision }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "late" };

/** Evaluates a rule until its deadline. Catches what the rule throws, except that it has no room for the review. */
async function askRule(
  route: Route,
  review: Review,
  circumstances: { readonly deadline: StartedDeadline; readonly caller: Caller },
): Promise<RuleOutcome> {
  const { deadline } = circumstances;
  const outcome = await new Promise<RuleOutcome>((resolve, reject) => {
    decided(route, review, circumstances).then(resolve, reject);
    deadline.whenOver(() => resolve({ kind: "late" }));
  });
  // Once more by the clock: while this thread was busy, the timer of the deadline had no turn.
  return deadline.remainingMs() > 0 && !deadline.isOver ? outcome : { kind: "late" };
}

async function decided(route: Route, review: Review, circumstances: DecisionContext): Promise<RuleOutcome> {
  try {
    const decision: unknown = await route.decide(review, circumstances);
    if (isDecision(decision)) return { kind: "decided", decision };
    return { kind: "failed", error: new Error(`the rule ${route.rule} gave no decision; this is a bug of Holdfast`) };
  } catch (error) {
    if (error instanceof Rejection) throw error;
    return { kind: "failed", error };
  }
}
