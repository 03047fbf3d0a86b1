import type { AdmissionReviewRequest } from "../../compiler/api/admission-review.ts";
import {
  criticalServiceResource,
  criticalServicesDefinitionName,
  customResourceDefinitions,
  criticalServicesPath,
} from "../../compiler/api/critical-services.ts";
import { ApiRejected, ApiUnreachable, type ApiServer } from "../kubernetes/api-server.ts";
import { isStoredObject, type StoredObject } from "../kubernetes/stored-object.ts";
import { errorText } from "../controller/log.ts";
import {
  type CriticalService,
  type ServiceCriterion,
  providerText,
  decodeCriticalService,
  type DeclaredProtection,
  unprotected,
} from "./critical-service.ts";
import { criterionText, openCriterion } from "./open-criterion.ts";
import { resourceName, namespaces } from "../../compiler/api/resource.ts";
import { annotationNames } from "../../compiler/api/names.ts";
import { isJsonObject } from "../../compiler/api/json.ts";
import { type Decision, allowed, forbidden, type Route } from "../webhook/decision.ts";
import { serviceReadyReason } from "./conditions.ts";
import { type LiveAnswers, serviceAnswers } from "./live-answers.ts";
import { boundedName } from "../escape-text.ts";
import { type Coverage, coversDeletesOf } from "../webhook/coverage.ts";

/** As many criteria as fit into one line; the others are counted. */
const maxNamed = 5;

/**
 * What becomes of a delete of a CriticalService, of their definition, of a Namespace or of what may be a
 * provider. Everything is asked of the API server now: services, criteria, what is served. Rejects where it does
 * not say: the failure policy is Fail.
 *
 * What is terminating was admitted before. To deny its second delete would only break what finishes the first.
 */
export async function decideCritical(
  request: AdmissionReviewRequest,
  deciding: Deciding,
  signal: AbortSignal,
): Promise<Decision> {
  if (request.operation !== "DELETE") throw new Error(`a ${request.operation} is not for CriticalServices to decide`);
  const object = requireStored(request.oldObject);
  if (object.metadata["deletionTimestamp"] !== undefined) return allowed();
  if (isOf(request, criticalServiceResource)) return decideService(object, deciding, signal);
  const { answers } = deciding;
  const services = (await answers.services(signal)).filter((service) => !service.isTerminating);
  if (isOf(request, customResourceDefinitions)) return decideDefinition(object, services);
  const protecting = services.filter((service) => protects(service, request, object));
  const denial = await stillNeeded(protecting, answers, signal);
  return denial === undefined ? allowed() : forbidden(`${subject(request, object)} ${denial}`);
}

/**
 * The definition of CriticalServices goes after the last of them: what a definition takes along, nobody is asked about.
 */
function decideDefinition({ metadata }: StoredObject, [first, ...others]: readonly CriticalService[]): Decision {
  if (metadata.name !== criticalServicesDefinitionName || first === undefined) return allowed();
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return forbidden(
    `${criticalServicesDefinitionName} defines CriticalService ${boundedName(first.name)}${more}: delete these first, and try again`,
  );
}

function protects({ provider }: CriticalService, request: AdmissionReviewRequest, { metadata }: StoredObject): boolean {
  if (isOf(request, namespaces)) return provider.namespace === metadata.name;
  return isOf(request, provider) && provider.namespace === metadata.namespace && provider.name === metadata.name;
}

/** Any version of it: what is protected in one is protected in all. */
function isOf({ resource }: AdmissionReviewRequest, of: { readonly group: string; readonly resource: string }): boolean {
  return resource.group === of.group && resource.resource === of.resource;
}

/**
 * Every criterion of every service, so that a denial names all that is open, and each that could not
 * be looked at, with the reason.
 */
async function stillNeeded(
  services: readonly CriticalService[],
  answers: LiveAnswers,
  signal: AbortSignal,
): Promise<string | undefined> {
  const asked = services.flatMap((service) => service.criteria.map((criterion) => ({ service, criterion })));
  const results = await Promise.allSettled(
    asked.map(async ({ service, criterion }) => ({ service, why: await whyOpen(criterion, answers, signal) })),
  );
  const looked = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const open = looked.flatMap(({ service, why }) => (why === undefined ? [] : [{ service, why }]));
  const failed = results.find((result) => result.status === "rejected");
  if (open.length === 0 && failed !== undefined) throw failed.reason;
  return open.length === 0 ? undefined : denialText(open);
}

