/**
 * Switches a guard off. The reason stands in the report: `{ off: "owners are set by our operator, which we trust" }`.
 */
export interface SwitchedOff {
  readonly off: string;
}

/** A rule of the policy about updates keeps the marks: `{ keptBy: "keepMark" }`. */
export interface KeptBy {
  readonly keptBy: string;
}

/**
 * Controllers whose work it is to give objects owners, by their user names:
 * `{ allow: ["system:serviceaccount:kube-system:statefulset-controller"] }`. Whoever may impersonate such a user may do
 * it, too.
 */
export interface AllowedOwners {
  readonly allow: readonly string[];
}

/**
 * A rule about deletes alone can be bypassed: take the label off, then delete. So each rule that denies deletes gets
 * guards, all of them on unless they are switched off here.
 *
 * ```ts
 * guards: { release: "clear-mark", owners: { off: "owners are set by our operator, which we trust" } }
 * ```
 */
export interface Guards {
  /**
   * No update takes the protection away: marks are the labels and annotations that the rules read. `strict`, the
   * default: none at all. `clear-mark`: an update of the object itself may, because "clear the mark, then delete" is
   * how it is meant; through a subresource (`/status`) it may not. `{ keptBy }`: a rule of the policy about updates
   * keeps them, since who may take them away depends on what else there is in the cluster.
   */
  readonly release?: "strict" | "clear-mark" | KeptBy | SwitchedOff;
  /**
   * No protected object gets a new owner, together with which the garbage collector would delete it. `{ allow }`: but
   * from these users, and only a controller (`controller: true`). From Kubernetes' own controllers only of the kinds
   * that they are for: StatefulSets and Pods from `statefulset-controller`
   * (`persistentVolumeClaimRetentionPolicy: Delete`), Deployments from `deployment-controller` (adoption of
   * ReplicaSets). Without credentials for each of them, they all are `system:kube-controller-manager`.
   */
  readonly owners?: AllowedOwners | SwitchedOff;
  /**
   * A protected object whose deletion has begun (before it was protected, or through an override) keeps these
   * finalizers: taking the last one off deletes it, and admission is not asked. Only finalizers that nobody but a
   * person takes off.
   */
  readonly finalizers?: { readonly keep: readonly string[] };
  /** The CustomResourceDefinition of a protected kind is not deleted, and goes on serving its versions. */
  readonly definitions?: SwitchedOff;
  /**
   * No Namespace is deleted that holds a protected object. The API server looks into it by kind: built-in kinds that
   * the policy matches by name, and those named here. Kinds that a pattern matches stay open where they are not named.
   * A kind that the cluster does not know is not looked for.
   */
  readonly namespaces?: { readonly kinds: readonly Kind[] } | SwitchedOff;
  /** Where a label of the Namespace decides how the policy is enforced, no update of it lowers that. */
  readonly namespaceLabels?: SwitchedOff;
  /**
   * Asked for: a protected object is not scaled to nothing (also through `/scale`, for the built-in kinds and those
   * that are named in `namespaces`), its `data` is not emptied, and a PersistentVolume that is retained stays so. Of
   * custom kinds, `spec.replicas` and `data` are guarded: if their definition scales by another field, the report says
   * that the way is open.
   */
  readonly freeze?: true;
  /**
   * A protected ValidatingWebhookConfiguration loses no webhook, and none of them is narrowed or made to let through
   * what it cannot judge.
   */
  readonly webhooks?: SwitchedOff;
  /** No protected Pod is evicted. */
  readonly evictions?: SwitchedOff;
}

/** `{ group: "db.example.com", version: "v1", resource: "databases", kind: "Database" }` */
export interface Kind {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
}
