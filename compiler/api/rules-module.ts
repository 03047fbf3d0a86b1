import type { Input } from "./admission-review.ts";
import type { AskedResource } from "./cluster-query.ts";
import type { MatchEntry } from "./coverage.ts";
import type { Enforcement } from "./enforcement.ts";
import type { Resource } from "../language/cluster.ts";
import type { RecordShape } from "./shape.ts";

/** Spelled as in a rule; `admissionregistration` writes them in capitals. */
export type RuleOperation = "delete" | "update" | "create";

/** As a validation action of a binding: `deny` denies, `warn` lets through and says so to the client. */
export type Action = "deny" | "warn";

/** One rule that spoke up: it denies (or warns), or it could not be evaluated, which denies as well. */
export interface Finding {
  readonly policy: string;
  readonly rule: string;
  /** `audit`: the request goes through, and only the audit log holds this. */
  readonly action: Action | "audit";
  readonly message: string;
}

/** One rule of a policy, by itself, as the webhook runs it. */
export interface RuleProgram {
  readonly policy: string;
  readonly rule: string;
  /** Its denials are a 409. */
  readonly isConflict: boolean;
  /** What it is about: of anything else it says nothing, which is no permission. */
  readonly match: readonly MatchEntry[];
  readonly operations: readonly RuleOperation[];
  /** What it may ask the cluster about. */
  readonly asks: readonly AskedResource[];
  /** It, or an override of its policy, has what CEL cannot say: it may run for long, and is ended then. */
  readonly isByWebhook?: boolean;
  /** What it says where it could not be run to its end: it denies, unless an override is open. `why`: our words. */
  readonly unevaluated?: (why: string, input: Input, level: Enforcement) => readonly Finding[];
  /** Empty: it admits the request, or is not about it. `level`: what its denials come to. */
  readonly run: (input: Input, level: Enforcement) => readonly Finding[];
}

/** What a policy says of objects that would go because something else does: their Namespace. */
export interface PolicyProgram {
  readonly policy: string;
  readonly match: readonly MatchEntry[];
  /** Its rules about deletes read more of an object than `metadata`. */
  readonly readsMore: boolean;
  /**
   * What denies deleting the object. As with the native guard, only an override that is open to whoever deletes it lets
   * it go: a release mark.
   */
  readonly run: (input: Input) => readonly Finding[];
}

/** A rule of the bundle, and where the API server asks for it. */
export interface BundledRule extends RuleProgram {
  /** Without it the Namespace of an object is not read: the webhook need not have the right to. */
  readonly readsNamespace: boolean;
  /** It asks what time it is, which the API server says. */
  readonly readsTime?: boolean;
  readonly routes: readonly { readonly level: Enforcement; readonly path: string }[];
}

/** A policy whose objects keep their Namespace, and where the API server asks about Namespaces. */
export interface BundledPolicy extends PolicyProgram {
  readonly path: string;
}

/** What rules may find objects by, as they declare it beside them. */
export interface DeclaredIndices {
  readonly resources: () => readonly Resource[];
  /** What a rule that asks with this shape sees of an object: the function that its queries carry. */
  readonly viewOf: (shape: RecordShape) => (object: unknown) => unknown;
}

/** What the compiler bundles (compiler/install/rules-bundle.ts): rules and their evaluation, of one version. */
export interface RulesModule {
  readonly rules: readonly BundledRule[];
  readonly policies: readonly BundledPolicy[];
  /** Thrown where a query has no answer now: ends an evaluation without an evaluation. */
  /** Absent: an older compiler bundled them, and each index is made when a rule asks by it first. */
  readonly declared?: DeclaredIndices;
  readonly Unanswered: new (message: string) => Error;
}
