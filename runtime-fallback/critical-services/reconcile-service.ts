import { criticalServiceResource } from "../../compiler/api/critical-services.ts";
import type { EnforcementCheck } from "../enforcement/enforcement.ts";
import { findServed } from "../kubernetes/discovery/served-now.ts";
import { get } from "../kubernetes/get.ts";
import { isTerminating } from "../kubernetes/stored-object.ts";
import { type ServiceCondition, writeConditions } from "./conditions.ts";
import {
  type CriticalService,
  type ServiceCriterion,
  decodeCriticalService,
  type DeclaredProtection,
  unprotected,
} from "./critical-service.ts";
import { type MarkAccess, mark } from "./marks.ts";
import { type LookAtCriteria, type ReportedCriterion } from "./look-at-criteria.ts";
import { boundedName } from "../escape-text.ts";
import { namespaces } from "../../compiler/api/resource.ts";
import type { ResourceId } from "../kubernetes/resource.ts";

/** Every reason that a service is ready, or is not. */
export const serviceReasons = [
  "Marked",
  "NotProtected",
  "NotEnforced",
  "ProviderNotFound",
  "ProviderTerminating",
  "CriterionNotResolvable",
  "CriterionNotReadable",
] as const;

export const namespacesV1: ResourceId = { ...namespaces, version: "v1" };

export interface ServiceReconciler extends MarkAccess, DeclaredProtection {
  readonly now: () => number;
  readonly lookAtCriteria: LookAtCriteria;
  /** Whether what is promised is enforced now; undefined: nobody looks. */
  readonly enforcement?: Pick<EnforcementCheck, "objection" | "onChange"> | undefined;
}

/**
 * Marks the Namespace of the provider and the provider, and says so once both marks stand: from then
 * on no delete of them gets past the webhook. Before that it may, and whoever created the service does
 * not know yet that it is in force.
 */
export async function reconcileService(options: ServiceReconciler, name: string, signal: AbortSignal): Promise<"kept" | "gone"> {
  const { server, now, lookAtCriteria } = options;
  const stored = await get(server, criticalServiceResource, { name }, { signal });
  if (stored === undefined || isTerminating(stored)) return "gone";
  const service = decodeCriticalService(stored);
  const marked = await markProvider(options, service, signal);
  // The marks come first: what is looked at here may be long.
  const criteria = await lookAtCriteria(service, stored.metadata["generation"], signal);
  const ready = marked.status === "True" ? (hopeless(criteria) ?? marked) : marked;
  const conditions = [ready, mayGetStuck(service), ...criteriaConditions(criteria)];
  await writeConditions(options, stored, { conditions, criteria, now: now() });
  return "kept";
}

async function markProvider(
  options: ServiceReconciler,
  service: CriticalService,
  signal: AbortSignal,
): Promise<ServiceCondition> {
  const { provider } = service;
  const why = unprotected(options, provider);
  if (why !== undefined) return notReady("NotProtected", why);
  const resource = await findServed(options.server, provider, { signal });
  if (resource?.isNamespaced === false)
    return notReady(
      "NotProtected",
      `${boundedName(provider.resource)} are in no Namespace, and only what is in one can be a provider`,
    );
  const space = await get(options.server, namespacesV1, { name: provider.namespace }, { signal });
  if (space === undefined) return notReady("ProviderNotFound", `there is no Namespace ${boundedName(provider.namespace)} yet`);
  const markedSpace = await mark(options, namespacesV1, { object: space, by: service });
  const key = { namespace: provider.namespace, name: provider.name };
  const object = resource === undefined ? undefined : await get(options.server, resource, key, { signal });
  if (resource === undefined || object === undefined) return notReady("ProviderNotFound", "there is no such provider yet");
  const marked = await mark(options, resource, { object, by: service });
  if (isTerminating(marked) || isTerminating(markedSpace))
    return notReady("ProviderTerminating", "the provider or its Namespace is being deleted already, which cannot be undone");
  const unenforced = await options.enforcement?.objection(resource, signal);
  if (unenforced !== undefined) return notReady("NotEnforced", unenforced);
  return {
    type: "Ready",
    status: "True",
    reason: "Marked",
    message: "deletes of the provider and its Namespace are decided by the criteria",
  };
}

/**
 * The document's non-goal: what is stuck in the provider's own Namespace keeps the
 * Namespace, and the provider, for ever.
 */
function mayGetStuck({ provider, criteria }: CriticalService): ServiceCondition {
  if (!criteria.some((criterion) => isInside(criterion, provider.namespace)))
    return {
      type: "MayGetStuck",
      status: "False",
      reason: "CriteriaElsewhere",
      message: "no criterion names the provider's Namespace, or an object in it",
    };
  const message =
    "a criterion names the provider's own Namespace, or an object in it, so that it cannot be deleted as a whole: move one of them";
  return { type: "MayGetStuck", status: "True", reason: "CriterionInProviderNamespace", message };
}

/** A Namespace that has to be gone before its own delete never goes. */
function isInside(criterion: ServiceCriterion, namespace: string): boolean {
  if (criterion.type !== "SpecificResource") return false;
  const isNamespaces = criterion.group === "" && ["namespaces", "Namespace"].includes(criterion.resource);
  return isNamespaces ? criterion.name === namespace : criterion.namespace === namespace;
}

function notReady(reason: (typeof serviceReasons)[number], message: string): ServiceCondition {
  return { type: "Ready", status: "False", reason, message };
}

/** The provider is kept, and for good: nobody waits for what somebody has to put right. */
function hopeless(criteria: readonly ReportedCriterion[]): ServiceCondition | undefined {
  const unresolvable = criteria.find(({ resolvable, met }) => resolvable === "False" && met !== "True");
  const unreadable = criteria.find(({ readable }) => readable === "False");
  const kept = "the provider and its Namespace cannot be deleted";
  if (unresolvable !== undefined) return notReady("CriterionNotResolvable", `${kept}: ${unresolvable.message}`);
  return unreadable === undefined ? undefined : notReady("CriterionNotReadable", `${kept}: ${unreadable.message}`);
}

const checks = [
  ["CriteriaResolvable", "resolvable", "the cluster serves what the criteria name"],
  ["CriteriaReadable", "readable", "what the criteria name may be read"],
  ["CriteriaMet", "met", "when they were last looked at, all criteria were met"],
] as const;

/** False before Unknown: an open criterion is enough. */
function criteriaConditions(criteria: readonly ReportedCriterion[]): readonly ServiceCondition[] {
  return checks.map(([type, field, message]) => {
    const against = criteria.find((one) => one[field] === "False") ?? criteria.find((one) => one[field] === "Unknown");
    if (against === undefined) return { type, status: "True", reason: "AllOfThem", message };
    const text = `${against.criterion}: ${against.message}`;
    return { type, status: against[field], reason: against[field] === "False" ? "OneIsNot" : "NotKnown", message: text };
  });
}
