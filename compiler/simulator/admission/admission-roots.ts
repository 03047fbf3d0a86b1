import type { AdmissionReviewRequest, Input } from "../../api/admission-review.ts";
import {
  type CelValue,
  celValueOfJson,
  type AuthorizerAnswers,
  CelAuthorizer,
  CelResourceCheck,
  NotEvaluatedHere,
} from "../../cel/index.ts";

/**
 * `authorizer` and `authorizer.requestResource` (apiserver: plugin/policy/validating/validator.go): who
 * asks is the user of the request.
 */
function bindAuthorizer({ request, authorizer = answersNothing }: Input): readonly (readonly [string, CelValue])[] {
  const { groups = [], ...user } = request.userInfo;
  const { group, resource } = request.requestResource;
  const asker = new CelAuthorizer({ ...user, groups }, authorizer);
  const requested = new CelResourceCheck(asker, {
    group,
    resource,
    subresource: request.subResource ?? "",
    namespace: request.namespace ?? "",
    name: request.name ?? "",
  });
  return [
    ["authorizer", asker],
    ["authorizer.requestResource", requested],
  ];
}

const answersNothing: AuthorizerAnswers = () => {
  throw new NotEvaluatedHere("what a user may do, where the input has no authorizer");
};

/** What the names of an expression hold, apart from `variables`. */
export type Roots = ReadonlyMap<string, CelValue>;

/** What the API server binds for validations and messages; `object` is null on DELETE, `oldObject` on CREATE. */
export function bindRoots(input: Input, params: unknown = null): Roots {
  const { request, namespaceObject } = input;
  const namespace = hasNamespaceObject(request) ? namespaceJson(requireNamespace(request, namespaceObject)) : null;
  return new Map([
    ["object", celValueOfJson(request.object ?? null)],
    ["oldObject", celValueOfJson(request.oldObject ?? null)],
    ["request", bindRequest(request)],
    ["params", celValueOfJson(params)],
    ["namespaceObject", celValueOfJson(namespace)],
    ...bindAuthorizer(input),
  ]);
}

/**
 * Match conditions see no Namespace, and the resource as the client asked for it
 * (plugin/webhook/matchconditions/matcher.go).
 */
export function bindRootsOfConditions(roots: Roots, { request }: Input): Roots {
  const asked = bindRequest({ ...request, resource: request.requestResource });
  return new Map<string, CelValue>([...roots, ["request", asked], ["namespaceObject", null]]);
}

/** The JSON form of an AdmissionRequest: what is empty is no key, apart from the parts of a kind or resource. */
function bindRequest(request: AdmissionReviewRequest): CelValue {
  const { kind, resource, requestKind, requestResource, operation, dryRun, options } = request;
  const { subResource, requestSubResource, name, namespace } = request;
  return celValueOfJson({
    kind,
    resource,
    requestKind,
    requestResource,
    operation,
    dryRun,
    options,
    ...withoutEmpty({ subResource, requestSubResource, name, namespace }),
    userInfo: withoutEmpty({ ...request.userInfo }),
  });
}

/** The Namespace of a namespaced object; a Namespace has none, although its requests name one. */
function hasNamespaceObject({ namespace = "", requestKind }: AdmissionReviewRequest): boolean {
  const isNamespace = requestKind.group === "" && requestKind.version === "v1" && requestKind.kind === "Namespace";
  return namespace !== "" && !isNamespace;
}

function requireNamespace({ namespace }: AdmissionReviewRequest, object: unknown): Readonly<Record<string, unknown>> {
  if (typeof object === "object" && object !== null) return object as Readonly<Record<string, unknown>>;
  throw new TypeError(`the API server answers 404 without Namespace ${namespace}: give the input a namespaceObject`);
}

function withoutEmpty(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  return value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}

const namespaceMetadata: ReadonlySet<string> = new Set(
  "name generateName namespace labels annotations uid creationTimestamp deletionTimestamp deletionGracePeriodSeconds generation resourceVersion finalizers".split(
    " ",
  ),
);

/** The API server binds a part of the Namespace (apiserver: plugin/cel/condition.go, CreateNamespaceObject). */
function namespaceJson({ metadata, spec, status }: Readonly<Record<string, unknown>>): object {
  const kept = Object.entries(metadata ?? {}).filter(([name]) => namespaceMetadata.has(name));
  return { metadata: withoutEmpty(Object.fromEntries(kept)), spec: spec ?? {}, status: status ?? {} };
}
