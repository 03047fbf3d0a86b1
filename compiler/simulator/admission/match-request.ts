import { metadataOf, fieldsOf } from "../../api/json.ts";
import { type LabelSelector, matchesLabels } from "../../language/matches-labels.ts";
import type { AdmissionReviewRequest, Input } from "../../api/admission-review.ts";
import type { AdmissionPolicy, MatchedResources } from "./admission-policy.ts";

/**
 * The request as the API server shows it to this policy, or undefined where the policy does not match it: under
 * Equivalent `request.kind`, `request.resource` and the objects are of the version that the policy names.
 *
 * In the input `requestResource` is what the client asked for, and `resource` another version (or group) of the same
 * objects, if there is one. Three executions that are to agree must all get the result.
 */
export function asMatched(policy: AdmissionPolicy, input: Input): Input | undefined {
  const { request } = input;
  const original: AdmissionReviewRequest = { ...request, kind: request.requestKind, resource: request.requestResource };
  if (isNeverSeen(original)) return undefined;
  const { resourceRules, excludeResourceRules, matchPolicy, objectSelector } = policy.constraints;
  if (![request.object, request.oldObject].some((object) => isSelected(object, objectSelector))) return undefined;
  const candidates = matchPolicy === "Exact" ? [original] : [original, request];
  const find = (rules: readonly MatchedResources[]): AdmissionReviewRequest | undefined =>
    candidates.find((candidate) => rules.some((rule) => matchesRule(rule, candidate)));
  const matched = find(excludeResourceRules) === undefined ? find(resourceRules) : undefined;
  return matched === undefined ? undefined : { ...input, request: converted(matched, request) };
}

/** What has no labels at all matches a selector as an object without labels does; what is not there matches none. */
function isSelected(object: unknown, selector: LabelSelector): boolean {
  if (Object.values(selector).flat().length === 0) return true;
  if (!isRecord(object)) return false;
  const { labels } = metadataOf(object);
  return matchesLabels(fieldsOf(labels) as Readonly<Record<string, string>>, selector);
}

/**
 * Policies from the API never see these (apiserver: plugin/policy/generic/plugin.go;
 * kubeapiserver: admission/exclusion).
 */
function isNeverSeen({ resource }: AdmissionReviewRequest): boolean {
  const neverSeen: Readonly<Record<string, readonly string[]>> = {
    "admissionregistration.k8s.io": [
      "validatingadmissionpolicies",
      "validatingadmissionpolicybindings",
      "mutatingadmissionpolicies",
      "mutatingadmissionpolicybindings",
    ],
    "authentication.k8s.io": ["selfsubjectreviews", "tokenreviews"],
    "authorization.k8s.io": [
      "localsubjectaccessreviews",
      "selfsubjectaccessreviews",
      "selfsubjectrulesreviews",
      "subjectaccessreviews",
    ],
  };
  return neverSeen[resource.group]?.includes(resource.resource) ?? false;
}

function matchesRule(rule: MatchedResources, request: AdmissionReviewRequest): boolean {
  const { group, version } = request.resource;
  return (
    matchesScope(rule, request) &&
    exactOrWildcard(rule.operations, request.operation) &&
    exactOrWildcard(rule.apiGroups, group) &&
    exactOrWildcard(rule.apiVersions, version) &&
    rule.resources.some((resource) => matchesResource(resource, request))
  );
}

function exactOrWildcard(items: readonly string[], requested: string): boolean {
  return items.includes("*") || items.includes(requested);
}

/** `x/*` holds `x` itself, and `*` no subresource (apiserver: plugin/webhook/predicates/rules/rules.go). */
function matchesResource(pattern: string, { resource, subResource = "" }: AdmissionReviewRequest): boolean {
  const slash = pattern.indexOf("/");
  const [name, sub] = slash === -1 ? [pattern, ""] : [pattern.slice(0, slash), pattern.slice(slash + 1)];
  return (name === "*" || name === resource.resource) && (sub === "*" || sub === subResource);
}

/** A Namespace is cluster-scoped although the request names one. */
function matchesScope({ scope }: MatchedResources, request: AdmissionReviewRequest): boolean {
  if (scope === "*") return true;
  const { group, version, resource } = request.resource;
  const isNamespace = group === "" && version === "v1" && resource === "namespaces";
  const isCluster = isNamespace || (request.namespace ?? "") === "";
  return isCluster === (scope === "Cluster");
}

/** The API server hands the objects over in the version that matched. */
function converted(matched: AdmissionReviewRequest, { kind, requestKind }: AdmissionReviewRequest): AdmissionReviewRequest {
  if (kind.group === requestKind.group && kind.version === requestKind.version) return matched;
  const { group, version } = matched.kind;
  const apiVersion = group === "" ? version : `${group}/${version}`;
  const convert = (object: unknown): unknown => (isRecord(object) ? { ...object, apiVersion, kind: matched.kind.kind } : object);
  return { ...matched, object: convert(matched.object), oldObject: convert(matched.oldObject) };
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof Map);
}
