import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { enforce } from "../../ack/policies-in-force.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { webhookConfigurations } from "../../control-plane/collections.ts";
import { markOf, policyYaml, denialOf, yamlOfLatePolicy } from "./policies.ts";
import { Shop } from "./shop.ts";

const collector = "system:serviceaccount:kube-system:generic-garbage-collector";
const patienceMs = 120_000;

/** What docs/security/what-holdfast-does-not-stop.md says, as a real API server shows it. */
describeWithServer("what Holdfast does not stop", { controllerManager: true }, (server) => {
  const shopFor = (threat: string): Promise<Shop> => Shop.open(server(), threat);

  beforeAll(() => enforce(server(), policyYaml()), patienceMs);

  test("T11: a Namespace that was deleted anyway waits for what is protected, says why, and ends with its release", async () => {
    const shop = await shopFor("t11");
    const kept = await shop.keep("kept");
    await shop.leave("before");
    expect((await shop.send("DELETE", shop.path)).status).toBe(200);
    await waitUntil("the rest is gone", () => shop.isGone("before"), patienceMs);
    await waitUntil("the Namespace says why it waits", async () => (await shop.waitsFor()).includes(denialOf("t11")), patienceMs);
    expect(await shop.isGone("kept")).toBe(false);
    await shop.annotate("kept", { "holdfast.dev/release": kept.metadata.uid });
    await waitUntil("the Namespace is gone", async () => (await shop.send("GET", shop.path)).status === 404, patienceMs);
  });

  test("T15: who may do everything has the verb that permits; a warning is all that tells", async () => {
    const shop = await shopFor("t15");
    await shop.keep("kept");
    await shop.grant("bob", { apiGroups: [""], resources: ["configmaps"], verbs: ["delete"] });
    await shop.grant("carol", { apiGroups: ["*"], resources: ["*"], verbs: ["*"] });
    const denied = await shop.delete("kept", "bob");
    expect(denied).toMatchObject({ status: 403 });
    expect(String(denied.body["message"])).toContain(denialOf("t15"));
    const permitted = expect.stringContaining(
      "permitted: ConfigMap limits-t15/kept is protected, and RBAC allows this delete by the verb",
    );
    expect(await shop.delete("kept", "carol")).toMatchObject({ status: 200, warnings: [permitted] });
    await shop.keep("kept");
    expect(await shop.delete("kept")).toMatchObject({ status: 200, warnings: [permitted] });
  });

  test("T16: no policy is asked when a binding is deleted, and what it protected is open", async () => {
    const shop = await shopFor("t16");
    await shop.keep("kept");
    await enforce(server(), JSON.stringify({ apiVersion: "v1", kind: "List", items: [guardOfPolicies, bindingOfGuard] }));
    const denied = await shop.delete("kept");
    expect(String(denied.body["message"])).toContain(denialOf("t16"));
    const configuration = { apiVersion: "admissionregistration.k8s.io/v1", kind: "ValidatingWebhookConfiguration" };
    await shop.send("POST", webhookConfigurations, { ...configuration, metadata: { name: "t16" } });
    expect((await shop.send("DELETE", `${webhookConfigurations}/t16`)).status).toBe(403);
    const bindings = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings";
    expect((await shop.send("DELETE", `${bindings}/t16`)).status).toBe(200);
    await waitUntil("what was protected can be deleted", async () => (await shop.delete("kept")).status === 200);
  });

  test("T18: deletes that were denied wait, and go through when the policy is relaxed", async () => {
    const shop = await shopFor("t18");
    const { metadata } = await shop.leave("owner");
    const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: metadata.uid }];
    await shop.keep("kept", { ownerReferences });
    await shop.delete("owner");
    await waitUntil("the garbage collector is denied", async () => isDeniedIn(server().auditLog, shop.namespace), patienceMs);
    expect(await shop.isGone("kept")).toBe(false);
    const binding = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings/t18";
    const relaxed = { spec: { validationActions: ["Warn"] } };
    expect((await shop.patch(binding, relaxed)).status).toBe(200);
    await waitUntil("it is gone, and nobody has asked for it again", () => shop.isGone("kept"), patienceMs);
  });

  test("T22: kubectl replace --force is a delete, and is denied", async () => {
    const shop = await shopFor("t22");
    const { metadata } = await shop.keep("kept");
    const input = JSON.stringify({ ...shop.objectOf("kept", { [markOf("t22")]: "true" }), data: { a: "2" } });
    const { code, stderr } = await server().kubectl(["replace", "--force", "-f", "-"], { input });
    expect(code).not.toBe(0);
    expect(stderr).toContain(denialOf("t22"));
    expect((await shop.read("kept"))?.metadata.uid).toBe(metadata.uid);
  });

  test("T26: a kind that no policy matches is not protected, whatever its label says", async () => {
    const shop = await shopFor("t26");
    const secrets = `${shop.path}/secrets`;
    const labels = Object.fromEntries(["t16", "t18", "t22"].map((threat) => [markOf(threat), "true"]));
    const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "kept", labels } };
    expect((await shop.send("POST", secrets, secret)).status).toBe(201);
    expect(await shop.send("DELETE", `${secrets}/kept`)).toMatchObject({ status: 200, warnings: [] });
  });

  test("T27: a policy that has just been applied does not protect yet", async () => {
    const shop = await shopFor("t27");
    let answer = 403;
    for (let at = 0; at < 5 && answer === 403; at += 1) {
      const name = `t27-${at}`;
      await shop.keep(name, { labels: { [markOf(name)]: "true" } });
      const { code } = await server().kubectl(["apply", "--server-side", "-f", "-"], { input: yamlOfLatePolicy(name) });
      expect(code).toBe(0);
      answer = (await shop.delete(name)).status;
    }
    expect(answer).toBe(200);
  });
});

const metadata = { name: "guard-of-policies" };

/** What one would write to guard them; it does see webhook configurations. */
const guardOfPolicies = {
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingAdmissionPolicy",
  metadata,
  spec: {
    matchConstraints: {
      resourceRules: [
        { apiGroups: ["admissionregistration.k8s.io"], apiVersions: ["*"], operations: ["DELETE"], resources: ["*"] },
      ],
    },
    validations: [{ expression: "false", message: "policies are not deleted", reason: "Forbidden" }],
  },
};

const bindingOfGuard = {
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingAdmissionPolicyBinding",
  metadata,
  spec: { policyName: metadata.name, validationActions: ["Deny"] },
};

interface AuditEvent {
  readonly verb?: string;
  readonly user?: { readonly username?: string };
  readonly objectRef?: { readonly namespace?: string };
  readonly responseStatus?: { readonly code?: number };
}

function isDeniedIn(auditLog: string, namespace: string): boolean {
  return readFileSync(auditLog, "utf8")
    .split("\n")
    .filter((line) => line.includes(collector) && line.endsWith("}"))
    .map((line) => JSON.parse(line) as AuditEvent)
    .some(({ objectRef, responseStatus }) => objectRef?.namespace === namespace && responseStatus?.code === 403);
}
