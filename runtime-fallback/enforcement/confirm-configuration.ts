import { type RequestServer, mergePatch } from "../kubernetes/api-server.ts";
import { get } from "../kubernetes/get.ts";
import { isJsonObject, type JsonObject, metadataOf } from "../../compiler/api/json.ts";
import { objectPath } from "../kubernetes/resource.ts";
import type { Clock } from "../clock.ts";
import { answerProblem, isOvertaken } from "../controller/answer-problem.ts";
import type { WriteLog } from "../controller/log.ts";
import type { Reconciler } from "../controller/reconcile-loop.ts";

/**
 * On the webhook configuration: the UID and generation that the controller has written once more. Nobody else reads it.
 */
export const confirmedAnnotation = "holdfast.dev/confirmed";

export const configurations = {
  group: "admissionregistration.k8s.io",
  version: "v1",
  resource: "validatingwebhookconfigurations",
} as const;

/** Not the one that `caBundle` is written by: what that one owns is given up (certificates/self-managed.ts). */
const fieldManager = "holdfast-confirms";

/**
 * - Settle: an API server takes up a changed configuration within 1.4 s (measured). A reload that began
 *   before that has ended long since.
 * - Look: so long a change stays unnoticed.
 */
export interface ConfirmationTiming {
  readonly settleMs: number;
  readonly lookMs: number;
}

export interface ConfirmationOptions {
  /** Throws unless this process leads. */
  readonly api: RequestServer;
  /** Name of the ValidatingWebhookConfiguration. */
  readonly configuration: string;
  readonly clock: Clock;
  readonly log: WriteLog;
  readonly timing: ConfirmationTiming;
}

/** Whether the configuration has been written once more since its webhooks changed. */
export function isConfirmed(configuration: JsonObject): boolean {
  const { annotations } = metadataOf(configuration);
  return isJsonObject(annotations) && annotations[confirmedAnnotation] === stateOf(configuration);
}

/**
 * Writes the webhook configuration once more, some seconds after its webhooks have changed.
 *
 * The API server keeps what it makes of a configuration in a cache, by the configuration's name, and drops it on each
 * update. A reload that read the object before the update can store the old webhooks after it. They stay until the next
 * update, or until the API server's informers resync, which is every ten minutes (validating_webhook_manager.go in
 * Kubernetes 1.30.14 and 1.37.1). Another update drops them.
 */
export function configurationConfirmer({ api, configuration: name, clock, log, timing }: ConfirmationOptions): Reconciler {
  let seen: { readonly state: string; readonly since: number } | undefined;
  return async (_key, signal) => {
    const stored = await get(api, configurations, { name }, { signal });
    if (stored === undefined || isConfirmed(stored)) return { again: timing.lookMs };
    const state = stateOf(stored);
    if (seen?.state !== state) seen = { state, since: clock.monotonic() };
    const remaining = seen.since + timing.settleMs - clock.monotonic();
    if (remaining > 0) return { again: remaining };
    if (await confirm(api, stored, { name, state })) log("info", written, { state });
    return { again: timing.lookMs };
  };
}

const written = "the webhook configuration was written once more, so that API servers drop what they kept of the previous one";

/** False where somebody else was faster: the next look sees what is stored then. */
async function confirm(
  api: RequestServer,
  stored: JsonObject,
  { name, state }: { readonly name: string; readonly state: string },
): Promise<boolean> {
  const { resourceVersion } = metadataOf(stored);
  const path = `${objectPath(configurations, { name })}?fieldManager=${fieldManager}`;
  const body = { metadata: { resourceVersion, annotations: { [confirmedAnnotation]: state } } };
  const request = { method: "PATCH", path, body, contentType: mergePatch } as const;
  const answer = await api.request(request);
  if (answer.status === 200) return true;
  if (isOvertaken(answer)) return false;
  throw answerProblem(request, answer, { what: path });
}

/** A configuration that was deleted and made again begins with the same generation, so the UID belongs to it. */
function stateOf(configuration: JsonObject): string {
  const { uid, generation } = metadataOf(configuration);
  return `${String(uid)}/${String(generation)}`;
}
