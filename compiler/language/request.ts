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
  /** What the authentication knows the user by, where it says so. */
  readonly uid?: string;
  readonly groups?: readonly string[];
  /** What else the authentication knows: keys in lower case, each with texts. A service account has its Pod there. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** A delete is for this very object, or this very state of it; another answers 409 without asking any policy. */
export interface Preconditions {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/**
 * Options of the request; a key that the client did not send is absent. The storage of some kinds fills in its own
 * before a policy sees them: `gracePeriodSeconds` of Pods, `preconditions.uid` of Namespaces and
 * CustomResourceDefinitions, on a delete of one object.
 */
export interface RequestOptions {
  /** Which of the options these are; a patch has those of an update, or of a create where it creates. */
  readonly kind: string;
  readonly apiVersion: string;
  /** `["All"]` where nothing is to happen; `request.dryRun` says the same. */
  readonly dryRun?: readonly string[];
  /** Delete: what becomes of the objects that belong to this one. */
  readonly propagationPolicy?: string;
  readonly gracePeriodSeconds?: number;
  readonly orphanDependents?: boolean;
  readonly preconditions?: Preconditions;
  /** Create and update: the name under which the client manages fields. */
  readonly fieldManager?: string;
  /** Create and update: what becomes of fields that the schema does not know. */
  readonly fieldValidation?: string;
}

/**
 * The admission request, spelled as in CEL. What the API server leaves out is typed so: `name` is absent on a
 * collection delete, `subResource` on the main resource, `namespace` on cluster-scoped objects. Its UID, and the
 * objects, are not there: `oldObject` and `object` stand beside it.
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
  readonly requestSubResource?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly userInfo: UserInfo;
  readonly dryRun: boolean;
  readonly options?: RequestOptions;
}