/**
 * What the API server does not answer, as the discovery of a group whose own server is down, is told to whoever
 * deletes: they can do something about it. Rejects where the time is up, and with errors of ours.
 */
function whyOpen(criterion: ServiceCriterion, answers: LiveAnswers, signal: AbortSignal): Promise<string | undefined> {
  return openCriterion(criterion, answers, signal).catch((error: unknown) => {
    const isOfServer = error instanceof ApiRejected || error instanceof ApiUnreachable;
    if (signal.aborted || !isOfServer) throw error;
    return `whether its criterion ${criterionText(criterion)} is met is not known now: ${errorText(error)}`;
  });
}

interface Open {
  readonly service: CriticalService;
  readonly why: string;
}

function denialText(open: readonly Open[]): string {
  const byService = Map.groupBy(open.slice(0, maxNamed), ({ service }) => service);
  const parts = [...byService].map(
    ([service, reasons]) =>
      `CriticalService ${boundedName(service.name)} (provider ${providerText(service)}): ${reasons.map(({ why }) => why).join(", ")}`,
  );
  const more = open.length > maxNamed ? `; and ${open.length - maxNamed} more` : "";
  return `is still needed by ${parts.join("; by ")}${more}. Delete these first, or wait until they are gone, and try again`;
}

function subject({ resource }: AdmissionReviewRequest, { metadata }: StoredObject): string {
  const name = metadata.namespace === undefined ? metadata.name : `${metadata.namespace}/${metadata.name}`;
  return `${boundedName(resourceName(resource))} ${boundedName(name)}`;
}

function requireStored(object: unknown): StoredObject {
  if (isJsonObject(object) && isStoredObject(object)) return object;
  throw new Error("the review holds no stored object, of which nothing can be said");
}

/** What a delete is decided by. */
interface Deciding {
  readonly answers: LiveAnswers;
  readonly protection: DeclaredProtection;
}

/**
 * A service stays as long as its provider, whatever its criteria say: who deletes both in any order deletes the
 * provider first. One that is released goes, before anything is asked: its mark says so in any state of the cluster. So
 * does one that protects nothing.
 */
async function decideService(object: StoredObject, { answers, protection }: Deciding, signal: AbortSignal): Promise<Decision> {
  if (isReleased(object)) return allowed();
  const service = decodeCriticalService(object);
  const { provider, name, uid } = service;
  if (hasPromisedNothing(object) && unprotected(protection, provider) !== undefined) return allowed();
  const found = await answers.find(provider, { namespace: provider.namespace, name: provider.name }, signal);
  // What is of no kind that is served does not exist either.
  if (found === undefined || found === "not served") return allowed();
  // Nothing without a namespace can be a provider.
  if (!("key" in found)) return allowed();
  const target = `${criticalServicesDefinitionName}/${boundedName(name)}`;
  return forbidden(
    `CriticalService ${boundedName(name)} stays as long as its provider ${providerText(service)} exists: delete that first, and try again. ` +
      `To give up the protection of a provider that stays, first run: kubectl annotate ${target} ${annotationNames.release}=${boundedName(uid)}`,
  );
}

/** Bound to the UID: a manifest that says so releases no service that is made of it later. */
function isReleased({ metadata }: StoredObject): boolean {
  const { annotations, uid } = metadata;
  return isJsonObject(annotations) && annotations[annotationNames.release] === uid;
}

/**
 * While kinds of providers are added, replicas from before and after the change answer: one that does not know the kind yet must not
 * let go what the controller has called protected.
 */
function hasPromisedNothing(object: StoredObject): boolean {
  const reason = serviceReadyReason(object);
  return reason === undefined || reason === "NotProtected";
}

/** What the webhook serves for `criticalServiceWebhooks`. */
export function criticalServiceRoutes(server: ApiServer, protection: DeclaredProtection): readonly Route[] {
  const answers = serviceAnswers(server);
  return [
    {
      path: criticalServicesPath,
      rule: "critical-services",
      covers: coverageOf(protection),
      decide: ({ request }, { deadline }) => decideCritical(request, { answers, protection }, deadline.signal),
    },
  ];
}

/**
 * A service is read, in the one version that its definition has; of all else the metadata
 * decides, which every version has.
 */
function coverageOf({ providers }: DeclaredProtection): readonly Coverage[] {
  const { version, ...services } = criticalServiceResource;
  const ofServices: Coverage = { ...services, versions: [version], operations: ["DELETE"] };
  return [ofServices, ...coversDeletesOf([customResourceDefinitions, namespaces, ...providers])];
}
