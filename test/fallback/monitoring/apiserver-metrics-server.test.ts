import { beforeAll, expect, test } from "vitest";
import { readEnvironment } from "../../control-plane/environment.ts";
import { applyYaml } from "../../control-plane/requests.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { fencesOf } from "../../documents/fences.ts";
import { apiserverMetrics, onTheOldest } from "./apiserver-metrics.ts";
import { type RegisteredMetric, metricsIn } from "./registered-metrics.ts";

const isOldest = readEnvironment().kubernetesVersion === "1.30";
const configMaps = "/api/v1/namespaces/default/configmaps";
const rule = `{ apiGroups: [""], apiVersions: [v1], operations: [DELETE], resources: [configmaps] }`;
const failing = `oldObject.data.nothing == 'x'`;

interface Traffic {
  readonly name: string;
  readonly action?: "Deny" | "Warn" | "Audit";
  readonly failurePolicy?: "Fail" | "Ignore";
  readonly expression?: string;
  readonly condition?: string;
}

/** One policy and the delete of one ConfigMap of the same name, of which no other policy says anything. */
const traffic: readonly Traffic[] = [
  { name: "denies" },
  { name: "warns", action: "Warn" },
  { name: "audits", action: "Audit" },
  { name: "fails", expression: failing },
  { name: "fails-open", expression: failing, failurePolicy: "Ignore" },
  { name: "condition-fails", condition: failing },
];

const policyOf = ({ name, action = "Deny", failurePolicy = "Fail", expression = "false", condition = "true" }: Traffic) => `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: ${name}, labels: { app.kubernetes.io/managed-by: holdfast } }
spec:
  failurePolicy: ${failurePolicy}
  matchConstraints: { resourceRules: [${rule}] }
  matchConditions: [{ name: own, expression: "oldObject.metadata.name == '${name}' && ${condition}" }]
  validations: [{ expression: "${expression}", message: denied }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: ${name} }
spec: { policyName: ${name}, validationActions: [${action}] }
---`;

const webhookOf = (name: string, failurePolicy: string, condition = "true") => `
  - name: ${name}.shop.holdfast.dev
    failurePolicy: ${failurePolicy}
    admissionReviewVersions: [v1]
    sideEffects: None
    timeoutSeconds: 1
    clientConfig: { url: "https://127.0.0.1:1/nobody" }
    rules: [${rule}]
    matchConditions: [{ name: own, expression: "oldObject.metadata.name == '${name}' && ${condition}" }]`;

const webhooks = `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: unanswered }
webhooks:${webhookOf("call-fails", "Fail")}${webhookOf("call-fails-open", "Ignore")}${webhookOf("call-condition", "Fail", failing)}`;

describeWithServer("metrics of an API server that alerts and dashboards read", {}, (server) => {
  let metrics: readonly RegisteredMetric[] = [];
  let text = "";
  const statusOf: Record<string, number> = {};

  const tryDelete = async (name: string): Promise<number> => {
    await server().request({ method: "POST", path: configMaps, body: { metadata: { name } } });
    return (await server().request({ method: "DELETE", path: `${configMaps}/${name}` })).status;
  };

  beforeAll(async () => {
    await applyYaml(server(), [...traffic.map(policyOf), webhooks].join("\n"));
    // The last of each to be applied denies: so does everything before it.
    for (const canary of ["condition-fails", "call-condition"]) {
      await waitUntil(`${canary} denies`, async () => (await tryDelete(canary)) >= 400);
    }
    for (const name of [...traffic.map((one) => one.name), "call-fails", "call-fails-open", "nothing-about-it"])
      statusOf[name] = await tryDelete(name);
    ({ text } = await server().request({ method: "GET", path: "/metrics" }));
    metrics = metricsIn(text);
  });

  const counted = (metric: string, labels: Readonly<Record<string, string>>): number => {
    const lines = text.split("\n").filter((line) => line.startsWith(`${metric}{`));
    const wanted = lines.filter((line) => Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)));
    return wanted.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
  };

  test("each policy and webhook did what it is there for", () => {
    expect(statusOf).toEqual({
      denies: 422,
      warns: 200,
      audits: 200,
      fails: 422,
      "fails-open": 200,
      "condition-fails": 422,
      "call-fails": 500,
      "call-fails-open": 200,
      "nothing-about-it": 200,
    });
  });

  test.each(apiserverMetrics.map((metric) => [metric.name, metric] as const))("%s is there", (name, { type, labels }) => {
    const found = metrics.find((one) => one.name === name);
    expect(found?.type).toBe(type);
    const own = found?.labels.filter((label) => label !== "le").toSorted();
    const isOfPolicies = name.startsWith("apiserver_validating_admission_policy");
    const here = labels.map((label) => (isOldest && isOfPolicies ? (onTheOldest[label] ?? label) : label));
    expect(own).toEqual(here.toSorted());
  });

  test.each([
    ["deny", "denies"],
    ["warn", "warns"],
    ["audit", "audits"],
    ["allow", "fails-open"],
  ])("enforcement_action %s counts what %s", (enforcement_action, policy) => {
    expect(counted("apiserver_validating_admission_policy_check_total", { policy, enforcement_action })).toBe(1);
  });

  test("an error in a rule is counted as a denial is, and nothing tells them apart", () => {
    const labelsOf = (policy: string): string | undefined =>
      text
        .split("\n")
        .find(
          (line) => line.startsWith("apiserver_validating_admission_policy_check_total{") && line.includes(`policy="${policy}"`),
        );
    expect(labelsOf("fails")?.replaceAll("fails", "denies")).toBe(labelsOf("denies"));
    expect(labelsOf("denies")).toContain(isOldest ? `state="active"` : `error_type="invalid_error"`);
  });

  test("what a policy allows is counted for no policy, only for all together", () => {
    expect(text).not.toContain(`policy="nothing-about-it"`);
    const all = { name: "ValidatingAdmissionPolicy", operation: "DELETE", rejected: "false" };
    expect(counted("apiserver_admission_controller_admission_duration_seconds_count", all)).toBeGreaterThan(3);
  });

  test("conditions that fail are counted by policy and by webhook", () => {
    const errors = "apiserver_admission_match_condition_evaluation_errors_total";
    expect(counted(errors, { kind: "policy", name: "condition-fails" })).toBeGreaterThan(0);
    expect(counted(errors, { kind: "webhook", name: "call-condition.shop.holdfast.dev" })).toBeGreaterThan(0);
  });

  test("calls that fail are counted as rejections, or as let through", () => {
    const failed = { name: "call-fails.shop.holdfast.dev", error_type: "calling_webhook_error" };
    expect(counted("apiserver_admission_webhook_rejection_count", failed)).toBe(1);
    expect(counted("apiserver_admission_webhook_fail_open_count", { name: "call-fails-open.shop.holdfast.dev" })).toBe(1);
  });

  test("the command of the page lists the policies of Holdfast, as a regular expression", async () => {
    const command = fencesOf("docs/operate/metrics.md").find((fence) =>
      fence.text.includes("kubectl get validatingadmissionpolicies"),
    );
    const words = /get validatingadmissionpolicies -l (\S+) -o jsonpath='([^']+)'/.exec(command?.text ?? "");
    const { stdout } = await server().kubectl([
      "get",
      "validatingadmissionpolicies",
      "-l",
      words?.[1] ?? "",
      "-o",
      `jsonpath=${words?.[2] ?? ""}`,
    ]);
    expect(stdout.split(" ").toSorted()).toEqual(traffic.map(({ name }) => name).toSorted());
  });
});
