import { annotationNames } from "../../compiler/api/names.ts";
import { criticalServicesDefinitionName } from "../../compiler/api/critical-services.ts";
import { isJsonObject } from "../../compiler/api/json.ts";
import type { StoredObject } from "../kubernetes/stored-object.ts";
import { type Decision, allowed, forbidden } from "../webhook/decision.ts";
import { serviceReadyReason } from "./conditions.ts";
import { decodeCriticalService } from "./critical-service.ts";
import type { LiveAnswers } from "./live-answers.ts";
import { type DeclaredProtection, unprotected } from "./unprotected.ts";
import { providerText, shown } from "./wording.ts";

/** What a delete is decided by. */
export interface Deciding {
  readonly answers: LiveAnswers;
  readonly protection: DeclaredProtection;
}

/**
 * A service stays as long as its provider, whatever its criteria say: who deletes both in any order deletes the provider first. One that is
 * released goes, before anything is asked: its mark says so in any state of the cluster. So does one that protects nothing.
 */
export async function decideService(
  object: StoredObject,
  { answers, protection }: Deciding,
  signal: AbortSignal,
): Promise<Decision> {
  if (isReleased(object)) return allowed();
  const service = decodeCriticalService(object);
  const { provider, name, uid } = service;
  if (hasPromisedNothing(object) && unprotected(protection, provider) !== undefined) return allowed();
  const found = await answers.find(provider, { namespace: provider.namespace, name: provider.name }, signal);
  // What is of no kind that is served does not exist either.
  if (found === undefined || found === "not served") return allowed();
  // Nothing without a namespace can be a provider.
  if (!("key" in found)) return allowed();
  const target = `${criticalServicesDefinitionName}/${shown(name)}`;
  return forbidden(
    `CriticalService ${shown(name)} stays as long as its provider ${providerText(service)} exists: delete that first, and try again. ` +
      `To give up the protection of a provider that stays, first run: kubectl annotate ${target} ${annotationNames.release}=${shown(uid)}`,
  );
}

/** Bound to the UID: a manifest that says so releases no service that is made of it later. */
function isReleased({ metadata }: StoredObject): boolean {
  const { annotations, uid } = metadata;
  return isJsonObject(annotations) && annotations[annotationNames.release] === uid;
}

/**
 * While kinds of providers are added, replicas of before and after answer: one that does not know the kind yet must not let go what the
 * controller has called protected.
 */
function hasPromisedNothing(object: StoredObject): boolean {
  const reason = serviceReadyReason(object);
  return reason === undefined || reason === "NotProtected";
}
