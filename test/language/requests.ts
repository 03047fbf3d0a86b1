import type { AuthorizerAnswers } from "../../compiler/simulator/admission/index.ts";
import type { Input, Reviewed } from "../../compiler/api/admission-review.ts";
import { authorizerAnswersOf } from "../../compiler/simulator/testing/authorizer-of.ts";
import type { Permission } from "../../compiler/simulator/testing/request-description.ts";
import type { Body, OtherKind, Request } from "./language-case.ts";

export const group = "language.example.com";

const thing: OtherKind = { group, kind: "Thing", resource: "things" };

/** The object as the API server stores it. */
export function objectOf({ metadata, ...fields }: Body, name: string, version = "v1", about = thing): Record<string, unknown> {
  const namespace = about.isClusterScoped === true ? {} : { namespace: "language" };
  return {
    apiVersion: about.group === "" ? version : `${about.group}/${version}`,
    kind: about.kind,
    metadata: { name, ...namespace, uid, creationTimestamp: "2026-01-01T00:00:00Z", ...metadata },
    ...fields,
  };
}

/** The name that the object of a request has in the cluster. */
export function objectName(request: string): string {
  return request.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

/** The request as the API server would review it: absent keys where it leaves them out. */
export function inputOf(request: Request, title: string): Input {
  const input = reviewOf(request, title);
  return { ...input, authorizer: authorizerFor(request, input) };
}

/**
 * Answers as RBAC would, in the namespace of the request. Without permissions it is one of a cluster's master; service
 * accounts have none then.
 */
export function authorizerFor({ permissions }: Request, input: Reviewed): AuthorizerAnswers {
  const { username } = input.request.userInfo;
  if (permissions === undefined) return ({ subject }) => ({ allowed: subject.username === username });
  const operation = input.request.operation.toLowerCase() as "delete" | "create" | "update";
  const object = { apiVersion: `${group}/v1`, kind: "Thing" };
  const own = permissions.map((permission) => permissionIn(input.request.namespace ?? "", permission));
  return authorizerAnswersOf({ operation, object, permissions: own }, input);
}

export function permissionIn(namespace: string, { user, ...permission }: Permission): Permission {
  return {
    ...permission,
    ...(permission.namespace === "language" && { namespace }),
    ...(user !== undefined && { user: user.replace(":language:", `:${namespace}:`) }),
  };
}

function reviewOf(request: Request, title: string): Reviewed {
  const name = objectName(title);
  const operation = request.operation ?? "DELETE";
  const version = request.version ?? "v1";
  const about = request.about ?? thing;
  const resource = { group: about.group, version: "v1", resource: about.resource };
  const kind = { group: about.group, version: "v1", kind: about.kind };
  return {
    request: {
      operation,
      kind,
      resource,
      requestKind: { ...kind, version },
      requestResource: { ...resource, version },
      ...(request.isCollection === true ? {} : { name }),
      ...(about.isClusterScoped === true ? {} : { namespace: "language" }),
      userInfo: {
        username: request.user ?? "admin",
        groups: [...(request.groups ?? []), "system:authenticated"],
        ...(request.extra !== undefined && { extra: request.extra }),
      },
      dryRun: true,
      options: optionsOf(request, uid),
      ...(operation === "CREATE" ? {} : { oldObject: objectOf(request.stored ?? {}, name, version, about) }),
      ...(operation === "DELETE" ? {} : { object: objectOf(request.written ?? {}, name, version, about) }),
    },
    namespaceObject:
      about.isClusterScoped === true
        ? undefined
        : {
            metadata: {
              name: "language",
              uid: "0b7c",
              resourceVersion: "7",
              creationTimestamp: "2026-01-01T00:00:00Z",
              ...request.namespace,
            },
            spec: { finalizers: ["kubernetes"] },
            status: { phase: "Active" },
          },
  };
}

const uid = "3f0e7b1c";
const optionKinds = { DELETE: "DeleteOptions", CREATE: "CreateOptions", UPDATE: "UpdateOptions" };

/** The options of the request about the object with this UID. */
export function optionsOf({ operation = "DELETE", options, isForUid }: Request, ofObject: string): Record<string, unknown> {
  const preconditions = isForUid === true ? { preconditions: { uid: ofObject } } : {};
  return { apiVersion: "meta.k8s.io/v1", kind: optionKinds[operation], dryRun: ["All"], ...options, ...preconditions };
}
