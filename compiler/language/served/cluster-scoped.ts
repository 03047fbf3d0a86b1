import { askedResources, storedResources } from "./api-resources.ts";

const scopes: ReadonlyMap<string, boolean> = new Map(
  [...storedResources, ...askedResources].map((one) => [`${one.resource}.${one.group}`, one.isNamespaced]),
);

/** Of a resource of kube-apiserver's own; undefined for any other. */
export function isNamespaced(group: string, resource: string): boolean | undefined {
  return scopes.get(`${resource}.${group}`);
}

/**
 * Whether the objects of this resource of kube-apiserver's own are in no Namespace. One that is not known is taken for
 * one that may be in a Namespace.
 */
export function isClusterScoped(group: string, resource: string): boolean {
  return isNamespaced(group, resource) === false;
}
