import { type JsonObject, fieldsOf, metadataOf, textAt } from "../../../api/json.ts";
import { type ClusterObject, isNamespace } from "../cluster-object.ts";
import { deletesManaged } from "../controllers/crossplane.ts";

/** What an object stands for outside of the cluster, and what its controller does with that once the object is deleted. */
export interface ExternalResource {
  readonly object: ClusterObject;
  readonly controller: "Crossplane" | "ACK" | "Config Connector";
  /** `unlessConfigured`: it is deleted, unless the controller itself is told to retain it, which no object says. */
  readonly fate: "deleted" | "unlessConfigured" | "stays";
}

/** Of all whose deletion begins. */
export function externalResourcesOf(
  deleted: readonly ClusterObject[],
  all: readonly ClusterObject[],
): readonly ExternalResource[] {
  const namespaces = new Map(all.filter(({ of }) => isNamespace(of)).map(({ name, stored }) => [name, annotationsOf(stored)]));
  return deleted.flatMap((object) => {
    const ofNamespace = namespaces.get(object.namespace ?? "") ?? {};
    return ofCrossplane(object) ?? ofAck(object, ofNamespace) ?? ofConfigConnector(object) ?? [];
  });
}

const annotationsOf = (stored: unknown): JsonObject => fieldsOf(metadataOf(stored)["annotations"]);

function ofCrossplane(object: ClusterObject): ExternalResource | undefined {
  const isDeleted = deletesManaged(object);
  if (isDeleted === undefined) return undefined;
  return { object, controller: "Crossplane", fate: isDeleted ? "deleted" : "stays" };
}

/**
 * The annotation of the object, then that of its Namespace, which has the service before it; whatever is not `delete`
 * retains (aws-controllers-k8s/runtime: pkg/runtime/reconciler.go, getDeletionPolicy).
 */
function ofAck(object: ClusterObject, ofNamespace: JsonObject): ExternalResource | undefined {
  const { group } = object.of;
  if (!group.endsWith(".services.k8s.aws")) return undefined;
  const own = annotationsOf(object.stored)["services.k8s.aws/deletion-policy"];
  const policy = own ?? ofNamespace[`${group}/deletion-policy`];
  const fate = policy === undefined ? "unlessConfigured" : policy === "delete" ? "deleted" : "stays";
  return { object, controller: "ACK", fate };
}

/** GoogleCloudPlatform/k8s-config-connector: pkg/k8s/constants.go, DeletionPolicyAnnotation. */
function ofConfigConnector(object: ClusterObject): ExternalResource | undefined {
  if (!object.of.group.endsWith(".cnrm.cloud.google.com")) return undefined;
  const isAbandoned = textAt(annotationsOf(object.stored), "cnrm.cloud.google.com/deletion-policy") === "abandon";
  return { object, controller: "Config Connector", fate: isAbandoned ? "stays" : "deleted" };
}
