import type { GroupVersionKind, GroupVersionResource } from "../../compiler/language/index.ts";
import type { Reviewed } from "../../compiler/api/admission-review.ts";

/** Policies, bindings and the requests that meet them. `program/protocol.go` has the same shapes. */
export interface AdmissionTask {
  /** Documents as in our YAML. The server's defaults are filled in; the server's rejections come with the answer. */
  readonly policies: readonly object[];
  readonly bindings: readonly object[];
  /** What the cluster holds of the kinds that policies take parameters from; a kind that is not here is not served. */
  readonly params?: readonly ParamObjects[];
  readonly inputs: readonly OracleInput[];
  /** Do not ask whether the server would take the documents, which costs more than all the rest. */
  readonly skipChecks?: boolean;
  /** Compile with the unexported function of the server and not with our copy of it. Costs are unknown then. */
  readonly compileAsServer?: boolean;
  /** Say what each expression cost. */
  readonly showCosts?: boolean;
  /** Say what is left of the objects when the server has decoded them. */
  readonly showObjects?: boolean;
}

/**
 * The request of an AdmissionReview, and what the server knows beside it. Objects are those that the server would have
 * stored: a built-in kind gets its defaults. Numbers that JavaScript cannot hold are `rawNumber`.
 */
export interface OracleInput extends Reviewed {
  readonly authorizer?: readonly Authorization[];
  /** Versions beside the requested one in which the server has the same objects, for `matchPolicy: Equivalent`. */
  readonly equivalents?: readonly Equivalent[];
}

export interface ParamObjects {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly objects: readonly object[];
}

/** The answer to every task that has these properties; the first that fits answers, and if none does, nobody allows. */
export interface Authorization {
  readonly user?: string;
  readonly verb?: string;
  readonly group?: string;
  readonly resource?: string;
  readonly subResource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly path?: string;
  readonly decision: "Allow" | "Deny" | "NoOpinion";
  readonly reason?: string;
  readonly error?: string;
}

export interface Equivalent {
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
}

export interface AdmissionAnswer {
  /** Documents that the server, of the version that is asked, would not have stored. They take part anyway. */
  readonly rejections: readonly Rejection[];
  /** In the order of the inputs. */
  readonly answers: readonly Evaluation[];
}

export interface Rejection {
  /** `ValidatingAdmissionPolicy/name` */
  readonly document: string;
  readonly status: Status;
  readonly causes: readonly { readonly field: string; readonly message: string }[];
}

export interface Status {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
}

export interface Evaluation {
  /** What the client gets instead of its wish; null where the request is admitted. */
  readonly status: Status | null;
  /** As the client gets them: without duplicates, shortened, none with line breaks. */
  readonly warnings: readonly string[];
  readonly auditAnnotations: Readonly<Record<string, string>>;
  /** In the order in which the server ran them, with `showCosts`. */
  readonly evaluations?: readonly Evaluation[];
  /** With `showObjects`. */
  readonly objects?: { readonly object: unknown; readonly oldObject: unknown };
  /** Why there is no evaluation: no server could have got this request. */
  readonly problem?: string;
}

/** One run of one expression of a policy. */
export interface Evaluation {
  readonly policy: string;
  readonly binding: string;
  /** `variables.own`, `validations[0].messageExpression` */
  readonly place: string;
  /** As the server counts it against its limits. What the variables cost that it read is with those. */
  readonly cost: number;
  readonly error?: string;
}

/** CEL by itself, in the environment of admission policies. */
export interface CelTask {
  readonly expressions: readonly string[];
  readonly variables?: readonly { readonly name: string; readonly expression: string }[];
  /** Bound to `object`, `oldObject`, `request`, `namespaceObject` and `authorizer`. */
  readonly input: OracleInput;
  readonly params?: object;
}

export interface CelAnswer {
  /** In the order of the expressions. */
  readonly results: readonly CelResult[];
}

export interface CelResult {
  /** Where nothing failed. */
  readonly value?: EncodedValue;
  /** What the checker says of the expression. */
  readonly type?: string;
  readonly error?: string;
  /** Why it does not compile, even if it were stored already. */
  readonly compileError?: string;
  /** Why it cannot be stored as a new one: functions may be stored a version after they became known. */
  readonly writeError?: string;
  readonly cost: number;
  readonly variables: readonly Pick<Evaluation, "place" | "cost" | "error">[];
}

/**
 * A CEL value: what JSON tells apart as itself, the rest with its type, numbers as text. A map is sorted by its keys.
 */
export type EncodedValue =
  | null
  | boolean
  | string
  | { readonly int: string }
  | { readonly uint: string }
  | { readonly double: string }
  | { readonly bytes: string }
  | { readonly timestamp: string }
  | { readonly duration: string }
  | { readonly type: string }
  | { readonly optional: readonly EncodedValue[] }
  | { readonly list: readonly EncodedValue[] }
  | { readonly map: readonly (readonly [EncodedValue, EncodedValue])[] }
  | { readonly other: string };
