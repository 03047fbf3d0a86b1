import type { Authorizer } from "./authorizer.ts";
import type { Cluster } from "./cluster.ts";
import type { Guards } from "./guards.ts";
import type { KubernetesObject, NamespaceObject } from "./objects.ts";
import type { AdmissionRequest } from "./request.ts";
import { type Override, released, releasedOtherwise } from "./overrides/overrides.ts";

/** What a rule is about. `delete` covers single and collection deletes. */
export type Operation = "delete" | "update" | "create" | "create-or-update";

/**
 * Which objects a policy is for. `group` is an API group (`apps`, `""` for core) or a pattern such as
 * `*.services.k8s.aws`, where `*` stands for one or more whole labels. `resource` is written as Kubernetes writes it:
 * `namespaces`, `namespaces/*` (every subresource), `*` (every resource), `*\/*` (and every subresource).
 * `version` is needed where rules read more than metadata, and only there.
 */
export interface Match {
  readonly group: string;
  readonly version?: string;
  readonly resource: string;
}

interface Always {
  readonly namespaceObject: NamespaceObject | undefined;
  readonly request: AdmissionRequest;
  /** Asks who may do what. Not in a `message`: the API server has none there. */
  readonly authorizer: Authorizer;
  /**
   * Asks what else there is in the cluster. The rule is then answered by the webhook, as far as CEL cannot answer it.
   */
  readonly cluster: Cluster;
}

/** A delete has no new object, a create no stored one. */
export interface OnDelete<T extends KubernetesObject> extends Always {
  readonly oldObject: T;
}

export interface OnUpdate<T extends KubernetesObject> extends Always {
  readonly object: T;
  readonly oldObject: T;
}

export interface OnCreate<T extends KubernetesObject> extends Always {
  readonly object: T;
}

/** `oldObject` is undefined when the request is a create. */
export interface OnCreateOrUpdate<T extends KubernetesObject> extends Always {
  readonly object: T;
  readonly oldObject: T | undefined;
}

/** What the rule says about one request, in one line. The rule's name is put before it. */
export type Message<Input> = string | ((input: Input) => string);

interface Answered {
  /**
   * What CEL cannot say of the rule the webhook answers: the current time (`Date.now()`, `new Date()`), `JSON.parse`,
   * loops of any kind. What CEL can say of it stays native. While the webhook is down, what it would be asked about is
   * denied.
   */
  readonly answeredBy?: "webhook";
}

interface Denies<Input> extends Answered {
  /** True denies the request. */
  readonly denyWhen: (input: Input) => unknown;
  /**
   * What a denial is, for programs: `Forbidden` (403), or `Conflict` (409) where something else has to go first. Only
   * the webhook can answer `Conflict`, so such a rule asks the cluster.
   */
  readonly status?: "Forbidden" | "Conflict";
  readonly warnWhen?: never;
  readonly message: Message<Input>;
}

interface Warns<Input> extends Answered {
  /** True lets the request through and shows the message to the client as a warning. */
  readonly warnWhen: (input: Input) => unknown;
  readonly denyWhen?: never;
  readonly message: Message<Input>;
}

type Judges<Input> = Denies<Input> | Warns<Input>;

/** A rule for `delete` need not say so. */
export type Rule<T extends KubernetesObject> =
  | ({ readonly operation?: "delete" } & Judges<OnDelete<T>>)
  | ({ readonly operation: "update" } & Judges<OnUpdate<T>>)
  | ({ readonly operation: "create" } & Judges<OnCreate<T>>)
  | ({ readonly operation: "create-or-update" } & Judges<OnCreateOrUpdate<T>>);

/**
 * A policy that nobody gets past, and why: `{ none: "the message says which Usage to delete first" }`. The report shows
 * the reason.
 */
export interface NoOverride {
  readonly none: string;
}

export interface PolicyDefinition<T extends KubernetesObject> {
  /** Name of the ValidatingAdmissionPolicy and its binding: a DNS-1123 subdomain. */
  readonly name: string;
  readonly match: readonly Match[];
  /** By name; the name opens every message. */
  readonly rules: Readonly<Record<string, Rule<T>>>;
  /**
   * An annotation in which whoever protects an object may say why: `reason: "example.com/reason"`. Denials then show
   * it, where it has at most 128 printable ASCII characters.
   */
  readonly reason?: string;
  /**
   * When a delete is let through although a rule denies it, in the order in which messages name them:
   * `overrides: [terminating(), released()]`. Without it `[released()]`: no policy is a dead end unless it says why.
   */
  readonly overrides?: readonly Override[] | NoOverride;
  /**
   * Fields that say whether the object is protected, besides the labels and annotations that the rules read:
   * `marks: ["spec.deletionProtection"]`. No update takes the protection away by them. A field that people or
   * controllers change in their daily work is no mark.
   */
  readonly marks?: readonly string[];
  /**
   * Whether denials deny, warn or are only recorded: `deny`, the default, everywhere, or by a label of the Namespace.
   */
  readonly enforcement?: Enforcement | EnforcementByNamespace;
  /** What keeps the rules that deny deletes from being bypassed; all of it is on by default. */
  readonly guards?: Guards;
}

/** A policy as `evaluate` takes it. */
export type Policy<T extends KubernetesObject = KubernetesObject> = PolicyDefinition<T>;

/**
 * Declares a deletion policy. It is the default export of a policy file.
 *
 * ```ts
 * export default deletionPolicy({
 *   name: "protect-labelled",
 *   match: [{ group: "", resource: "configmaps" }],
 *   rules: {
 *     protected: {
 *       denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["protect"] === "true",
 *       message: ({ oldObject }) => `ConfigMap ${oldObject.metadata.name} is labelled protect=true`,
 *     },
 *   },
 * });
 * ```
 *
 * becomes a ValidatingAdmissionPolicy with the validation
 *
 * ```yaml
 * - expression: oldObject.metadata.?labels[?'protect'].orValue('') != 'true'
 *   messageExpression: "'protected: ConfigMap ' + oldObject.metadata.name + ' is labelled protect=true'"
 * ```
 *
 * and its binding. A rule that reads `spec` or `status` needs the type of the object:
 * `deletionPolicy<Database>({...})`.
 */
export function deletionPolicy<T extends KubernetesObject = KubernetesObject>(definition: PolicyDefinition<T>): Policy<T> {
  return { ...definition, overrides: definition.overrides ?? [releasedBeside(definition.rules)] };
}

/** A rule may have the name of the override that every policy has. */
function releasedBeside(rules: Readonly<Record<string, unknown>>): Override {
  return Object.hasOwn(rules, "released") ? { ...released(), name: releasedOtherwise } : released();
}

/**
 * What happens where a rule denies. `deny`: the request is denied. `warn`: it goes through, the client is told, and the
 * audit log too. `audit`: it goes through, and the audit log alone is told. A rule that only warns (`warnWhen`) warns
 * under `deny`.
 */
export type Enforcement = "deny" | "warn" | "audit";

/**
 * One policy on its way through the Namespaces of a cluster, by a label of theirs:
 *
 * ```ts
 * enforcement: { label: "example.com/stage", values: { production: "deny", staging: "warn" }, otherwise: "audit" }
 * ```
 *
 * becomes a binding for each, and a guard: nobody lowers the enforcement by an update of that label. The label
 * `kubernetes.io/metadata.name` is the Namespace's name, which cannot be changed and needs no guard.
 */
export interface EnforcementByNamespace {
  readonly label: string;
  readonly values: Readonly<Record<string, Enforcement>>;
  /** Namespaces with another value, and those without the label. */
  readonly otherwise: Enforcement;
}
