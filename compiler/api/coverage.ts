/**
 * Which objects: an API group, exact (`apps`, `""` for core) or a pattern whose first label is `*` (one or more whole
 * labels: `*.services.k8s.aws`), and a resource as Kubernetes writes it (`namespaces`, `pods/status`, `*`, `*\/*`).
 */
export interface MatchEntry {
  readonly group: string;
  /** Only where the rules read more than metadata: the version that their types describe. */
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
