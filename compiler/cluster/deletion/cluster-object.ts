import { fieldsOf, itemsOf, textsOf } from "../../api/json.ts";
import { neverStored } from "../../api/stored-version.ts";
import type { UntypedObject } from "../../simulator/admission/index.ts";
import type { ServedResource } from "../../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import { apiVersionOf, versionIdOf } from "../../../runtime-fallback/kubernetes/resource.ts";
import type { StoredObject } from "../../../runtime-fallback/kubernetes/stored-object.ts";

/** A kind as it is served. */
export type ObjectKind = Pick<ServedResource, "group" | "version" | "resource" | "kind" | "isNamespaced">;

/** `metadata.ownerReferences` */
export interface OwnerReference {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  /** The owner waits for this object where it is deleted in the foreground. */
  readonly blocks: boolean;
  /** The controller that has made the object, and makes it anew. */
  readonly isController: boolean;
}

/** What of an object decides when it goes, and what goes with it. */
export interface ClusterObject {
  readonly of: ObjectKind;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly uid: string;
  readonly owners: readonly OwnerReference[];
  /** Those of `metadata`; a Namespace has one more, in its `spec`. */
  readonly finalizers: readonly string[];
  /** Its deletion has begun before. */
  readonly isDeleting: boolean;
  /** All that was read of it. */
  readonly stored: StoredObject & UntypedObject;
}

/** Of a CustomResourceDefinition: groups of Kubernetes have no dot, or end in `.k8s.io`, as do some of those. */
export const isCustom = ({ group }: Pick<ObjectKind, "group">): boolean => group.includes(".") && !group.endsWith(".k8s.io");

/** `namespaces` of the core group, whose contents go with them. */
export const isNamespace = ({ group, resource }: ObjectKind): boolean => group === "" && resource === "namespaces";

/** The finalizer in the `spec` of a Namespace, which the namespace controller removes. */
export const namespaceFinalizer = "kubernetes";

const nothing: readonly never[] = [];

/** What decides of an object of this kind, as the API server stores it. */
export function clusterObject(of: ObjectKind, stored: StoredObject): ClusterObject {
  const { metadata } = stored;
  const own = isNamespace(of) ? ownFinalizers(stored) : [];
  return {
    of,
    name: metadata.name,
    namespace: metadata.namespace,
    uid: metadata.uid,
    owners: metadata["ownerReferences"] === undefined ? nothing : itemsOf(metadata["ownerReferences"]).map(ownerReference),
    finalizers: own.length === 0 && metadata["finalizers"] === undefined ? nothing : [...own, ...textsOf(metadata["finalizers"])],
    isDeleting: metadata["deletionTimestamp"] !== undefined,
    // Metadata alone come as PartialObjectMetadata.
    stored: { ...stored, apiVersion: apiVersionOf(of), kind: of.kind },
  };
}

/** The API server gives each new Namespace its own finalizer, which a manifest does not have yet. */
function ownFinalizers({ metadata, ...stored }: StoredObject): readonly string[] {
  const written = textsOf(fieldsOf(stored["spec"])["finalizers"]);
  return written.length === 0 && metadata["resourceVersion"] === neverStored ? [namespaceFinalizer] : written;
}

function ownerReference(value: unknown): OwnerReference {
  const { apiVersion, kind, name, uid, blockOwnerDeletion, controller } = fieldsOf(value);
  const { group, version } = versionIdOf(String(apiVersion));
  const isController = controller === true;
  return {
    group,
    version,
    kind: String(kind),
    name: String(name),
    uid: String(uid),
    blocks: blockOwnerDeletion === true,
    isController,
  };
}
