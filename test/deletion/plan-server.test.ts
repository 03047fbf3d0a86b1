import { beforeAll, expect, test } from "vitest";
import { enforce } from "../ack/policies-in-force.ts";
import { holdfastHere } from "../cli/user-project.ts";
import { created, isGone } from "../control-plane/requests.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { yamlOf } from "../fixtures/compile-files.ts";

const yaml = yamlOf(`import { deletionPolicy, released } from "holdfast";
export default deletionPolicy({
  name: "keep-settings",
  match: [{ group: "", resource: "configmaps" }],
  overrides: [released()],
  rules: {
    keep: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes", message: "it is kept" },
  },
});`);

describeWithServer("holdfast plan delete", { controllerManager: true }, (server) => {
  const configMaps = "/api/v1/namespaces/shop/configmaps";
  const plan = (...words: readonly string[]) =>
    holdfastHere(".", ["plan", "delete", ...words, "--kubeconfig", server().kubeconfig]);

  beforeAll(async () => {
    await enforce(server(), yaml);
    await created(server(), "/api/v1/namespaces", { metadata: { name: "shop" } });
    const { metadata } = await created(server(), configMaps, { metadata: { name: "owner" } });
    const owner = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: metadata.uid };
    await created(server(), configMaps, { metadata: { name: "dependent", ownerReferences: [owner] } });
    await created(server(), configMaps, { metadata: { name: "kept", labels: { keep: "yes" }, ownerReferences: [owner] } });
  });

  test("what the policies of the cluster deny, in the words of the API server", async () => {
    const { code, out, error } = await plan("ns/shop");
    expect(error).toBe("");
    expect(code).toBe(1);
    const { status, body } = await server().request({ method: "DELETE", path: "/api/v1/namespaces/shop" });
    expect(status).toBe(403);
    const [, said = ""] = out.split("keep-settings-guard-namespaces-with-configmaps: ");
    expect(String(body["message"])).toContain(said.split("\n")[0]);
    expect(out).toContain("ConfigMap shop/kept: stays, keep-settings denies it: keep: it is kept");
  });

  test("dependents go, but for the one that is kept; until then nothing is deleted", async () => {
    const { code, out } = await plan("cm/owner", "-n", "shop");
    expect(out).toMatch(/^Deletes 2 objects in 1 Namespace; 1 policy keeps some of it\n/);
    expect(out).toContain("ConfigMap shop/owner\n├─ ConfigMap shop/dependent\n└─ ConfigMap shop/kept: stays");
    expect(code).toBe(0);
    expect(await isGone(server(), `${configMaps}/dependent`)).toBe(false);
    await server().request({ method: "DELETE", path: `${configMaps}/owner` });
    await waitUntil("the dependent is gone", () => isGone(server(), `${configMaps}/dependent`));
    expect(await isGone(server(), `${configMaps}/kept`)).toBe(false);
  });

  test("a kubeconfig that is not there is said so", async () => {
    const { code, error } = await holdfastHere(".", ["plan", "delete", "cm/none", "-n", "shop", "--kubeconfig", "/none"]);
    expect(error).toContain("/none");
    expect(code).toBe(3);
  });
});
