import type { GroupResource } from "../../compiler/api/resource.ts";
import { printable } from "../escape-text.ts";

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

/** Of an `apiVersion`: the core group has none. */
export function versionIdOf(apiVersion: string): Pick<ResourceId, "group" | "version"> {
  const [first = "", second] = apiVersion.split("/", 2);
  return second === undefined ? { group: "", version: first } : { group: first, version: second };
}

/** `apps/v1`, `v1` */
export function apiVersionOf({ group, version }: Pick<ResourceId, "group" | "version">): string {
  return group === "" ? version : `${group}/${version}`;
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
export function resourceText({ group, resource }: GroupResource): string {
  return group === "" ? resource : `${group}/${resource}`;
}

/** `shop/web` */
export function keyText({ namespace, name }: ObjectKey): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/**
 * Whether anything can have this name, or be in a namespace of this name: the rule of the API server for segments of
 * paths. Ask before a name that somebody else wrote becomes part of a path: whatever has no such name is not there.
 */
export function isPathSegment(text: string): boolean {
  return !["", ".", ".."].includes(text) && !/[/%]/.test(text) && text.isWellFormed();
}

/**
 * Percent-encoding does not make a hostile name harmless: the API server decodes a path before it divides it,
 * so `x%2Fstatus` is the subresource `status` of x (measured, 1.30 and 1.37). Such a name is denied; anything
 * else that is special is encoded.
 */
function segment(text: string): string {
  if (isPathSegment(text)) return encodeURIComponent(text);
  throw new RangeError(`"${printable(text)}" is no name of anything in Kubernetes`);
}
