import type { Span } from "../diagnostics/span.ts";
import type { EnforcementIr } from "./enforcement.ts";
import type { Expression } from "./expression.ts";
import type { AskedResource } from "../api/cluster-query.ts";
import type { MatchEntry } from "../api/coverage.ts";
import type { Action, RuleOperation } from "../api/rules-module.ts";
import type { ContentKind, GuardChoices } from "./guards.ts";
import type { RecordShape } from "../api/shape.ts";

/** The policies of one source file, as far as a stage has come with them; in the end they share one YAML file. */
export interface PolicyFile<Policy> {
  /** As the user would type it: `policies/ack.ts`. */
  readonly file: string;
  /** `ack`: the name of the YAML file. */
  readonly stem: string;
  readonly policies: readonly Policy[];
}

const operationsByName: Readonly<Record<string, readonly RuleOperation[]>> = {
  delete: ["delete"],
  update: ["update"],
  create: ["create"],
  "create-or-update": ["create", "update"],
};

/** What a rule's `operation` stands for; a rule that does not say is about deletes. */
export function operationsOf(operation = "delete"): readonly RuleOperation[] | undefined {
  return operationsByName[operation];
}

/** What a denial says of another rule that denies, where its message has no room. */
export const alsoDeniedText = (rule: string): string => `denied by ${rule}, too`;

/** What stands for the message of a rule where the message cannot be: the API server shows it where a message fails. */
export function fixedMessageOf({ name, action }: Pick<RuleIr, "name" | "action">): string {
  return `${name}: ${action === "warn" ? "this rule warns about the request" : "the request is denied by this rule"}`;
}

/** One policy of a source file, on its way to one or more ValidatingAdmissionPolicies. */
export interface PolicyIr {
  readonly name: string;
  /** First paragraph of the comment above the policy: one line of prose, or empty. */
  readonly description: string;
  readonly span: Span;
  readonly match: readonly MatchEntry[];
  readonly rules: readonly RuleIr[];
  /** What the rules may read of an object of this policy; the TypeScript execution decodes by it. */
  readonly objectShape: RecordShape;
  /**
   * What a denial says of the rules behind it that deny, too: their messages, or their names where messages are too
   * long.
   */
  readonly coDenials: "messages" | "names";
  /** string: why the object is protected, or nothing; stands behind what rules deny deletes with. */
  readonly reason: Expression | undefined;
  readonly overrides: readonly OverrideIr[];
  /** Why the policy has none, where its author says so. */
  readonly noOverride?: string;
  readonly guards: GuardChoices;
  /**
   * What its author calls marks besides labels and annotations: fields (`["spec", "deletionProtection"]`) that the
   * rules read.
   */
  readonly marks: { readonly fields: readonly (readonly string[])[] };
  readonly enforcement: EnforcementIr;
  /** What the rules ask the cluster about, and what they may read of such objects. */
  readonly asks: readonly AskedResource[];
  /** What is matched and cannot be looked up in its Namespace, because its kind is not known by name. */
  readonly unnamedContents: readonly MatchEntry[];
  /** What is looked up for each request, and is `params` in the rules. */
  readonly params?: ParametersIr;
  /** Which of the objects that are matched it is about; the API server asks that before anything else. */
  readonly only?: MatchConditionIr;
  /** Of what the compiler added: the author's policy that it guards. */
  readonly guardOf?: string;
}

/** Objects that a policy looks at besides that of the request: of one kind, in the Namespace of the request. */
export interface ParametersIr {
  /** `apps/v1` */
  readonly apiVersion: string;
  readonly kind: string;
  readonly selector: SelectorIr;
  /** Annotations, by key: what has none of them is no reason to deny. Undefined: anything else may be. */
  readonly marks?: readonly string[];
  /** The cluster need not know the kind: then there is no such object, and no reason to deny. */
  readonly mayBeUnknown?: true;
}

/** A match condition, which is told about `object`, `oldObject`, `request` and `authorizer`, and has no `variables`. */
export interface MatchConditionIr {
  readonly name: string;
  /** bool: the policy is about the request. */
  readonly expression: Expression;
}

/** metav1.LabelSelector, empty: every object. */
export interface SelectorIr {
  readonly matchExpressions?: readonly (
    | { readonly key: string; readonly operator: "Exists" }
    | { readonly key: string; readonly operator: "In" | "NotIn"; readonly values: readonly string[] }
  )[];
}

/** When a delete is let through although a rule denies it. */
export interface OverrideIr {
  /** As a rule that warns: its `when` is when the way is open, its message what whoever takes it is told. */
  readonly rule: RuleIr;
  /** The policy does not name it: the compiler adds it for Kubernetes' own controllers. */
  readonly isImplied: boolean;
  /** What is said of those who take it: in the audit log, or by a warning as well (`plan/told-overrides.ts`). */
  readonly isVisible: boolean;
  /** Its `when` has parts that only the webhook answers; in `native` policies it holds wherever those may. */
  readonly byWebhook: boolean;
  /** Of such a one: the Namespace that the webhook runs in, and is never asked about, so that it is closed there. */
  readonly closedIn?: string;
  /** The audit log alone says so, with what the policy itself is evaluated for. */
  readonly isAudited?: true;
  /** An object for which it is open is no longer guarded. */
  readonly disablesGuards: boolean;
  /**
   * It depends on the object alone, so it is open to whoever deletes that: the controller that empties a Namespace,
   * too.
   */
  readonly isOfObject: boolean;
  /** The same about objects that are looked up for another request. */
  readonly elsewhere: SeenAsParams | undefined;
  /** string: what a person does to take it. */
  readonly how: Expression | undefined;
  /** The same for whatever object the request is about: the Namespace that a guard looks at. */
  readonly howForAnything: Expression | undefined;
  /** Updates that would open it for the wrong person. */
  readonly deniesUpdate: RuleIr | undefined;
}

