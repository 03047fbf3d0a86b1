import { type AdmissionPolicyDocuments, readAdmissionPolicies } from "./admission-policy-documents.ts";

/** A ValidatingWebhookConfiguration, as far as it says what is asked. */
interface Configuration {
  readonly webhooks: readonly Webhook[];
}

interface Webhook {
  readonly name: string;
  readonly rules: unknown;
  readonly matchPolicy: unknown;
  readonly namespaceSelector: unknown;
  readonly objectSelector: unknown;
  readonly matchConditions?: unknown;
}

/**
 * What the API server asks webhooks: for each of them a policy that denies whatever the webhook would be asked about.
 * Webhooks and policies are matched by the same code (apiserver: pkg/admission/plugin/webhook/predicates).
 */
export function readAskedWebhooks({ webhooks }: Configuration): AdmissionPolicyDocuments {
  return readAdmissionPolicies(webhooks.flatMap(asPolicy));
}

function asPolicy(webhook: Webhook): readonly unknown[] {
  const { name, rules, matchPolicy, namespaceSelector, objectSelector, matchConditions } = webhook;
  const apiVersion = "admissionregistration.k8s.io/v1";
  const constraints = { matchPolicy, objectSelector, namespaceSelector: {}, resourceRules: rules };
  const validations = [{ expression: "false", message: "asked", reason: "Forbidden" }];
  const conditions = matchConditions === undefined ? {} : { matchConditions };
  const spec = { failurePolicy: "Fail", matchConstraints: constraints, ...conditions, validations };
  const matchResources = { matchPolicy, namespaceSelector, objectSelector: {} };
  return [
    { apiVersion, kind: "ValidatingAdmissionPolicy", metadata: { name }, spec },
    {
      apiVersion,
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name },
      spec: { policyName: name, matchResources, validationActions: ["Deny"] },
    },
  ];
}
