import type { JsonObject } from "../api/json.ts";
import type { ServedResource } from "../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import { apiVersionOf } from "../../runtime-fallback/kubernetes/resource.ts";

/** `/api` */
export function coreVersions(resources: readonly ServedResource[]): JsonObject {
  return { kind: "APIVersions", versions: versionsOf(resources, "") };
}

/** `/apis` */
export function apiGroups(resources: readonly ServedResource[]): JsonObject {
  const names = [...new Set(resources.map(({ group }) => group))].filter((group) => group !== "");
  const groups = names.map((name) => {
    const versions = versionsOf(resources, name).map((version) => ({ groupVersion: `${name}/${version}`, version }));
    return { name, versions, preferredVersion: versions[0] };
  });
  return { kind: "APIGroupList", apiVersion: "v1", groups };
}

/** `/api/v1`, `/apis/apps/v1`; undefined where nothing is served there. */
export function apiResources(resources: readonly ServedResource[], group: string, version: string): JsonObject | undefined {
  const own = resources.filter((one) => one.group === group && one.version === version);
  if (own.length === 0) return undefined;
  return {
    kind: "APIResourceList",
    apiVersion: "v1",
    groupVersion: apiVersionOf({ group, version }),
    resources: own.map(({ resource, kind, isNamespaced, verbs }) => ({
      name: resource,
      singularName: kind.toLowerCase(),
      kind,
      namespaced: isNamespaced,
      verbs,
    })),
  };
}

/** `/apis/apiregistration.k8s.io/v1/apiservices`: every version of every group, registered. */
export function apiServices(resources: readonly ServedResource[], resourceVersion: string): JsonObject {
  const names = new Set(resources.map(({ group, version }) => `${version}.${group}`)).add("v1.");
  return {
    kind: "APIServiceList",
    apiVersion: "apiregistration.k8s.io/v1",
    metadata: { resourceVersion },
    items: [...names].map((name) => ({ metadata: { name, uid: `apiservice-${name}`, resourceVersion } })),
  };
}

function versionsOf(resources: readonly ServedResource[], group: string): readonly string[] {
  return [...new Set(resources.filter((one) => one.group === group).map(({ version }) => version))];
}
