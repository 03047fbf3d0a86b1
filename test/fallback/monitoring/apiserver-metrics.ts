import type { RegisteredMetric } from "./registered-metrics.ts";

const ofWebhooks = ["name", "type", "operation", "rejected"];
const operation = ["CREATE", "UPDATE", "DELETE", "CONNECT"];
const rejected = ["true", "false"];

/**
 * What an API server registers of admission, as far as alerts and dashboards read it.
 * `apiserver-metrics-server.test.ts` compares it with a real one. `values` are those of apiserver:
 * pkg/admission/metrics/metrics.go and pkg/admission/plugin/policy/validating/metrics; a label without any has names.
 */
export const apiserverMetrics: readonly RegisteredMetric[] = [
  {
    name: "apiserver_validating_admission_policy_check_total",
    type: "counter",
    labels: ["policy", "policy_binding", "enforcement_action", "error_type"],
    values: {
      enforcement_action: ["deny", "warn", "audit", "allow"],
      error_type: ["no_error", "invalid_error", "compile_error", "out_of_budget"],
    },
  },
  {
    name: "apiserver_validating_admission_policy_check_duration_seconds",
    type: "histogram",
    labels: ["policy", "policy_binding", "enforcement_action", "error_type"],
    values: {},
  },
  {
    name: "apiserver_admission_controller_admission_duration_seconds",
    type: "histogram",
    labels: ofWebhooks,
    values: {
      name: ["ValidatingAdmissionPolicy", "ValidatingAdmissionWebhook"],
      type: ["validate", "admit"],
      operation,
      rejected,
    },
  },
  {
    name: "apiserver_admission_match_condition_evaluation_errors_total",
    type: "counter",
    labels: ["name", "kind", "type", "operation"],
    values: { kind: ["policy", "webhook"], operation },
  },
  {
    name: "apiserver_admission_match_condition_evaluation_seconds",
    type: "histogram",
    labels: ["name", "kind", "type", "operation"],
    values: { kind: ["policy", "webhook"], operation },
  },
  { name: "apiserver_admission_webhook_request_total", type: "counter", labels: [...ofWebhooks, "code"], values: {} },
  { name: "apiserver_admission_webhook_admission_duration_seconds", type: "histogram", labels: ofWebhooks, values: {} },
  { name: "apiserver_admission_webhook_fail_open_count", type: "counter", labels: ["name", "type"], values: {} },
  {
    name: "apiserver_admission_webhook_rejection_count",
    type: "counter",
    labels: ["name", "type", "operation", "error_type", "rejection_code"],
    values: { error_type: ["calling_webhook_error", "apiserver_internal_error", "no_error"] },
  },
];

/** Of the metrics of policies, Kubernetes 1.30 has `state`, which is always `active`, in place of `error_type`. */
export const onTheOldest: Readonly<Record<string, string>> = { error_type: "state" };
