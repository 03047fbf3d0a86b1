import type { Authorizer } from "./authorizer.ts";
import type { Cluster } from "./cluster.ts";
import type { Guards } from "./guards.ts";
import type { KubernetesObject, NamespaceObject } from "./objects.ts";
import type { AdmissionRequest } from "./request.ts";
import { type Override, released, releasedOtherwise } from "./overrides/overrides.ts";

/** The requests that a rule evaluates. `delete` covers deletes of one object and of collections. */
export type Operation = "delete" | "update" | "create" | "create-or-update";

/** The objects that a policy applies to: `{ group: "apps", resource: "deployments" }`. */
export interface Match {
  /**
   * An API group (`apps`, or `""` for core), or a pattern such as `*.services.k8s.aws`. The `*` stands for one or more
   * whole labels of the name.
   */
  readonly group: string;
  /** The version that your types describe, such as `v1`. Only needed if rules read fields outside metadata. */
  readonly version?: string;
  /**
   * The plural: `namespaces`, `pods/status`, `namespaces/*` (the resource and its subresources), `*` (every resource),
   * or `*\/*` (every resource and its subresources).
   */
  readonly resource: string;
}

interface Always {
  /** The Namespace of the object. `undefined` for cluster-scoped objects. */
  readonly namespaceObject: NamespaceObject | undefined;
  /** The admission request: user, operation, resource, options. */
  readonly request: AdmissionRequest;
  /** Asks whether a user has a permission. Not available in a `message`. */
  readonly authorizer: Authorizer;
  /** Queries other objects in the cluster. The webhook then evaluates what CEL cannot express of the rule. */
  readonly cluster: Cluster;
}

/** What a rule for `delete` receives. */
export interface OnDelete<T extends KubernetesObject> extends Always {
  /** The stored object. */
  readonly oldObject: T;
}

/** What a rule for `update` receives. */
export interface OnUpdate<T extends KubernetesObject> extends Always {
  /** The object as it will be stored. */
  readonly object: T;
  /** The stored object. */
  readonly oldObject: T;
}

/** What a rule for `create` receives. */
export interface OnCreate<T extends KubernetesObject> extends Always {
  /** The object as it will be stored. */
  readonly object: T;
}

/** What a rule for `create-or-update` receives. */
export interface OnCreateOrUpdate<T extends KubernetesObject> extends Always {
  /** The object as it will be stored. */
  readonly object: T;
  /** The stored object. `undefined` if the request creates the object. */
  readonly oldObject: T | undefined;
}

/** The message of a denial or warning: one line. The name of the rule is added in front. */
export type Message<Input> = string | ((input: Input) => string);

interface Answered {
  /**
   * `"webhook"` allows what CEL lacks: the current time (`Date.now()`, `new Date()`), `JSON.parse`, and any loop. What
   * CEL can express stays native. While the webhook is down, requests that need it are denied.
   */
  readonly answeredBy?: "webhook";
}

interface Denies<Input> extends Answered {
  /** Denies the request if it returns a true value, as in JavaScript. `undefined`, `""`, `0` and `NaN` are false. */
  readonly denyWhen: (input: Input) => unknown;
  /**
   * The HTTP status of a denial: `Forbidden` (403, the default), or `Conflict` (409) if something else has to be
   * deleted first. Only the webhook can answer `Conflict`, so the rule must query the cluster.
   */
  readonly status?: "Forbidden" | "Conflict";
  readonly warnWhen?: never;
  readonly message: Message<Input>;
}

interface Warns<Input> extends Answered {
  /** Lets the request through, and shows the message as a warning if it returns a true value. */
  readonly warnWhen: (input: Input) => unknown;
  readonly denyWhen?: never;
  readonly message: Message<Input>;
}

type Judges<Input> = Denies<Input> | Warns<Input>;

