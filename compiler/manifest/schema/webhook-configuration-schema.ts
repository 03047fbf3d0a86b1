import { resourceRule } from "./match-constraints-schema.ts";
import {
  type Schema,
  conditionName,
  expression,
  listSchema,
  metadata,
  objectNameSchema,
  recordSchema,
  selector,
} from "./primitives.ts";

/** kubernetes: pkg/apis/admissionregistration/validation, validateWebhook: at least three labels. */
const webhookName: Schema = { allOf: [objectNameSchema, { type: "string", pattern: "^[^.]+\\.[^.]+\\..+$" }] };

const service: Schema = recordSchema({
  namespace: objectNameSchema,
  name: objectNameSchema,
  path: { type: "string", pattern: "^(/[a-z0-9]([-a-z0-9.]*[a-z0-9])?)+$" },
  port: { const: 443 },
});

const webhook: Schema = recordSchema(
  {
    name: webhookName,
    clientConfig: recordSchema({ caBundle: { type: "string", pattern: "^[A-Za-z0-9+/]+=*$" }, service }, ["caBundle"]),
    rules: listSchema(resourceRule),
    failurePolicy: { enum: ["Fail", "Ignore"] },
    matchPolicy: { const: "Equivalent" },
    namespaceSelector: selector,
    objectSelector: selector,
    matchConditions: listSchema(recordSchema({ name: conditionName, expression }), { maxItems: 64, distinctNames: true }),
    sideEffects: { enum: ["None", "NoneOnDryRun"] },
    timeoutSeconds: { type: "integer", minimum: 1, maximum: 30 },
    admissionReviewVersions: { const: ["v1"] },
  },
  ["matchConditions"],
);

/**
 * A ValidatingWebhookConfiguration as Holdfast writes it: stricter than the API, which has defaults and alternatives.
 */
export const webhookConfigurationSchema: Schema = recordSchema({
  apiVersion: { const: "admissionregistration.k8s.io/v1" },
  kind: { const: "ValidatingWebhookConfiguration" },
  metadata,
  webhooks: listSchema(webhook, { distinctNames: true }),
});
