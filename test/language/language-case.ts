import type { Permission } from "../../compiler/simulator/testing/request-description.ts";

/**
 * One construct of the language as data: a rule, the objects it meets and what it says of each. The same rows run as
 * TypeScript, as local CEL (`language.test.ts`) and in a real API server (`language-server.test.ts`).
 */
export interface LanguageCase {
  readonly title: string;
  /** `denyWhen`, as it stands in the policy. */
  readonly rule: string;
  /** `message`, as it stands in the policy. */
  readonly message?: string;
  /** Types, constants and functions before the policy. */
  readonly before?: string;
  /** Modules beside the policy, by file name. */
  readonly modules?: Readonly<Record<string, string>>;
  /** The rule's expression in the YAML, line breaks and indentation aside. Only where a reader should see it. */
  readonly cel?: string;
  /** The requests that the rule denies, by name; all others it admits. */
  readonly denies: readonly string[];
  /**
   * What it says, by the name of the request, in `{namespace}`; all others are compared between the executions only.
   */
  readonly says?: Readonly<Record<string, string>>;
}

/** Cases of one kind, over the same objects. */
export interface Family {
  readonly title: string;
  /** `Thing`, the type of the objects; without it rules see a KubernetesObject. */
  readonly type?: string;
  readonly operation?: "delete" | "update" | "create" | "create-or-update";
  /** `warn`: the rules warn. A client sees every warning, so that there may be only one. */
  readonly action?: "warn";
  /** Oldest Kubernetes that the policies are for, where 1.30 is too old. */
  readonly kube?: number;
  readonly requests: Readonly<Record<string, Request>>;
  readonly cases: readonly LanguageCase[];
}

type Json = Readonly<Record<string, unknown>>;

/** Everything but `metadata` is stored as it stands. */
export interface Body {
  readonly metadata?: {
    readonly labels?: Json;
    readonly annotations?: Json;
    readonly finalizers?: readonly string[];
    readonly ownerReferences?: readonly Json[];
  };
  readonly [field: string]: unknown;
}

/** A request about one object: by default a delete of it by an admin, in a Namespace without marks. */
export interface Request {
  readonly operation?: "DELETE" | "UPDATE" | "CREATE";
  /** What is in the cluster; absent on create. */
  readonly stored?: Body;
  /** What is sent, on update and create. */
  readonly written?: Body;
  /** Marks of the Namespace. */
  readonly namespace?: { readonly labels?: Json; readonly annotations?: Json };
  readonly user?: string;
  readonly groups?: readonly string[];
  /**
   * The user may do this and make the request, and nothing else; without it, everything. `language` in them is the
   * namespace of the request.
   */
  readonly permissions?: readonly Permission[];
  /** What the authentication knows of the user besides; keys in lower case. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  /** Of a delete as they are sent; of a create or update `fieldManager` and `fieldValidation`. */
  readonly options?: Json;
  /** The object is one of a collection that is deleted, so that the request has no name. */
  readonly isCollection?: true;
  /** The delete is for the object with this very UID. */
  readonly isForUid?: true;
  /** The version that the client speaks; rules are about v1. */
  readonly version?: "v1" | "v2";
  /** What it is about, where that is no Thing. No server is asked about it. */
  readonly about?: OtherKind;
}

export interface OtherKind {
  readonly group: string;
  readonly kind: string;
  readonly resource: string;
  readonly isClusterScoped?: true;
}
