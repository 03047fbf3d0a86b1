/** Names another object, wherever it is. */
export interface ObjectReference {
  /** Group and version: `apps/v1`. */
  readonly apiVersion?: string;
  /** Kind of the object. */
  readonly kind?: string;
  /** Its name. */
  readonly name?: string;
  /** Its namespace, absent for cluster-scoped objects. */
  readonly namespace?: string;
  /** Its uid: another object of that name has another one. */
  readonly uid?: string;
}

/** Names another object in the same namespace. */
export interface TypedLocalObjectReference {
  /** API group, absent or null for core. */
  readonly apiGroup?: string | null;
  /** Kind of the object. */
  readonly kind: string;
  /** Its name. */
  readonly name: string;
}

/** Names another object, perhaps in another namespace. */
export interface TypedObjectReference extends TypedLocalObjectReference {
  /** Its namespace; absent where it is the same. */
  readonly namespace?: string;
}
