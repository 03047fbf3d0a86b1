/**
 * Turns a guard off, with a reason that the report shows: `{ off: "owners are set by our operator, which we trust" }`.
 */
export interface SwitchedOff {
  readonly off: string;
}

/** Names the update rule of the policy that protects the marks: `{ keptBy: "keepMark" }`. */
export interface KeptBy {
  readonly keptBy: string;
}

/**
 * User names of controllers that may add owner references:
 * `{ allow: ["system:serviceaccount:kube-system:statefulset-controller"] }`. Anyone who may impersonate such a user may
 * add them too.
 */
export interface AllowedOwners {
  readonly allow: readonly string[];
}

/**
 * A rule about deletes alone can be bypassed: remove the label, then delete. So the compiler adds guards to each policy
 * that denies deletes. All are on by default except `finalizers` and `freeze`. Turning one off requires a reason.
 *
 * ```ts
 * guards: { release: "clear-mark", owners: { off: "owners are set by our operator, which we trust" } }
 * ```
 */
export interface Guards {
  /**
   * Denies an update that removes the protection. Protection comes from marks: the labels and annotations that the
   * rules read.
   *
   * - `"strict"` (default): every such update is denied.
   * - `"clear-mark"`: users may remove the mark, then delete. Updates through a subresource (`/status`) still may not.
   * - `{ keptBy }`: an update rule of the policy protects the marks instead, for example because it queries the
   *   cluster.
   */
  readonly release?: "strict" | "clear-mark" | KeptBy | SwitchedOff;
  /**
   * Denies adding an owner reference to a protected object: the garbage collector would delete it with that owner.
   *
   * `{ allow }` lets these users add an owner with `controller: true`. Kubernetes' own controllers may only add the
   * kinds that they handle: `statefulset-controller` adds StatefulSets and Pods (`persistentVolumeClaimRetentionPolicy:
   * Delete`), `deployment-controller` adds Deployments (adoption of ReplicaSets). If the controller manager runs
   * without `--use-service-account-credentials`, its user name is `system:kube-controller-manager`.
   */
  readonly owners?: AllowedOwners | SwitchedOff;
  /**
   * Opt-in. Denies removing these finalizers from a protected object whose deletion has begun. Removing the last one
   * deletes the object, and the API server evaluates no delete for that. Name only finalizers that people remove, not
   * controllers.
   */
  readonly finalizers?: { readonly keep: readonly string[] };
  /** Denies deleting or weakening the CustomResourceDefinition of a protected kind. Released definitions are exempt. */
  readonly definitions?: SwitchedOff;
  /**
   * Denies deleting a Namespace that holds a protected object. The API server searches the built-in kinds that the
   * policy matches by name, and `kinds`. It ignores kinds that the cluster does not have. Kinds that only a pattern
   * matches are not covered unless you name them here.
   */
  readonly namespaces?: { readonly kinds: readonly Kind[] } | SwitchedOff;
  /** Denies an update of the Namespace label that `enforcement` reads, if it would weaken the enforcement. */
  readonly namespaceLabels?: SwitchedOff;
  /**
   * Opt-in. Denies scaling a protected object to zero, emptying its `data`, and making a retained PersistentVolume
   * deletable. `/scale` is guarded for built-in kinds and for `namespaces.kinds`. Of custom kinds, only `spec.replicas`
   * and `data` are guarded. They may scale by another field, so the report shows this guard as open for them.
   */
  readonly freeze?: true;
  /**
   * Denies weakening a protected ValidatingWebhookConfiguration: removing a webhook or one of its rules, narrowing what
   * it matches, or letting it ignore failures.
   */
  readonly webhooks?: SwitchedOff;
  /** Denies evicting a protected Pod. */
  readonly evictions?: SwitchedOff;
}

/** A kind with its API: `{ group: "db.example.com", version: "v1", resource: "databases", kind: "Database" }`. */
export interface Kind {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
}
