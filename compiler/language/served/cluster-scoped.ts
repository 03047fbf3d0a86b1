import { askedResources, storedResources } from "./api-resources.ts";

const clusterScoped: ReadonlySet<string> = new Set(
  [...storedResources, ...askedResources]
    .filter(({ isNamespaced }) => !isNamespaced)
    .map(({ group, resource }) => `${resource}.${group}`),
);

/**
 * Whether the objects of this resource of kube-apiserver's own are in no Namespace. One that is not known is taken for
 * one that may be in a Namespace.
 */
export function isClusterScoped(group: string, resource: string): boolean {
  return clusterScoped.has(`${resource}.${group}`);
}
