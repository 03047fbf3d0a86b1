import type { ApiAnswer, ApiRequest } from "../kubernetes/api-server.ts";
import { printable } from "../escape-text.ts";

/**
 * What the API server denied, as an error that says so. `what` names the object. Its message is kept back
 * where the request carried a secret: a proxy on the way may answer with what it was sent.
 */
export function answerProblem(
  { method }: ApiRequest,
  { status, body }: ApiAnswer,
  { what, message = "told" }: { readonly what: string; readonly message?: "told" | "kept" },
): Error {
  const reason = typeof body["reason"] === "string" && /^[A-Za-z]{1,64}$/.test(body["reason"]) ? ` ${body["reason"]}` : "";
  const said = message === "told" && typeof body["message"] === "string" ? `: ${printable(body["message"], 256)}` : "";
  return new Error(`${method} ${what} was answered with ${status}${reason}${said}${adviceFor(status, body["message"])}`);
}

function adviceFor(status: number, message: unknown): string {
  if (status === 401) return "; the service account's token is not accepted: is the pod older than its cluster's keys?";
  if (status === 403 && isOfRights(message)) return "; apply the Role and ClusterRole that come with Holdfast";
  return "";
}

/**
 * As authorizers deny: `leases.coordination.k8s.io "x" is forbidden: User "y" cannot patch resource "leases" ...`. What
 * a policy or a webhook denies begins as that does, and rights do not help.
 */
function isOfRights(message: unknown): boolean {
  return typeof message === "string" && /^(?:[^\s"]+(?: "[^"]*")? is )?forbidden: User "[^"]*" cannot /.test(message);
}

/** Somebody else wrote, or deleted, what was to be written: nothing has failed, one has to look again. */
export class Overtaken extends Error {
  override readonly name = "Overtaken";
}

/** A denial by a policy may be a 409, too; that of a precondition has this reason, and names no webhook. */
export function isOvertaken({ status, body: { reason, message } }: ApiAnswer): boolean {
  if (status === 404) return true;
  return status === 409 && reason === "Conflict" && !String(message).startsWith("admission webhook");
}
