import type { ApiAnswer } from "../kubernetes/api-server.ts";

/** Somebody else wrote, or deleted, what was to be written: nothing has failed, one has to look again. */
export class Overtaken extends Error {
  override readonly name = "Overtaken";
}

/** A denial by a policy may be a 409, too; that of a precondition has this reason, and names no webhook. */
export function isOvertaken({ status, body: { reason, message } }: ApiAnswer): boolean {
  if (status === 404) return true;
  return status === 409 && reason === "Conflict" && !String(message).startsWith("admission webhook");
}
