import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "../../compiler/simulator/testing/ask.ts";
import { del } from "../../compiler/simulator/testing/index.ts";
import { TestedPolicy, compiledForTests } from "../../compiler/simulator/testing/tested-policy.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { askingPolicy, fallbackDeclaration } from "../language/fallback/asking-policy.ts";
import { created } from "../control-plane/requests.ts";
import { CaseFiles } from "../language/case-files.ts";
import { type Decision, askOverTls } from "./ask-over-tls.ts";
import { type DeletedObject, deletionReview } from "./deletion-review.ts";
import { type ServedProcess, serveProcess } from "./served-process.ts";

const config = (name: string): DeletedObject => {
  const metadata = { name, namespace: "shop", labels: { "example.com/shared": "true" } };
  return { apiVersion: "v1", kind: "ConfigMap", metadata };
};

const pod = (name: string, metadata: object, serviceAccountName = "builder") => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, namespace: "shop", ...metadata },
  spec: {
    serviceAccountName,
    automountServiceAccountToken: false,
    containers: [{ name: "main", image: "example.com/none" }],
  },
});

const pods = [
  pod("b", { annotations: { uses: "used" } }),
  pod("a", { annotations: { uses: "used" } }),
  pod("c", { annotations: { uses: "by-another" } }, "other"),
  pod("d", { labels: { keeps: "kept" } }),
];

const names = ["used", "kept", "by-another", "unused"];
const rules = ["kept", "used"];

describeWithServer("holdfast serve", {}, (server) => {
  const files = new CaseFiles();
  const policies = ["used-config.ts", "fallback.ts"];
  const serve = (...words: readonly string[]): Promise<ServedProcess> => serveProcess(files.directory, [...policies, ...words]);

  const decisions = async ({ url, authority }: ServedProcess, name: string): Promise<readonly (string | undefined)[]> => {
    const answers = rules.map((rule) =>
      askOverTls(`${url}/rules/used-config/${rule}/deny`, authority, deletionReview(config(name), "configmaps")),
    );
    return (await Promise.all(answers)).map(said);
  };

  beforeAll(async () => {
    await created(server(), "/api/v1/namespaces", { metadata: { name: "shop" } });
    for (const name of ["builder", "other"])
      await created(server(), "/api/v1/namespaces/shop/serviceaccounts", { metadata: { name } });
    for (const one of pods) await created(server(), "/api/v1/namespaces/shop/pods", one);
    files.write("pods.json", JSON.stringify({ apiVersion: "v1", kind: "List", items: pods }));
    files.write("used-config.ts", askingPolicy);
    files.write("fallback.ts", fallbackDeclaration);
  });

  afterAll(() => files.remove());

  test("says the same over manifests, over a cluster and in tests with the same objects", async () => {
    const overManifests = await serve("--objects", "pods.json");
    const overCluster = await serve("--kubeconfig", server().kubeconfig);
    await waitUntil("it has listed the Pods", async () => (await fetch(`${overCluster.health}/readyz`)).status === 200);
    const inTests = await answersInTests(files);
    for (const name of names) {
      const expected = await decisions(overManifests, name);
      expect([name, await decisions(overCluster, name)]).toEqual([name, expected]);
      expect([name, inTests(name)]).toEqual([name, expected]);
    }
    expect((await decisions(overManifests, "used")).map((text) => text?.slice(0, 40))).toEqual([
      "allowed",
      "403 used: ConfigMap used is used by a, b",
    ]);
    expect(await decisions(overManifests, "unused")).toEqual(["allowed", "allowed"]);
    expect([await overManifests.end("SIGINT"), await overCluster.end("SIGINT")]).toEqual([0, 0]);
  });

  test("its webhook configuration makes an API server ask it", async () => {
    const served = await serve("--kubeconfig", server().kubeconfig, "--configuration", "webhook.yaml");
    for (const name of names) await created(server(), "/api/v1/namespaces/shop/configmaps", config(name));
    expect(await server().kubectl(["apply", "-f", join(files.directory, "webhook.yaml")])).toMatchObject({ code: 0 });
    const remove = (name: string) =>
      server().request({ method: "DELETE", path: `/api/v1/namespaces/shop/configmaps/${name}?dryRun=All` });
    await waitUntil("the API server asks", async () => (await remove("used")).status === 403);
    expect((await remove("used")).body["message"]).toContain(
      'admission webhook "used.used-config.holdfast.dev" denied the request: used: ConfigMap used is used by a, b',
    );
    expect((await remove("unused")).status).toBe(200);
    const taken = await server().kubectl(["delete", "validatingwebhookconfiguration", "holdfast-serve"]);
    expect(taken).toMatchObject({ code: 0 });
    expect(await served.end("SIGINT")).toBe(0);
  });
});

function said({ allowed, code, message }: Decision): string | undefined {
  return allowed === true ? "allowed" : `${String(code)} ${String(message)}`;
}

/** The rules of the policy, asked as `holdfast test --typescript` asks them. */
async function answersInTests(files: CaseFiles): Promise<(name: string) => readonly string[]> {
  const [compiled] = compiledForTests(files.compile(["used-config.ts", "fallback.ts"]), 30);
  if (compiled === undefined) throw new Error("nothing was compiled");
  const policy = { tested: new TestedPolicy(compiled), typescript: await files.importPolicy("used-config.ts") };
  return (name) => {
    const object = config(name);
    const uid = "6f2b3c9e-8f0a-4c55-9d7e-1a2b3c4d5e6f";
    const request = del({ ...object, metadata: { ...object.metadata, uid } }).inCluster(...pods);
    const { answer } = ask([policy], request.description, []);
    return rules.map((rule) => {
      const found = answer.find((one) => one.rule === rule && one.action === "deny");
      return found === undefined ? "allowed" : `403 ${found.message}`;
    });
  };
}
