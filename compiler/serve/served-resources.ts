import type { ServedResource } from "../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import type { GroupVersionResource } from "../api/resource.ts";
import { servedKinds } from "../language/served/served-kinds.ts";
import type { DefinedKind } from "./defined-kinds.ts";
import type { ServedObject } from "./stored-objects.ts";

/** What the kinds of a cluster come from. */
export interface Sources {
  readonly defined: readonly DefinedKind[];
  /** What rules ask about: without a definition they are believed. */
  readonly asked: readonly GroupVersionResource[];
  readonly stored: readonly ServedObject[];
}

interface Known {
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  readonly versions: readonly string[];
}

/** Everything that is served, one entry for each version; a definition says all about its kind. */
export function resourcesOfSources(sources: Sources): readonly ServedResource[] {
  const known = new Map<string, Known>();
  const add = (one: Known): void => void known.set(nameOf(one), one);
  const find = (one: { readonly group: string; readonly resource: string }): Known | undefined => known.get(nameOf(one));
  for (const kind of servedKinds) add({ ...kind, versions: versionsOfBuiltIn(kind) });
  for (const { group, version, resource } of sources.asked)
    add(withVersion(find({ group, resource }) ?? unknown({ group, resource }), version));
  for (const { target, object } of sources.stored) {
    const { group, version, resource } = target;
    const before = find({ group, resource }) ?? unknown({ group, resource });
    const isNamespaced = target.isNamespaced ?? (before.isNamespaced || object.metadata.namespace !== undefined);
    add({ ...withVersion(before, version), kind: object.kind, isNamespaced });
  }
  for (const kind of sources.defined) add(kind);
  return [...known.values()].flatMap((one) => one.versions.map((version) => served(one, version)));
}

const nameOf = ({ group, resource }: { readonly group: string; readonly resource: string }): string => `${group}/${resource}`;

function unknown({ group, resource }: { readonly group: string; readonly resource: string }): Known {
  return { group, resource, kind: resource, isNamespaced: false, versions: [] };
}

function withVersion(known: Known, version: string): Known {
  return known.versions.includes(version) ? known : { ...known, versions: [...known.versions, version] };
}

/** Of the stable APIs of Kubernetes one has a second version. */
function versionsOfBuiltIn({ group }: { readonly group: string }): readonly string[] {
  return group === "autoscaling" ? ["v2", "v1"] : ["v1"];
}

function served({ group, resource, kind, isNamespaced }: Known, version: string): ServedResource {
  const verbs = ["delete", "deletecollection", "get", "list"];
  return { group, version, resource, kind, isNamespaced, verbs, subresources: [] };
}
