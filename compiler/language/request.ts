/** A kind with its group and version. `group` is `""` for the core API. */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** A resource with its group and version. `resource` is the plural in lower case, without a subresource. */
export interface GroupVersionResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** The user who makes the request. */
export interface UserInfo {
  /** For a service account: `system:serviceaccount:<namespace>:<name>`. */
  readonly username: string;
  /** An ID from the authenticator, if it gives one. */
  readonly uid?: string;
  readonly groups?: readonly string[];
  /** More from the authenticator, with keys in lower case. For a service account, it may name the Pod. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** Limits a delete to this UID or resource version. If they differ, the API server answers 409, without any policy. */
export interface Preconditions {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/**
 * Options of the request. A key that the client did not send is absent. For a delete of one object, the API server
 * fills in some before a policy sees them: `gracePeriodSeconds` for Pods, `preconditions.uid` for Namespaces and
 * CustomResourceDefinitions.
 */
export interface RequestOptions {
  /** `DeleteOptions`, `CreateOptions` or `UpdateOptions`. A patch has the latter, or `CreateOptions` if it creates. */
  readonly kind: string;
  readonly apiVersion: string;
  /** `["All"]` for a dry run, as in `request.dryRun`. */
  readonly dryRun?: readonly string[];
  /** Delete: what happens to dependants: `Foreground`, `Background` or `Orphan`. */
  readonly propagationPolicy?: string;
  readonly gracePeriodSeconds?: number;
  readonly orphanDependents?: boolean;
  readonly preconditions?: Preconditions;
  /** Create and update: the client's name as a field manager. */
  readonly fieldManager?: string;
  /** Create and update: what happens to fields that the schema does not have: `Ignore`, `Warn` or `Strict`. */
  readonly fieldValidation?: string;
}

/**
 * The admission request, with the names that CEL uses. The request's own UID is not available. The objects are
 * separate: `oldObject` and `object`.
 */
export interface AdmissionRequest {
  readonly operation: "CREATE" | "UPDATE" | "DELETE";
  /** The kind that the policy matched. */
  readonly kind: GroupVersionKind;
  /** The resource that the policy matched. */
  readonly resource: GroupVersionResource;
  /** Such as `status`. Absent for the resource itself. */
  readonly subResource?: string;
  /** What the client asked for. It may be another version of the same objects. */
  readonly requestKind: GroupVersionKind;
  readonly requestResource: GroupVersionResource;
  readonly requestSubResource?: string;
  /** Absent for a delete of a collection. */
  readonly name?: string;
  /** Absent for cluster-scoped objects. */
  readonly namespace?: string;
  readonly userInfo: UserInfo;
  readonly dryRun: boolean;
  readonly options?: RequestOptions;
}
