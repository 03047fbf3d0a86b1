import type { KubernetesObject, OnDelete } from "holdfast";

/**
 * The marks of AWS Controllers for Kubernetes (ACK), as its design document names them. A mark has two spellings: the
 * generic key, for every service, and the key of one service (`s3.services.k8s.aws/prevent-delete`), which goes first.
 */
export const PREVENT_DELETE = "services.k8s.aws/prevent-delete";
export const DELETION_POLICY = "services.k8s.aws/deletion-policy";

export const isPreventDelete = (key: string): boolean => key === PREVENT_DELETE || key.endsWith(`.${PREVENT_DELETE}`);

export const isDeletionPolicy = (key: string): boolean => key === DELETION_POLICY || key.endsWith(`.${DELETION_POLICY}`);

/** `Bucket app/data`; cluster-scoped kinds have no namespace. */
export function describe({ kind, metadata }: KubernetesObject): string {
  return metadata.namespace === undefined ? `${kind} ${metadata.name}` : `${kind} ${metadata.namespace}/${metadata.name}`;
}

/** `buckets.s3.services.k8s.aws/data -n app`, as kubectl takes it. */
export function kubectlTarget({ oldObject, request }: OnDelete<KubernetesObject>): string {
  const { name, namespace } = oldObject.metadata;
  const target = `${request.resource.resource}.${request.resource.group}/${name}`;
  return namespace === undefined ? target : `${target} -n ${namespace}`;
}
