import type { Int32 } from "../numbers.ts";

/** A `T` in whose place the API server may write a null, which a rule sees as absent. */
export type MaybeNull<T> = T;

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
  readonly apiGroup?: MaybeNull<string>;
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

/** Which objects, by their labels; all parts have to hold. */
export interface SelectorField {
  /** Labels with exactly these values. */
  readonly matchLabels?: Readonly<Record<string, string>>;
  /** Queries to single labels. */
  readonly matchExpressions?: readonly LabelSelectorRequirement[];
}

interface LabelSelectorRequirement {
  /** The label. */
  readonly key: string;
  /** `In`, `NotIn`, `Exists` or `DoesNotExist`. */
  readonly operator: string;
  /** For `In` and `NotIn`. */
  readonly values?: readonly string[];
}

/** One entry of `status.conditions` of kinds that have the conditions of `meta/v1`. */
export interface StandardCondition extends Condition {
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: Time;
}

/** One entry of `status.conditions`, as far as all kinds have it. */
export interface Condition {
  /** `Ready`, `Available`, `Complete` and the like. */
  readonly type: string;
  /** `True`, `False` or `Unknown`. */
  readonly status: string;
  /** Why, in one word. */
  readonly reason?: string;
  /** Why, for people. */
  readonly message?: string;
  /** When `status` changed last. */
  readonly lastTransitionTime?: MaybeNull<Time>;
}

/** An amount as text: `10Gi`, `500m`; `quantity(text)` reads it. */
export type QuantityText = string;

/** RFC 3339 text: `2026-11-03T12:00:00Z`; `timestamp(text)` reads it. */
export type Time = string;

/** Bytes as base64 text. */
export type Base64 = string;

/** A number, or a percentage or name as text: `1`, `"25%"`, `"http"`. */
export type IntOrString = Int32 | string;
