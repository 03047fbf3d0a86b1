/** API group of Usages and CriticalServices. */
export const protectionGroup = "protection.holdfast.dev";

/** The label of every object that `holdfast compile` writes. */
export const ourLabel = { key: "app.kubernetes.io/managed-by", value: "holdfast" } as const;

/** The label of all manifests of the fallback. Helm overwrites the other label with `Helm`, but not this one. */
export const partOfLabel = { key: "app.kubernetes.io/part-of", value: "holdfast" } as const;

/**
 * The field manager of the controller (`metadata.managedFields`). Only requests with this name may write its notes on a
 * Usage (`policies/fallback/usage-records.ts`). Other controllers, which may copy annotations, do not have it.
 */
export const fieldManager = "holdfast-controller";

/**
 * Labels that make the API server call the webhook for an object. The controller writes them before it reports `Ready`.
 */
export const marks = {
  /** Protected by `policies/fallback/usages.ts`. */
  inUse: "holdfast.dev/in-use",
  /** Protected by `policies/fallback/critical-services.ts`. */
  critical: "holdfast.dev/critical",
  /** Marks objects of an AppCat instance. AppCat writes it (vshn/appcat: pkg/controller/webhooks). */
  appcatOwner: "appcat.vshn.io/ownercomposite",
} as const;

/** Prefixes of annotations beside these labels. Each Usage or CriticalService writes one that ends in its UID. */
export const markEntries = { inUse: "usage.holdfast.dev/", critical: "critical.holdfast.dev/" } as const;

/** Finalizers that the controller sets. */
export const finalizerNames = {
  /** On a Usage, until its annotation on the used object is removed. */
  usage: "usage.holdfast.dev/in-use",
  /** On a claim, until its composite no longer exists. */
  foregroundClaim: "claims.holdfast.dev/foreground",
} as const;

export const annotationNames = {
  /** The file and line that a generated object comes from. */
  source: "holdfast.dev/source",
  /** The release annotation: its value is the UID of the object. The default of `released()`. */
  release: "holdfast.dev/release",
  /** The confirmation annotation: its value is the name of the object. The default of `confirmedByName()`. */
  confirmation: "holdfast.dev/confirm-delete",
  /** The record of `holdfast unprotect`. */
  unprotected: "holdfast.dev/unprotected",
  /** On a used object: delete it once nothing uses it (`policies/fallback/usage-attempts.ts`). */
  deleteWhenUnused: "holdfast.dev/delete-when-unused",
  /** On a Usage: the controller's note of the user (`policies/fallback/usage-records.ts`). */
  usedBy: "holdfast.dev/used-by",
} as const;
