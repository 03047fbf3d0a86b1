import { groupCovers, resourceCovers, type MatchEntry } from "../../compiler/api/coverage.ts";
import type { ApiServer } from "../kubernetes/api-server.ts";
import { beforeAbort } from "../kubernetes/http/deadline.ts";
import { discoverAll } from "../kubernetes/discovery/discovery.ts";
import { requireAllNamed } from "../kubernetes/discovery/registered-versions.ts";
import { resourceText } from "../kubernetes/resource.ts";
import type { DiscoveredVersion, ServedResource } from "../kubernetes/discovery/served-resource.ts";
import { printable } from "../escape-text.ts";

/**
 * Every kind in Namespaces that a policy means, in one version each, as the API server serves them at this moment: kinds come and go, and
 * what was remembered would overlook one. Rejects where a group that is meant cannot be asked, and where a kind cannot be listed.
 */
export async function servedContentKinds(
  server: ApiServer,
  match: readonly MatchEntry[],
  signal: AbortSignal,
): Promise<readonly ServedResource[]> {
  const all = await beforeAbort(discoverAll(server), signal);
  const isMeantGroup = (group: string): boolean => match.some((entry) => groupCovers(entry.group, group));
  await requireAllNamed(server, all, { isMeant: isMeantGroup, signal });
  const meant = all.filter(({ group }) => isMeantGroup(group));
  const kinds = meant.flatMap(resourcesOf).filter((kind) => kind.isNamespaced && isMeant(kind, match) && isStored(kind));
  const byKind = Map.groupBy(kinds, resourceText);
  return [...byKind.values()].map((versions) => {
    const chosen = versions.find(({ version }) => match.some((entry) => entry.version === version)) ?? versions[0];
    return requireList(chosen as ServedResource);
  });
}

function resourcesOf({ group, version, resources }: DiscoveredVersion): readonly ServedResource[] {
  if (resources !== undefined) return resources;
  throw new Error(printable(`the API server of ${group}/${version} cannot be asked what it serves`));
}

function isMeant({ group, resource }: ServedResource, match: readonly MatchEntry[]): boolean {
  return match.some((entry) => groupCovers(entry.group, group) && resourceCovers(entry.resource, resource));
}

/** A LocalSubjectAccessReview is answered, and not kept. */
function isStored({ verbs }: ServedResource): boolean {
  return verbs.includes("delete") || verbs.includes("deletecollection");
}

function requireList(kind: ServedResource): ServedResource {
  if (kind.verbs.includes("list")) return kind;
  throw new Error(printable(`${resourceText(kind)} can be deleted and not listed, so it is unknown what there is of it`));
}
