import { type JsonObject, fieldsOf, metadataOf, textAt } from "../../../api/json.ts";
import { type ClusterObject, type ObjectKind, isNamespace } from "../cluster-object.ts";
import { deletesManaged } from "../controllers/crossplane.ts";

/** What an object stands for outside of the cluster, and what its controller does with that once the object is deleted. */
export interface ExternalResource {
  readonly object: ClusterObject;
  readonly controller: "Crossplane" | "ACK" | "Config Connector" | "Argo CD" | "Flux" | "Helm" | "the snapshot controller";
  /** `unlessConfigured`: it is deleted, unless the controller itself is told to retain it, which no object says. */
  readonly fate: "deleted" | "unlessConfigured" | "stays";
}

/** Of all whose deletion begins. */
export function externalResourcesOf(
  deleted: readonly ClusterObject[],
  all: readonly ClusterObject[],
): readonly ExternalResource[] {
  const namespaces = new Map(all.filter(({ of }) => isNamespace(of)).map(({ name, stored }) => [name, annotationsOf(stored)]));
  const contents = all.filter(({ of }) => is(of, "snapshot.storage.k8s.io", "VolumeSnapshotContent"));
  return deleted.flatMap((object) => {
    const ofNamespace = namespaces.get(object.namespace ?? "") ?? {};
    const found = ofCrossplane(object) ?? ofAck(object, ofNamespace) ?? ofConfigConnector(object);
    return found ?? ofDeployer(object) ?? ofSnapshot(object, contents) ?? [];
  });
}

const is = (of: ObjectKind, group: string, kind: string): boolean => of.group === group && of.kind === kind;

/** Kinds of which more than the metadata decides. */
export const isDecidingForExternals = ({ group }: Pick<ObjectKind, "group">): boolean =>
  ["snapshot.storage.k8s.io", "kustomize.toolkit.fluxcd.io"].includes(group);

/** What deploys other objects, in this cluster or another, and deletes them with itself. */
function ofDeployer(object: ClusterObject): ExternalResource | undefined {
  const { of, finalizers, stored } = object;
  if (is(of, "argoproj.io", "Application")) {
    const isDeleted = finalizers.some((one) => one.startsWith("resources-finalizer.argocd.argoproj.io"));
    return { object, controller: "Argo CD", fate: isDeleted ? "deleted" : "stays" };
  }
  if (is(of, "kustomize.toolkit.fluxcd.io", "Kustomization")) {
    const { prune, deletionPolicy = "MirrorPrune" } = fieldsOf(stored["spec"]);
    const isDeleted = deletionPolicy === "MirrorPrune" ? prune === true : deletionPolicy !== "Orphan";
    return { object, controller: "Flux", fate: isDeleted ? "deleted" : "stays" };
  }
  return is(of, "helm.toolkit.fluxcd.io", "HelmRelease") ? { object, controller: "Helm", fate: "deleted" } : undefined;
}

/** external-snapshotter: the content says what becomes of the snapshot; one that is not shown may say so, too. */
function ofSnapshot(object: ClusterObject, contents: readonly ClusterObject[]): ExternalResource | undefined {
  const isContent = contents.includes(object);
  if (!isContent && !is(object.of, "snapshot.storage.k8s.io", "VolumeSnapshot")) return undefined;
  const content = isContent
    ? object
    : contents.find(({ stored }) => textAt(stored["spec"], "volumeSnapshotRef", "uid") === object.uid);
  const isRetained = textAt(content?.stored["spec"], "deletionPolicy") === "Retain";
  return { object, controller: "the snapshot controller", fate: isRetained ? "stays" : "deleted" };
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
