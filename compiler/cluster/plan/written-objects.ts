import { fieldsOf, itemsOf, metadataOf, textAt } from "../../api/json.ts";
import { versionIdOf } from "../../../runtime-fallback/kubernetes/resource.ts";
import type { ClusterObject } from "../deletion/cluster-object.ts";
import type { ReadCluster } from "./read-cluster.ts";

/** An object as a manifest names it. */
export interface WrittenObject {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  /** Undefined: the manifest does not say. */
  readonly namespace: string | undefined;
  /** All of it. */
  readonly document: unknown;
}

/** What is in manifests, lists opened; what has no kind or no name is left out, as of `kustomization.yaml`. */
export function writtenObjects(documents: readonly unknown[]): readonly WrittenObject[] {
  return documents.flatMap((document) => {
    const { apiVersion, kind, items } = fieldsOf(document);
    if (typeof kind === "string" && kind.endsWith("List") && Array.isArray(items)) return writtenObjects(itemsOf(items));
    const name = textAt(metadataOf(document), "name");
    if (typeof apiVersion !== "string" || typeof kind !== "string" || name === undefined) return [];
    const namespace = textAt(metadataOf(document), "namespace");
    return [{ group: versionIdOf(apiVersion).group, kind, name, namespace, document }];
  });
}

/** Finds objects of the cluster by what manifests say of them; `namespace` is that of those which name none. */
export function finderOf({ objects }: ReadCluster, namespace: string): (written: WrittenObject) => ClusterObject | undefined {
  const byName = new Map(objects.map((object) => [keyOf(object.of, object.namespace, object.name), object]));
  return ({ name, namespace: own, ...of }) =>
    byName.get(keyOf(of, own ?? namespace, name)) ?? byName.get(keyOf(of, undefined, name));
}

const keyOf = (of: { readonly group: string; readonly kind: string }, namespace: string | undefined, name: string): string =>
  `${of.group}/${of.kind}/${namespace ?? ""}/${name}`;

/** What manifests name and the cluster does not show: those that are not there, and those whose kind may not be listed. */
export function absentOf(
  written: readonly WrittenObject[],
  { unread }: Pick<ReadCluster, "unread">,
): { readonly absent: readonly string[]; readonly gaps: readonly string[] } {
  const isUnread = ({ group, kind }: WrittenObject): boolean => unread.some((one) => one.group === group && one.kind === kind);
  return {
    absent: written.filter((one) => !isUnread(one)).map(writtenName),
    gaps: written.filter(isUnread).map((one) => `${writtenName(one)}: whether it is there, since its kind is not shown`),
  };
}

/** `ConfigMap shop/settings` */
export function writtenName({ kind, namespace, name }: WrittenObject): string {
  return `${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`;
}
