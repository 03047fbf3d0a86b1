// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { MatchCondition, RuleWithOperations } from "./matching.ts";
import type { WebhookClientConfig } from "./webhook-client.ts";
import type { MaybeNull } from "../field-types.ts";
import type { LabelSelector } from "../meta.ts";

/**
 * Describes the configuration of and admission webhook that accept or reject and may change the object.
 *
 * `match: [{ group: "admissionregistration.k8s.io", version: "v1", resource: "mutatingwebhookconfigurations" }]`
 */
export interface MutatingWebhookConfiguration extends KubernetesObject {
  /** A list of webhooks and the affected resources and operations. */
  readonly webhooks?: readonly MutatingWebhook[];
}

/** Describes an admission webhook and the resources and operations it applies to. */
interface MutatingWebhook {
  /** An ordered list of preferred `AdmissionReview` versions the Webhook expects. */
  readonly admissionReviewVersions?: MaybeNull<readonly string[]>;
  /** Defines how to communicate with the hook. */
  readonly clientConfig: WebhookClientConfig;
  /** Defines how unrecognized errors from the admission endpoint are handled - allowed values are Ignore or Fail. */
  readonly failurePolicy?: "Fail" | "Ignore";
  /** A list of conditions that must be met for a request to be sent to this webhook. */
  readonly matchConditions?: readonly MatchCondition[];
  /** Defines how the "rules" list is used to match incoming requests. */
  readonly matchPolicy?: "Equivalent" | "Exact";
  /** The name of the admission webhook. */
  readonly name: string;
  /**
   * Decides whether to run the webhook on an object based on whether the namespace for that object matches the
   * selector.
   */
  readonly namespaceSelector?: LabelSelector;
  /**
   * Decides whether to run the webhook based on if the object has matching labels. objectSelector is evaluated against
   * both the oldObject and newObject that would be sent to the webhook, and is considered to match if either object
   * matches the selector.
   */
  readonly objectSelector?: LabelSelector;
  /** Indicates whether this webhook should be called multiple times as part of a single admission evaluation. */
  readonly reinvocationPolicy?: "IfNeeded" | "Never";
  /** Describes what operations on what resources/subresources the webhook cares about. */
  readonly rules?: readonly RuleWithOperations[];
  /** States whether this webhook has side effects. */
  readonly sideEffects?: MaybeNull<"None" | "NoneOnDryRun" | "Some" | "Unknown">;
  /** Specifies the timeout for this webhook. */
  readonly timeoutSeconds?: Int32;
}
