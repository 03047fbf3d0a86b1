import { groupCovers, resourceCovers, splitResource, type MatchEntry } from "../../api/coverage.ts";
import type { RuleOperation } from "../../api/rules-module.ts";
import type { RecordShape } from "../../api/shape.ts";

interface Resource {
  readonly group: string;
  readonly resource: string;
}

/**
 * Whose names may hold any character but `/` and `%`, line breaks too, and have any length; every other resource of the
 * API server demands a DNS name (measured on all of them, test/language/kinds/free-names-server.test.ts).
 */
const freelyNamed: readonly Resource[] = [
  { group: "", resource: "events" },
  { group: "events.k8s.io", resource: "events" },
  { group: "policy", resource: "poddisruptionbudgets" },
  { group: "certificates.k8s.io", resource: "certificatesigningrequests" },
  ...["roles", "rolebindings", "clusterroles", "clusterrolebindings"].map((resource) => ({
    group: "rbac.authorization.k8s.io",
    resource,
  })),
];

/**
 * What is created and never stored: nothing checks its metadata (all that the API server has,
 * test/language/kinds/free-names-server.test.ts).
 */
const neverStored: readonly Resource[] = [
  ...["bindings", "pods/binding", "pods/eviction", "serviceaccounts/token"].map((resource) => ({ group: "", resource })),
  ...["tokenreviews", "selfsubjectreviews"].map((resource) => ({ group: "authentication.k8s.io", resource })),
  ...["localsubjectaccessreviews", "selfsubjectaccessreviews", "selfsubjectrulesreviews", "subjectaccessreviews"].map(
    (resource) => ({ group: "authorization.k8s.io", resource }),
  ),
];

/** Fields whose text the API server limits for other objects, but not for these. */
export interface FreeText {
  /** Of `metadata` of a new object, of `metadata` of a stored one, and of `request`. */
  readonly object: readonly string[];
  readonly oldObject: readonly string[];
  readonly request: readonly string[];
}

export function freeTextOf(match: readonly MatchEntry[], operations: readonly RuleOperation[]): FreeText {
  const isUnchecked = operations.includes("create") && covers(match, neverStored);
  const isNamedFreely = covers(match.map(mainResource), freelyNamed);
  const names = isNamedFreely ? ["name"] : [];
  return {
    object: isUnchecked ? ["name", "uid", "labels", "finalizers"] : names,
    oldObject: names,
    request: isUnchecked ? ["name"] : names,
  };
}

function covers(match: readonly MatchEntry[], resources: readonly Resource[]): boolean {
  return match.some(({ group, resource }) =>
    resources.some((one) => groupCovers(group, one.group) && resourceCovers(resource, one.resource)),
  );
}

/** `roles/status` has the names of `roles`. */
function mainResource(entry: MatchEntry): MatchEntry {
  return { ...entry, resource: splitResource(entry.resource).resource };
}

/** The shape, where what is read from `fields` may be any text. */
export function withFree(shape: RecordShape, fields: readonly string[]): RecordShape {
  const free = Object.entries(shape.fields).map(
    ([name, field]) => [name, fields.includes(name) ? ({ ...field, isFree: true } as const) : field] as const,
  );
  return { ...shape, fields: Object.fromEntries(free) };
}

/** The same of the fields of `metadata`. */
export function withFreeMetadata(shape: RecordShape, fields: readonly string[]): RecordShape {
  const metadata = shape.fields["metadata"];
  if (metadata?.shape.kind !== "record" || fields.length === 0) return shape;
  return { ...shape, fields: { ...shape.fields, metadata: { ...metadata, shape: withFree(metadata.shape, fields) } } };
}
