import type { ValidatingWebhook } from "../../../compiler/manifest/kubernetes-objects.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { created } from "../on-server.ts";
import type { Server } from "./ask.ts";

/** One webhook of a configuration: which path is asked about what. */
export interface AimedPath {
  readonly path: string;
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly more?: object;
}

/** The API server asks the process on loopback, about deletes, and refuses where there is no answer. */
export async function aimWebhook(server: ControlPlane, served: Server, paths: readonly AimedPath[]): Promise<void> {
  await created(server, "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", {
    metadata: { name: "aimed" },
    webhooks: paths.map(({ path, groups, resources, more }, at) => ({
      name: `path-${at}.aimed.holdfast.dev`,
      clientConfig: { url: `https://127.0.0.1:${served.port}${path}`, caBundle: btoa(served.authority.certificate) },
      rules: [{ apiGroups: groups, apiVersions: ["*"], operations: ["DELETE"], resources }],
      failurePolicy: "Fail",
      sideEffects: "None",
      timeoutSeconds: 10,
      admissionReviewVersions: ["v1"],
      ...more,
    })),
  });
}

/** Compiled entries, which name a Service, aimed at the process on loopback. */
export async function aimEntries(server: ControlPlane, served: Server, entries: readonly ValidatingWebhook[]): Promise<void> {
  await created(server, "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", {
    metadata: { name: "aimed" },
    webhooks: entries.map(({ clientConfig, ...webhook }) => ({
      ...webhook,
      clientConfig: {
        url: `https://127.0.0.1:${served.port}${clientConfig.service.path}`,
        caBundle: btoa(served.authority.certificate),
      },
    })),
  });
}
