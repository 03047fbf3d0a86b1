import { askedResources, storedResources } from "./api-resources.ts";

const scopes: ReadonlyMap<string, boolean> = new Map(
  [...storedResources, ...askedResources].map((one) => [`${one.resource}.${one.group}`, one.isNamespaced]),
);

/** Whether a resource built into kube-apiserver is namespaced. Undefined for any other. */
export function isNamespaced(group: string, resource: string): boolean | undefined {
  return scopes.get(`${resource}.${group}`);
}

/** Whether a resource built into kube-apiserver is cluster-scoped. False for an unknown resource. */
export function isClusterScoped(group: string, resource: string): boolean {
  return isNamespaced(group, resource) === false;
}
