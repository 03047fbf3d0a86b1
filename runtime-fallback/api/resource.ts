/** A kind of object as the API server serves it: the plural, in one version. */
export interface ResourceId {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** The plural: `configmaps`. */
  readonly resource: string;
}

export interface ObjectKey {
  /** Absent for what is in no namespace. */
  readonly namespace?: string;
  readonly name: string;
}

/** `/apis/apps/v1`, `/api/v1` */
export function versionPath({ group, version }: Pick<ResourceId, "group" | "version">): string {
  return group === "" ? `/api/${segment(version)}` : `/apis/${segment(group)}/${segment(version)}`;
}

/** `/apis/apps/v1/namespaces/shop/deployments` */
export function collectionPath(resource: ResourceId, namespace?: string): string {
  const place = namespace === undefined ? "" : `/namespaces/${segment(namespace)}`;
  return `${versionPath(resource)}${place}/${segment(resource.resource)}`;
}

/** `/apis/apps/v1/namespaces/shop/deployments/web` */
export function objectPath(resource: ResourceId, key: ObjectKey): string {
  return `${collectionPath(resource, key.namespace)}/${segment(key.name)}`;
}

/** `apps/deployments` */
export function resourceText({ group, resource }: ResourceId): string {
  return group === "" ? resource : `${group}/${resource}`;
}

/** `shop/web` */
export function keyText({ namespace, name }: ObjectKey): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/**
 * Names come out of fields that anybody may write. Encoded, `../secrets` is one segment. An empty one, `.` and `..` cannot be
 * encoded: they would ask for another object than the one that is meant, above all for a whole collection.
 */
function segment(text: string): string {
  if (["", ".", ".."].includes(text)) throw new RangeError(`"${text}" is no name of anything in Kubernetes`);
  // A lone surrogate is no text; encodeURIComponent throws at it.
  return encodeURIComponent(text.toWellFormed());
}
