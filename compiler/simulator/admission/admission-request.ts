import type { GroupVersionKind, GroupVersionResource } from "../../api/resource.ts";
import type { AdmissionReviewRequest, Reviewed, UserInfo, Input } from "../../api/admission-review.ts";
import { deleteOptions, type SentDeleteOptions, type SentWriteOptions, writeOptions } from "./admission-options.ts";
import { type UntypedObject, withoutEmptyMetadata } from "./json-object.ts";

/** One request, as the API server has it before admission. */
export type AdmissionInput = Input;

const serviceAccount = /^system:serviceaccount:(?<namespace>[^:]+):[^:]+$/;

/**
 * The user as authentication leaves it: a service account is in the groups of its kind, and everyone is authenticated.
 */
function userInfo(username = "alice", groups: readonly string[] = []): UserInfo {
  const namespace = serviceAccount.exec(username)?.groups?.["namespace"];
  const implied = namespace === undefined ? [] : ["system:serviceaccounts", `system:serviceaccounts:${namespace}`];
  return { username, groups: [...new Set([...groups, ...implied, "system:authenticated"])] };
}

/** How an object came to be requested; everything has the value of a plain `kubectl` by a plain user. */
export interface Circumstances {
  /** The plural, in the version in which the policy sees the objects. */
  readonly resource: GroupVersionResource;
  readonly subResource?: string;
  /** Name of the user; groups that a name implies (service accounts, authentication) come by themselves. */
  readonly as?: string;
  readonly groups?: readonly string[];
  /** What else the authentication knows of the user. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  readonly dryRun?: boolean;
  /** The version that the client used, where it is another one. */
  readonly through?: string;
  /** The Namespace of a namespaced object, when there is more to it than its name. */
  readonly namespaceObject?: object;
}

export interface DeleteCircumstances extends Circumstances {
  /** One object of a collection delete: the request has no name. */
  readonly collection?: boolean;
  readonly options?: SentDeleteOptions;
}

/** Deletes `object`: `deleteOf(bucket, { resource: buckets, as: "alice", dryRun: true })`. */
export function deleteOf(
  object: UntypedObject,
  { collection = false, options, ...circumstances }: DeleteCircumstances,
): Reviewed {
  const sent = { ...options, ...(circumstances.dryRun && { dryRun: ["All"] }) };
  const seen = deleteOptions(object, sent, collection);
  return inputOf(object, circumstances, {
    operation: "DELETE",
    oldObject: object,
    object: null,
    options: seen,
    isNamed: !collection,
  });
}

export interface WriteCircumstances extends Circumstances {
  readonly options?: SentWriteOptions;
}

export interface CreateCircumstances extends WriteCircumstances {
  /** The name of the object is one that the API server made: the request has none. */
  readonly hasGeneratedName?: boolean;
}

/** Creates `object`, a subresource such as an Eviction included. */
export function createOf(object: UntypedObject, { hasGeneratedName = false, ...circumstances }: CreateCircumstances): Reviewed {
  const options = writeOptions("CreateOptions", circumstances);
  const isNamed = !hasGeneratedName;
  return inputOf(object, circumstances, { operation: "CREATE", oldObject: null, object, options, isNamed });
}

/** Changes `oldObject` into `object`; a patch looks the same. */
export function updateOf(oldObject: UntypedObject, object: UntypedObject, circumstances: WriteCircumstances): Reviewed {
  const options = writeOptions("UpdateOptions", circumstances);
  return inputOf(object, circumstances, { operation: "UPDATE", oldObject, object, options, isNamed: true });
}

interface Act {
  readonly operation: AdmissionReviewRequest["operation"];
  readonly oldObject: UntypedObject | null;
  readonly object: UntypedObject | null;
  readonly options: object;
  readonly isNamed: boolean;
}

function inputOf(about: UntypedObject, circumstances: Circumstances, { isNamed, ...act }: Act): Reviewed {
  const { subResource, through, as, groups, extra, dryRun = false } = circumstances;
  const { name } = about.metadata;
  const namespace = namespaceOfRequest(about);
  const resource = { ...circumstances.resource };
  const kind = kindOf(about);
  const request: AdmissionReviewRequest = {
    ...act,
    oldObject: act.oldObject && withoutEmptyMetadata(act.oldObject),
    object: act.object && withoutEmptyMetadata(act.object),
    kind,
    resource,
    dryRun,
    userInfo: { ...userInfo(as, groups), ...(extra !== undefined && { extra }) },
    requestKind: inVersion(kind, through),
    requestResource: inVersion(resource, through),
    ...(subResource !== undefined && { subResource, requestSubResource: subResource }),
    ...(isNamed && name !== undefined && { name }),
    ...(namespace !== undefined && { namespace }),
  };
  const namespaceObject = namespaceFor(about, circumstances);
  return namespaceObject === undefined ? { request } : { request, namespaceObject };
}

/** `policy/v1` and `Eviction` for an eviction, though the resource is `pods` of the core group. */
function kindOf({ apiVersion, kind }: UntypedObject): GroupVersionKind {
  const [first = "", second] = apiVersion.split("/");
  return second === undefined ? { group: "", version: first, kind } : { group: first, version: second, kind };
}

function inVersion<T extends { readonly version: string }>(named: T, through: string | undefined): T {
  return { ...named, version: through ?? named.version };
}

function isNamespace({ apiVersion, kind }: UntypedObject): boolean {
  return apiVersion === "v1" && kind === "Namespace";
}

/** A request for a Namespace names that Namespace, although it is cluster-scoped. */
function namespaceOfRequest(object: UntypedObject): string | undefined {
  return isNamespace(object) ? object.metadata.name : object.metadata.namespace;
}

/** Namespaces themselves and other cluster-scoped objects have none. */
function namespaceFor(object: UntypedObject, { namespaceObject }: Circumstances): object | undefined {
  const { namespace } = object.metadata;
  if (namespace === undefined && namespaceObject !== undefined)
    throw new TypeError(`${object.kind} is cluster-scoped and has no Namespace`);
  return namespace === undefined ? undefined : (namespaceObject ?? namespaceNamed(namespace));
}

/** A Namespace as the API server stores it, with more metadata where a test needs it. */
export function namespaceNamed(name: string, metadata: Readonly<Record<string, unknown>> = {}): UntypedObject {
  return {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name, labels: { "kubernetes.io/metadata.name": name }, ...metadata },
    spec: { finalizers: ["kubernetes"] },
    status: { phase: "Active" },
  };
}
