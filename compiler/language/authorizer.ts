import type { Written } from "./parse/readable.ts";

/**
 * Asks what the user of the request may do. In a cluster RBAC answers, or whatever else
 * authorizes there. CEL: the same words.
 *
 * ```ts
 * authorizer.group("apps").resource("deployments").namespace(oldObject.metadata.namespace ?? "").check("override").allowed()
 * ```
 *
 * A verb may be made up: RBAC does not know which there are, and whoever is given it is allowed. **Who may do
 * everything (`cluster-admin`, `system:masters`) is always allowed.** The API server pays for two checks in one
 * expression.
 */
export interface Authorizer extends AccountAuthorizer {
  /** What the request is about: its resource as the client names it, subresource, namespace and name. */
  readonly requestResource: ResourceCheck;
}

/** The same for a service account, which makes no request. */
export interface AccountAuthorizer {
  /**
   * A check about a path that is no object's: `authorizer.path("/metrics")`. It begins with text that is written in the
   * policy.
   */
  path(path: string): PathCheck;
  /** An API group; `""` is core. */
  group(group: string): GroupCheck;
  /** The same checks about a service account; undefined where there can be none of that name. */
  serviceAccount<const Namespace extends string, const Name extends string>(
    namespace: Written<Namespace>,
    name: Written<Name>,
  ): AccountAuthorizer;
  serviceAccount(namespace: string | undefined, name: string | undefined): AccountAuthorizer | undefined;
}

export interface PathCheck {
  /** The verb of HTTP in lower case. */
  check(verb: string): AuthorizationDecision;
}

export interface GroupCheck {
  /** The plural: written in the policy, or `request.resource.resource`. */
  resource(resource: string): ResourceCheck;
}

/** What is not said is empty: the resource itself, every namespace, every name. */
export interface ResourceCheck {
  subresource(subresource: string): ResourceCheck;
  namespace(namespace: string): ResourceCheck;
  name(name: string): ResourceCheck;
  /** `delete`, `update`, ... or a verb of one's own. */
  check(verb: string): AuthorizationDecision;
}

export interface AuthorizationDecision {
  /** False where the authorizer forbids it, has no opinion, or fails. */
  allowed(): boolean;
}
