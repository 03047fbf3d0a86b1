/** Answers authorizer checks. In the API server, RBAC or another configured authorizer does this. */
export type AuthorizerAnswers = (check: AuthorizerRequest) => AuthorizationAnswer;

/** The user that a check is about: the user of the request, or the service account that the expression names. */
export interface Subject {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export type AuthorizerRequest = ResourceRequest | PathRequest;

/**
 * `authorizer.group(g).resource(r).subresource(s).namespace(n).name(x).check(verb)`. Parts that are left out are empty.
 */
export interface ResourceRequest {
  readonly kind: "resource";
  readonly subject: Subject;
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** As written in the expression. */
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
}

/** `authorizer.path(p).check(verb)` */
export interface PathRequest {
  readonly kind: "path";
  readonly subject: Subject;
  readonly verb: string;
  readonly path: string;
}

export interface AuthorizationAnswer {
  readonly allowed: boolean;
  /** Empty if the authorizer gives no reason. */
  readonly reason?: string;
  /** The error if the authorizer failed, for `errored()` and `error()`. */
  readonly error?: string;
}
