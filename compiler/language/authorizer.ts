import type { Written } from "./parse/readable.ts";

/**
 * Asks whether the user of the request has a permission. In most clusters, RBAC answers.
 *
 * ```ts
 * authorizer.group("apps").resource("deployments").namespace(oldObject.metadata.namespace ?? "").check("override").allowed()
 * ```
 *
 * becomes
 *
 * ```yaml
 * authorizer.group('apps').resource('deployments')
 *   .namespace(oldObject.metadata.?namespace.orValue(''))
 *   .check('override').allowed()
 * ```
 *
 * - You may invent a verb, and give it to people in a Role like any other.
 * - **Administrators are always allowed** (`cluster-admin`, `system:masters`).
 * - The API server allows two checks in one expression. More are a compile error.
 * - Not available in a `message`, nor in a rule that the webhook answers.
 */
export interface Authorizer extends AccountAuthorizer {
  /** The object of the request: resource in the client's version, subresource, namespace and name. */
  readonly requestResource: ResourceCheck;
}

/** The checks that are available for a service account. It makes no request, so there is no `requestResource`. */
export interface AccountAuthorizer {
  /**
   * A path that is not a resource: `authorizer.path("/metrics")`. The policy must contain its beginning as a literal.
   */
  path(path: string): PathCheck;
  /** An API group, such as `apps`. `""` is the core group. */
  group(group: string): GroupCheck;
  /** The same checks for a service account. `undefined` if no service account can have that name. */
  serviceAccount<const Namespace extends string, const Name extends string>(
    namespace: Written<Namespace>,
    name: Written<Name>,
  ): AccountAuthorizer;
  serviceAccount(namespace: string | undefined, name: string | undefined): AccountAuthorizer | undefined;
}

export interface PathCheck {
  /** An HTTP verb in lower case: `get`, `post`. */
  check(verb: string): AuthorizationDecision;
}

export interface GroupCheck {
  /** The plural, such as `deployments`: a literal in the policy, or `request.resource.resource`. */
  resource(resource: string): ResourceCheck;
}

/**
 * A check about a resource. Parts that you leave out are empty: without `namespace` the user needs the permission in
 * every namespace, without `name` for every name.
 */
export interface ResourceCheck {
  subresource(subresource: string): ResourceCheck;
  namespace(namespace: string): ResourceCheck;
  name(name: string): ResourceCheck;
  /** `delete`, `update` and so on, or a verb that you invent. */
  check(verb: string): AuthorizationDecision;
}

export interface AuthorizationDecision {
  /** False if the authorizer denies it, has no opinion, or fails. */
  allowed(): boolean;
}
