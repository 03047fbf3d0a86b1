import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { criticalServiceDefinition } from "../../../compiler/fallback/critical-service-definition.ts";
import {
  type ProviderResource,
  criticalServiceWebhooks,
  criticalServices,
} from "../../../compiler/fallback/critical-services.ts";
import { usualSettings } from "../../../compiler/fallback/settings.ts";
import { type ApiServer } from "../../../runtime-fallback/api/api-server.ts";
import { connect } from "../../../runtime-fallback/api/connect.ts";
import { systemClock } from "../../../runtime-fallback/clock.ts";
import { criticalControllerPermissions } from "../../../runtime-fallback/critical-services/critical-service-permissions.ts";
import type { Permissions } from "../../../runtime-fallback/controller/policy-rule.ts";
import { keepMarks } from "../../../runtime-fallback/critical-services/keep-marks.ts";
import { createAuthority } from "../../control-plane/certificates.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { readKubeconfig, writeKubeconfig } from "../kubeconfig-file.ts";
import { created, grant } from "../on-server.ts";
import { type StartedProcess, startProcess } from "../processes/started-process.ts";

const services = "/apis/protection.holdfast.dev/v1alpha1/criticalservices";
const quiet = (): void => {};

export interface Installed {
  readonly api: () => ApiServer;
  readonly webhook: {
    /** With SIGKILL. */
    kill(): Promise<void>;
    /** Where it was before. With another kubeconfig: as somebody else. */
    start(kubeconfig?: string): Promise<void>;
  };
  readonly controller: { stop(): Promise<void>; start(): void };
}

/** Definition, webhook and controller (with its own rights only) on that server, until the suite ends. Ready once the webhook is asked. */
export function install(server: () => ControlPlane, providers: readonly ProviderResource[]): Installed {
  const tls = mkdtempSync(join(tmpdir(), "holdfast-critical-"));
  let api: ApiServer;
  let ofController: ApiServer;
  let process: StartedProcess | undefined;
  let keeping: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;

  const start = async (kubeconfig = server().kubeconfig): Promise<void> => {
    const port = String(process?.port ?? 0);
    process = await startProcess("../../test/fallback/critical-services/webhook-main.ts", [kubeconfig, tls, port]);
  };
  const kill = async (): Promise<void> => void (await process?.end("SIGKILL"));
  const startController = (): void => {
    const stop = new AbortController();
    keeping = { stop, ended: keepMarks(keeperOf(ofController, providers), stop.signal) };
  };
  const stopController = async (): Promise<void> => {
    keeping?.stop.abort();
    await keeping?.ended;
  };

  beforeAll(async () => {
    api = await connect({ kubeconfig: server().kubeconfig });
    const authority = await createAuthority("holdfast");
    const issued = await authority.issue({ usage: "server", commonName: "webhook", ipAddresses: ["127.0.0.1"] });
    writeFileSync(join(tls, "tls.crt"), issued.certificate);
    writeFileSync(join(tls, "tls.key"), issued.privateKey);
    await created(server(), "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", criticalServiceDefinition);
    await waitUntil(
      "critical services are served",
      async () => (await server().request({ method: "GET", path: services })).status === 200,
    );
    await start();
    const webhooks = criticalServiceWebhooks(usualSettings, providers).map(({ clientConfig, ...webhook }) => ({
      ...webhook,
      clientConfig: {
        url: `https://127.0.0.1:${process?.port}${clientConfig.service.path}`,
        caBundle: btoa(authority.certificate),
      },
    }));
    await created(server(), "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: { name: "holdfast-critical" },
      webhooks,
    });
    const restricted = await asServiceAccount(server(), {
      name: "controller",
      permissions: criticalControllerPermissions(providers),
      directory: tls,
    });
    ofController = await connect({ kubeconfig: restricted });
    startController();
    await canaryIsRefused(server());
  }, 60_000);

  afterAll(async () => {
    await stopController();
    await process?.end("SIGTERM");
    await api.close();
    await ofController.close();
    rmSync(tls, { recursive: true });
  });

  return { api: () => api, webhook: { kill, start }, controller: { stop: stopController, start: startController } };
}

export interface Restricted {
  readonly name: string;
  readonly permissions: Permissions;
  /** For the kubeconfig. */
  readonly directory: string;
}

/** A kubeconfig of a new service account with exactly these rights. */
export async function asServiceAccount(server: ControlPlane, { name, permissions, directory }: Restricted): Promise<string> {
  const accounts = "/api/v1/namespaces/default/serviceaccounts";
  await created(server, accounts, { metadata: { name } });
  await grant(server, { user: `system:serviceaccount:default:${name}`, namespace: "default", permissions });
  const { body } = await server.request({ method: "POST", path: `${accounts}/${name}/token`, body: { spec: {} } });
  const cluster = readKubeconfig(server.kubeconfig).clusters[0]?.cluster ?? {};
  const own = join(directory, name);
  mkdirSync(own);
  return writeKubeconfig(own, { cluster, user: { token: (body["status"] as { token: string }).token } });
}

function keeperOf(api: ApiServer, providers: readonly ProviderResource[]): Parameters<typeof keepMarks>[0] {
  return {
    server: api,
    writer: api,
    providers,
    namespace: usualSettings.namespace,
    clock: systemClock,
    random: Math.random,
    log: quiet,
    metrics: { depth: quiet, retried: quiet, worked: quiet },
    telemetry: {
      log: { info: quiet, warn: quiet },
      metrics: { onListed: quiet, onListFailed: quiet, onWatchEnded: quiet, onListenerFailed: quiet },
    },
  };
}

/** A service whose provider exists; the API server takes a second or so to ask a new webhook. */
async function canaryIsRefused(server: ControlPlane): Promise<void> {
  await created(server, "/api/v1/namespaces", { metadata: { name: "canary" } });
  await deployment(server, "canary", "canary");
  await service(server, "canary", { provider: providerOf("canary", "canary"), criteria: [] });
  await waitUntil("the webhook is asked", async () => {
    const { status, body } = await server.request({ method: "DELETE", path: `${services}/canary?dryRun=All` });
    return status === 403 && String(body["message"]).includes("stays as long as its provider");
  });
}

export function providerOf(namespace: string, name: string): object {
  return { group: "apps", resource: "deployments", namespace, name };
}

export async function service(server: ControlPlane, name: string, spec: object): Promise<void> {
  const apiVersion = `${criticalServices.group}/${criticalServices.version}`;
  await created(server, services, { apiVersion, kind: "CriticalService", metadata: { name }, spec });
}

/** In force: its marks stand. */
export async function ready(server: ControlPlane, name: string): Promise<void> {
  await waitUntil(`CriticalService ${name} is ready`, async () => {
    const { body } = await server.request({ method: "GET", path: `${services}/${name}` });
    const { conditions = [] } = (body["status"] ?? {}) as { conditions?: readonly Record<string, unknown>[] };
    return conditions.some(({ type, status }) => type === "Ready" && status === "True");
  });
}

export async function deployment(server: ControlPlane, namespace: string, name: string, metadata: object = {}): Promise<void> {
  const labels = { app: name };
  await created(server, `/apis/apps/v1/namespaces/${namespace}/deployments`, {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, labels, ...metadata },
    spec: {
      replicas: 0,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "main", image: "example.com/none" }] } },
    },
  });
}
