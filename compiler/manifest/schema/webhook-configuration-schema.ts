import { resourceRule } from "./match-constraints-schema.ts";
import { type Schema, conditionName, expression, listOf, metadata, objectName, record, selector } from "./primitives.ts";

/** kubernetes: pkg/apis/admissionregistration/validation, validateWebhook: at least three labels. */
const webhookName: Schema = { allOf: [objectName, { type: "string", pattern: "^[^.]+\\.[^.]+\\..+$" }] };

const service: Schema = record({
  namespace: objectName,
  name: objectName,
  path: { type: "string", pattern: "^(/[a-z0-9]([-a-z0-9.]*[a-z0-9])?)+$" },
  port: { const: 443 },
});

const webhook: Schema = record(
  {
    name: webhookName,
    clientConfig: record({ caBundle: { type: "string", pattern: "^[A-Za-z0-9+/]+=*$" }, service }, ["caBundle"]),
    rules: listOf(resourceRule),
    failurePolicy: { enum: ["Fail", "Ignore"] },
    matchPolicy: { const: "Equivalent" },
    namespaceSelector: selector,
    objectSelector: selector,
    matchConditions: listOf(record({ name: conditionName, expression }), { maxItems: 64, distinctNames: true }),
    sideEffects: { enum: ["None", "NoneOnDryRun"] },
    timeoutSeconds: { type: "integer", minimum: 1, maximum: 30 },
    admissionReviewVersions: { const: ["v1"] },
  },
  ["matchConditions"],
);

/** A ValidatingWebhookConfiguration as Holdfast writes it: stricter than the API, which has defaults and alternatives. */
export const webhookConfigurationSchema: Schema = record({
  apiVersion: { const: "admissionregistration.k8s.io/v1" },
  kind: { const: "ValidatingWebhookConfiguration" },
  metadata,
  webhooks: listOf(webhook, { distinctNames: true }),
});
