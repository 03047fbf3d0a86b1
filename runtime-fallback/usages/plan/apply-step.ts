import { type ApiAnswer, type ApiRequest, type RequestServer, mergePatch } from "../../kubernetes/api-server.ts";
import { keyText, objectPath, resourceText } from "../../kubernetes/resource.ts";
import { answerProblem, isOvertaken } from "../../controller/answer-problem.ts";
import type { UsageStep } from "./step.ts";
import { fieldManager } from "../../../compiler/api/names.ts";

/**
 * `overtaken`: somebody else was faster, one has to look again. `denied`: only of a mark and of a
 * delete, which are not ours alone.
 */
export type WriteOutcome =
  | { readonly outcome: "written" | "overtaken" }
  | { readonly outcome: "denied"; readonly message: string };

/** Sends one write. */
export async function applyStep(
  api: RequestServer,
  step: Exclude<UsageStep, { kind: "rest" }>,
  signal: AbortSignal,
): Promise<WriteOutcome> {
  const request = { ...requestOf(step), signal };
  const answer = await api.request(request);
  if (answer.status >= 200 && answer.status < 300) return { outcome: "written" };
  if (isOvertaken(answer)) return { outcome: "overtaken" };
  const problem = answerProblem(request, answer, { what: `${resourceText(step.resource)} ${keyText(step.key)}` });
  if (isDenial(step, answer)) return { outcome: "denied", message: problem.message };
  throw problem;
}

function isDenial({ kind, what }: Exclude<UsageStep, { kind: "rest" }>, { status, body }: ApiAnswer): boolean {
  if (kind !== "delete" && what !== "mark" && what !== "unmark") return false;
  if ([403, 409, 422].includes(status)) return true;
  // A policy may deny with any status, as with 401 or 413: that is an answer, and no failure. One
  // try is all that an attempt gets.
  return what === "replay" && /denied (the )?request/.test(String(body["message"]));
}

function requestOf(step: Exclude<UsageStep, { kind: "rest" }>): ApiRequest {
  const path = objectPath(step.resource, step.key);
  if (step.kind === "delete") {
    const { preconditions, propagation } = step;
    return { method: "DELETE", path, body: { preconditions, propagationPolicy: propagation } };
  }
  const { subresource, patch } = step;
  const whole = subresource === undefined ? path : `${path}/${subresource}`;
  return {
    method: "PATCH",
    path: `${whole}?fieldManager=${fieldManager}`,
    body: patch,
    contentType: mergePatch,
  };
}
