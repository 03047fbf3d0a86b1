import { readFileSync, statSync } from "node:fs";

import { expect, test } from "vitest";

import type { ControlPlane } from "./control-plane.ts";
import { applyCustomResourceDefinition } from "./crds.ts";
import { readEnvironment } from "./environment.ts";
import { readGitVersion } from "./kubernetes-versions.ts";
import { describeWithOwnServer } from "./server-suite.ts";
import { waitUntil } from "./wait-until.ts";
import { configMap } from "../fixtures/objects.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

/** Two messages with everything that a header has to escape or might be split at. */
async function applyWarnPolicy({ kubectl }: ControlPlane): Promise<void> {
  const constraint = { apiGroups: [""], apiVersions: ["v1"], operations: ["DELETE"] };
  const policy = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicy",
    metadata: { name: "warn" },
    spec: {
      matchConstraints: { resourceRules: [{ ...constraint, resources: ["configmaps"] }] },
      validations: [
        { expression: "false", message: `say "please", \\ or ö` },
        { expression: "false", message: "twice, 299 - x" },
      ],
    },
  };
  const binding = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name: "warn" },
    spec: { policyName: "warn", validationActions: ["Warn"] },
  };
  const list = { apiVersion: "v1", kind: "List", items: [policy, binding] };
  const applied = await kubectl(["apply", "-f", "-"], { input: JSON.stringify(list) });
  expect(applied).toMatchObject({ code: 0, stderr: "" });
}

describeWithOwnServer("control plane", {}, (server) => {
  test("answers with its version", async () => {
    const { assetsDirectory, kubernetesVersion } = readEnvironment();
    const expected = assetsDirectory === undefined ? readGitVersion(kubernetesVersion) : expect.stringMatching(/^v1\./);
    expect(server().gitVersion).toEqual(expected);
    expect((await server().request({ method: "GET", path: "/readyz" })).text).toBe("ok");
  });

  test("keeps objects until they are deleted", async () => {
    const path = `${configMaps}/kept`;
    const created = await server().request({
      method: "POST",
      path: configMaps,
      body: configMap("kept"),
    });
    expect(created.status).toBe(201);
    const deleted = await server().request({ method: "DELETE", path });
    expect(deleted).toMatchObject({ status: 200, body: { kind: "Status", status: "Success" } });
    const read = await server().request({ method: "GET", path });
    expect(read).toMatchObject({ status: 404, body: { reason: "NotFound" } });
  });

  test("takes a request for that of the impersonated user", async () => {
    const review = {
      method: "POST",
      path: "/apis/authentication.k8s.io/v1/selfsubjectreviews",
      body: { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" },
    } as const;
    const { body } = await server().request({
      ...review,
      as: "alice",
      groups: ["team-a", "team-b"],
    });
    expect(body["status"]).toMatchObject({
      userInfo: { username: "alice", groups: ["team-a", "team-b", "system:authenticated"] },
    });
  });

  test("gives an impersonated user no rights of ours", async () => {
    const denied = await server().request({ method: "GET", path: configMaps, as: "alice" });
    expect(denied).toMatchObject({ status: 403, body: { reason: "Forbidden" } });
  });

  test("decodes the warnings of a policy", async () => {
    await applyWarnPolicy(server());
    await server().request({ method: "POST", path: configMaps, body: configMap("canary") });
    const dryRun = { method: "DELETE", path: `${configMaps}/canary?dryRun=All` } as const;
    const askWarnings = async () => (await server().request(dryRun)).warnings;
    await waitUntil("the policy warns", async () => (await askWarnings()).length > 0);
    expect(await askWarnings()).toStrictEqual([
      `Validation failed for ValidatingAdmissionPolicy 'warn' with binding 'warn': say "please", \\ or ö`,
      `Validation failed for ValidatingAdmissionPolicy 'warn' with binding 'warn': twice, 299 - x`,
    ]);
  });

  test("runs kubectl", async () => {
    const applied = await server().kubectl(["apply", "-f", "-"], {
      input: JSON.stringify(configMap("by-kubectl")),
    });
    expect(applied).toStrictEqual({
      code: 0,
      stdout: "configmap/by-kubectl created\n",
      stderr: "",
    });
    const denied = await server().kubectl(["delete", "configmap", "by-kubectl"], { as: "alice" });
    expect(denied.code).toBe(1);
    expect(denied.stderr).toContain('User "alice" cannot delete resource "configmaps"');
  });

  test("writes who did what to the audit log", async () => {
    const path = `${configMaps}/audited?dryRun=All`;
    await server().request({ method: "DELETE", path, as: "bob", groups: ["auditors"] });
    const findEvent = () =>
      readFileSync(server().auditLog, "utf8")
        .split("\n")
        .find((line) => line.includes('"name":"audited"'));
    await waitUntil("the deletion is audited", async () => findEvent() !== undefined);
    expect(JSON.parse(findEvent() ?? "")).toMatchObject({
      verb: "delete",
      user: { username: "admin" },
      impersonatedUser: { username: "bob", groups: ["auditors", "system:authenticated"] },
      responseStatus: { code: 403 },
    });
  });

  test("serves every version of a custom resource, also of a protected group", async () => {
    await applyCustomResourceDefinition(server(), {
      group: "test.k8s.io",
      kind: "Widget",
      plural: "widgets",
      scope: "Namespaced",
      versions: [{ name: "v1", statusSubresource: true }, { name: "v1beta1" }],
    });
    const widget = {
      apiVersion: "test.k8s.io/v1beta1",
      kind: "Widget",
      metadata: { name: "any" },
      spec: { deep: { value: 1 } },
    };
    const path = "/apis/test.k8s.io/v1beta1/namespaces/default/widgets";
    expect((await server().request({ method: "POST", path, body: widget })).status).toBe(201);
    const read = await server().request({
      method: "GET",
      path: `${path.replace("v1beta1", "v1")}/any`,
    });
    expect(read).toMatchObject({ status: 200, body: { spec: widget.spec } });
  });

  test("keeps its secrets to its user", () => {
    expect(statSync(server().runDirectory).mode & 0o777).toBe(0o700);
    expect(statSync(server().kubeconfig).mode & 0o777).toBe(0o600);
  });
});

describeWithOwnServer("controller manager", { controllerManager: true }, (server) => {
  test("admits pods and collects what a deleted owner leaves", async () => {
    const owner = await server().request({
      method: "POST",
      path: configMaps,
      body: configMap("owner"),
    });
    const { uid } = owner.body["metadata"] as { uid: string };
    const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "owner", uid }];
    const pods = "/api/v1/namespaces/default/pods";
    const pod = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "owned", ownerReferences },
      spec: { containers: [{ name: "any", image: "any" }] },
    };
    expect((await server().request({ method: "POST", path: pods, body: pod })).status).toBe(201);
    await server().request({ method: "DELETE", path: `${configMaps}/owner` });
    const isCollected = async () => (await server().request({ method: "GET", path: `${pods}/owned` })).status === 404;
    await waitUntil("the pod is collected", isCollected);
  });
});
