import { confirmedAnnotation } from "../../../runtime-fallback/enforcement/confirm-configuration.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { created } from "../../fallback/on-server.ts";

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
 * Changes the configuration, and writes it once more, as the controller does after some seconds: without, the API server may go on by the
 * previous one (runtime-fallback/enforcement/confirm-configuration.ts; seen once in some hundred suites).
 */
export async function patched(server: ControlPlane, change: object): Promise<void> {
  const changed = await merged(server, change);
  await untilConfigured(server);
  const { uid, generation } = changed["metadata"] as { readonly uid: string; readonly generation: number };
  await merged(server, { metadata: { annotations: { [confirmedAnnotation]: `${uid}/${generation}` } } });
  await untilConfigured(server);
}

async function merged(server: ControlPlane, body: object): Promise<Readonly<Record<string, unknown>>> {
  const path = `${configurations}/holdfast`;
  const answer = await server.request({ method: "PATCH", path, contentType: "application/merge-patch+json", body });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
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
