/** `group` is `""` for the core API. */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** `resource` is the plural in lower case, without a subresource. */
export interface GroupVersionResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

export interface UserInfo {
  readonly username: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
}

/** Options of a delete request; a key that the client did not send is absent. */
export interface DeleteOptions {
  readonly propagationPolicy?: string;
  readonly gracePeriodSeconds?: number;
  readonly orphanDependents?: boolean;
}

/**
 * The admission request, spelled as in CEL. What the API server leaves out is typed so: `name` is absent on a
 * collection delete, `subResource` on the main resource, `namespace` on cluster-scoped objects.
 */
export interface AdmissionRequest {
  readonly operation: "CREATE" | "UPDATE" | "DELETE";
  /** What the policy matched. */
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subResource?: string;
  /** What the client asked for; another version of the same objects, perhaps. */
  readonly requestKind: GroupVersionKind;
  readonly requestResource: GroupVersionResource;
  readonly name?: string;
  readonly namespace?: string;
  readonly userInfo: UserInfo;
  readonly dryRun: boolean;
  readonly options?: DeleteOptions;
}
