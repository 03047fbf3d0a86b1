import { apiVersionOf } from "../../runtime-fallback/kubernetes/resource.ts";
import type { ServedResource } from "../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import { isJsonObject } from "../api/json.ts";
import type { StoredObject } from "../../runtime-fallback/kubernetes/stored-object.ts";
import type { UninstallCluster } from "./cluster.ts";
import { ourLabel } from "../api/names.ts";
import { resourceName } from "../api/resource.ts";

/** What Kubernetes itself puts into every Namespace, or keeps beside what is in it. */
const ofKubernetes = ["events", "endpoints", "endpointslices", "leases", "pods", "replicasets"];
const everywhere = ["configmaps kube-root-ca.crt", "configmaps openshift-service-ca.crt", "serviceaccounts default"];

/** Secrets of certificates that the controller has made for itself. */
export const ownSecrets = ["holdfast-webhook-ca", "holdfast-webhook-tls"];

/** What somebody else has put into the Namespace, as `secrets my-certificate`: deleting the Namespace would take it along. */
export async function contentsOfOthers(cluster: UninstallCluster, namespace: string): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const { group, versions } of await cluster.discovery.groups())
    for (const resource of await cluster.discovery.resources(apiVersionOf({ group, version: versions[0] ?? "" }))) {
      if (!resource.isNamespaced || !resource.verbs.includes("list") || !resource.verbs.includes("delete")) continue;
      const others = (await cluster.list(resource, { namespace })).filter((object) => isOfOthers(resource, object));
      for (const object of others) found.add(nameOf(resource, object));
    }
  return [...found];
}

function isOfOthers(resource: ServedResource, object: StoredObject): boolean {
  if (ofKubernetes.includes(resource.resource) || everywhere.includes(nameOf(resource, object))) return false;
  const { labels, ownerReferences, deletionTimestamp, name } = object.metadata;
  const isOurs = isJsonObject(labels) && labels[ourLabel.key] === ourLabel.value;
  const isSecretOfOurs = resource.resource === "secrets" && ownSecrets.includes(name);
  return !isOurs && !isSecretOfOurs && ownerReferences === undefined && deletionTimestamp === undefined;
}

const nameOf = (resource: ServedResource, { metadata }: StoredObject): string => `${resourceName(resource)} ${metadata.name}`;