/** Overrides that the webhook answers: of them CEL knows no more than where they may be open. */
export const overridesByWebhook = ({ overrides }: Pick<PolicyIr, "overrides">): readonly OverrideIr[] =>
  overrides.filter(({ byWebhook }) => byWebhook);

/** One rule, still "deny when"; the negation to CEL's "valid when" happens in manifest/. */
export interface RuleIr {
  readonly name: string;
  readonly span: Span;
  readonly action: Action;
  readonly operations: readonly RuleOperation[];
  /** bool: true denies (or warns). */
  readonly when: Expression;
  /** For guards of a rule that asks the cluster, of which `when` says where it may deny: the same with what it asks. */
  readonly asking?: Expression;
  /** string, one line, never empty; starts with the rule's name. */
  readonly message: Expression;
  /** `message` is `fixedMessageOf`: the author's may be longer than the API server shows, or cost more. */
  readonly isMessageFixed?: true;
  /** What is wrong where the rule cannot be answered, if CEL cannot tell which of its reads it is. */
  readonly problem?: string;
  /** What the rule reads outside `metadata`: it depends on the API version of the request. */
  readonly versionedReads: readonly VersionedRead[];
  /** Nobody can ask through another version than that of `match`. */
  readonly isOfOneVersion?: true;
  readonly nestedIterations: readonly NestedIteration[];
  /**
   * Paths of lists that the rule goes through by position, `for (let i = 0; i < list.length; i++)`: their length counts as
   * an iteration wherever it is read. The empty path stands for every list inside an element or entry.
   */
  readonly loopsByPosition?: readonly (readonly string[])[];
  /** Entries of a list or map that the rule may iterate over, where it costs too much over as many as others may. */
  readonly mostEntries?: number;
  /** Characters of a text that its patterns may read, where those of any length cost too much. */
  readonly mostText?: number;
  /** The same rule with such a limit, the highest first; none where no pattern reads a text of any length. */
  readonly withShortTexts?: readonly RuleIr[];
  /** A denial is a 409 and not a 403. */
  readonly isConflict?: true;
  /** The webhook answers the rest of it, or of an override: its denials name no other rules, nor do others name it. */
  readonly isAlone?: true;
  /** Of a rule that denies deletes: the same about other requests, for guards. */
  readonly elsewhere?: Reevaluated;
}

/** What a rule may iterate over. */
export type IterationLimits = Pick<RuleIr, "nestedIterations" | "loopsByPosition" | "mostEntries" | "mostText">;

/** A rule about requests that are not about the object itself. Conditions are undefined where they cannot be said. */
export interface Reevaluated extends SeenAsParams {
  /** An update of the Namespace. Undefined where the rule reads nothing of it; `unknown` where it cannot be said. */
  readonly fromNamespace: readonly NamespaceMarks[] | "unknown" | undefined;
}

/** A rule or override about requests that show the object as `params`. */
export interface SeenAsParams {
  /** A delete of the Namespace, which is `oldObject`: each object of the kind in it is `params`. */
  readonly asContent: readonly SeenKind[];
  /** A subresource of an object that does not show it (an eviction of a Pod, a Scale): the object is `params`. */
  readonly asNeighbour: readonly SeenKind[];
}

/** What a rule says of an object that is looked up. */
export interface Seen {
  readonly condition: Expression | undefined;
  /** Without a condition: why it cannot be said, in the compiler's words. */
  readonly why?: string;
}

export interface SeenKind extends Seen {
  readonly kind: ContentKind;
}

/** What a rule says of objects to an update of their Namespace. */
export interface NamespaceMarks {
  /** API group of the objects; undefined: `anyGroup` in the condition is one of those that the match means. */
  readonly group: string | undefined;
  /** bool, of objects without marks of their own: `oldObject` is the Namespace. */
  readonly condition: Expression;
  /** The same of any object, whose marks are not known; undefined where that cannot be said. */
  readonly ofMarked: Expression | undefined;
}

/**
 * A collection of the cluster, as fields from a root down (`[]` is any element of a list, `{}` any value of a map), and
 * those that the rule iterations inside the iteration over it.
 */
export interface NestedIteration {
  readonly outer: readonly string[];
  readonly inner: readonly (readonly string[])[];
}

export interface VersionedRead {
  /** `["spec", "deletionProtection"]` */
  readonly path: readonly string[];
  /** bool: the field is there, of whatever type. */
  readonly present: Expression;
}
