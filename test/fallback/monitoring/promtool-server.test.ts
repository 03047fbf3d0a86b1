import { beforeAll, expect, test } from "vitest";
import { applyYaml } from "../../control-plane/requests.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { alertCases } from "./alert-cases.ts";
import { monitoringFile, rulesIn } from "./monitoring-files.ts";
import { preparePromtool, run, testRules } from "./promtool.ts";

const policy = `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: opened }
spec:
  failurePolicy: Ignore
  matchConstraints: { resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [DELETE], resources: [configmaps] }] }
  matchConditions: [{ name: own, expression: "oldObject.metadata.name == 'opened'" }]
  validations: [{ expression: "oldObject.data.nothing == 'x'" }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: opened }
spec: { policyName: opened, validationActions: [Deny] }
`;
const path = "/api/v1/namespaces/default/configmaps";
const counter = "apiserver_validating_admission_policy_check_total";

describeWithServer("alerts, by Prometheus' own tool", {}, (server) => {
  let promtool = "";

  beforeAll(async () => {
    promtool = await preparePromtool();
  }, 45 * 60_000);

  const files = ["alerts.yaml", "apiserver-alerts.yaml"] as const;

  test.each(files)("promtool check rules takes %s", (file) => {
    expect(run(promtool, ["check", "rules", monitoringFile(file)])).toMatchObject({ code: 0 });
  });

  test.each(files)("every alert of %s fires on a series that it is for, and not on a calm one", (file) => {
    const tested = alertCases[file].filter(({ fires }) => fires).map(({ alert }) => alert);
    expect(tested.toSorted()).toEqual(
      rulesIn(file)
        .alerts.map(({ alert }) => alert)
        .toSorted(),
    );
    const { code, text } = testRules(promtool, monitoringFile(file), alertCases[file]);
    expect(code, text).toBe(0);
  });

  test("a case that is wrong is found", () => {
    const [one] = alertCases["alerts.yaml"];
    const wrong = alertCases["alerts.yaml"].slice(0, 1).map((each) => ({ ...each, fires: false }));
    const { code, text } = testRules(promtool, monitoringFile("alerts.yaml"), wrong);
    expect(code).toBe(1);
    expect(text).toContain(one?.alert);
  });

  test("an alert fires on the series of a real API server", async () => {
    await applyYaml(server(), policy);
    let series: string | undefined;
    await waitUntil("an error is let through", async () => {
      await server().request({ method: "POST", path, body: { metadata: { name: "opened" } } });
      await server().request({ method: "DELETE", path: `${path}/opened` });
      const { text } = await server().request({ method: "GET", path: "/metrics" });
      series = text.split("\n").find((line) => line.startsWith(`${counter}{`) && line.includes(`policy="opened"`));
      return series !== undefined;
    });
    const [name = "", value = ""] = (series ?? "").split(/ (?=\S+$)/);
    const real = { alert: "HoldfastPolicyErrorIgnored", series: { [name]: `_x20 ${value}+0x20` }, after: 30, fires: true };
    const { code, text } = testRules(promtool, monitoringFile("apiserver-alerts.yaml"), [real]);
    expect(code, text).toBe(0);
  });
});
