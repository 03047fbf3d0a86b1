import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundleRules } from "../../../compiler/install/rules-bundle.ts";
import { buildWebhookConfiguration } from "../../../compiler/install/webhooks/webhook-configuration.ts";
import { defaultSettings } from "../../../compiler/install/settings.ts";
import { enforce } from "../../ack/policies-in-force.ts";
import { createAuthority } from "../../control-plane/certificates.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { created } from "../../control-plane/requests.ts";
import { CaseFiles } from "../../language/case-files.ts";
import { askingPolicy, fallbackDeclaration } from "../../language/fallback/asking-policy.ts";
import { documentedMetrics } from "../monitoring/metrics-page.ts";
import { isOurs, metricsIn } from "../monitoring/registered-metrics.ts";
import { onLoopback } from "../../install/installed/call-on-loopback.ts";
import { type StartedProcess, startProcess } from "./started-process.ts";

const namespace = "/api/v1/namespaces/shop";
const shared = { "example.com/shared": "true" };

describeWithServer("a rule that asks the cluster", {}, (server) => {
  const files = new CaseFiles();
  const flags: string[] = [];
  let webhook: StartedProcess;

  const post = async (path: string, body: object): Promise<void> => {
    await created(server(), path, body);
  };
  const config = (name: string, labels: object = shared) => post(`${namespace}/configmaps`, { metadata: { name, labels } });
  const pod = (name: string, uses: string) =>
    post(`${namespace}/pods`, {
      metadata: { name, annotations: { uses } },
      spec: {
        serviceAccountName: "builder",
        automountServiceAccountToken: false,
        containers: [{ name: "main", image: "example.com/none" }],
      },
    });
  const remove = (name: string, query = "") =>
    server().request({ method: "DELETE", path: `${namespace}/configmaps/${name}${query}` });

  beforeAll(async () => {
    await post("/api/v1/namespaces", { metadata: { name: "shop" } });
    await post(`${namespace}/serviceaccounts`, { metadata: { name: "builder" } });
    files.write("used-config.ts", askingPolicy);
    files.write("fallback.ts", fallbackDeclaration);
    const compilation = files.compile(["used-config.ts", "fallback.ts"]);
    const { text, sha256 } = bundleRules(
      compilation.webhookRules.map((rule) => ({ rule, file: join(files.directory, "used-config.ts") })),
      files.directory,
    );
    const authority = await createAuthority("holdfast");
    const { certificate, privateKey } = await authority.issue({
      usage: "server",
      commonName: "webhook",
      ipAddresses: ["127.0.0.1"],
    });
    const tls = join(files.directory, "tls");
    mkdirSync(tls);
    writeFileSync(join(tls, "tls.crt"), certificate);
    writeFileSync(join(tls, "tls.key"), privateKey);
    files.write("rules.mjs", text);
    flags.push(
      "--rules",
      join(files.directory, "rules.mjs"),
      "--rules-sha256",
      sha256,
      "--tls-cert",
      join(tls, "tls.crt"),
      "--tls-key",
      join(tls, "tls.key"),
      "--kubeconfig",
      server().kubeconfig,
    );
    flags.push("--host", "127.0.0.1", "--port", "0", "--health-port", "0", "--drain-seconds", "0");
    webhook = await startProcess("webhook", flags);
    await waitUntil("the webhook is ready", () => webhook.isReady());
    await enforce(server(), compilation.files.find(({ name }) => name === "used-config.yaml")?.text ?? "");
    await post("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", {
      ...onLoopback(buildWebhookConfiguration(compilation.webhookRules, defaultSettings), webhook.port, authority.certificate),
    });
    await config("canary");
    await pod("canary-user", "canary");
    await waitUntil("the webhook is asked", async () => (await remove("canary", "?dryRun=All")).status === 403);
  });

  afterAll(async () => {
    await webhook.end("SIGTERM");
    files.remove();
  });

  test("what is used is not deleted, and the denial names the user and the override", async () => {
    await config("used");
    await pod("user", "used");
    const { status, body } = await remove("used");
    expect([status, body["reason"], body["message"]]).toEqual([
      403,
      "Forbidden",
      expect.stringMatching(
        /^admission webhook "used\.used-config\.holdfast\.dev" denied the request: used: ConfigMap used is used by user; to delete it anyway: kubectl annotate configmaps\/used -n shop holdfast\.dev\/release=/,
      ) as string,
    ]);
  });

  test("what nothing uses is deleted", async () => {
    await config("unused");
    expect(await remove("unused")).toMatchObject({ status: 200 });
  });

  test("a user that has just been made is seen: nothing is let through from memory", async () => {
    for (const at of Array.from({ length: 20 }, (_, index) => index)) {
      await config(`fresh-${at}`);
      await pod(`fresh-user-${at}`, `fresh-${at}`);
      expect(await remove(`fresh-${at}`)).toMatchObject({ status: 403 });
    }
  });

  test("what CEL denies by itself needs no webhook, and what is not marked depends on nobody", async () => {
    await config("kept", { "example.com/keep": "yes" });
    await config("plain", {});
    expect(webhook.log.filter(({ msg }) => String(msg).includes("plain"))).toEqual([]);
    const { body } = await remove("kept");
    expect(body["message"]).toContain(
      "ValidatingAdmissionPolicy 'used-config' with binding 'used-config' denied request: kept: ConfigMap kept is kept",
    );
    expect(await remove("plain")).toMatchObject({ status: 200 });
  });

  test("all that it counts is on the page, with its type and labels", async () => {
    const text = await (await fetch(`http://127.0.0.1:${webhook.healthPort}/metrics`)).text();
    const documented = [...documentedMetrics("Webhook"), ...documentedMetrics("Both")];
    const answered = metricsIn(text).filter(isOurs);
    expect(answered.length).toBeGreaterThan(10);
    const plain = answered.map(({ name, type, labels }) => ({ name, type, labels: [...labels].toSorted() }));
    expect(
      plain.filter((metric) => !documented.some((one) => isDeepStrictEqual({ ...one, labels: one.labels.toSorted() }, metric))),
    ).toEqual([]);
  });

  test("with every replica gone marked objects stay and others go; the next replica decides again", async () => {
    await config("waiting");
    await config("free", {});
    await webhook.end("SIGKILL");
    expect(await remove("waiting")).toMatchObject({ status: 500 });
    expect(await remove("free")).toMatchObject({ status: 200 });
    const port = flags.indexOf("--port") + 1;
    webhook = await startProcess("webhook", flags.with(port, String(webhook.port)));
    await waitUntil("the webhook is ready again", () => webhook.isReady());
    expect(await remove("used")).toMatchObject({ status: 403 });
    expect(await remove("waiting")).toMatchObject({ status: 200 });
  });

  test("where clients have to show a certificate, nobody else is answered", async () => {
    const tls = flags[flags.indexOf("--tls-cert") + 1] ?? "";
    const own = flags.with(flags.indexOf("--port") + 1, "0");
    // Any authority will do: nobody here has a certificate of it.
    const strict = await startProcess("webhook", [...own, "--client-ca", tls, "--client-names", "kube-apiserver"]);
    const ask = request({
      host: "127.0.0.1",
      port: strict.port,
      path: "/rules/used-config/used/deny",
      method: "POST",
      rejectUnauthorized: false,
    });
    ask.end();
    const [answer] = (await once(ask, "response")) as [{ readonly statusCode: number }];
    expect(answer.statusCode).toBe(403);
    await strict.end("SIGTERM");
  });

  describe("what it is started with", () => {
    test.each([
      ["no flags", [], "--tls-cert is missing"],
      [
        "authorities of clients, and no names",
        () => [...flags, "--client-ca", "x"],
        "--client-ca and --client-names stand together",
      ],
      ["an unknown flag", ["--rule", "x"], "Unknown option '--rule'"],
      [
        "a port that is none",
        ["--rules", "x", "--rules-sha256", "0".repeat(64), "--tls-cert", "x/tls.crt", "--tls-key", "x/tls.key", "--port", "http"],
        "--port=http is no number up to 65535",
      ],
      [
        "rules of another compilation",
        () => flags.with(flags.indexOf("--rules-sha256") + 1, "0".repeat(64)),
        "is not what was compiled",
      ],
    ])("%s: says what to do, and ends", async (_, given, says) => {
      await expect(startProcess("webhook", typeof given === "function" ? given() : given)).rejects.toThrow(says);
    });
  });
});
