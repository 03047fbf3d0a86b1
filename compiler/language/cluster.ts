import type { KubernetesObject, Stored } from "./objects.ts";

/**
 * Objects of the cluster that rules may ask about: one resource, in the version that `T` describes. It stands beside
 * the policy, as a constant, and a policy has one for each resource.
 *
 * ```ts
 * const claims = resource<PersistentVolumeClaim>({ group: "", version: "v1", resource: "persistentvolumeclaims" });
 * ```
 */
export interface Resource<T extends KubernetesObject = KubernetesObject> {
  /** `apps`; `""` for core. */
  readonly group: string;
  readonly version: string;
  /** The plural. */
  readonly resource: string;
  /**
   * What objects are found by besides their labels, owners and finalizers; undefined: not at all. The webhook keeps
   * such an index in memory; before it lets a delete through it reads every object of the resource that the rest of the
   * query means.
   */
  readonly indices?: Readonly<Record<string, (object: Stored<T>) => string | undefined>>;
}

const indexed: Resource[] = [];

/** Declares what rules ask the cluster about. */
export function resource<T extends KubernetesObject = KubernetesObject>(definition: Resource<T>): Resource<T> {
  if (definition.indices !== undefined) indexed.push(definition as unknown as Resource);
  return definition;
}

/** Every resource with indices that was declared so far: whoever answers rules makes them before a rule asks. */
export const indexedResources = (): readonly Resource[] => indexed;

/** Which objects of a resource: those for which all of it holds. Empty: every one, in every Namespace. */
export interface Which {
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** One of `metadata.finalizers`. */
  readonly finalizer?: string;
  /** The UID of one of its owners. */
  readonly owner?: string;
  /** `{ usedBy: key }`, of the indices that the resource declares. */
  readonly index?: Readonly<Record<string, string>>;
}

/**
 * Asks what else the cluster holds, which CEL cannot: a rule that does is answered by the webhook. What it finds is
 * deleted or made at any moment, so that a denial is what was true a moment ago; before the webhook lets a request
 * through it asks the API server itself.
 *
 * ```ts
 * denyWhen: ({ oldObject, cluster }) =>
 *   oldObject.metadata.labels?.["example.com/shared"] === "true" &&
 *   cluster.exists(claims, { namespace: oldObject.metadata.namespace ?? "", labels: { uses: oldObject.metadata.name } }),
 * ```
 */
export interface Cluster {
  /** Whether there is one. */
  exists<T extends KubernetesObject>(resource: Resource<T>, which?: Which): boolean;
  /** All of them, by Namespace and name. */
  list<T extends KubernetesObject>(resource: Resource<T>, which?: Which): readonly Stored<T>[];
}