/** A rule. `operation` decides what the functions receive. It defaults to `delete`. */
export type Rule<T extends KubernetesObject> =
  | ({ readonly operation?: "delete" } & Judges<OnDelete<T>>)
  | ({ readonly operation: "update" } & Judges<OnUpdate<T>>)
  | ({ readonly operation: "create" } & Judges<OnCreate<T>>)
  | ({ readonly operation: "create-or-update" } & Judges<OnCreateOrUpdate<T>>);

/**
 * A policy without any override, with a reason that the report shows:
 * `{ none: "the message says which Usage to delete first" }`.
 */
export interface NoOverride {
  readonly none: string;
}

export interface PolicyDefinition<T extends KubernetesObject> {
  /** Name of the ValidatingAdmissionPolicy and its binding: a DNS-1123 subdomain of up to 150 characters. */
  readonly name: string;
  readonly match: readonly Match[];
  /** The rules by name. Each message begins with the name. */
  readonly rules: Readonly<Record<string, Rule<T>>>;
  /**
   * Key of an annotation that says why an object is protected: `reason: "example.com/reason"`. Denials show its value
   * if it has at most 128 printable ASCII characters.
   */
  readonly reason?: string;
  /**
   * When a delete is let through although a rule denies it: `overrides: [terminating(), released()]`. Denials list them
   * in this order. Default: `[released()]`. For none at all, give a reason: `{ none: "..." }`.
   */
  readonly overrides?: readonly Override[] | NoOverride;
  /**
   * Fields that protect the object, besides the labels and annotations that the rules read:
   * `marks: ["spec.deletionProtection"]`. Updates that remove the protection by changing them are denied. Do not name a
   * field that people or controllers change in daily work.
   */
  readonly marks?: readonly string[];
  /** Whether rules deny, warn, or only write to the audit log. Default: `deny`. A Namespace label may decide. */
  readonly enforcement?: Enforcement | EnforcementByNamespace;
  /** Guards against bypasses of rules that deny deletes. All but `finalizers` and `freeze` are on by default. */
  readonly guards?: Guards;
}

/** A policy, as `deletionPolicy` returns it. */
export type Policy<T extends KubernetesObject = KubernetesObject> = PolicyDefinition<T>;

/**
 * Declares a deletion policy. Make it, or a list of them, the default export of a policy file.
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
 * its binding, and guards against bypasses. A rule that reads `spec` or `status` needs the type of the object:
 * `deletionPolicy<Database>({...})`.
 */
export function deletionPolicy<T extends KubernetesObject = KubernetesObject>(definition: PolicyDefinition<T>): Policy<T> {
  return { ...definition, overrides: definition.overrides ?? [releasedBeside(definition.rules)] };
}

/** The default override gets another name if a rule is called `released`. */
function releasedBeside(rules: Readonly<Record<string, unknown>>): Override {
  return Object.hasOwn(rules, "released") ? { ...released(), name: releasedOtherwise } : released();
}

/**
 * What happens if a rule denies a request.
 *
 * - `deny`: the request is denied.
 * - `warn`: the request goes through. The client gets a warning, and the audit log has an entry.
 * - `audit`: the request goes through. Only the audit log has an entry.
 *
 * A rule with `warnWhen` warns under `deny`.
 */
export type Enforcement = "deny" | "warn" | "audit";

/**
 * Enforcement by a label of the Namespace, to roll out a policy in stages:
 *
 * ```ts
 * enforcement: { label: "example.com/stage", values: { production: "deny", staging: "warn" }, otherwise: "audit" }
 * ```
 *
 * becomes one binding for each stage, and a guard that denies weakening the enforcement by changing the label. The
 * label `kubernetes.io/metadata.name` is the Namespace's name. It cannot change and needs no guard.
 */
export interface EnforcementByNamespace {
  /** Key of a label of the Namespace. */
  readonly label: string;
  /** The enforcement for each value of the label. */
  readonly values: Readonly<Record<string, Enforcement>>;
  /** The enforcement for Namespaces with another value or without the label. */
  readonly otherwise: Enforcement;
}
