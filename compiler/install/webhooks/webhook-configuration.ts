import type { WebhookRuleIr } from "../../ir/webhook-rule.ts";
import type { BindingIr } from "../../ir/enforcement.ts";
import type { PolicyIr, SelectorIr } from "../../ir/policy.ts";
import type { MatchCondition, ValidatingWebhook, ValidatingWebhookConfiguration } from "../../manifest/kubernetes-objects.ts";
import { buildMatch } from "../../manifest/match-constraints.ts";
import { askedText } from "./asked.ts";
import type { FeatureWebhook } from "./feature-webhook.ts";
import { featureWebhooks } from "./feature-webhooks.ts";
import { type FallbackSettings, names } from "../settings.ts";
import { levelOf, pathOf, webhookName } from "./webhook-name.ts";
import { ourLabel, partOfLabel } from "../../api/names.ts";

/** The API server gives up after so long; a dry run of a delete takes some milliseconds. */
const timeoutSeconds = 10;

/**
 * What the API server asks the webhook: each rule by itself, and only about objects that the rule may deny.
 *
 *     denyWhen: ({ oldObject, cluster }) =>                      objectSelector:
 *       oldObject.metadata.labels?.shared === "true" &&            matchExpressions: [{ key: shared, operator: In, values: ["true"] }]
 *       cluster.exists(pods, { ... })                            matchConditions: [{ name: may-be-denied, ... }]
 *
 * `policies`: all of them, for features that look at what they mean. It carries the label that the policy
 * `holdfast-webhooks` keeps it by. Who writes `caBundle` depends on whose the certificates are.
 */
export function buildWebhookConfiguration(
  rules: readonly WebhookRuleIr[],
  settings: FallbackSettings,
  policies: readonly PolicyIr[] = [],
): ValidatingWebhookConfiguration {
  const { namespace, certificates } = settings;
  const injected = { "cert-manager.io/inject-ca-from": `${namespace}/${names.servingSecret}` };
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: {
      name: names.configuration,
      labels: { [ourLabel.key]: ourLabel.value, [partOfLabel.key]: partOfLabel.value },
      annotations: {
        "argocd.argoproj.io/sync-options": "Prune=false",
        // Behind the webhook itself: asked for earlier, nothing that is matched could be deleted.
        "argocd.argoproj.io/sync-wave": "2",
        "kustomize.toolkit.fluxcd.io/prune": "disabled",
        ...(certificates.kind === "cert-manager" && injected),
      },
    },
    webhooks: [
      ...rules.flatMap((rule) => rule.bindings.map((binding) => buildWebhook(rule, binding, settings))),
      ...featureWebhooks(settings, policies).map((feature) => buildFeature(feature, settings)),
    ],
  };
}

function buildWebhook(rule: WebhookRuleIr, binding: BindingIr, settings: FallbackSettings): ValidatingWebhook {
  const level = levelOf(binding);
  const { policy, objects } = rule;
  const { span, operations } = rule.rule;
  const { constraints, conditions } = buildMatch({ requests: [{ match: policy.match, operations }], objects, span });
  const matchConditions = [...conditions, ...mayBeDenied(rule)];
  return {
    name: webhookName(rule, level),
    clientConfig: clientConfig(pathOf(rule, level), settings),
    rules: constraints.resourceRules,
    failurePolicy: level === "deny" ? "Fail" : "Ignore",
    matchPolicy: "Equivalent",
    namespaceSelector: outside(settings.namespace, binding.namespaces),
    objectSelector: objects,
    ...(matchConditions.length > 0 && { matchConditions }),
    ...asked(settings),
  };
}

function buildFeature(feature: FeatureWebhook, settings: FallbackSettings): ValidatingWebhook {
  const { name, path, rules, objects = {}, namespaces, matchConditions, isAskedEverywhere, timeoutSeconds: ownTimeout } = feature;
  return {
    name,
    clientConfig: clientConfig(path, settings),
    rules,
    failurePolicy: "Fail",
    matchPolicy: "Equivalent",
    namespaceSelector: isAskedEverywhere === true ? (namespaces ?? {}) : outside(settings.namespace, namespaces),
    objectSelector: objects,
    ...(matchConditions !== undefined && { matchConditions }),
    ...asked(settings),
    timeoutSeconds: ownTimeout,
  };
}

function clientConfig(path: string, { namespace, certificates }: FallbackSettings): ValidatingWebhook["clientConfig"] {
  const service = { namespace, name: names.webhook, path, port: 443 };
  return { ...(certificates.kind === "provided" && { caBundle: certificates.caBundle }), service };
}

/** An Event is a side effect, and a dry run must have none. */
function asked({
  events,
}: FallbackSettings): Pick<ValidatingWebhook, "sideEffects" | "timeoutSeconds" | "admissionReviewVersions"> {
  return { sideEffects: events ? "NoneOnDryRun" : "None", timeoutSeconds, admissionReviewVersions: ["v1"] };
}

/**
 * The webhook is never asked about its own namespace: what it needs to start again must not wait for it. The API server
 * writes this label, and nobody can change it.
 */
function outside(namespace: string, selector: SelectorIr | undefined): SelectorIr {
  const elsewhere = { key: "kubernetes.io/metadata.name", operator: "NotIn", values: [namespace] } as const;
  return { matchExpressions: [...(selector?.matchExpressions ?? []), elsewhere] };
}

function mayBeDenied(rule: WebhookRuleIr): readonly MatchCondition[] {
  const expression = askedText(rule);
  return expression === undefined ? [] : [{ name: "may-be-denied", expression }];
}
