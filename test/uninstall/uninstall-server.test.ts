import { afterAll, beforeAll, expect, test } from "vitest";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { holdfastHere } from "../cli/user-project.ts";
import { waitForPolicies } from "../ack/policies-in-force.ts";
import type { Installation } from "../install/installed/installation.ts";
import { held, installWithMarks, listed, marked } from "./installed-with-marks.ts";

const usages = "/apis/protection.holdfast.dev/v1alpha1/usages";
/** Ten requests go at once, and 860 of them had to stay for good on 0.1.0. */
const usageCount = 80;

const definition = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/usages.protection.holdfast.dev";

const uninstall = (server: ControlPlane, { directory }: Installation, ...flags: readonly string[]) =>
  holdfastHere(directory, ["uninstall", "generated", "--kubeconfig", server.kubeconfig, ...flags]);

async function status(server: ControlPlane, path: string): Promise<number> {
  return (await server.request({ method: "GET", path })).status;
}

async function terminating(server: ControlPlane, path: string): Promise<readonly string[]> {
  const all = await listed(server, path);
  return all.flatMap(({ metadata: { name, deletionTimestamp } }) => (deletionTimestamp === undefined ? [] : [name]));
}

/** Nothing of Holdfast is left, and nothing of others is gone. */
async function expectGone(server: ControlPlane): Promise<void> {
  expect(await status(server, definition)).toBe(404);
  expect(await status(server, "/api/v1/namespaces/holdfast-system")).toBe(404);
  const ours = "?labelSelector=app.kubernetes.io/managed-by%3Dholdfast";
  const groups = [
    "apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
    "apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
    "apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
    "apis/rbac.authorization.k8s.io/v1/clusterroles",
    "apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
    "apis/rbac.authorization.k8s.io/v1/rolebindings",
    "apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    "api/v1/namespaces",
  ];
  for (const path of groups) expect([path, await listed(server, `/${path}${ours}`)]).toEqual([path, []]);
  expect([await marked(server), await held(server)]).toEqual([0, 0]);
  const configs = (await listed(server, "/api/v1/namespaces/shop/configmaps")).filter(({ metadata }) =>
    metadata.name.startsWith("used-"),
  );
  expect(configs).toHaveLength(40);
  expect(configs.every(({ metadata }) => metadata.annotations?.["example.com/own"] === "stays")).toBe(true);
  expect(await listed(server, "/apis/protection.crossplane.io/v1beta1/usages")).toHaveLength(1);
  expect(await listed(server, "/apis/vshn.appcat.vshn.io/v1/vshnredis")).toHaveLength(1);
  // Nobody keeps anything any more.
  const { code, stderr } = await server.kubectl(["delete", "namespace", "shop", "--timeout=60s"]);
  expect([code, stderr]).toEqual([0, ""]);
}

describeWithServer("kubectl delete -k of an installation that holds Usages", { controllerManager: true }, (server) => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await installWithMarks(server(), usageCount);
  }, 400_000);
  afterAll(() => installation.end());

  const deleteFolder = (folder: string) =>
    server().kubectl(["delete", "-k", folder, "--wait=false", "--ignore-not-found"], { cwd: installation.directory });

  test("is denied before any of what the Usages need is gone, and the message names the command", async () => {
    const { code, stderr } = await deleteFolder("generated/fallback");
    expect(code).not.toBe(0);
    for (const what of [
      "Namespace holdfast-system",
      "CustomResourceDefinition usages.protection.holdfast.dev",
      "Deployment holdfast-controller",
      "ClusterRoleBinding holdfast-controller",
    ])
      expect(stderr).toContain(
        `keepInstallation: ${what} is part of Holdfast, and without it Usages and claims could not be deleted any more: to remove all of Holdfast, run holdfast uninstall`,
      );
    expect(await terminating(server(), usages)).toEqual([]);
    expect(await terminating(server(), "/api/v1/namespaces")).toEqual([]);
    expect(await status(server(), "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/holdfast-controller")).toBe(200);
    expect(await held(server())).toBe(usageCount + 2);
  });

  test("without that policy it strands every Usage, its definition with them, and holdfast uninstall finishes what was begun", async () => {
    expect(await deleteFolder("generated")).toMatchObject({ code: 0 });
    await waitForPolicies(server());
    // Whether the webhook is still asked about the definition of CriticalServices is a matter of milliseconds.
    const { stderr } = await deleteFolder("generated/fallback");
    expect(stderr.split("\n").filter((line) => line !== "" && !line.includes("definition.critical-services"))).toEqual([]);
    await waitUntil("the definition is being deleted", async () => (await terminating(server(), usages)).length === usageCount);
    // What a kubelet does once the Pods are gone.
    await installation.controller.kill();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(await terminating(server(), usages)).toHaveLength(usageCount);
    expect(await marked(server())).toBe(42);
    const { code, out, error } = await uninstall(server(), installation, "--yes");
    expect([code, error]).toEqual([0, ""]);
    expect(out).toContain(`42 taken off; ${usageCount + 2} taken off Usages and claims`);
    await expectGone(server());
  });
});

describeWithServer("holdfast uninstall", { controllerManager: true }, (server) => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await installWithMarks(server(), usageCount);
  }, 400_000);
  afterAll(() => installation.end());

  test("says what would go, and changes nothing without --yes", async () => {
    const { code, out, error } = await uninstall(server(), installation);
    expect([code, error]).toEqual([0, ""]);
    expect(out).toContain("webhook configurations: holdfast\n");
    expect(out).toContain(`marks: of 42 objects; finalizers: of ${usageCount + 2} Usages and claims`);
    expect(await held(server())).toBe(usageCount + 2);
    expect(await status(server(), "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/holdfast")).toBe(200);
  });

  test("takes everything away while the controller runs, and a second run finds nothing", async () => {
    const { code, out, error } = await uninstall(server(), installation, "--yes");
    expect([code, error]).toEqual([0, ""]);
    expect(out).toContain("namespaces: 1 of 1 deleted");
    expect(await uninstall(server(), installation, "--yes")).toMatchObject({ code: 0, error: "" });
    await expectGone(server());
  });
});
