import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { holdfast } from "../../cli/user-project.ts";
import { CaseFiles } from "../../language/case-files.ts";
import { enforce } from "../../ack/policies-in-force.ts";
import { readKubeconfig, writeKubeconfig } from "../kubeconfig-file.ts";
import { askingPolicy, fallbackDeclaration } from "../language/asking-policy.ts";
import { type StartedProcess, startProcess } from "./webhook-process.ts";

const system = "holdfast-system";

interface Deployment {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly template: { readonly spec: { readonly containers: readonly { readonly args: readonly string[] }[] } };
  };
}

/** What is generated is applied, and what a kubelet would start is started by hand: with the arguments and the account of its Deployment. */
describeWithServer("the generated fallback", { controllerManager: true }, (server) => {
  const files = new CaseFiles();
  const started: StartedProcess[] = [];

  const post = async (path: string, body: object): Promise<Readonly<Record<string, unknown>>> => {
    const { status, text, body: answer } = await server().request({ method: "POST", path, body });
    if (status !== 201) throw new Error(text);
    return answer;
  };
  const read = async (path: string) => (await server().request({ method: "GET", path })).body;

  beforeAll(async () => {
    files.write("used-config.ts", askingPolicy);
    files.write("fallback.ts", fallbackDeclaration);
    const { code, error } = await holdfast(files.directory, ["compile", "used-config.ts", "fallback.ts", "--out", "generated"]);
    expect([code, error]).toEqual([0, expect.any(String)]);
    expect(await server().kubectl(["apply", "--server-side", "-k", join(files.directory, "generated/fallback")])).toMatchObject({
      code: 0,
    });
    started.push(
      await startProcess("controller", [
        ...argumentsOf("holdfast-controller"),
        ...(await accountFlags("holdfast-controller")),
        "--addresses=127.0.0.1",
      ]),
    );
    const secret = `/api/v1/namespaces/${system}/secrets/holdfast-webhook-tls`;
    await waitUntil(
      "the controller has issued a certificate",
      async () => (await server().request({ method: "GET", path: secret })).status === 200,
    );
    mountSecret((await read(secret))["data"] as Readonly<Record<string, string>>);
    started.push(
      await startProcess("webhook", [...argumentsOf("holdfast-webhook"), ...(await accountFlags("holdfast-webhook"))]),
    );
    const webhook = started[1] as StartedProcess;
    await waitUntil("the webhook is ready", () => webhook.isReady());
    await enforce(server(), readFileSync(join(files.directory, "generated/used-config.yaml"), "utf8"));
    await callOnLoopback(webhook.port);
    await post("/api/v1/namespaces", { metadata: { name: "shop" } });
  });

  afterAll(async () => {
    await Promise.all(started.map((one) => one.end("SIGTERM")));
    files.remove();
  });

  /** Mounts and ports are those of this machine. */
  function argumentsOf(name: string): readonly string[] {
    const file = name === "holdfast-webhook" ? "webhook.yaml" : "controller.yaml";
    const documents = parseAllDocuments(readFileSync(join(files.directory, "generated/fallback", file), "utf8")).map(
      (one) => one.toJS() as Deployment,
    );
    const found = documents.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === name);
    const [container] = found?.spec.template.spec.containers ?? [];
    const [, ...given] = container?.args ?? [];
    const mounted = {
      "/etc/holdfast/rules/rules.mjs": join(files.directory, "rules.mjs"),
      "/etc/holdfast/tls": join(files.directory, "tls"),
    };
    const here = given.map((flag) => Object.entries(mounted).reduce((text, [path, own]) => text.replace(path, own), flag));
    mountRules();
    return [
      ...here.filter((flag) => !/^--(health-)?port=/.test(flag)),
      ...(name === "holdfast-webhook" ? ["--port=0"] : []),
      "--health-port=0",
      "--host=127.0.0.1",
    ];
  }

  function mountRules(): void {
    const [map] = parseAllDocuments(readFileSync(join(files.directory, "generated/fallback/rules.yaml"), "utf8")).map(
      (one) => one.toJS() as { readonly data: Readonly<Record<string, string>> },
    );
    writeFileSync(join(files.directory, "rules.mjs"), map?.data["rules.mjs"] ?? "");
  }

  function mountSecret(data: Readonly<Record<string, string>>): void {
    mkdirSync(join(files.directory, "tls"), { recursive: true });
    for (const [name, text] of Object.entries(data))
      writeFileSync(join(files.directory, "tls", name), Buffer.from(text, "base64"));
  }

  /** The token of the account and nothing else. */
  async function accountFlags(account: string): Promise<readonly string[]> {
    const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { expirationSeconds: 3600 } };
    const { status } = await post(`/api/v1/namespaces/${system}/serviceaccounts/${account}/token`, body);
    const { clusters } = readKubeconfig(server().kubeconfig);
    const directory = join(files.directory, account);
    mkdirSync(directory);
    const cluster = clusters[0]?.cluster ?? {};
    return [
      `--kubeconfig=${writeKubeconfig(directory, { cluster, user: { token: (status as { readonly token: string }).token } })}`,
    ];
  }

  /** There is no Service network here: the API server calls the process where it is, with the caBundle that the controller has written. */
  async function callOnLoopback(port: number): Promise<void> {
    const path = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/holdfast";
    interface Hook {
      readonly clientConfig: { readonly caBundle?: string; readonly service?: { readonly path: string } };
    }
    const hooks = async () => (await read(path))["webhooks"] as readonly Hook[];
    await waitUntil("the controller has written the caBundle", async () =>
      (await hooks()).every(({ clientConfig }) => clientConfig.caBundle !== undefined),
    );
    const webhooks = (await hooks()).map(({ clientConfig, ...rest }) => {
      const { caBundle, service } = clientConfig;
      return { ...rest, clientConfig: { caBundle, url: `https://127.0.0.1:${port}${service?.path ?? ""}` } };
    });
    const { status, text } = await server().request({
      method: "PATCH",
      path,
      contentType: "application/merge-patch+json",
      body: { webhooks },
    });
    if (status !== 200) throw new Error(text);
  }

  test("both processes run with the rights that were generated for them, and a rule that asks refuses", async () => {
    const shop = "/api/v1/namespaces/shop";
    await waitUntil(
      "Pods are admitted",
      async () => (await server().request({ method: "GET", path: `${shop}/serviceaccounts/default` })).status === 200,
    );
    await post(`${shop}/serviceaccounts`, { metadata: { name: "builder" } });
    const labels = { "example.com/shared": "true" };
    for (const name of ["used", "unused"]) await post(`${shop}/configmaps`, { metadata: { name, labels } });
    await post(`${shop}/pods`, {
      metadata: { name: "user", annotations: { uses: "used" } },
      spec: { serviceAccountName: "builder", containers: [{ name: "main", image: "example.com/none" }] },
    });
    const remove = (name: string) => server().request({ method: "DELETE", path: `${shop}/configmaps/${name}?dryRun=All` });
    await waitUntil("the webhook is asked", async () => (await remove("used")).status === 403);
    const { body } = await remove("used");
    expect(body["message"]).toContain(
      'admission webhook "used.used-config.holdfast.dev" denied the request: used: ConfigMap used is used by user',
    );
    expect(await remove("unused")).toMatchObject({ status: 200 });
  });

  test("neither of them met a refusal of the API server", () => {
    const lines = started.flatMap(({ log }) => log).filter(({ level }) => level === "warn" || level === "error");
    expect(lines).toEqual([]);
  });
});
