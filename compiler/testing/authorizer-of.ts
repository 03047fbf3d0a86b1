import type { AdmissionInput, Authorizer } from "../admission/index.ts";
import { resourceParts } from "./permission-parts.ts";
import type { Permission, RequestDescription } from "./request-description.ts";

type Question = Parameters<Authorizer>[0];
type ResourceQuestion = Extract<Question, { readonly kind: "resource" }>;

/**
 * Answers as RBAC would with these permissions and no others. A request that gets to admission has been allowed itself, and
 * who is in `system:masters` may do everything.
 */
export function authorizerOf({ operation, permissions = [] }: RequestDescription, { request }: AdmissionInput): Authorizer {
  const asker = request.userInfo.username;
  const { group, resource } = request.requestResource;
  const itself: Asked = {
    verb: operation === "deleteCollection" ? "deletecollection" : operation,
    group,
    resource,
    subresource: request.subResource ?? "",
    namespace: request.namespace,
    name: request.name,
  };
  const granted = permissions.map((permission) => ({ user: permission.user ?? asker, ...readPermission(permission) }));
  return (question) => {
    const { username, groups } = question.subject;
    const isMaster = groups.includes("system:masters");
    const isItself = username === asker && question.kind === "resource" && covers(itself, question);
    const isGranted = granted.some((permission) => permission.user === username && grants(permission, question));
    return { allowed: isMaster || isItself || isGranted };
  };
}

interface Asked {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

function readPermission({ verb, resource, namespace, name }: Permission): Asked & { readonly path: string } {
  if (!resource.startsWith("/")) return { verb, path: "", namespace, name, ...resourceParts(resource) };
  return { verb, path: resource, group: "", resource: "", subresource: "", namespace, name };
}

function grants(permission: Asked & { readonly path: string }, question: Question): boolean {
  if (question.kind === "resource") return permission.path === "" && covers(permission, question);
  return (permission.verb === "*" || permission.verb === question.verb) && permission.path === question.path;
}

/** `*` is every resource with its subresources; a permission without namespace or name holds for all of them. */
function covers(permission: Asked, question: ResourceQuestion): boolean {
  const isAll = permission.resource === "*";
  const isSame = permission.resource === question.resource && permission.subresource === question.subresource;
  return (
    (permission.verb === "*" || permission.verb === question.verb) &&
    (permission.group === "*" || permission.group === question.group) &&
    (isAll || isSame) &&
    (permission.namespace === undefined || permission.namespace === question.namespace) &&
    (permission.name === undefined || permission.name === question.name)
  );
}
