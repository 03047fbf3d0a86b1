import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { created } from "../on-server.ts";

const configurations = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";

interface Hook {
  readonly clientConfig: { readonly caBundle?: string; readonly url?: string; readonly service?: { readonly path: string } };
}

/**
 * There is no Service network here: the API server calls the process where it is, with the caBundle that the controller has written.
 * Returns when it does.
 */
export async function callOnLoopback(server: ControlPlane, port: number): Promise<void> {
  const path = `${configurations}/holdfast`;
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
 * Changes the configuration, and touches it afterwards. The API server keeps what it has made of each configuration by its name, and an
 * update takes that out of the cache. A reload that has read the object before the update may put it back after, and it stays until
 * the next update (validating_webhook_manager.go of 1.30.14 and 1.37.1; seen once in some hundred suites).
 */
export async function patched(server: ControlPlane, change: object): Promise<void> {
  const path = `${configurations}/holdfast`;
  const touched = { metadata: { annotations: { "test.holdfast.dev/touched": String(performance.now()) } } };
  for (const body of [change, touched]) {
    const { status, text } = await server.request({ method: "PATCH", path, contentType: "application/merge-patch+json", body });
    if (status !== 200) throw new Error(text);
    await untilConfigured(server);
  }
}

let canaries = 0;

/** A webhook that is configured after another is asked after it, too; this one can never answer. */
export async function untilConfigured(server: ControlPlane): Promise<void> {
  canaries += 1;
  const name = `asked-${canaries}`;
  const canary = `/api/v1/namespaces/default/configmaps/${name}`;
  await created(server, "/api/v1/namespaces/default/configmaps", { metadata: { name, labels: { [name]: "yes" } } });
  await created(server, configurations, {
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
  await server.request({ method: "DELETE", path: `${configurations}/${name}` });
  await waitUntil("the canary is gone", async () => (await server.request({ method: "DELETE", path: canary })).status === 404);
}
