import { isJsonObject, type JsonObject, objectsOf, textsOf } from "../../../compiler/api/json.ts";

/** A resource in one of the versions in which it is served, as the API server describes it. */
export interface ServedResource {
  readonly group: string;
  readonly version: string;
  /** The plural. */
  readonly resource: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  readonly verbs: readonly string[];
  /** `status`, `scale`, ... */
  readonly subresources: readonly string[];
  /** `cm` of `configmaps`, as users type it. */
  readonly shortNames?: readonly string[];
  /** `managed` of the resources of a Crossplane provider, `all`. */
  readonly categories?: readonly string[];
}

/**
 * What is served in one version of a group; undefined where the API server cannot tell, as of an
 * APIService without its server.
 */
export interface DiscoveredVersion {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly ServedResource[] | undefined;
}

/** Versions of a group stand in the order of the API server: the one that it prefers first. */
export type DiscoveredVersions = readonly DiscoveredVersion[];

/** A group and its served versions, the one that the server prefers first. */
export interface ServedGroup {
  /** Empty: the core group. */
  readonly group: string;
  readonly versions: readonly string[];
}

/** The groups that `/api` (APIVersions: the core group alone) or `/apis` (APIGroupList: all others) names. */
export function groupsIn(root: JsonObject): readonly ServedGroup[] {
  if (Array.isArray(root["versions"])) return [{ group: "", versions: textsOf(root["versions"]) }];
  return objectsOf(root["groups"]).map(({ name, versions, preferredVersion }) => {
    const served = objectsOf(versions).map(({ version }) => String(version));
    const preferred = isJsonObject(preferredVersion) ? textsOf([preferredVersion["version"]]) : [];
    return { group: String(name), versions: [...new Set([...preferred, ...served])] };
  });
}

/** What an APIResourceList names: resources, each with its subresources, which stand beside them as `pods/eviction`. */
export function resourcesIn(
  { group, version }: { readonly group: string; readonly version: string },
  list: JsonObject,
): readonly ServedResource[] {
  const entries = objectsOf(list["resources"]);
  const names = entries.map(({ name }) => String(name));
  return entries
    .filter(({ name }) => !String(name).includes("/"))
    .map(({ name, kind, namespaced, verbs, shortNames, categories }) => ({
      group,
      version,
      resource: String(name),
      kind: String(kind),
      isNamespaced: namespaced === true,
      verbs: textsOf(verbs),
      ...(Array.isArray(shortNames) && { shortNames: textsOf(shortNames) }),
      ...(Array.isArray(categories) && { categories: textsOf(categories) }),
      subresources: names.filter((one) => one.startsWith(`${String(name)}/`)).map((one) => one.slice(String(name).length + 1)),
    }));
}
