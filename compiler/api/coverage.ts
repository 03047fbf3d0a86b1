/**
 * Objects that a policy matches. The group is exact (`apps`, `""` for core), or a pattern that begins with `*` for one
 * or more whole labels (`*.services.k8s.aws`). The resource is written as in Kubernetes: `namespaces`, `pods/status`,
 * `*`, `*\/*`.
 */
export interface MatchEntry {
  readonly group: string;
  /** The version that the types of the rules describe. Only if rules read fields outside metadata. */
  readonly version: string | undefined;
  readonly resource: string;
}

/** `*.services.k8s.aws`: the first label stands for one or more whole labels. */
export function isPattern(group: string): boolean {
  return group === "*" || group.startsWith("*.");
}

/** What the name of a group must end with to match the pattern: `.services.k8s.aws`. */
export function patternSuffix(pattern: string): string {
  return pattern.slice(1);
}

/** Whether `group` includes every group that `other` (exact or pattern) stands for. */
export function groupCovers(group: string, other: string): boolean {
  if (group === other) return true;
  return isPattern(group) && other !== "" && dropStar(other).endsWith(patternSuffix(group));
}

/** Whether `resource` includes every resource that `other` stands for, as the API server matches them. */
export function resourceCovers(resource: string, other: string): boolean {
  const [mine, theirs] = [splitResource(resource), splitResource(other)];
  const isResourceCovered = mine.resource === "*" || mine.resource === theirs.resource;
  return isResourceCovered && (mine.subresource === "*" || mine.subresource === theirs.subresource);
}

/** Whether one of the entries matches that resource, or a subresource of it. */
export function isMatched(match: readonly MatchEntry[], group: string, resource: string): boolean {
  return match.some(
    (entry) => groupCovers(entry.group, group) && resourceCovers(splitResource(entry.resource).resource, resource),
  );
}

/** `pods/status` in two; the main resource has the subresource `""`. `pods/*` covers `pods` itself. */
export function splitResource(text: string): { readonly resource: string; readonly subresource: string } {
  const slash = text.indexOf("/");
  if (slash === -1) return { resource: text, subresource: "" };
  return { resource: text.slice(0, slash), subresource: text.slice(slash + 1) };
}

/** The entries without those that another entry covers, in the author's order. */
export function withoutCovered(entries: readonly MatchEntry[]): readonly MatchEntry[] {
  return entries.filter(
    (entry, index) => !entries.some((other, at) => at !== index && covers(other, entry) && (at < index || !covers(entry, other))),
  );
}

function covers(entry: MatchEntry, other: MatchEntry): boolean {
  return groupCovers(entry.group, other.group) && kindCovers(entry, other);
}

/** Whether version and resource are covered. Ignores the group. */
export function kindCovers(entry: MatchEntry, other: MatchEntry): boolean {
  const isVersionCovered = entry.version === undefined || entry.version === other.version;
  return isVersionCovered && resourceCovers(entry.resource, other.resource);
}

/** For a pattern `*.a.b` its suffix `.a.b` decides; for an exact group the name itself. */
function dropStar(group: string): string {
  return isPattern(group) ? patternSuffix(group) : group;
}
