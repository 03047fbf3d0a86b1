import type { buildWebhookConfiguration } from "../../../compiler/install/webhooks/webhook-configuration.ts";
import { confirmedAnnotation } from "../../../runtime-fallback/enforcement/confirm-configuration.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { changed, created } from "../../control-plane/requests.ts";
import { webhookConfigurations } from "../../control-plane/collections.ts";

const path = `${webhookConfigurations}/holdfast`;

interface Hook {
  readonly clientConfig: { readonly caBundle?: string; readonly url?: string; readonly service?: { readonly path: string } };
}

/**
 * There is no Service network here: the API server calls the process where it is, with the caBundle that the controller
 * has written. Returns when it does.
 */
export async function callOnLoopback(server: ControlPlane, port: number): Promise<void> {
  const hooks = async () => (await server.request({ method: "GET", path })).body["webhooks"] as readonly Hook[];
  await waitUntil("the controller has written the caBundle", async () =>
    (await hooks()).every(({ clientConfig }) => clientConfig.caBundle !== undefined),
  );
  const webhooks = (await hooks()).map(({ clientConfig: { caBundle, service }, ...rest }) => ({
    ...rest,
    clientConfig: { caBundle, url: `https://127.0.0.1:${port}${service?.path ?? ""}` },
  }));
  await patched(server, { webhooks });
}

/**
 * Changes the configuration, and writes it once more, as the controller does after some seconds: without, the API
 * server may go on by the previous one (runtime-fallback/enforcement/confirm-configuration.ts; seen once in some
 * hundred suites).
 */
export async function patched(server: ControlPlane, change: object): Promise<void> {
  const { uid, generation } = (await changed(server, path, change)).metadata;
  await untilConfigured(server);
  await changed(server, path, { metadata: { annotations: { [confirmedAnnotation]: `${uid}/${String(generation)}` } } });
  await untilConfigured(server);
}

type Configuration = ReturnType<typeof buildWebhookConfiguration>;

/** The same of a configuration that is not stored yet, with the certificate of that authority. */
export function onLoopback({ webhooks, ...configuration }: Configuration, port: number, authority: string): object {
  return {
    ...configuration,
    webhooks: webhooks.map(({ clientConfig, ...webhook }) => ({
      ...webhook,
      clientConfig: { url: `https://127.0.0.1:${port}${clientConfig.service.path}`, caBundle: btoa(authority) },
    })),
  };
}

let canaries = 0;

/** A webhook that is configured after another is asked after it, too; this one can never answer. */
export async function untilConfigured(server: ControlPlane): Promise<void> {
  canaries += 1;
  const name = `asked-${canaries}`;
  const canary = `/api/v1/namespaces/default/configmaps/${name}`;
  await created(server, "/api/v1/namespaces/default/configmaps", { metadata: { name, labels: { [name]: "yes" } } });
  await created(server, webhookConfigurations, {
    metadata: { name },
    webhooks: [
      {
        name: `${name}.holdfast.dev`,
        clientConfig: { url: "https://127.0.0.1:1/" },
        rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["DELETE"], resources: ["configmaps"] }],
        objectSelector: { matchLabels: { [name]: "yes" } },
        failurePolicy: "Fail",
        sideEffects: "None",
        timeoutSeconds: 1,
        admissionReviewVersions: ["v1"],
      },
    ],
  });
  await waitUntil("new webhooks are asked", async () => {
    return (await server.request({ method: "DELETE", path: `${canary}?dryRun=All` })).status !== 200;
  });
  await server.request({ method: "DELETE", path: `${webhookConfigurations}/${name}` });
  await waitUntil("the canary is gone", async () => (await server.request({ method: "DELETE", path: canary })).status === 404);
}
