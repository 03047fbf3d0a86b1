import {
  type AdmissionRequest,
  type Authorizer,
  type KubernetesObject,
  type OwnerReference,
  deletionPolicy,
  plainName,
} from "holdfast";

interface Reference {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly resourceRef?: { readonly name?: string; readonly namespace?: string };
  readonly resourceSelector?: { readonly namespace?: string };
}

interface Usage extends KubernetesObject {
  readonly spec: { readonly of?: Reference; readonly by?: Reference };
}

/** The controller's own notes on a Usage: who uses, by its UID, and what is marked. Each names the UID of the Usage that it is about. */
const USED_BY = "holdfast.dev/used-by";
const MARKS = "holdfast.dev/marks";

/** Under this name the controller writes. Whoever copies annotations from one object to another writes under a name of its own. */
const CONTROLLER = "holdfast-controller";

const isSameType = (a: Reference | undefined, b: Reference | undefined): boolean =>
  a?.apiVersion === b?.apiVersion && a?.kind === b?.kind;

/** Labels of a selector are not compared: they count until something is found, and before that the Usage protects nothing. */
const isSameReference = (a: Reference | undefined, b: Reference | undefined): boolean =>
  isSameType(a, b) &&
  a?.resourceRef?.name === b?.resourceRef?.name &&
  a?.resourceRef?.namespace === b?.resourceRef?.namespace &&
  a?.resourceSelector?.namespace === b?.resourceSelector?.namespace;

/** The garbage collector takes an owner for gone where any of the four differs from what it finds. */
const isSameOwner = (a: OwnerReference, b: OwnerReference): boolean =>
  a.uid === b.uid && a.name === b.name && a.kind === b.kind && a.apiVersion === b.apiVersion;

/** Written or changed. Without a note the controller makes it anew, and nothing ends. */
function isNoted(key: string, oldObject: KubernetesObject, object: KubernetesObject): boolean {
  const note = object.metadata.annotations?.[key];
  return note !== undefined && note !== oldObject.metadata.annotations?.[key];
}

/** Whether the writer may delete this very Usage. */
function mayDelete({ resource, namespace, name }: AdmissionRequest, authorizer: Authorizer): boolean {
  return authorizer
    .group(resource.group)
    .resource(resource.resource)
    .namespace(namespace ?? "")
    .name(name ?? "")
    .check("delete")
    .allowed();
}

/**
 * A Usage ends where it is deleted, and the controller, or the garbage collector, deletes it after its user. Whoever may change a Usage and
 * not delete it must not make them do that: by another user, by a note that its user is gone, by an owner that there is not, by naming
 * another object. So each of these changes needs the right to delete the Usage, as the controller has.
 */
export default deletionPolicy<Usage>({
  name: "usage-records",
  match: [
    { group: "protection.holdfast.dev", version: "v1alpha1", resource: "usages/*" },
    { group: "protection.holdfast.dev", version: "v1alpha1", resource: "clusterusages/*" },
    { group: "protection.crossplane.io", version: "v1beta1", resource: "usages/*" },
    { group: "protection.crossplane.io", version: "v1beta1", resource: "clusterusages/*" },
    { group: "apiextensions.crossplane.io", version: "v1beta1", resource: "usages/*" },
  ],
  rules: {
    mayNotRename: {
      operation: "update",
      denyWhen: ({ oldObject, object, request, authorizer }) =>
        !isSameReference(oldObject.spec?.of, object.spec?.of) && !mayDelete(request, authorizer),
      message: ({ oldObject }) =>
        `${oldObject.kind} ${plainName(oldObject.metadata.name)} protects what spec.of names: only who may delete it may change that`,
    },
    mayNotReplaceUser: {
      operation: "update",
      denyWhen: ({ oldObject, object, request, authorizer }) =>
        !isSameReference(oldObject.spec?.by, object.spec?.by) && !mayDelete(request, authorizer),
      message: ({ oldObject }) =>
        `${oldObject.kind} ${plainName(oldObject.metadata.name)} is deleted with what spec.by names: only who may delete it may change that`,
    },
    mayNotOwn: {
      operation: "update",
      denyWhen: ({ oldObject, object, request, authorizer }) => {
        const isKnown = (owner: OwnerReference): boolean =>
          oldObject.metadata.ownerReferences?.some((known) => isSameOwner(owner, known)) === true;
        return object.metadata.ownerReferences?.every(isKnown) === false && !mayDelete(request, authorizer);
      },
      message: ({ oldObject }) =>
        `${oldObject.kind} ${plainName(oldObject.metadata.name)} goes with its owners: only who may delete it may give it one`,
    },
    mayNotNote: {
      operation: "update",
      denyWhen: ({ oldObject, object, request, authorizer }) =>
        (isNoted(USED_BY, oldObject, object) || isNoted(MARKS, oldObject, object)) &&
        (request.options?.fieldManager !== CONTROLLER || !mayDelete(request, authorizer)),
      message: ({ oldObject }) =>
        `${USED_BY} and ${MARKS} of ${oldObject.kind} ${plainName(oldObject.metadata.name)} are notes of Holdfast's controller: leave them as they are, or remove them`,
    },
  },
});
