import { errorMessage } from "../../compiler/api/helpful-error.ts";
import { type JsonObject, isJsonObject, objectsOf } from "../../compiler/api/json.ts";
import type { GroupResource } from "../../compiler/api/resource.ts";
import type { StoredObject } from "../kubernetes/stored-object.ts";
import { boundedText } from "../escape-text.ts";

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
    throw new Error(`CriticalService ${boundedText(name, 253)} cannot be read: ${reason}; correct it`, { cause: error });
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
