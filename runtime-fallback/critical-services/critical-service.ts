import { errorMessage } from "../../compiler/api/helpful-error.ts";
import { type JsonObject, isJsonObject, objectsOf } from "../../compiler/api/json.ts";
import type { StoredObject } from "../kubernetes/stored-object.ts";
import { boundedName } from "../escape-text.ts";
import { type GroupResource, resourceName, namespaces } from "../../compiler/api/resource.ts";
import { criticalServiceResource, customResourceDefinitions } from "../../compiler/api/critical-services.ts";
import type { ResourceId } from "../kubernetes/resource.ts";

/** What has to stay until all criteria are met, in whatever version. */
export interface Provider extends GroupResource {
  readonly namespace: string;
  readonly name: string;
}

interface CriterionOf extends GroupResource {
  /** Where the cluster serves no such resource. A misspelt one is not served either. */
  readonly ifNotServed: "Met" | "NotMet";
}

/** No object of the resource, which may be named by its kind, carries the finalizer, in any namespace. */
export interface FinalizerCriterion extends CriterionOf {
  readonly type: "Finalizer";
  readonly finalizerName: string;
}

/** There is no such object. */
export interface SpecificResourceCriterion extends CriterionOf {
  readonly type: "SpecificResource";
  readonly namespace: string | undefined;
  readonly name: string;
}

export type ServiceCriterion = FinalizerCriterion | SpecificResourceCriterion;

export interface CriticalService {
  readonly name: string;
  readonly uid: string;
  /** Its own delete was admitted, when its provider was gone: it protects nothing any more. */
  readonly isTerminating: boolean;
  readonly provider: Provider;
  readonly criteria: readonly ServiceCriterion[];
}

/** Throws where something is missing: what a service protects is not known then, and nothing may be let through. */
export function decodeCriticalService({ metadata, spec }: StoredObject): CriticalService {
  const { name, uid, deletionTimestamp } = metadata;
  try {
    const { provider, criteria } = requireObject(spec, "spec");
    return {
      name,
      uid,
      isTerminating: typeof deletionTimestamp === "string",
      provider: decodeProvider(requireObject(provider, "spec.provider")),
      criteria: decodeCriteria(criteria),
    };
  } catch (error) {
    const reason = errorMessage(error);
    throw new Error(`CriticalService ${boundedName(name)} cannot be read: ${reason}; correct it`, { cause: error });
  }
}

function decodeProvider(provider: JsonObject): Provider {
  return { ...groupResource(provider), namespace: text(provider, "namespace"), name: text(provider, "name") };
}

function decodeCriteria(criteria: unknown): readonly ServiceCriterion[] {
  if (criteria === undefined || criteria === null) return [];
  const objects = objectsOf(criteria);
  if (!Array.isArray(criteria) || objects.length < criteria.length) throw new Error("spec.criteria has to be a list of objects");
  return objects.map(decodeCriterion);
}

function decodeCriterion({ type, finalizer, specificResource, ifNotServed = "NotMet" }: JsonObject): ServiceCriterion {
  if (ifNotServed !== "Met" && ifNotServed !== "NotMet") throw new Error("ifNotServed of a criterion has to be Met or NotMet");
  if (type === "Finalizer") {
    const given = requireObject(finalizer, "finalizer");
    return { type, ifNotServed, ...groupResource(given), finalizerName: text(given, "finalizerName") };
  }
  if (type === "SpecificResource") {
    const given = requireObject(specificResource, "specificResource");
    const namespace = given["namespace"] === undefined ? undefined : text(given, "namespace");
    return { type, ifNotServed, ...groupResource(given), namespace, name: text(given, "name") };
  }
  throw new Error("the type of a criterion has to be Finalizer or SpecificResource");
}

function groupResource(object: JsonObject): GroupResource {
  return { group: object["group"] === undefined ? "" : textOrEmpty(object, "group"), resource: text(object, "resource") };
}

function requireObject(value: unknown, field: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw new Error(`${field} is missing`);
}

function text(object: JsonObject, field: string): string {
  const value = textOrEmpty(object, field);
  if (value === "") throw new Error(`${field} is empty`);
  return value;
}

function textOrEmpty(object: JsonObject, field: string): string {
  const value = object[field];
  if (typeof value !== "string") throw new Error(`${field} has to be text`);
  return value;
}

/** `deployments.apps shop/web` */
export function providerText({ provider }: CriticalService): string {
  return boundedName(`${resourceName(provider)} ${provider.namespace}/${provider.name}`);
}

/** What the API server asks the webhook about, as the declaration has it. */
export interface DeclaredProtection {
  /** Of which the webhook is asked; of anything else it would not be. */
  readonly providers: readonly GroupResource[];
  /** Where Holdfast runs, about which it is not asked either. */
  readonly namespace: string;
}

/** Why no service protects that provider; undefined: a service does. */
export function unprotected({ providers, namespace }: DeclaredProtection, provider: Provider): string | undefined {
  if (provider.namespace === namespace) return `the webhook is not asked about what is in its own Namespace ${namespace}`;
  if (providers.some(({ group, resource }) => group === provider.group && resource === provider.resource)) return undefined;
  return `the webhook is not asked about ${boundedName(resourceName(provider))}: declare them as providers, and apply its configuration again`;
}

/**
 * What may not go before a provider of that kind may: itself and its Namespace, the service,
 * and the definition of services.
 */
export function concernsOfServices(provider: GroupResource): readonly (GroupResource & Partial<ResourceId>)[] {
  return [provider, namespaces, criticalServiceResource, customResourceDefinitions];
}
