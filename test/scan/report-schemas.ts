const text = { type: "string" };
const count = { type: "integer", minimum: 0 };

const closed = (properties: Readonly<Record<string, object>>, required: readonly string[] = []): object => ({
  type: "object",
  additionalProperties: false,
  required,
  properties,
});

/** corev1.ObjectReference */
const reference = closed({ apiVersion: text, kind: text, namespace: text, name: text, uid: text });

const summary = closed({ pass: count, fail: count, warn: count, error: count, skip: count });

/** The fields that both kinds of reports have; what is not among them, an API server drops. */
const result = closed(
  {
    policy: text,
    rule: text,
    category: text,
    severity: { enum: ["high", "medium", "low"] },
    timestamp: closed({ seconds: { type: "integer" }, nanos: { type: "integer" } }, ["seconds", "nanos"]),
    result: { enum: ["pass", "fail", "warn", "error", "skip"] },
    scored: { type: "boolean" },
    resources: { type: "array", items: reference },
    message: text,
    properties: { type: "object", additionalProperties: text },
  },
  ["policy"],
);

const report = (apiVersion: string, kinds: readonly string[], more: Readonly<Record<string, object>> = {}): object =>
  closed(
    {
      apiVersion: { const: apiVersion },
      kind: { enum: kinds },
      metadata: closed({ name: text, namespace: text }, ["name"]),
      summary,
      results: { type: "array", items: result },
      ...more,
    },
    ["apiVersion", "kind", "metadata"],
  );

/**
 * Written down from the Go types: kubernetes-sigs/wg-policy-prototypes, policy-report/api/v1alpha2, and
 * openreports/reports-api, apis/openreports.io/v1alpha1.
 */
export const reportSchemas = {
  policyreport: report("wgpolicyk8s.io/v1alpha2", ["PolicyReport", "ClusterPolicyReport"]),
  openreports: report("openreports.io/v1alpha1", ["Report", "ClusterReport"], { source: text }),
} as const;
