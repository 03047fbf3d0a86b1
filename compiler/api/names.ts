/** API group of Usages and CriticalServices. */
export const protectionGroup = "protection.holdfast.dev";

/** On every object that `holdfast compile` writes. */
export const ourLabel = { key: "app.kubernetes.io/managed-by", value: "holdfast" } as const;

/** On all that installs the fallback. Helm writes `Helm` into the other label of what it installs, and leaves this one. */
export const partOfLabel = { key: "app.kubernetes.io/part-of", value: "holdfast" } as const;

/**
 * As the API server names the controller among those who own fields (`metadata.managedFields`). The rules take notes on
 * a Usage under this name alone (`policies/fallback/usage-records.ts`): no controller that copies annotations has it.
 */
export const fieldManager = "holdfast-controller";

/**
 * Labels by which the webhook is asked about an object: the controller writes them before it says that anything is
 * protected.
 */
export const marks = {
  /** `policies/fallback/usages.ts` keeps it. */
  inUse: "holdfast.dev/in-use",
  /** `policies/fallback/critical-services.ts` keeps it. */
  critical: "holdfast.dev/critical",
  /** Of what belongs to an instance; AppCat writes it (vshn/appcat: pkg/controller/webhooks). */
  appcatOwner: "appcat.vshn.io/ownercomposite",
} as const;

/** Annotations beside these labels: each protector writes one of its own, which ends in its UID. */
export const markEntries = { inUse: "usage.holdfast.dev/", critical: "critical.holdfast.dev/" } as const;

/** What the controller holds objects of others by. */
export const finalizerNames = {
  /** On a Usage: it is not gone before its entry in the mark is. */
  usage: "usage.holdfast.dev/in-use",
  /** On a claim, until its composite is gone. */
  foregroundClaim: "claims.holdfast.dev/foreground",
} as const;

export const annotationNames = {
  /** File and line that a generated object comes from. */
  source: "holdfast.dev/source",
  /** With the UID of the object that carries it: it may go. As `released` has it for policies. */
  release: "holdfast.dev/release",
  /** With the name of the object: its delete is confirmed. As `confirmedByName` has it for policies. */
  confirmation: "holdfast.dev/confirm-delete",
  /** The record of `holdfast unprotect`. */
  unprotected: "holdfast.dev/unprotected",
  /** On what is used: a delete is wanted as soon as nothing uses it (`policies/fallback/usage-attempts.ts`). */
  deleteWhenUnused: "holdfast.dev/delete-when-unused",
  /** On a Usage: the controller's note of who uses (`policies/fallback/usage-records.ts`). */
  usedBy: "holdfast.dev/used-by",
} as const;
