import { askedResources, storedResources } from "./api-resources.ts";
import { isStable } from "./built-in-kinds.ts";

/** Where kube-apiserver serves a kind of its own. */
export interface ServedKind {
  readonly group: string;
  readonly kind: string;
  /** The plural. */
  readonly resource: string;
  readonly isNamespaced: boolean;
}

/**
 * The kinds of stable APIs that can be stored. A kind that is missing here has to be named by the test of a policy
 * (`.resource("...")`).
 */
export const servedKinds: readonly ServedKind[] = storedResources
  .filter(({ versions }) => [...versions.keys()].some(isStable))
  .map(({ group, kind, resource, isNamespaced }) => ({ group, kind, resource, isNamespaced }));

/** What kube-apiserver itself serves under this group and kind. */
export function findServedKind(group: string, kind: string): ServedKind | undefined {
  return servedKinds.find((served) => served.group === group && served.kind === kind);
}

const all = [...storedResources, ...askedResources];

/**
 * Every resource that some kube-apiserver from 1.30 on serves itself in this group; none for a group that is not its
 * own.
 */
export function servedResources(group: string): readonly string[] {
  return all.filter((one) => one.group === group).map(({ resource }) => resource);
}

/**
 * Groups of which a version before the stable one is still served by 1.30 or later, or whose stable version is younger.
 */
const groupsWithBetas: ReadonlySet<string> = new Set(
  all.filter(({ versions }) => ![...versions.keys()].every(isStable)).map(({ group }) => group),
);

/** Whether some kube-apiserver from 1.30 on may serve this version of a group of its own. */
export function mayBeServed(group: string, version: string): boolean {
  if (version === "v1" || (group === "autoscaling" && version === "v2")) return true;
  return groupsWithBetas.has(group) && /^v\d+(alpha|beta)\d+$/.test(version);
}

/**
 * The version of a kind of kube-apiserver's own that every one since 1.30 serves, and no other; undefined for anything
 * else.
 */
export function onlyVersion(group: string, resource: string): string | undefined {
  const served = storedResources.find((one) => one.group === group && one.resource === resource);
  const [only, ...more] = served?.versions ?? [];
  return only?.[1] === "1.30" && isStable(only[0]) && more.length === 0 ? only[0] : undefined;
}

/**
 * Subresources of a resource of kube-apiserver's own, or of any in the group (`*`), as some version from 1.30 on names
 * them in discovery.
 */
export function servedSubresources(group: string, resource: string): readonly string[] {
  const found = all.filter((one) => one.group === group && (resource === "*" || one.resource === resource));
  return [...new Set(found.flatMap(({ subresources }) => [...subresources.keys()]))];
}
