import { askedResources, storedResources } from "./api-resources.ts";
import { isStable } from "./built-in-kinds.ts";

/** Where kube-apiserver serves a built-in kind. */
export interface ServedKind {
  readonly group: string;
  readonly kind: string;
  /** The plural. */
  readonly resource: string;
  readonly isNamespaced: boolean;
}

/** Stored kinds of stable APIs. For any other kind, a test of a policy must name the resource: `.resource("...")`. */
export const servedKinds: readonly ServedKind[] = storedResources
  .filter(({ versions }) => [...versions.keys()].some(isStable))
  .map(({ group, kind, resource, isNamespaced }) => ({ group, kind, resource, isNamespaced }));

/** The built-in kind of this group and name, if there is one. */
export function findServedKind(group: string, kind: string): ServedKind | undefined {
  return servedKinds.find((served) => served.group === group && served.kind === kind);
}

const all = [...storedResources, ...askedResources];

/** Every built-in resource of this group in some Kubernetes from 1.30 on. Empty if the group is not built in. */
export function servedResources(group: string): readonly string[] {
  return all.filter((one) => one.group === group).map(({ resource }) => resource);
}

/** Built-in groups with an alpha or beta version in 1.30 or later. */
const groupsWithBetas: ReadonlySet<string> = new Set(
  all.filter(({ versions }) => ![...versions.keys()].every(isStable)).map(({ group }) => group),
);

/** Whether some Kubernetes from 1.30 on may serve this version of a built-in group. */
export function mayBeServed(group: string, version: string): boolean {
  if (version === "v1" || (group === "autoscaling" && version === "v2")) return true;
  return groupsWithBetas.has(group) && /^v\d+(alpha|beta)\d+$/.test(version);
}

/** The version of a built-in kind, if every Kubernetes since 1.30 serves this one and no other. */
export function onlyVersion(group: string, resource: string): string | undefined {
  const served = storedResources.find((one) => one.group === group && one.resource === resource);
  const [only, ...more] = served?.versions ?? [];
  return only?.[1] === "1.30" && isStable(only[0]) && more.length === 0 ? only[0] : undefined;
}

/** Subresources of a built-in resource (`*`: of any in the group) in some Kubernetes from 1.30 on, as in discovery. */
export function servedSubresources(group: string, resource: string): readonly string[] {
  const found = all.filter((one) => one.group === group && (resource === "*" || one.resource === resource));
  return [...new Set(found.flatMap(({ subresources }) => [...subresources.keys()]))];
}
