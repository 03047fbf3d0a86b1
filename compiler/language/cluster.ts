import type { KubernetesObject, Stored } from "./objects.ts";

/**
 * A resource that rules may query, in the version that `T` describes. Declare it as a constant beside the policy, once
 * for each resource.
 *
 * ```ts
 * const claims = resource<PersistentVolumeClaim>({ group: "", version: "v1", resource: "persistentvolumeclaims" });
 * ```
 */
export interface Resource<T extends KubernetesObject = KubernetesObject> {
  /** An API group, such as `apps`. `""` is the core group. */
  readonly group: string;
  readonly version: string;
  /** The plural, such as `persistentvolumeclaims`. */
  readonly resource: string;
  /**
   * Functions that give each object a key, for queries by `index`: `{ volume: ({ spec }) => spec?.volumeName }`. An
   * object whose key is `undefined` is not in the index. The webhook keeps indices in memory. Before it allows a
   * delete, it reads every object that the other conditions of the query select.
   */
  readonly indices?: Readonly<Record<string, (object: Stored<T>) => string | undefined>>;
}

const indexed: Resource[] = [];

/**
 * Declares a resource that rules may query.
 *
 * ```ts
 * const claims = resource<PersistentVolumeClaim>({
 *   group: "",
 *   version: "v1",
 *   resource: "persistentvolumeclaims",
 *   indices: { volume: ({ spec }) => spec?.volumeName },
 * });
 * ```
 */
export function resource<T extends KubernetesObject = KubernetesObject>(definition: Resource<T>): Resource<T> {
  if (definition.indices !== undefined) indexed.push(definition as unknown as Resource);
  return definition;
}

/** Every resource with indices that was declared so far. The webhook builds the indices before a rule queries them. */
export const indexedResources = (): readonly Resource[] => indexed;

/** Selects objects of a resource. All conditions must hold. `{}` selects every object in every Namespace. */
export interface Which {
  /** `""` selects cluster-scoped objects. */
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  /** Labels that the object must have, with these values. */
  readonly labels?: Readonly<Record<string, string>>;
  /** A finalizer that the object must have. */
  readonly finalizer?: string;
  /** The UID of an owner that the object must have. */
  readonly owner?: string;
  /** Keys by the name of the index, which the resource declares: `{ volume: oldObject.metadata.name }`. */
  readonly index?: Readonly<Record<string, string>>;
}

/**
 * Queries other objects in the cluster. CEL cannot do this, so the webhook evaluates the rule. Conditions that do not
 * depend on a query stay native: here the webhook is only called for objects with the label.
 *
 * ```ts
 * denyWhen: ({ oldObject, cluster }) =>
 *   oldObject.metadata.labels?.["example.com/shared"] === "true" &&
 *   cluster.exists(claims, { namespace: oldObject.metadata.namespace ?? "", labels: { uses: oldObject.metadata.name } }),
 * ```
 *
 * becomes a webhook with
 *
 * ```yaml
 * objectSelector:
 *   matchExpressions:
 *     - { key: example.com/shared, operator: In, values: ["true"] }
 * ```
 *
 * A denial may rely on a snapshot that is some seconds old. Before the webhook allows a delete, it reads from the API
 * server. A rule may make up to 100 different queries about one object. If it needs more, the request is denied.
 */
export interface Cluster {
  /** Whether at least one such object exists. */
  exists<T extends KubernetesObject>(resource: Resource<T>, which?: Which): boolean;
  /** All such objects, ordered by Namespace and name. */
  list<T extends KubernetesObject>(resource: Resource<T>, which?: Which): readonly Stored<T>[];
}
