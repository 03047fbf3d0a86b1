import { isPattern, splitResource, type MatchEntry, isMatched } from "../../api/coverage.ts";
import type { ContentKind } from "../../ir/guards.ts";
import { isClusterScoped } from "../../language/served/cluster-scoped.ts";
import { builtInKinds } from "../../language/served/built-in-kinds.ts";
import { servedSubresources } from "../../language/served/served-kinds.ts";
import type { PolicyValue, Value } from "../value.ts";

/**
 * Namespaced kinds that the policy matches and that are known by name: built-in ones, and those that its author names.
 */
export function contentKinds(match: readonly MatchEntry[], { definition }: PolicyValue): readonly ContentKind[] {
  const builtIn = lookedUp.filter(({ group, resource }) => match.some((entry) => isAbout(entry, group, resource)));
  return [...builtIn, ...namedKinds(definition.properties.get("guards"))];
}

/**
 * Built-in kinds that every API server since 1.30 serves: where a parameter kind is not served, every request is denied.
 * Events go with time, and stand in two groups.
 */
const lookedUp: readonly ContentKind[] = builtInKinds
  .filter(({ type, kind, scope, since }) => scope === "Namespaced" && since === "1.30" && type === kind && kind !== "Event")
  .map(({ group, version, resource, kind }) => ({ group, version, resource, kind }));

/**
 * Kinds whose subresources hand over something else than the object: evictions of Pods, and a Scale where that is
 * guarded.
 */
export function neighbourKinds(match: readonly MatchEntry[], policy: PolicyValue): readonly ContentKind[] {
  return [...(isMatched(match, "", "pods") ? [pods] : []), ...(isFrozen(policy) ? scaledKinds(match, policy) : [])];
}

/** Each once: the author may have named what is known, too. */
function scaledKinds(match: readonly MatchEntry[], policy: PolicyValue): readonly ContentKind[] {
  const all = contentKinds(match, policy).filter(isScaled);
  return [...new Map(all.map((kind) => [`${kind.resource}.${kind.group}`, kind])).values()];
}

const pods: ContentKind = { group: "", version: "v1", resource: "pods", kind: "Pod" };

function isFrozen({ definition }: PolicyValue): boolean {
  const guards = definition.properties.get("guards");
  const freeze = guards?.kind === "object" ? guards.properties.get("freeze") : undefined;
  return freeze?.kind === "static" && freeze.value === true;
}

/**
 * Of the built-in kinds these have `/scale`; other kinds may have it, and a guard of a subresource that does not exist
 * costs nothing.
 */
function isScaled({ group, resource }: ContentKind): boolean {
  const isBuiltIn = lookedUp.some((one) => one.group === group && one.resource === resource);
  return !isBuiltIn || servedSubresources(group, resource).includes("scale");
}

function isAbout(entry: MatchEntry, group: string, resource: string): boolean {
  return entry.group === group && splitResource(entry.resource).resource === resource;
}

function namedKinds(guards: Value | undefined): readonly ContentKind[] {
  const namespaces = guards?.kind === "object" ? guards.properties.get("namespaces") : undefined;
  const kinds = namespaces?.kind === "object" ? namespaces.properties.get("kinds") : undefined;
  return kinds?.kind === "list" ? kinds.elements.flatMap((kind) => readKind(kind) ?? []) : [];
}

/** Undefined after a diagnostic about one of its parts. */
export function readKind(value: Value): ContentKind | undefined {
  if (value.kind !== "object") return undefined;
  const [group, version, resource, kind] = ["group", "version", "resource", "kind"].map((name) => {
    const part = value.properties.get(name);
    return part?.kind === "static" && typeof part.value === "string" ? part.value : undefined;
  });
  if (group === undefined || version === undefined || resource === undefined || kind === undefined) return undefined;
  return { group, version, resource, kind };
}

/** What is matched and cannot be looked up in its Namespace, because nobody has named its kind. */
export function unnamedContents(match: readonly MatchEntry[], policy: PolicyValue): readonly MatchEntry[] {
  const known = contentKinds(match, policy);
  return match
    .filter(({ group, resource }) => !isClusterScoped(group, splitResource(resource).resource))
    .filter((entry) => isPattern(entry.group) || !known.some(({ group, resource }) => isAbout(entry, group, resource)));
}
