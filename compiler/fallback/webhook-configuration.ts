import type { WebhookRuleIr } from "../ir/webhook-rule.ts";
import type { BindingIr } from "../ir/enforcement.ts";
import type { MatchCondition, ValidatingWebhook, ValidatingWebhookConfiguration } from "../manifest/kubernetes-objects.ts";
import { buildMatch } from "../manifest/match-constraints.ts";
import { askedText } from "./asked.ts";
import { type FallbackSettings, names } from "./settings.ts";
import { levelOf, pathOf, webhookName } from "./webhook-name.ts";

/** The API server gives up after so long; a dry run of a delete takes some milliseconds. */
const timeoutSeconds = 10;

/**
 * What the API server asks the webhook: each rule by itself, and only about objects that the rule may refuse.
 *
 *     denyWhen: ({ oldObject, cluster }) =>                      objectSelector:
 *       oldObject.metadata.labels?.shared === "true" &&            matchExpressions: [{ key: shared, operator: In, values: ["true"] }]
 *       cluster.exists(pods, { ... })                            matchConditions: [{ name: may-be-refused, ... }]
 *
 * It carries the label that the policy `holdfast-webhooks` keeps it by. The controller writes `caBundle` into it.
 */
export function buildWebhookConfiguration(
  rules: readonly WebhookRuleIr[],
  settings: FallbackSettings,
): ValidatingWebhookConfiguration {
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: {
      name: names.configuration,
      labels: { "app.kubernetes.io/managed-by": "holdfast" },
      annotations: {
        "argocd.argoproj.io/sync-options": "Prune=false",
        // Behind the webhook itself: asked for earlier, nothing that is matched could be deleted.
        "argocd.argoproj.io/sync-wave": "2",
        "kustomize.toolkit.fluxcd.io/prune": "disabled",
      },
    },
    webhooks: rules.flatMap((rule) => rule.bindings.map((binding) => buildWebhook(rule, binding, settings))),
  };
}

function buildWebhook(rule: WebhookRuleIr, binding: BindingIr, { namespace }: FallbackSettings): ValidatingWebhook {
  const level = levelOf(binding);
  const { policy, objects } = rule;
  const { span, operations } = rule.rule;
  const { constraints, conditions } = buildMatch({ match: policy.match, objects, operations, span });
  const matchConditions = [...conditions, ...mayBeRefused(rule)];
  return {
    name: webhookName(rule, level),
    clientConfig: { service: { namespace, name: names.webhook, path: pathOf(rule, level), port: 443 } },
    rules: constraints.resourceRules,
    failurePolicy: level === "deny" ? "Fail" : "Ignore",
    matchPolicy: "Equivalent",
    namespaceSelector: binding.namespaces ?? {},
    objectSelector: objects,
    ...(matchConditions.length > 0 && { matchConditions }),
    sideEffects: "None",
    timeoutSeconds,
    admissionReviewVersions: ["v1"],
  };
}

function mayBeRefused(rule: WebhookRuleIr): readonly MatchCondition[] {
  const expression = askedText(rule);
  return expression === undefined ? [] : [{ name: "may-be-refused", expression }];
}
