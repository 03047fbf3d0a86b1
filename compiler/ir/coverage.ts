import { twinGroups } from "./built-in-groups.ts";
import type { MatchEntry } from "./policy.ts";

/** `*.services.k8s.aws`: the first label stands for one or more whole labels. */
export function isPattern(group: string): boolean {
  return group === "*" || group.startsWith("*.");
}

/** What the name of a group must end with to match the pattern: `.services.k8s.aws`. */
export function patternSuffix(pattern: string): string {
  return pattern.slice(1);
}

/** Whether every group that `other` (exact or pattern) stands for is also one of `group`. */
export function groupCovers(group: string, other: string): boolean {
  if (group === other) return true;
  return isPattern(group) && other !== "" && dropStar(other).endsWith(patternSuffix(group));
}

/** Whether every resource that `other` stands for is also one of `resource`, as the API server reads them. */
export function resourceCovers(resource: string, other: string): boolean {
  const [mine, theirs] = [splitResource(resource), splitResource(other)];
  const isResourceCovered = mine.resource === "*" || mine.resource === theirs.resource;
  return isResourceCovered && (mine.subresource === "*" || mine.subresource === theirs.subresource);
}

/** `pods/status` in two; the main resource has the subresource `""`. `pods/*` covers `pods` itself. */
export function splitResource(text: string): { readonly resource: string; readonly subresource: string } {
  const slash = text.indexOf("/");
  if (slash === -1) return { resource: text, subresource: "" };
  return { resource: text.slice(0, slash), subresource: text.slice(slash + 1) };
}

/** Whoever names events of one group means the same objects under their other group. */
export function withTwins(match: readonly MatchEntry[]): readonly MatchEntry[] {
  const { groups, resource } = twinGroups;
  const named = match.some(
    (entry) => resourceCovers(entry.resource, resource) && groups.some((group) => groupCovers(entry.group, group)),
  );
  return named ? [...match, ...groups.map((group) => ({ group, version: undefined, resource }))] : match;
}

/** The entries that say something which no other entry says; the author's order stays. */
export function withoutCovered(entries: readonly MatchEntry[]): readonly MatchEntry[] {
  return entries.filter(
    (entry, index) => !entries.some((other, at) => at !== index && covers(other, entry) && (at < index || !covers(entry, other))),
  );
}

function covers(entry: MatchEntry, other: MatchEntry): boolean {
  return groupCovers(entry.group, other.group) && kindCovers(entry, other);
}

/** Version and resource, whatever the group. */
export function kindCovers(entry: MatchEntry, other: MatchEntry): boolean {
  const isVersionCovered = entry.version === undefined || entry.version === other.version;
  return isVersionCovered && resourceCovers(entry.resource, other.resource);
}

/** For a pattern `*.a.b` its suffix `.a.b` decides; for an exact group the name itself. */
function dropStar(group: string): string {
  return isPattern(group) ? patternSuffix(group) : group;
}
