import type { AdmissionInput, AuthorizerAnswers } from "../admission/index.ts";
import type { Permission, RequestDescription } from "./request-description.ts";

type Check = Parameters<AuthorizerAnswers>[0];
type ResourceRequest = Extract<Check, { readonly kind: "resource" }>;

/**
 * Answers as RBAC would with these permissions and no others. A request that gets to admission has been allowed itself,
 * and who is in `system:masters` may do everything.
 */
export function authorizerAnswersOf(
  { operation, permissions = [] }: RequestDescription,
  { request }: AdmissionInput,
): AuthorizerAnswers {
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
  return (check) => {
    const { username, groups } = check.subject;
    const isMaster = groups.includes("system:masters");
    const isItself = username === asker && check.kind === "resource" && covers(itself, check);
    const isGranted = granted.some((permission) => permission.user === username && grants(permission, check));
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

function grants(permission: Asked & { readonly path: string }, check: Check): boolean {
  if (check.kind === "resource") return permission.path === "" && covers(permission, check);
  return (permission.verb === "*" || permission.verb === check.verb) && permission.path === check.path;
}

/** `*` is every resource with its subresources; a permission without namespace or name holds for all of them. */
function covers(permission: Asked, check: ResourceRequest): boolean {
  const isAll = permission.resource === "*";
  const isSame = permission.resource === check.resource && permission.subresource === check.subresource;
  return (
    (permission.verb === "*" || permission.verb === check.verb) &&
    (permission.group === "*" || permission.group === check.group) &&
    (isAll || isSame) &&
    (permission.namespace === undefined || permission.namespace === check.namespace) &&
    (permission.name === undefined || permission.name === check.name)
  );
}

/** `deployments.apps/scale` in its parts; `*` is every resource of every group, with its subresources. */
interface ResourceParts {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
}

export function resourceParts(text: string): ResourceParts {
  const [named = "", subresource = ""] = text.split("/");
  const dot = named.indexOf(".");
  if (dot !== -1) return { resource: named.slice(0, dot), group: named.slice(dot + 1), subresource };
  return { resource: named, group: named === "*" ? "*" : "", subresource };
}
