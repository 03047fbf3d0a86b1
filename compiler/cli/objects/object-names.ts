import { apiVersionOf } from "../../../runtime-fallback/kubernetes/resource.ts";
import { resourceName } from "../../api/resource.ts";
import type { ClusterObject } from "../../cluster/deletion/cluster-object.ts";
import { visible } from "../../diagnostics/format.ts";

/** `Pod shop/db-0`; nothing in it can steer a terminal. */
export function nameOf({ of, namespace, name }: ClusterObject): string {
  return `${visible(of.kind)} ${namespace === undefined ? "" : `${visible(namespace)}/`}${visible(name)}`;
}

/** `persistentvolumeclaims/shop/data-db-0`; objects that are in no Namespace have no middle part. */
export function idOf({ of, namespace, name }: ClusterObject): string {
  return [resourceName(of), ...(namespace === undefined ? [] : [namespace]), name].join("/");
}

/** What names an object in other objects, for programs. */
export function referenceOf({ of, namespace, name, uid }: ClusterObject): object {
  return { apiVersion: apiVersionOf(of), kind: of.kind, ...(namespace !== undefined && { namespace }), name, uid };
}
