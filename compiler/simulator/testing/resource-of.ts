import type { GroupVersionResource } from "../../language/index.ts";
import { groupCovers, splitResource, type MatchEntry } from "../../api/coverage.ts";
import { type RequestDescription, RequestProblem } from "./request-description.ts";
import { type ServedKind, servedKinds } from "../../language/served/served-kinds.ts";

/** A kind as far as a test knows it. */
export interface KnownKind extends Omit<ServedKind, "isNamespaced"> {
  /** Undefined: whether the object names a namespace tells. */
  readonly isNamespaced: boolean | undefined;
}

/** Where a request goes: the resource in the version of the object, and what is known of its scope. */
export interface RequestTarget extends GroupVersionResource {
  readonly subresource: string | undefined;
  readonly isNamespaced: boolean | undefined;
}

/** What tells plurals: the kinds that a suite declares, and the resources that the policies match. */
export interface KnownResources {
  readonly kinds: readonly KnownKind[];
  readonly match: readonly MatchEntry[];
}

/**
 * The resource of a request. A plural is never made up: it is given, or kube-apiserver serves the kind, or a policy
 * names a resource that can only be the plural of the kind. Otherwise a `RequestProblem` asks for it.
 */
export function resourceOf(description: RequestDescription, known: KnownResources): RequestTarget {
  const { kind, apiVersion } = description.object;
  const own = groupVersionOf(apiVersion);
  if (own.group === "policy" && kind === "Eviction")
    return { group: "", version: "v1", resource: "pods", subresource: "eviction", isNamespaced: true };
  const { subresource } = description;
  if (description.resource !== undefined) return given(description.resource, description, known);
  const kinds = findKinds(own.group, kind, known);
  const [only] = kinds;
  if (only !== undefined && kinds.length === 1)
    return { ...own, resource: only.resource, subresource, isNamespaced: only.isNamespaced };
  const names = kinds.map(({ resource }) => resource).join(" or ");
  throw new RequestProblem(
    `the plural of ${kind}${own.group === "" ? "" : ` (${own.group})`} ${names === "" ? "is not known" : `may be ${names}`}`,
    'give the resource: `.resource("...")` in TypeScript, `resource: ...` in YAML',
  );
}

export function groupVersionOf(apiVersion: string): { readonly group: string; readonly version: string } {
  const [first = "", second] = apiVersion.split("/");
  return second === undefined ? { group: "", version: first } : { group: first, version: second };
}

/** `buckets`, or `deployments.v1.apps` (`pods.v1.` for core) where the resource is of another group than the object. */
function given(text: string, { object, subresource }: RequestDescription, known: KnownResources): RequestTarget {
  const parts = /^(?<resource>[a-z0-9-]+)(?:\.(?<version>v[0-9a-z]+)\.(?<group>[a-z0-9.-]*))?$/.exec(text)?.groups;
  if (parts === undefined)
    throw new RequestProblem(`\`${text}\` is no resource`, "write the plural, `buckets`, or `deployments.v1.apps`");
  const own = groupVersionOf(object.apiVersion);
  const { resource = "", group = own.group, version = own.version } = parts;
  const served = known.kinds.find((kind) => kind.group === group && kind.resource === resource);
  const kinds = findKinds(own.group, object.kind, { ...known, match: [] });
  if (subresource === undefined && kinds.length > 0 && !kinds.some((kind) => kind.resource === resource))
    throw new RequestProblem(`${object.kind} is not served as ${resource}`, `it is ${kinds[0]?.resource ?? ""}`);
  return { group, version, resource, subresource, isNamespaced: served?.isNamespaced };
}

function findKinds(group: string, kind: string, { kinds, match }: KnownResources): readonly KnownKind[] {
  const declared = [...kinds, ...servedKinds].find((candidate) => candidate.group === group && candidate.kind === kind);
  if (declared !== undefined) return [declared];
  return namesFor(kind, match, group).map((resource) => ({ group, kind, resource, isNamespaced: undefined }));
}

/** The resources that the policies name in this group and that read as the plural of the kind. */
function namesFor(kind: string, match: readonly MatchEntry[], group: string): readonly string[] {
  const plurals = pluralsOf(kind.toLowerCase());
  const named = match.filter((entry) => groupCovers(entry.group, group)).map((entry) => splitResource(entry.resource).resource);
  return [...new Set(named)].filter((resource) => plurals.includes(resource));
}

/** Every way in which English, and the generators of CRDs, make a plural. */
function pluralsOf(word: string): readonly string[] {
  return [word, `${word}s`, `${word}es`, word.replace(/y$/, "ies"), word.replace(/fe?$/, "ves"), word.replace(/sis$/, "ses")];
}
