/** Answers what `authorizer` asks in CEL; in the API server that is RBAC or whatever else is configured there. */
export type AuthorizerAnswers = (check: AuthorizerRequest) => AuthorizationAnswer;

/** Who would act: the user of the request, or the service account that the expression names. */
export interface Subject {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export type AuthorizerRequest = ResourceRequest | PathRequest;

/** `authorizer.group(g).resource(r).subresource(s).namespace(n).name(x).check(verb)`; what was not said is empty. */
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
  /** Empty where the authorizer gives none. */
  readonly reason?: string;
  /** What went wrong where the authorizer failed: `errored()` and `error()` say so. */
  readonly error?: string;
}
