import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAuthority } from "../../control-plane/certificates.ts";
import { describeWithOwnServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { openDirectory } from "../../fixtures/open-directory.ts";
import { ask } from "./ask.ts";
import { configure } from "./configuration.ts";
import { type Served, serve } from "./serve.ts";

const clients = await createAuthority("clients of webhooks");
const admissionConfiguration = await writeConfiguration();

describeWithOwnServer(
  "the webhook, where it wants a client certificate of the API server",
  { admissionConfiguration },
  (server) => {
    let served: Served;
    beforeAll(async () => {
      served = await serve({ clientNames: ["kube-apiserver"], clientAuthorities: clients.certificate });
      await configure(server(), served, [{ rule: "allow" }]);
    });
    afterAll(() => served.drain());

    test("answers it, and nobody else", async () => {
      const name = "settings";
      const collection = "/api/v1/namespaces/default/configmaps";
      await server().request({ method: "POST", path: collection, body: { metadata: { name, labels: { asks: "allow" } } } });
      const remove = (query: string) => server().request({ method: "DELETE", path: `${collection}/${name}${query}` });
      await waitUntil("the webhook is asked", async () => {
        expect((await remove("?dryRun=All")).status).toBe(200);
        return served.log.some(({ msg }) => msg === "review");
      });
      expect((await remove("")).status).toBe(200);
      expect(served.log.at(-1)).toMatchObject({ evaluation: "allowed", object: `default/${name}` });
      expect((await ask(served)).status).toBe(403);
    });
  },
);

/** An AdmissionConfiguration whose kubeconfig shows one certificate to all webhooks. */
async function writeConfiguration(): Promise<string> {
  const directory = openDirectory();
  const { certificate, privateKey } = await clients.issue({ usage: "client", commonName: "kube-apiserver" });
  const user = { "client-certificate-data": btoa(certificate), "client-key-data": btoa(privateKey) };
  const kubeConfigFile = join(directory, "kubeconfig.json");
  writeFileSync(kubeConfigFile, JSON.stringify({ apiVersion: "v1", kind: "Config", users: [{ name: "*", user }] }), {
    mode: 0o600,
  });
  const configuration = { apiVersion: "apiserver.config.k8s.io/v1", kind: "WebhookAdmissionConfiguration", kubeConfigFile };
  const plugins = [{ name: "ValidatingAdmissionWebhook", configuration }];
  const path = join(directory, "admission-configuration.json");
  writeFileSync(path, JSON.stringify({ apiVersion: "apiserver.config.k8s.io/v1", kind: "AdmissionConfiguration", plugins }));
  return path;
}
