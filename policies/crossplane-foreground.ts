import {
  type KubernetesObject,
  type Match,
  type ObjectMeta,
  type OnCreateOrUpdate,
  type OwnerReference,
  deletionPolicy,
  show,
} from "holdfast";
import { CLAIMS } from "./appcat-claims.ts";

/** What may own, and what is composed: Crossplane's and Upbound's groups, and those of the composite resources of this cluster. */
const COMPOSED: readonly Match[] = [
  { group: "*.crossplane.io", resource: "*" },
  { group: "*.upbound.io", resource: "*" },
  { group: "vshn.appcat.vshn.io", resource: "*" },
];

/** It makes a reference non-blocking where two foreground deletions wait for each other, and has to be able to. */
const GARBAGE_COLLECTOR = "system:serviceaccount:kube-system:generic-garbage-collector";

interface Claim extends KubernetesObject {
  readonly spec: { readonly compositeDeletePolicy?: string };
}

interface Definition extends KubernetesObject {
  readonly spec: { readonly defaultCompositeDeletePolicy?: string };
}

const ALLOWED = ["Background", "Foreground"];

/** Set by this request to what it cannot be; what is stored already must not keep a terminating object from its end. */
const isWrong = (after: string | undefined, before: string | undefined): boolean =>
  after !== undefined && after !== before && !ALLOWED.includes(after);

const controllerOf = (metadata: ObjectMeta | undefined): OwnerReference | undefined =>
  metadata?.ownerReferences?.find((owner) => owner.controller === true);

/** The controller's reference is new, another one, or was blocking, and now is not. */
function stopsBlocking({ object, oldObject, request }: OnCreateOrUpdate<KubernetesObject>): boolean {
  const [after, before] = [controllerOf(object.metadata), controllerOf(oldObject?.metadata)];
  if (after === undefined || after.blockOwnerDeletion === true) return false;
  if (before?.uid !== after.uid) return true;
  return before.blockOwnerDeletion === true && request.userInfo.username !== GARBAGE_COLLECTOR;
}

const advice = `Allowed are "Background", which is the default, and "Foreground"`;

/**
 * Keeps what foreground cascading deletion needs, as Crossplane's design has it: claims and definitions of composite resources ask for
 * `Background` or `Foreground`, never for `Orphan`, and the controller's reference in `metadata.ownerReferences` blocks its owner.
 *
 * No rule is about deletes, and none about what is stored already: nothing here denies a delete, or keeps finalizers from being taken
 * off. Source: crossplane/crossplane:design, "Foreground Cascading Deletion Support"; apis/core/v2/policies.go.
 */
export default [
  deletionPolicy<Claim>({
    name: "crossplane-foreground-claims",
    match: CLAIMS,
    rules: {
      compositeDeletePolicy: {
        operation: "create-or-update",
        denyWhen: ({ object, oldObject }) => isWrong(object.spec?.compositeDeletePolicy, oldObject?.spec?.compositeDeletePolicy),
        message: ({ object }) =>
          `${object.kind} ${object.metadata.namespace ?? ""}/${object.metadata.name} has spec.compositeDeletePolicy ` +
          `${show(object.spec?.compositeDeletePolicy ?? "")}. ${advice}; the composite resource cannot be left behind`,
      },
    },
  }),
  deletionPolicy<Definition>({
    name: "crossplane-foreground-definitions",
    match: [{ group: "apiextensions.crossplane.io", version: "v1", resource: "compositeresourcedefinitions" }],
    rules: {
      defaultCompositeDeletePolicy: {
        operation: "create-or-update",
        denyWhen: ({ object, oldObject }) =>
          isWrong(object.spec?.defaultCompositeDeletePolicy, oldObject?.spec?.defaultCompositeDeletePolicy),
        message: ({ object }) =>
          `${object.kind} ${object.metadata.name} has spec.defaultCompositeDeletePolicy ` +
          `${show(object.spec?.defaultCompositeDeletePolicy ?? "")}. ${advice}`,
      },
    },
  }),
  deletionPolicy({
    name: "crossplane-foreground-owners",
    match: COMPOSED,
    rules: {
      blockOwnerDeletion: {
        operation: "create-or-update",
        denyWhen: (input) => stopsBlocking(input),
        message: ({ object }) =>
          `${object.kind} ${object.metadata.name} has a controller in metadata.ownerReferences without blockOwnerDeletion: true, so ` +
          `that foreground deletion of its owner would not wait for it. Set blockOwnerDeletion: true there`,
      },
    },
  }),
];
